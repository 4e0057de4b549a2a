"""One event's way over the border: what becomes of its names, texts, paths and payloads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pipeline.intake.dead_letters import Reason, RefusedError
from pipeline.scrub import SCRUBBER, Scrubber
from pipeline.scrub.placeholders import WITHHELD
from pipeline.seal import (
    KEY_ITSELF,
    Budget,
    Purpose,
    Rows,
    Seal,
    bindings,
    iter_leaves,
    normalise_path,
    seal_leaves,
    user_spans,
)
from selector.families import query_family

#: Characters of the longest name that is kept as it is (design: The border, Ids).
MAX_NAME = 200

#: Texts that are remembered, and the longest of them: a query comes in several events of its run.
_REMEMBERED = 256
_REMEMBERED_LENGTH = 2_000

#: How an id that held something is counted among what was removed.
ID = "ID"

#: Text that is a code rather than prose: it is kept where a collection keeps no text.
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")


class Crossing:
    """What one event may take over the border.

    Attributes:
        seal: the key of its collection.
        scrubber: the rules by which text is scrubbed.
        keeps_text: whether the collection keeps query text and other prose.
        has_sealed: whether any fingerprint was made, so that the event must name the key.
        removed: how much was taken out of texts, by class; ids that held something are counted as `ID`.
    """

    __slots__ = ("_budget", "has_sealed", "keeps_text", "removed", "scrubber", "seal")

    def __init__(self, seal: Seal, scrubber: Scrubber = SCRUBBER, *, keeps_text: bool) -> None:
        self.seal = seal
        self.scrubber = scrubber
        self.removed: Counter[str] = Counter()
        self.keeps_text = keeps_text
        self.has_sealed = False
        self._budget = Budget()

    def under(self, seal: Seal) -> Crossing:
        """The same way once more under another key."""
        crossing = Crossing(seal, self.scrubber, keeps_text=self.keeps_text)
        crossing.has_sealed = self.has_sealed
        return crossing

    def spend_nodes(self, count: int) -> None:
        """Takes values that are kept otherwise than as leaves off the event's budget."""
        self._budget.spend_nodes(count)

    def spend_leaves(self, count: int) -> None:
        """Takes rows that are kept beside the leaves off the event's budget."""
        self._budget.spend_leaves(count)

    def name(self, name: str | None) -> str | None:
        """An id or a name: itself, or its keyed fingerprint where it is long or holds what is scrubbed."""
        if not name:
            return None
        return name if is_plain_name(name, self.scrubber) else self._stand_in(name)

    def names(self, names: Iterable[str] | None) -> list[str]:
        """Several names, each as `name` gives it."""
        kept = [name if is_plain_name(name, self.scrubber) else self._stand_in(name) for name in names or ()]
        self._budget.spend_leaves(len(kept))
        return kept

    def text(self, text: str | None) -> str | None:
        """Prose: scrubbed, and None where the collection keeps none."""
        return self.scrubbed(text) if text and self.keeps_text else None

    def code_or_text(self, text: str | None) -> str | None:
        """A reason, which some senders give as a code and some as prose."""
        if text and _CODE.fullmatch(text) and is_plain_name(text, self.scrubber):
            return text
        return self.text(text)

    def leaves(self, payload: Any) -> Rows:
        """The sealed leaves of an argument object or an output."""
        self.has_sealed = True
        return seal_leaves(payload, self.seal, self._budget)

    def path(self, path: str | None) -> str | None:
        """A path as senders write it, in the form of the seal."""
        if not path:
            return None
        try:
            normal = normalise_path(path)
        except ValueError:
            return self._stand_in(path)
        return normal if _is_clean_path(normal, self.scrubber) else self._stand_in(normal)

    def known_path(self, path: str) -> str:
        """A path that is in the form of the seal already."""
        return path if _is_clean_path(path, self.scrubber) else self._stand_in(path)

    def bindings(self, args: dict[str, Any] | None, step_ids: frozenset[str]) -> list[list[str]]:
        """The bindings of a declared step: rows of [argument path, source step, source path]; literals are dropped."""
        rows: dict[tuple[str, str, str], None] = {}
        for path, leaf in iter_leaves(args or {}, self._budget):
            if type(leaf) is str and not path.endswith(KEY_ITSELF):
                for step_id, source in bindings(leaf):
                    if step_id in step_ids:
                        rows[path, self.name(step_id) or "", self.path(source) or ""] = None
        self._budget.spend_leaves(len(rows))
        return [list(row) for row in rows]

    def request(self, field: str, text: str | None) -> dict[str, Any]:
        """What a user asked: its wording under `field`, its family, and the fingerprints of its spans."""
        if not text:
            return {}
        return {**self._wording(field, text), **self.said(text)}

    def said(self, text: str | None) -> dict[str, Any]:
        """The fingerprints of what a user said, and how many words were too many to be read."""
        if not text:
            return {}
        self.has_sealed = True
        spans, cut = _short_spans(self.seal, text) if len(text) <= _REMEMBERED_LENGTH else _spans(self.seal, text)
        return {"spans": spans, "cut_words": cut or None}

    def hashed(self, raw: str | None, purpose: Purpose) -> str | None:
        """The keyed hash of the raw id of a person or a session."""
        if not raw:
            return None
        self.has_sealed = True
        return self.seal.name(raw, purpose)

    def scrubbed(self, value: Any) -> Any:
        """A text or a block without credentials and personal data.

        Raises:
            RefusedError: the scrubber gave up on it.
        """
        kept, removed = _scrubbed(value, self.scrubber)
        self.removed.update(removed)
        return kept

    def _stand_in(self, name: str) -> str:
        self.has_sealed = True
        if len(name) <= MAX_NAME and name.isprintable():
            self.removed[ID] += 1
        return self.seal.name(name, Purpose.NAME)

    def _wording(self, field: str, text: str) -> dict[str, Any]:
        read = _short_family if len(text) <= _REMEMBERED_LENGTH else _family
        wording, key, terms, removed = read(text, self.scrubber)
        self.removed.update(removed)
        if not self.keeps_text:
            return {"family": {"key": key} if key else None}
        return {field: wording, "family": {"key": key, "terms": list(terms)} if key else None}


def _scrubbed(value: Any, scrubber: Scrubber) -> tuple[Any, Mapping[str, int]]:
    report = scrubber.report(value)
    if report.value == WITHHELD and value != WITHHELD:
        raise RefusedError(Reason.WITHHELD)
    return report.value, report.removed


def is_plain_name(name: str, scrubber: Scrubber = SCRUBBER) -> bool:
    r"""Whether a name may be kept as it is.

    >>> is_plain_name("findBook"), is_plain_name("kim@example.com"), is_plain_name("line\nbreak")
    (True, False, False)
    """
    return len(name) <= MAX_NAME and _is_clean_name(name, scrubber)


def present(**facts: Any) -> dict[str, Any]:
    """The facts that say something: a body has no empty fields.

    >>> present(step_id="s1", error=None, index=0, args=[])
    {'step_id': 's1', 'index': 0}
    """
    return {name: fact for name, fact in facts.items() if fact or fact == 0}


@lru_cache(maxsize=16_384)
def _is_clean_name(name: str, scrubber: Scrubber) -> bool:
    return name.isprintable() and scrubber.is_clean(name)


@lru_cache(maxsize=4_096)
def _is_clean_path(path: str, scrubber: Scrubber) -> bool:
    return scrubber.is_clean(path)


def _spans(seal: Seal, text: str) -> tuple[str, int]:
    spans, cut = user_spans(text)
    return seal.joined(spans), cut


def _family(text: str, scrubber: Scrubber) -> tuple[str, str, tuple[str, ...], Mapping[str, int]]:
    """The scrubbed wording of a query, the key of its family, its terms, and what was taken out."""
    wording, removed = _scrubbed(text, scrubber)
    family = query_family(wording)
    return wording, family.key, tuple(family.terms), removed


_short_spans = lru_cache(maxsize=_REMEMBERED)(_spans)
_short_family = lru_cache(maxsize=_REMEMBERED)(_family)
