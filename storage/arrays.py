"""Arrays: many rows as one statement's parameters, a column each, taken apart by PostgreSQL in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    JSON,
    ColumnElement,
    Connection,
    Float,
    Integer,
    Select,
    Table,
    Text,
    any_,
    bindparam,
    cast,
    func,
    select,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import TypeEngine

from storage.chunks import chunks
from storage.types import CanonicalJson, Moment, canonical_json

_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types


def given(table: Table, names: Iterable[str]) -> Select[Any]:
    """Rows as a query: its parameters are what `parameters` makes of rows of the same columns."""
    columns = {name: table.c[name].type for name in names}
    arrays = [cast(bindparam(_parameter(name), type_=Text), ARRAY(_sent(kind))) for name, kind in columns.items()]
    rows = func.unnest(*arrays).table_valued(*columns, name="given").render_derived()
    return select(*(_taken(rows.c[name], kind).label(name) for name, kind in columns.items()))


def parameters(table: Table, names: Iterable[str], rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The columns of rows, each as the text of an array.

    Raises:
        ValueError: a moment has no zone.
    """
    found = {}
    for name in names:
        write = _writer(table.c[name].type)
        values = [row[name] for row in rows]
        texts = values if write is None else [None if value is None else write(value) for value in values]
        found[_parameter(name)] = array_of_texts(texts)
    return found


def takes_arrays(connection: Connection) -> bool:
    """Whether the database has arrays."""
    return connection.dialect.name == "postgresql"


def is_among(column: ColumnElement[str], has_arrays: bool) -> ColumnElement[bool]:
    """Whether a column holds one of the texts of a list parameter: one statement for however many, so it can be kept.

    The list goes to PostgreSQL as an array of the driver's: a text would be read as one anew for every row.
    """
    if not has_arrays:
        return column.in_(bindparam("among", expanding=True))
    return column == any_(bindparam("among", type_=ARRAY(Text)))


def read_among(
    connection: Connection, build: Callable[[bool], Select[Any]], texts: Iterable[str], **others: str
) -> Iterator[Any]:
    """The rows of a query that asks for texts by the parameter ``among``, in the order of the texts' chunks.

    Args:
        connection: a transaction.
        build: gives the query, kept, for a database with arrays or without.
        texts: in any order.
        others: its other parameters.
    """
    query = build(takes_arrays(connection))
    for chunk in chunks(sorted(texts)):
        yield from connection.execute(query, {**others, "among": chunk})


def array_of_texts(texts: Sequence[str | None]) -> str:
    r"""Texts as PostgreSQL reads an array; the driver's own way takes a fifth of a worker's time where they are JSON.

    >>> print(array_of_texts(['{"a":1}', None, "NULL", ""]))
    {"{\"a\":1}",NULL,"NULL",""}
    """
    if None not in texts:
        joined = _NOWHERE.join(texts)  # type: ignore[arg-type]  # none of them is None
        if joined.count(_NOWHERE) == len(texts) - 1:
            return '{"' + _escaped(joined).replace(_NOWHERE, '","') + '"}'
    return "{" + ",".join("NULL" if text is None else f'"{_escaped(text)}"' for text in texts) + "}"


#: A character that no text of PostgreSQL holds: the rest is then escaped in one go.
_NOWHERE = "\x00"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _parameter(name: str) -> str:
    """The name of a column's parameter; by its own name it would be taken for a value of the statement."""
    return f"given_{name}"


def _sent(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    return kind if isinstance(kind, Moment | Float | Integer) else Text()


def _taken(column: ColumnElement[Any], kind: TypeEngine[Any]) -> ColumnElement[Any]:
    return cast(column, postgresql.JSONB) if isinstance(kind, JSON) else column


def _writer(kind: TypeEngine[Any]) -> Callable[[Any], str] | None:
    """What writes a value of a column that is not text already."""
    if isinstance(kind, JSON | CanonicalJson):
        return canonical_json
    if isinstance(kind, Moment):
        return lambda moment: str(kind.process_bind_param(moment, _DIALECT))
    if isinstance(kind, Integer):
        return lambda number: str(int(number))
    return str if isinstance(kind, Float) else None
