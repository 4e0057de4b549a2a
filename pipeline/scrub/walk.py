"""The way through a value: iterative, bounded, and into everything: keys, numbers, pairs, JSON in strings."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

from pipeline.scrub import json_text
from pipeline.scrub.fields import NO_FIELD, Field, is_secret
from pipeline.scrub.frames import DocumentFrame, Frame, ListFrame, RecordFrame
from pipeline.scrub.placeholders import CUT, CYCLE, SECRET, WITHHELD, Redactor
from pipeline.scrub.plain import NotPlainError, PlainCopier
from pipeline.scrub.shapes import MAX_NUMBER_BITS, shape
from pipeline.scrub.text import normalised, scrub_string

#: Deepest nesting that is kept, JSON in strings counted in: whoever reads the result may recurse.
MAX_DEPTH = 100
#: Values that are visited; one that is shared counts as often as it occurs.
MAX_NODES = 250_000
#: Characters that are kept of all texts together.
MAX_TOTAL_TEXT = 4_000_000

#: Texts longer than this are scrubbed once, however often they occur in one value.
_LONG_TEXT = 1_000
#: Steps that a value may be away from JSON: a member of an enumeration that is a date, say.
_MAX_STEPS = 5
#: Fewer digits than any number has that is recognised without being named.
_LEAST_TELLING = 10**12
_MOST_TELLING = 10**20

_TOO_DEEP = object()


def traverse(value: object, redactor: Redactor) -> Any:
    """Scrubs a value of any kind.

    Returns:
        Dictionaries with string keys, lists, strings, numbers, booleans and None, all made anew.
    """
    return _Walk(redactor).run(value)


def _spelled(secret: object) -> str:
    """What the identity of a secret is taken from: text and numbers alone have one."""
    is_number = isinstance(secret, int) and secret.bit_length() <= MAX_NUMBER_BITS
    return str(secret) if is_number or isinstance(secret, str) else type(secret).__name__


class _Walk:
    """One way through one value."""

    __slots__ = ("_kept", "_known", "_nodes", "_open", "_path", "_plain", "_redactor")

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._plain = PlainCopier(redactor.rules)
        self._open: list[Frame] = []
        self._path: set[int] = set()
        self._nodes = 0
        self._kept = 0
        self._known: dict[tuple[int, str], tuple[str, str]] = {}

    def run(self, value: object) -> Any:
        root = [value]
        self._push(ListFrame(root, root, NO_FIELD, None))
        while True:
            frame = self._open[-1]
            for field, child in frame.children:
                if self._visit(frame, field, child):
                    break
            else:
                self._open.pop()
                self._path.discard(id(frame.source))
                if not self._open:
                    return frame.result()[0]
                self._open[-1].add(frame.result())

    def _push(self, frame: Frame) -> None:
        self._open.append(frame)
        self._path.add(id(frame.source))

    def _visit(self, frame: Frame, field: Field, child: Any) -> bool:
        """Adds the child to its frame, or opens a frame for it and says so."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            frame.cut(self._redactor.mark(CUT))
            return True
        if field.facts.strength and is_secret(child, field.facts):
            frame.add(self._redactor.replace(SECRET, _spelled(child)))
            return False
        kind = type(child)
        if kind is str:
            return self._text(frame, field, child)
        if child is None or kind is bool:
            frame.add(child)
            return False
        if kind is dict and not field.facts.strength and self._is_copied(frame, child):
            return False
        return self._value(frame, field, child)

    def _is_copied(self, frame: Frame, record: dict[Any, Any]) -> bool:
        """Adds a record that is known to be plain, where no cap is near."""
        depth = MAX_DEPTH - len(self._open)
        if depth <= 0 or self._kept >= MAX_TOTAL_TEXT:
            return False
        try:
            copied = self._plain.copy(record, MAX_NODES - self._nodes, depth)
        except NotPlainError:
            return False
        self._nodes += self._plain.nodes
        self._kept += self._plain.characters
        frame.add(copied)
        return True

    def _value(self, frame: Frame, field: Field, source: Any) -> bool:
        child = source
        for _ in range(_MAX_STEPS):
            kind = type(child)
            if kind is dict or isinstance(child, list):
                return self._container(frame, field, source, child)
            if kind is int or (kind in (float, Decimal) and math.isfinite(child)):
                frame.add(self._number(child, field.cue))
                return False
            child = self._step(child)
            if child is None or isinstance(child, (bool, str)):
                self._nodes -= 1
                return self._visit(frame, field, child)
        frame.add(self._redactor.mark(WITHHELD))
        return False

    def _step(self, value: object) -> Any:
        try:
            return shape(value)
        except Exception:  # noqa: BLE001  a foreign class may raise anything when it is read
            return self._redactor.mark(WITHHELD)

    def _container(self, frame: Frame, field: Field, source: object, child: dict[Any, Any] | list[Any]) -> bool:
        if id(source) in self._path:
            frame.add(self._redactor.mark(CYCLE))
            return False
        if len(self._open) > MAX_DEPTH:
            frame.add(self._redactor.mark(CUT))
            return False
        if isinstance(child, list):
            in_list = isinstance(frame, ListFrame) and len(self._open) > 1
            self._push(ListFrame(source, child, field, self._redactor.rules if in_list else None))
        else:
            self._push(RecordFrame(source, child, field, self._redactor))
        return True

    def _text(self, frame: Frame, field: Field, text: str) -> bool:
        if self._kept >= MAX_TOTAL_TEXT:
            frame.add(self._redactor.mark(CUT))
            return False
        document = self._read(text)
        if document is json_text.NOT_JSON:
            text = self._string(text, field.cue)
            # Text that the rules or the normal form made into JSON is read as such, as it would be the next time.
            document = self._read(text)
        if document is json_text.NOT_JSON and not text.isascii():
            normal = normalised(text, self._redactor)
            document = self._read(normal)
            text = text if document is json_text.NOT_JSON else normal
        if document is json_text.NOT_JSON:
            self._kept += len(text)
            frame.add(text)
            return False
        if document is _TOO_DEEP or len(self._open) > MAX_DEPTH:
            frame.add(self._redactor.mark(CUT))
            return False
        within = NO_FIELD if field.facts.strength else field
        self._push(DocumentFrame(text.replace("\0", ""), document, within, self._redactor))
        return True

    @staticmethod
    def _read(text: str) -> Any:
        if not text or text[0] not in json_text.OPENERS:
            return json_text.NOT_JSON
        try:
            return json_text.read(text.replace("\0", ""))
        except RecursionError:
            return _TOO_DEEP

    def _string(self, text: str, cue: str) -> str:
        if len(text) <= _LONG_TEXT:
            return scrub_string(text, self._redactor, cue)
        known = self._known.get((id(text), cue))
        if known is None:
            # The text is held with its result: its identity is its own only as long as it lives.
            known = self._known[id(text), cue] = (text, scrub_string(text, self._redactor, cue))
        return known[1]

    def _number(self, number: float | Decimal, cue: str) -> Any:
        """A number may be a card's or a telephone's, with a name that says so or without."""
        if isinstance(number, int) and number.bit_length() > MAX_NUMBER_BITS:
            return self._redactor.mark(CUT)
        if not (cue or number >= _LEAST_TELLING) or not 0 <= number < _MOST_TELLING or number != int(number):
            return number
        written = str(int(number))
        after = scrub_string(written, self._redactor, cue)
        return number if after == written else after
