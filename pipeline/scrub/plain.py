"""What plainly needs no scrubbing: a trace's records have few layouts, and nearly all of their texts are clean.

A record whose names tell nothing of a secret and whose texts the rules leave as they are is copied without a frame for
each of its containers. Whatever is anything else goes the long way, so this changes the time and nothing else.
"""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pipeline.scrub.fields import names_a_value, plain_cue
from pipeline.scrub.json_text import OPENERS
from pipeline.scrub.rule import RuleSet
from pipeline.scrub.text import is_unchanged

#: Values that are remembered for each cue, the longest of them, and cues: a trace repeats itself within a page or two.
_VALUES, _LONGEST, _CUES = 4_096, 128, 16
#: Layouts that are remembered, and the fields of the widest of them: ten megabytes at most.
_LAYOUTS, _WIDEST = 4_096, 32
#: Smaller numbers are nobody's (see `walk`).
_MOST = 10**12
#: Containers inside one another that are copied at once.
_DEEPEST = 20


class NotPlainError(Exception):
    """A value must go the long way."""


class _Known:
    """What is known to be clean behind one cue."""

    __slots__ = ("cue", "values")

    def __init__(self, cue: str) -> None:
        self.cue = cue
        self.values: set[str | int] = set()


class Memory:
    """What is known under one set of rules.

    Attributes:
        unnamed: what is known of values without a cue.
        layouts: what `fields` found.
    """

    __slots__ = ("_cues", "_rules", "layouts", "unnamed")

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._cues: dict[str, _Known] = {}
        self.layouts: dict[tuple[Any, ...], tuple[_Known, ...] | None] = {}
        self.unnamed = self._behind("")

    def fields(self, layout: tuple[Any, ...]) -> tuple[_Known, ...] | None:
        """For each field of a record what is known behind its name; None where some name says more."""
        if layout in self.layouts:
            return self.layouts[layout]
        if len(layout) > _WIDEST or names_a_value(layout):
            return None
        cues = [plain_cue(name, self._rules) for name in layout]
        fields = None if None in cues else tuple(self._behind(cue or "") for cue in cues)
        if sum(map(len, filter(None, map(_spelled, layout)))) <= _WIDEST * _LONGEST:
            if len(self.layouts) >= _LAYOUTS:
                self.layouts.clear()
            self.layouts[layout] = fields
        return fields

    def learn(self, known: _Known, value: str | int) -> bool:
        """Whether the rules leave a text or whole number as it is, which is remembered."""
        text = value if isinstance(value, str) else str(value)
        if len(text) > _LONGEST or _may_be_json(text) or not is_unchanged(text, known.cue, self._rules):
            return False
        if len(known.values) >= _VALUES:
            known.values.clear()
        known.values.add(value)
        return True

    def _behind(self, cue: str) -> _Known:
        if cue not in self._cues and len(self._cues) >= _CUES:
            return _Known(cue)
        return self._cues.setdefault(cue, _Known(cue))


def _may_be_json(text: str) -> bool:
    return text[:1] in OPENERS or (not text.isascii() and unicodedata.normalize("NFKC", text)[:1] in OPENERS)


def _spelled(name: object) -> str:
    return name if isinstance(name, str) else ""


#: What is known under each of the rule sets in use.
memory_of = lru_cache(maxsize=8)(Memory)


class PlainCopier:
    """Copies plain records for one walk, each container tried once at most.

    Attributes:
        nodes: values in the last copy.
        characters: characters of the texts in it.
    """

    __slots__ = ("_flat", "_layouts", "_memory", "_most", "_tried", "_unnamed", "characters", "nodes")

    def __init__(self, rules: RuleSet) -> None:
        self._memory = memory_of(rules)
        self._layouts = self._memory.layouts
        self._unnamed = self._memory.unnamed
        self._tried: set[int] = set()
        # Records without containers, held so that their identity stays theirs: one that is shared is read once.
        self._flat: dict[int, tuple[dict[Any, Any], int]] = {}
        self._most = self.nodes = self.characters = 0

    def copy(self, record: dict[Any, Any], nodes: int, depth: int) -> dict[str, Any]:
        """Copies a record.

        Args:
            record: the record; no name says anything of it as a whole.
            nodes: values that it may have.
            depth: containers inside one another that it may have.

        Raises:
            NotPlainError: something in it is not plain, or it is too large.
        """
        if id(record) in self._tried:
            raise NotPlainError
        self.nodes = self.characters = 0
        self._most = nodes
        return self._record(record, min(depth, _DEEPEST))

    def _record(self, record: dict[Any, Any], depth: int) -> dict[str, Any]:
        self.nodes += len(record)
        shared = self._flat.get(id(record))
        if shared is not None and depth and self.nodes <= self._most:
            self.characters += shared[1]
            return record.copy()
        layout = tuple(record)
        fields = self._layouts.get(layout) or self._memory.fields(layout)
        if fields is None or depth == 0 or self.nodes > self._most:
            self._tried.add(id(record))
            raise NotPlainError
        made: dict[str, Any] = record.copy()
        unnamed = self._unnamed
        characters, is_flat = 0, True
        try:
            for (name, value), known in zip(record.items(), fields):  # noqa: B905  one for each name, by construction
                kind = type(value)
                if kind is str and value in known.values:
                    characters += len(value)
                elif not (kind is int and known is unnamed and -_MOST < value < _MOST):
                    made[name] = inner = self._value(value, known, depth)
                    is_flat = is_flat and inner is value
        except NotPlainError:
            self._tried.add(id(record))
            raise
        self.characters += characters
        if is_flat:
            self._flat[id(record)] = (record, characters)
        return made

    def _value(self, value: Any, known: _Known, depth: int) -> Any:
        kind = type(value)
        if kind is str:
            if value not in known.values and not self._memory.learn(known, value):
                raise NotPlainError
            self.characters += len(value)
        elif kind is int or kind is float or kind is Decimal:
            self._number(value, kind, known)
        elif kind is dict:
            return self._record(value, depth - 1)
        elif kind is list:
            return self._items(value, known, depth - 1, inside=False)
        elif value is not None and kind is not bool:
            raise NotPlainError
        return value

    def _number(self, value: float | Decimal, kind: type, known: _Known) -> None:
        if not -_MOST < value < _MOST:
            raise NotPlainError
        if known is self._unnamed or value in known.values:
            return
        if kind is not int or value < 0 or not self._memory.learn(known, int(value)):
            raise NotPlainError

    def _items(self, items: list[Any], known: _Known, depth: int, *, inside: bool) -> list[Any]:
        """A list; inside another, a pair that begins with a text may be a header."""
        self.nodes += len(items)
        is_pair = inside and len(items) == 2 and isinstance(items[0], (str, bytes))
        if depth <= 0 or is_pair or self.nodes > self._most:
            raise NotPlainError
        made: list[Any] = []
        for item in items:
            kind = type(item)
            if kind is dict:
                made.append(self._record(item, depth - 1))
            elif kind is list:
                made.append(self._items(item, known, depth - 1, inside=True))
            else:
                made.append(self._value(item, known, depth))
        return made
