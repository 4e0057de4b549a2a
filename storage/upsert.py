"""Writing many rows at once: the one place where the databases' dialects differ.

SQLite runs a statement once a row, in the same process. PostgreSQL gets the rows as arrays, a column each, and runs one
statement over them in their order: it is planned once and sent once, however many rows there are. What a statement is
follows from the table and the columns, so each is built once and kept: building takes ten times as long as running.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Connection, Delete, Table, and_, bindparam, delete, literal_column
from sqlalchemy.dialects import postgresql, sqlite

from storage.arrays import given, parameters, takes_arrays

Values = Mapping[str, Any]


class _Shape(NamedTuple):
    """What a statement of many rows is built from.

    Attributes:
        table: with a primary key.
        names: the columns that are given.
        has_arrays: whether the rows come as arrays, for PostgreSQL.
    """

    table: Table
    names: tuple[str, ...]
    has_arrays: bool


def _shape(connection: Connection, table: Table, rows: Sequence[Values]) -> _Shape:
    return _Shape(table, tuple(rows[0]), takes_arrays(connection))


def _execute(connection: Connection, statement: Any, shape: _Shape, rows: Sequence[Values]) -> Any:
    given_rows = parameters(shape.table, shape.names, rows) if shape.has_arrays else rows
    return connection.execute(statement, given_rows)


def append(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Inserts rows in their order; the database numbers them."""
    if rows:
        shape = _shape(connection, table, rows)
        _execute(connection, _insert(shape), shape, rows)


def insert_missing(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Inserts rows; one whose key is there stays as it is."""
    if rows:
        shape = _shape(connection, table, rows)
        _execute(connection, _inserting_missing(shape), shape, rows)


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
    shape = _shape(connection, table, rows)
    statement = _upserting(shape, tuple(add), tuple(keep))
    for turn in _turns(table, rows) if shape.has_arrays else (rows,):
        _execute(connection, statement, shape, turn)


def upsert_returning(
    connection: Connection, table: Table, rows: Sequence[Values], *, add: Sequence[str]
) -> dict[tuple[Any, ...], tuple[int, ...]]:
    """Adds rows in, each key once, whose other columns are all added to; returns what these then hold, by key."""
    if not rows:
        return {}
    shape = _shape(connection, table, rows)
    found = _execute(connection, _upserting_returning(shape, tuple(add)), shape, rows)
    end = len(table.primary_key)
    return {tuple(row[:end]): tuple(row[end:]) for row in found}


def insert_or_lock(connection: Connection, table: Table, rows: Sequence[Values]) -> Sequence[Any]:
    """Inserts rows, and locks those that are there, in the order given; only where several can write at once.

    Returns:
        The keys of the rows that are new, as `RETURNING` gives them.
    """
    shape = _shape(connection, table, rows)
    return list(_execute(connection, _inserting_or_locking(shape), shape, rows).all())


def delete_keys(connection: Connection, table: Table, rows: Sequence[Values], zero: Collection[str] = ()) -> None:
    """Deletes the rows of which some columns hold the given values.

    Args:
        connection: a transaction.
        table: from which.
        rows: values by column, the same columns in each.
        zero: columns that must hold 0 besides.
    """
    if not rows:
        return
    shape = _shape(connection, table, rows)
    statement = _deleting(shape, tuple(zero))
    if shape.has_arrays:
        _execute(connection, statement, shape, rows)
    else:
        connection.execute(statement, [{f"key_{name}": value for name, value in row.items()} for row in rows])


@cache
def _inserting_missing(shape: _Shape) -> Any:
    return _insert(shape).on_conflict_do_nothing()


@cache
def _upserting(shape: _Shape, add: tuple[str, ...], keep: tuple[str, ...]) -> Any:
    insert, table = _insert(shape), shape.table
    excluded = insert.excluded
    changed = {
        column.name: column + excluded[column.name] if column.name in add else excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in keep
    }
    return insert.on_conflict_do_update(index_elements=_key(table), set_=changed)


@cache
def _upserting_returning(shape: _Shape, add: tuple[str, ...]) -> Any:
    table = shape.table
    return _upserting(shape, add, ()).returning(*table.primary_key, *(table.c[name] for name in add))


@cache
def _inserting_or_locking(shape: _Shape) -> Any:
    insert, key = _insert(shape), _key(shape.table)
    locked = insert.on_conflict_do_update(
        index_elements=key,
        set_={key[0]: insert.excluded[key[0]]},
        where=literal_column("false", Boolean),  # a row that the condition leaves alone is locked all the same
    )
    return locked.returning(*shape.table.primary_key)


@cache
def _deleting(shape: _Shape, zero: tuple[str, ...]) -> Delete:
    table, names = shape.table, shape.names
    also = (table.c[name] == 0 for name in zero)
    if not shape.has_arrays:
        return delete(table).where(*(table.c[name] == bindparam(f"key_{name}") for name in names), *also)
    gone = given(table, names).subquery("gone")
    return delete(table).where(and_(*(table.c[name] == gone.c[name] for name in names)), *also)


@cache
def _insert(shape: _Shape) -> Any:
    if not shape.has_arrays:
        return sqlite.insert(shape.table)
    return postgresql.insert(shape.table).from_select(list(shape.names), given(shape.table, shape.names))


def _key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _turns(table: Table, rows: Sequence[Values]) -> Iterator[Sequence[Values]]:
    """Rows in their order, cut so that no key comes twice in one statement, which could not update it twice."""
    names = list(map(itemgetter(*_key(table)), rows))
    if len(set(names)) == len(names):
        yield rows
        return
    turns: list[list[Values]] = []
    times: dict[Any, int] = {}
    for name, row in zip(names, rows, strict=True):
        turn = times[name] = times.get(name, -1) + 1
        if turn == len(turns):
            turns.append([])
        turns[turn].append(row)
    yield from turns
