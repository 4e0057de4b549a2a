"""Writing many rows at once: the one place where the databases' dialects differ.

SQLite runs a statement once a row, in the same process. PostgreSQL gets the rows as arrays, a column each, and runs one
statement over them in their order: it is planned once and sent once, however many rows there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    JSON,
    Boolean,
    ColumnElement,
    Connection,
    Delete,
    Float,
    FromClause,
    Integer,
    Select,
    SmallInteger,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeEngine

from storage.types import Moment, canonical_json

Values = Mapping[str, Any]
_Insert = sqlite.Insert | postgresql.Insert


def insert_missing(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Inserts rows; one whose key is there stays as it is."""
    if not rows:
        return
    if not _takes_arrays(connection):
        connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)
        return
    names = list(rows[0])
    given = _given(table, names, rows)
    connection.execute(postgresql.insert(table).from_select(names, given).on_conflict_do_nothing())


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
    if not _takes_arrays(connection):
        statement = sqlite.insert(table)
        connection.execute(_on_conflict(statement, statement.excluded, table, add, keep), rows)
        return
    names = list(rows[0])
    for turn in _turns(table, rows):
        insert = postgresql.insert(table).from_select(names, _given(table, names, turn))
        connection.execute(_on_conflict(insert, insert.excluded, table, add, keep))


def upsert_returning(
    connection: Connection, table: Table, rows: Sequence[Values], *, add: Sequence[str]
) -> dict[tuple[Any, ...], tuple[int, ...]]:
    """Adds rows in, each key once, whose other columns are all added to; returns what these then hold, by key."""
    if not rows:
        return {}
    key = list(table.primary_key)
    told = (*key, *(table.c[name] for name in add))
    if _takes_arrays(connection):
        insert = postgresql.insert(table).from_select(list(rows[0]), _given(table, list(rows[0]), rows))
        statement = _on_conflict(insert, insert.excluded, table, add, ())
        found = connection.execute(statement.returning(*told))
    else:
        plain = sqlite.insert(table)
        found = connection.execute(_on_conflict(plain, plain.excluded, table, add, ()).returning(*told), rows)
    return {tuple(row[: len(key)]): tuple(row[len(key) :]) for row in found}


def insert_or_lock(connection: Connection, table: Table, rows: Sequence[Values]) -> Sequence[Any]:
    """Inserts rows, and locks those that are there, in the order given; only where several can write at once.

    Returns:
        The keys of the rows that are new, as `RETURNING` gives them.
    """
    names = list(rows[0])
    insert = postgresql.insert(table).from_select(names, _given(table, names, rows))
    key = list(table.primary_key)
    locked = insert.on_conflict_do_update(
        index_elements=[column.name for column in key],
        set_={key[0].name: insert.excluded[key[0].name]},
        where=literal_column("false", Boolean),  # a row that the condition leaves alone is locked all the same
    )
    return connection.execute(locked.returning(*key)).all()


def delete_keys(
    connection: Connection, table: Table, rows: Sequence[Values], condition: ColumnElement[bool] | None = None
) -> None:
    """Deletes the rows of which some columns hold the given values.

    Args:
        connection: a transaction.
        table: from which.
        rows: values by column, the same columns in each.
        condition: what must hold of a row besides.
    """
    if not rows:
        return
    names = list(rows[0])
    also = () if condition is None else (condition,)
    if not _takes_arrays(connection):
        matches = (table.c[name] == bindparam(f"key_{name}") for name in names)
        statement = delete(table).where(*matches, *also)
        connection.execute(statement, [{f"key_{name}": row[name] for name in names} for row in rows])
        return
    given = _given(table, names, rows).subquery("gone")
    connection.execute(_delete_given(table, given, names).where(*also))


def _delete_given(table: Table, given: FromClause, names: Sequence[str]) -> Delete:
    return delete(table).where(and_(*(table.c[name] == given.c[name] for name in names)))


def _takes_arrays(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def _on_conflict(insert: Any, excluded: Any, table: Table, add: Collection[str], keep: Collection[str]) -> _Insert:
    changed = {
        column.name: column + excluded[column.name] if column.name in add else excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in keep
    }
    key = [column.name for column in table.primary_key]
    found: _Insert = insert.on_conflict_do_update(index_elements=key, set_=changed)
    return found


def _turns(table: Table, rows: Sequence[Values]) -> Iterator[Sequence[Values]]:
    """Rows in their order, cut so that no key comes twice in one statement, which could not update it twice."""
    key = [column.name for column in table.primary_key]
    turns: list[list[Values]] = []
    times: dict[tuple[Any, ...], int] = {}
    for row in rows:
        name = tuple(row[part] for part in key)
        turn = times[name] = times.get(name, -1) + 1
        if turn == len(turns):
            turns.append([])
        turns[turn].append(row)
    yield from turns


def _given(table: Table, names: Sequence[str], rows: Sequence[Values]) -> Select[Any]:
    """The rows as a query: arrays side by side, taken apart by the database in their order."""
    arrays = [_array(table.c[name].type, [row[name] for row in rows]) for name in names]
    given = func.unnest(*arrays).table_valued(*names, name="given").render_derived()
    return select(
        *(
            cast(given.c[name], postgresql.JSONB).label(name) if isinstance(table.c[name].type, JSON) else given.c[name]
            for name in names
        )
    )


def _array(kind: TypeEngine[Any], values: list[Any]) -> ColumnElement[Any]:
    if isinstance(kind, Moment | Float):
        return bindparam(None, values, ARRAY(kind))
    if isinstance(kind, Integer | SmallInteger):
        numbers = ",".join("NULL" if value is None else str(int(value)) for value in values)
        return cast(bindparam(None, f"{{{numbers}}}", Text), ARRAY(kind))
    if isinstance(kind, JSON):
        texts = [None if value is None else canonical_json(value) for value in values]
    else:
        processed = kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)
        texts = values if processed is None else [processed(value) for value in values]
    return cast(bindparam(None, array_of_texts(texts), Text), ARRAY(Text))


def array_of_texts(texts: Sequence[str | None]) -> str:
    r"""Texts as PostgreSQL reads an array; the driver's own way takes a fifth of a worker's time where they are JSON.

    >>> print(array_of_texts(['{"a":1}', None, "NULL", ""]))
    {"{\"a\":1}",NULL,"NULL",""}
    """
    quoted = ("NULL" if text is None else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in texts)
    return "{" + ",".join(quoted) + "}"


_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types
