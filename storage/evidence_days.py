"""The evidence behind one suggestion, by day and by principal: what a person looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, select

from storage.tables import edge_counts, edge_day_counts, target_counts


class EvidenceDay(NamedTuple):
    """The counts of one day; of an edge only attempts, as `success`."""

    day: int
    success: int
    failure: int
    corrected_to: int
    corrected_away: int
    environment: int


class Supporter(NamedTuple):
    """A principal (marked known or not, as in evidence keys) and its support."""

    principal: str
    support: int


def evidence_days(connection: Connection, row: Mapping[str, Any], limit: int) -> Sequence[EvidenceDay]:
    """The latest days with evidence of a suggestion, oldest first.

    Args:
        connection: a transaction.
        row: the suggestion's row.
        limit: days.
    """
    query = _edge_days(row) if row["edge"] else _target_days(row)
    return [EvidenceDay(*day) for day in connection.execute(query.limit(limit))][::-1]


def supporters(connection: Connection, row: Mapping[str, Any], limit: int) -> tuple[Sequence[Supporter], int]:
    """Who supports a suggestion, the strongest first, and the support of all.

    Args:
        connection: a transaction.
        row: the suggestion's row.
        limit: principals.
    """
    if row["edge"]:
        name, support, where = _of_edge(row)
    else:
        name, support, where = _of_target(row)
    sums = select(name.label("principal"), func.sum(support).label("support")).where(*where)
    grouped = sums.group_by(name).subquery()
    query = select(grouped.c.principal, grouped.c.support, func.sum(grouped.c.support).over().label("whole"))
    query = query.where(grouped.c.support > 0).order_by(grouped.c.support.desc(), grouped.c.principal).limit(limit)
    found = connection.execute(query).all()
    return [Supporter(one.principal, int(one.support)) for one in found], int(found[0].whole) if found else 0


def _target_days(row: Mapping[str, Any]) -> Select[Any]:
    columns = target_counts.c
    counts = (columns[name] for name in EvidenceDay._fields[1:])
    query = select(columns.day, *(func.sum(count) for count in counts)).where(*_cells(row))
    return query.group_by(columns.day).order_by(columns.day.desc())


def _edge_days(row: Mapping[str, Any]) -> Select[Any]:
    columns = edge_day_counts.c
    nothing = (columns.attempts * 0 for _ in EvidenceDay._fields[2:])
    query = select(columns.day, columns.attempts, *nothing).where(columns.edge_id == row["id"])
    return query.order_by(columns.day.desc())


def _cells(row: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    columns = target_counts.c
    return [
        columns.collection_id == row["collection_id"],
        columns.family == row["query_family"],
        columns.target == row["target"],
    ]


_Grouped = tuple[ColumnElement[str], ColumnElement[int], list[ColumnElement[bool]]]


def _of_target(row: Mapping[str, Any]) -> _Grouped:
    columns = target_counts.c
    return columns.principal, columns.success + columns.corrected_to, _cells(row)


def _of_edge(row: Mapping[str, Any]) -> _Grouped:
    columns = edge_counts.c
    return columns.principal, columns.attempts + columns.declared_successful, [columns.edge_id == row["id"]]
