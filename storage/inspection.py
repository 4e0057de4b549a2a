"""Inspection of a whole database: every text and JSON column of every table, by the rules of today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import JSON, Column, Connection, Table, Text, select

from pipeline.inspection import Inspector
from storage.tables import metadata
from storage.types import CanonicalJson

#: Rows that are held at once.
_ROWS = 500

#: Columns in which hashes stand: what looks like one there is one.
_HASHES: Mapping[str, frozenset[str]] = {
    "attempts": frozenset({"family", "principal", "session"}),
    "events": frozenset({"content_hash", "event_id", "principal", "session"}),
    "target_counts": frozenset({"family"}),
    "wording_counts": frozenset({"family", "text_hash"}),
    "edges": frozenset({"id"}),
    "value_counts": frozenset({"edge_id", "fingerprint", "seal_key"}),
    "suggestions": frozenset({"id", "family"}),
    "acts": frozenset({"id", "suggestion_id"}),
    "audit": frozenset({"suggestion_id"}),
    "outbox": frozenset({"suggestion_id"}),
    "review_queue": frozenset({"suggestion_id"}),
    "endorsements": frozenset({"suggestion_id"}),
    "dead_letters": frozenset({"id", "digest"}),
    "skipped_letters": frozenset({"id", "digest"}),
}
_EDGE_TABLES = (
    *("edge_counts", "edge_session_counts", "edge_day_counts", "declared_counts", "value_totals", "edge_totals"),
    "edge_spans",
)
#: Who may sign in, and how: nothing of a trace stands there.
_ACCOUNTS = frozenset({"users", "api_tokens", "sessions", "tickets", "login_failures"})
#: Columns that hold the sealed facts of an event.
_BODIES = frozenset({("events", "body"), ("dead_letters", "body")})


class Place(NamedTuple):
    """Where something was found, and what: never the value."""

    table: str
    column: str
    label: str


def inspect(
    connection: Connection, inspector: Inspector, on_table: Callable[[str, int], None] = lambda _table, _rows: None
) -> Counter[Place]:
    """Looks through every table.

    Args:
        connection: a transaction; it sees one moment.
        inspector: the rules.
        on_table: is told of each table when it is done, and of how many rows it had.

    Returns:
        How often each class was found, by table and column.
    """
    found: Counter[Place] = Counter()
    for table in inspected_tables():
        rows = 0
        columns = readable_columns(table)
        known: dict[tuple[str, str], Counter[str]] = {}
        for row in _rows(connection, table, columns):
            rows += 1
            for column, value in zip(columns, row, strict=True):
                if value is not None:
                    for label, count in _found(column, value, inspector, known).items():
                        found[Place(table.name, column.name, label)] += count
        on_table(table.name, rows)
    return found


def inspected_tables() -> list[Table]:
    """Every table that traces and operators' acts fill: accounts are their holders' own words and hashes of secrets."""
    return [table for table in metadata.sorted_tables if table.name not in _ACCOUNTS]


def readable_columns(table: Table) -> list[Column[Any]]:
    """The columns that may hold words: everything but numbers and moments."""
    return [column for column in table.columns if isinstance(column.type, Text | JSON | CanonicalJson)]


def _rows(connection: Connection, table: Table, columns: list[Column[Any]]) -> Iterator[Any]:
    query = select(*columns).order_by(*table.primary_key).execution_options(yield_per=_ROWS)
    yield from connection.execute(query)


#: Values of columns that are remembered while a table is read: names come again and again.
_KNOWN = 50_000


def _found(
    column: Column[Any], value: Any, inspector: Inspector, known: dict[tuple[str, str], Counter[str]]
) -> Mapping[str, int]:
    if not isinstance(value, str):
        return _found_in_json(column, value, inspector)
    key = column.name, value
    if key not in known:
        if len(known) >= _KNOWN:
            known.clear()
        is_hash = column.name in _HASHES.get(column.table.name, ()) or (
            column.table.name in _EDGE_TABLES and column.name in ("edge_id", "seal_key")
        )
        known[key] = inspector.hash(value) if is_hash else inspector.text(value)
    return known[key]


def _found_in_json(column: Column[Any], value: Any, inspector: Inspector) -> Mapping[str, int]:
    if (column.table.name, column.name) in _BODIES and isinstance(value, dict):
        return inspector.body(value)
    if column.name == "rivals":
        return sum((inspector.hash(str(item)) for item in value), Counter())
    return inspector.value(value)
