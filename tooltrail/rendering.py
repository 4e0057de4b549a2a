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

from tooltrail.text import UNSAFE, printable

#: What does not end in a terminal is not cut to the width of one.
_UNBOUND = 200
_COLOURS = {
    "promoted": "green",
    "promotable": "cyan",
    "suggested": "dim",
    "demoted": "yellow",
    "rejected": "red",
    "pass": "green",
    "fail": "red",
}
#: A JSON string may spell any character as an escape; the encoder does so for a part of those that are unsafe.
_JSON_ESCAPES = {code: f"\\u{code:04x}" for code in sorted(UNSAFE)}
#: The order of keys in a line of JSON: the contract's first, any other after them by name.
_KEY_ORDER = {
    key: place
    for place, key in enumerate(
        (
            *("id", "kind", "status", "collection_id", "query_family", "query_example", "target", "boost"),
            *("edge", "source", "from_field", "to_field"),
            *("last_evidence_at", "evidence", "attempts", "success", "failure", "environment"),
            *("corrected_to", "corrected_away", "principals", "sessions", "days", "values", "share"),
            *("n", "z_rest", "z_sibling", "z_without_strongest", "rival", "blocked_by"),
        )
    )
}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leaves a closed pipe to whoever runs the command."""
        raise BrokenPipeError


def console() -> Console:
    """Standard output: in colour on a terminal unless NO_COLOR is set, never cut where it is no terminal."""
    return _console(sys.stdout)


def error_console() -> Console:
    """Standard error, likewise."""
    return _console(sys.stderr)


def _console(stream: Any) -> Console:
    found = _Console(file=stream, highlight=False, markup=False, emoji=False)
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
    return Text(printable(word), style=_COLOURS.get(word.strip(), ""))


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


def facts(named: Mapping[str, str | Text]) -> Table:
    """Names and what is said of each, in two columns."""
    made = Table.grid(padding=(0, 2))
    made.add_column(style="dim", no_wrap=True)
    made.add_column(overflow="fold")
    for name, said in named.items():
        made.add_row(Text(printable(name)), said if isinstance(said, Text) else Text(printable(said)))
    return made


def list_of(rows: Iterable[Sequence[str | Text]]) -> Table:
    """Rows without titles; the first cell of each is a name, under what the second says stands what the third adds."""
    made = Table.grid(padding=(0, 2))
    made.add_column(no_wrap=True)
    made.add_column(overflow="fold")
    for name, said, added in rows:
        told = said if isinstance(said, Text) else Text(printable(said))
        more = added if isinstance(added, Text) else dim(added)
        made.add_row(name if isinstance(name, Text) else Text(printable(name)), Text("\n").join([told, more]))
    return made


def document(content: Mapping[str, Any]) -> Text:
    """A JSON document, laid out to be read."""
    return Text(printable(json.dumps(_in_order(content), ensure_ascii=False, indent=2), keep="\n"))


def write_json_lines(rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes rows to standard output, one compact JSON object a line, keys in a fixed order."""
    for row in rows:
        text = json.dumps(_in_order(row), ensure_ascii=False, separators=(",", ":"))
        sys.stdout.write(text.translate(_JSON_ESCAPES) + "\n")


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: (_KEY_ORDER.get(key, len(_KEY_ORDER)), key))
        return {key: _in_order(value[key]) for key in keys}
    return [_in_order(item) for item in value] if isinstance(value, list) else value
