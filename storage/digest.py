"""The digest: one hash over everything that is learned, the same for the same content on every database.

It covers the settings of collections, attempts with their events, plans, counts, suggestions and acts. What depends on
how and when events came is left out: audit, outbox, dead letters, positions, times of writing, and which rules
scrubbed an event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, Text, select, type_coerce

from storage.collections import read_settings, settings_row
from storage.tables import (
    acts,
    attempts,
    collections,
    declared_counts,
    edge_counts,
    edge_day_counts,
    edge_session_counts,
    edges,
    events,
    given_counts,
    plans,
    ran_counts,
    suggestions,
    target_counts,
    value_counts,
    wording_counts,
)
from storage.types import CanonicalJson, canonical_json

#: Rows that are held at once.
_ROWS = 1_000

_TABLES = (
    attempts,
    events,
    plans,
    target_counts,
    wording_counts,
    edges,
    edge_counts,
    edge_day_counts,
    edge_session_counts,
    declared_counts,
    value_counts,
    given_counts,
    ran_counts,
    suggestions,
    acts,
)


def digest(connection: Connection) -> str:
    """Hashes the learning tables, row by row in the order of their keys, in one spelling.

    Args:
        connection: a transaction; it sees the tables as of one moment.
    """
    hashed = hashlib.blake2b(digest_size=32)
    for line in _lines(connection):
        hashed.update(line.encode())
        hashed.update(b"\n")
    return hashed.hexdigest()


def _lines(connection: Connection) -> Iterator[str]:
    yield collections.name
    for row in connection.execute(select(collections).order_by(collections.c.id)):
        settings = settings_row(read_settings(row.settings))
        yield canonical_json([row.id, settings, _plain(row.floor), _plain(row.erased_at)])
    for table in _TABLES:
        yield table.name
        for found in _rows(connection, table):
            yield canonical_json([_plain(value) for value in found])


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    """The rows in key order, columns in the order of the table; canonical JSON as the text that it is."""
    columns = [
        type_coerce(column, Text) if isinstance(column.type, CanonicalJson) else column
        for column in table.columns
        if column is not events.c.scrub_rules
    ]
    query = select(*columns).order_by(*table.primary_key).execution_options(yield_per=_ROWS)
    yield from connection.execute(query)


def _plain(value: Any) -> Any:
    """A moment as text; everything else is JSON already."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
