"""Patterns that an installation writes, made safe: each is read, bounded, and rewritten so that it never goes back.

The dialect is a part of Python's: characters, classes, groups, alternatives, bounded repetitions, look-arounds. Every
group becomes atomic and every repetition possessive, so that from one place of a text a pattern takes as many steps as
it is long, and no more. A pattern that needs to go back to match does not match then, which its own examples show.
"""

from __future__ import annotations

import re
from typing import NamedTuple

#: Most repetitions of one item, longest text that a pattern can match, and longest pattern, all in characters.
MAX_REPEATS, MAX_SPAN, MAX_PATTERN = 256, 2_000, 500
#: Deepest groups within groups.
_MAX_NESTING = 10

_OPENERS = ("(?:", "(?P<datum>", "(?=", "(?!", "(?<=", "(?<!")
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_ESCAPE = re.compile(r"\\(?:[dDwWsS]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^0-9A-Za-z\n])")
_REPEAT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}|[?*+]")
#: What a later Python may read as a set within a set, or as the difference of two.
_NESTED_SET = re.compile(r"\[\^?\[|--|&&|~~|\|\|")
_FLAGS = "(?i)"


class UnsafePatternError(ValueError):
    """A pattern is not of the safe dialect; the message says what to write instead."""


class _Part(NamedTuple):
    written: str
    #: Characters that it matches at most.
    span: int


def safe_pattern(pattern: str) -> re.Pattern[str]:
    r"""Compiles a pattern that takes linear time on any text.

    >>> safe_pattern(r"EMP-[0-9]{4,8}(?:-[A-Z])?").pattern
    'EMP-[0-9]{4,8}+(?>-[A-Z])?+'

    Raises:
        UnsafePatternError: it repeats without bound, refers back, or is no pattern.
    """
    if not 0 < len(pattern) <= MAX_PATTERN:
        raise UnsafePatternError(f"a pattern has 1 to {MAX_PATTERN} characters")
    flags, body = (_FLAGS, pattern[len(_FLAGS) :]) if pattern.startswith(_FLAGS) else ("", pattern)
    reader = _Reader(body)
    part = reader.alternatives(0)
    if reader.rest:
        raise UnsafePatternError("a bracket is closed that was not opened")
    if part.span > MAX_SPAN:
        raise UnsafePatternError(f"it may match {part.span} characters, more than {MAX_SPAN}: repeat less")
    try:
        compiled = re.compile(flags + part.written)
    except (re.error, OverflowError) as error:
        raise UnsafePatternError(f"it is no pattern: {error}") from None
    if compiled.match(""):
        raise UnsafePatternError("it matches nothing at all, and so everywhere")
    return compiled


class _Reader:
    """Reads a pattern from left to right and writes the safe one."""

    def __init__(self, pattern: str) -> None:
        self.rest = pattern

    def alternatives(self, nesting: int) -> _Part:
        """Alternatives, up to the end or the bracket that closes them."""
        if nesting > _MAX_NESTING:
            raise UnsafePatternError(f"groups are nested more than {_MAX_NESTING} deep")
        found = [self._sequence(nesting)]
        while self.rest.startswith("|"):
            self.rest = self.rest[1:]
            found.append(self._sequence(nesting))
        return _Part("|".join(part.written for part in found), max(part.span for part in found))

    def _sequence(self, nesting: int) -> _Part:
        written, span = "", 0
        while self.rest and self.rest[0] not in "|)":
            part = self._repeated(self._item(nesting))
            written, span = written + part.written, span + part.span
        return _Part(written, span)

    def _item(self, nesting: int) -> _Part:
        head = self.rest[0]
        if head == "(":
            return self._group(nesting)
        if head == "[":
            return self._class()
        if head == "\\":
            return self._taken(_ESCAPE, r"write [0-9] or [A-Za-z] around words: \b fails beside Hangul, \1 goes back")
        if head in "?*+{":
            raise UnsafePatternError(f"nothing stands before {head!r} that could be repeated")
        self.rest = self.rest[1:]
        return _Part(head, 0 if head in "^$" else 1)

    def _class(self) -> _Part:
        part = self._taken(_CLASS, "a class is not closed")
        if _NESTED_SET.search(re.sub(r"\\.", "", part.written)):
            raise UnsafePatternError(r"within a class write \[ for a bracket, and no sign twice: [A-Za-z] for letters")
        return part

    def _taken(self, form: re.Pattern[str], complaint: str) -> _Part:
        found = form.match(self.rest)
        if found is None:
            raise UnsafePatternError(complaint)
        self.rest = self.rest[found.end() :]
        return _Part(found[0], 1)

    def _group(self, nesting: int) -> _Part:
        opener = next((o for o in _OPENERS if self.rest.startswith(o)), None)
        if opener is None and self.rest.startswith("(?"):
            raise UnsafePatternError("of groups there are (...), (?:...), (?P<datum>...) and look-arounds")
        self.rest = self.rest[len(opener or "(") :]
        inside = self.alternatives(nesting + 1)
        if not self.rest.startswith(")"):
            raise UnsafePatternError("a bracket is not closed")
        self.rest = self.rest[1:]
        if opener and opener[2] in "=!<":
            return _Part(f"{opener}{inside.written})", inside.span)
        body = f"(?>{inside.written})"
        return _Part(f"(?P<datum>{body})" if opener == "(?P<datum>" else body, inside.span)

    def _repeated(self, part: _Part) -> _Part:
        found = _REPEAT.match(self.rest)
        if found is None:
            if self.rest.startswith("{"):
                raise UnsafePatternError("write \\{ for a brace")
            return part
        if found[0] in "*+" or (found[2] and not found[3]):
            raise UnsafePatternError(f"{found[0]} repeats without bound: write {{1,64}} or the like")
        self.rest = self.rest[found.end() :]
        if self.rest[:1] in ("?", "+"):
            self.rest = self.rest[1:]  # lazy or possessive: both become possessive
        most = 1 if found[0] == "?" else int(found[3] or found[1])
        if most > MAX_REPEATS:
            raise UnsafePatternError(f"{found[0]} repeats more than {MAX_REPEATS} times")
        return _Part(f"{part.written}{found[0]}+", part.span * most)
