"""Text for people: safe on any terminal, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.learning.verdicts import Status

#: Characters that could take over a terminal or hide what stands there: controls, and marks that turn text round.
UNSAFE = {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029}
_ESCAPES = {code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in sorted(UNSAFE)}

#: Statuses from what is in force down to what is not.
_STATUSES = (Status.PROMOTED, Status.PROMOTABLE, Status.SUGGESTED, Status.DEMOTED, Status.REJECTED)


def printable(text: str, keep: str = "") -> str:
    r"""Text in which every character that could take over a terminal is written as its escape.

    Args:
        text: anything, as it came from a trace.
        keep: characters to leave as they are.

    >>> printable("red \x1b[31m alert")
    'red \\x1b[31m alert'
    """
    kept = {ord(character): character for character in keep}
    return text.translate({**_ESCAPES, **kept} if kept else _ESCAPES)


def number(value: float | None) -> str:
    """A number as people read it: a whole one as it is, any other with two decimals.

    >>> number(2.3333), number(4), number(4.0), number(None)
    ('2.33', '4', '4.00', '-')
    """
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def counted(many: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "event"), counted(1200, "event")
    ('1 event', '1,200 events')
    """
    return f"{many:,} {noun}" + ("" if many == 1 else "s")


def by_name(counts: Mapping[str, int]) -> str:
    """Counts with their names, the largest first.

    >>> by_name({"no_run": 1, "bad_json": 12})
    '12 bad_json, 1 no_run'
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{many:,} {name}" for name, many in ordered if many)


def by_status(counts: Mapping[str, int]) -> str:
    """Counts of suggestions by status, from the highest status down.

    >>> by_status({"suggested": 16, "promoted": 18})
    '18 promoted, 16 suggested'
    """
    return ", ".join(f"{counts[status]:,} {status}" for status in _STATUSES if counts.get(status))
