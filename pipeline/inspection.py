"""Inspection: what the rules of today find in what is kept, by class, and never a value of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.intake.again import scrub_again
from pipeline.intake.crossing import ID, Crossing
from pipeline.learning.sealed import FINGERPRINT_LENGTH
from pipeline.scrub import SCRUBBER, Scrubber
from pipeline.seal import Keyring

#: What hashes and fingerprints look like: one of these in its place holds nothing to be found.
_HASH = re.compile(rf"[A-Za-z0-9_-]{{{FINGERPRINT_LENGTH}}}|[0-9a-f]{{8,64}}")
_SPANS = re.compile(rf"(?:[A-Za-z0-9_-]{{{FINGERPRINT_LENGTH}}})*")
_ROWS = frozenset({"args", "output", "sealed"})


class Inspector:
    """Finds what should not be there, by one set of rules.

    Args:
        scrubber: the rules.

    >>> Inspector().text("kim@example.com, 010-2345-6789")
    Counter({'EMAIL': 1, 'PHONE': 1})
    """

    def __init__(self, scrubber: Scrubber = SCRUBBER) -> None:
        self.scrubber = scrubber
        self._seal = Keyring.demonstration().for_collection("")  # what it seals is thrown away

    def text(self, text: str) -> Counter[str]:
        """What is found in a text, by class."""
        return self._counted(text)

    def hash(self, text: str) -> Counter[str]:
        """What is found where a hash or a fingerprint should stand; one that looks like it holds nothing."""
        return Counter() if _HASH.fullmatch(text) else self._counted(text)

    def body(self, body: Mapping[str, Any]) -> Counter[str]:
        """What is found in the body of a sealed event, or in what a dead letter keeps; ids are counted as `ID`.

        >>> Inspector().body({"query": "mail kim@example.com", "step_id": "a@example.com", "spans": "AAAAAAAAAAAA"})
        Counter({'EMAIL': 1, 'ID': 1})
        """
        crossing = Crossing(self._seal, self.scrubber, keeps_text=True)
        again = scrub_again(body, crossing)
        if again != body and not crossing.removed:
            crossing.removed[ID] += 1
        return crossing.removed

    def value(self, value: Any) -> Counter[str]:
        """What is found in any JSON value; fingerprints in their places are passed over."""
        return self._counted(_without_fingerprints(value))

    def message(self, data: bytes | str) -> Counter[str]:
        """What is found in one message of a topic."""
        try:
            return self.value(json.loads(data))
        except (ValueError, RecursionError):
            return self._counted(data)

    def messages(self, values: Iterable[bytes | str | None]) -> Counter[str]:
        """What is found in the messages of a topic; one without a value is a tombstone.

        >>> Inspector().messages([b'{"query_example": "call 010-2345-6789"}', None])
        Counter({'PHONE': 1})
        """
        found: Counter[str] = Counter()
        for data in values:
            if data is not None:
                found.update(self.message(data))
        return found

    def _counted(self, value: Any) -> Counter[str]:
        """What the rules change; what only a cap or a normal form changes is no finding."""
        return Counter(self.scrubber.report(value).removed)


def _without_fingerprints(value: Any, name: str = "") -> Any:
    """The value without what looks like a fingerprint in a fingerprint's place."""
    if isinstance(value, dict):
        return {key: _without_fingerprints(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        if name in _ROWS:
            return [_path_of(row) for row in value]
        return [_without_fingerprints(inner) for inner in value]
    return None if name == "spans" and isinstance(value, str) and _SPANS.fullmatch(value) else value


def _path_of(row: Any) -> Any:
    is_leaf = isinstance(row, list) and len(row) == 2 and (row[1] is None or _HASH.fullmatch(str(row[1])))
    return row[0] if is_leaf else row
