"""Inserts that meet a row which is there already: the one place where the databases' dialects differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Values = Mapping[str, Any]
_Insert = sqlite.Insert | postgresql.Insert


def insert_missing(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Inserts rows; one whose key is there stays as it is."""
    if rows:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Values],
    *,
    add: Collection[str] = (),
    keep: Collection[str] = (),
) -> None:
    """Inserts rows; where the key is there, the row takes the new values.

    Args:
        connection: a transaction.
        table: with a primary key.
        rows: values by column, the same columns in each; sorted by key, so that two writers take locks in one order.
        add: columns to which the new value is added.
        keep: columns that keep what they hold.
    """
    if not rows:
        return
    statement = _insert(connection, table)
    changed = {
        column.name: column + statement.excluded[column.name] if column.name in add else statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in keep
    }
    key = [column.name for column in table.primary_key]
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed), rows)


def _insert(connection: Connection, table: Table) -> _Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
