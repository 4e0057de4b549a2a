"""How things look on a terminal: safe text, tables, rows as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

#: What does not end in a terminal is not cut to the width of one.
_UNBOUND = 200
#: Characters that could take over a terminal or hide what stands there: controls, and marks that turn text round.
_UNSAFE = {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029}
_ESCAPES = {code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in sorted(_UNSAFE)}
_COLOURS = {
    "promoted": "green",
    "promotable": "cyan",
    "suggested": "dim",
    "demoted": "yellow",
    "rejected": "red",
    "pass": "green",
    "fail": "red",
}
#: The order of keys in a line of JSON: the contract's first, any other after them by name.
_KEY_ORDER = {
    key: place
    for place, key in enumerate(
        "id kind status collection_id query_family query_example query_terms target boost edge source from_field "
        "to_field last_evidence_at evidence attempts success failure environment corrected_to corrected_away "
        "principals sessions days values share n z_rest z_sibling z_without_strongest rival blocked_by".split()
    )
}


def printable(text: str, keep: str = "") -> str:
    r"""Text in which every character that could take over a terminal is written as its escape.

    Args:
        text: anything, as it came from a trace.
        keep: characters to leave as they are.

    >>> printable("red \x1b[31m alert")
    'red \\x1b[31m alert'
    """
    return text.translate({code: escape for code, escape in _ESCAPES.items() if chr(code) not in keep})


def console() -> Console:
    """Standard output: in colour on a terminal unless NO_COLOR is set, never cut where it is no terminal."""
    return _console(sys.stdout)


def error_console() -> Console:
    """Standard error, likewise."""
    return _console(sys.stderr)


def _console(stream: Any) -> Console:
    found = Console(file=stream, highlight=False, markup=False, emoji=False)
    if not found.is_terminal:
        found.width = _UNBOUND
    return found


def line(*parts: str | Text) -> Text:
    """Parts side by side on one line, made safe."""
    joined = Text()
    for part in parts:
        joined.append_text(part if isinstance(part, Text) else Text(printable(part)))
    return joined


def coloured(word: str) -> Text:
    """A status, pass or fail in its colour."""
    return Text(printable(word), style=_COLOURS.get(word, ""))


def heading(text: str) -> Text:
    """The title of a part."""
    return Text(printable(text), style="bold")


def dim(text: str) -> Text:
    """Text that stands back."""
    return Text(printable(text), style="dim")


def table(columns: Sequence[str], rows: Iterable[Sequence[str | Text]], *, fixed: Sequence[str] = ()) -> Table:
    """A table without frame.

    Args:
        columns: the titles; one that ends in ``>`` is aligned to the right.
        rows: a cell a column.
        fixed: titles of columns that are never wrapped or cut.
    """
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold", expand=False)
    for title in columns:
        plain = title.rstrip(">")
        made.add_column(
            plain,
            justify="right" if title.endswith(">") else "left",
            no_wrap=plain in fixed,
            overflow="fold",
        )
    for row in rows:
        made.add_row(*(cell if isinstance(cell, Text) else Text(printable(cell)) for cell in row))
    return made


def number(value: float | None) -> str:
    """A number as people read it: two decimals where it has any.

    >>> number(2.3333), number(4), number(4.0), number(None)
    ('2.33', '4', '4', '-')
    """
    if value is None:
        return "-"
    return f"{value:.2f}" if value % 1 else f"{value:.0f}"


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


def write_json_lines(rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows to standard output, one compact JSON object a line, keys in a fixed order."""
    for row in rows:
        sys.stdout.write(json.dumps(_in_order(row), ensure_ascii=False, separators=(",", ":")) + "\n")


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: (_KEY_ORDER.get(key, len(_KEY_ORDER)), key))
        return {key: _in_order(value[key]) for key in keys}
    return [_in_order(item) for item in value] if isinstance(value, list) else value
