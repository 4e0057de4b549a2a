"""What is counted of the edges into some arguments: added up by the database, a few statements for many edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, select, tuple_

from pipeline.learning.attempts import Edge
from pipeline.learning.edges import EdgeCounts
from pipeline.learning.suggestions import EdgeTotals
from pipeline.ports import EdgeEvidence
from storage.tables import (
    declared_counts,
    edge_day_counts,
    edge_spans,
    edge_totals,
    edges,
    given_counts,
    ran_counts,
    value_totals,
)

#: (tool, argument path).
Argument = tuple[str, str]


class _Sums(NamedTuple):
    """The counts of one edge from some principals.

    Known and anonymous principals have none in common: what concerns all is the sum of both.

    Attributes:
        attempts: attempts that show it.
        successful: of these, successful.
        completed: of these, with a consuming step completed.
        echoes: of these, with a later echo.
        declared: attempts that declare it.
        declared_successful: of these, successful.
        principals: principals that show or declare it.
        observers: principals that show it.
        supporters: principals with a successful attempt that declares it.
    """

    attempts: int = 0
    successful: int = 0
    completed: int = 0
    echoes: int = 0
    declared: int = 0
    declared_successful: int = 0
    principals: int = 0
    observers: int = 0
    supporters: int = 0

    def __add__(self, other: tuple[Any, ...]) -> _Sums:
        return _Sums(*(one + another for one, another in zip(self, other, strict=True)))


@dataclass(slots=True)
class _ByTrust:
    """A number of the known principals, and of all."""

    known: int = 0
    everybody: int = 0

    def add(self, number: int, *, known: int) -> None:
        """Adds a number of the known (1) or of the others (0)."""
        self.known += known * number
        self.everybody += number

    def raise_to(self, known: int, everybody: int) -> None:
        """Keeps the larger of each."""
        self.known, self.everybody = max(self.known, known), max(self.everybody, everybody)


@dataclass(slots=True)
class _Tally:
    """What was read of one edge."""

    known: _Sums = field(default_factory=_Sums)
    everybody: _Sums = field(default_factory=_Sums)
    values: _ByTrust = field(default_factory=_ByTrust)
    declared_sessions: _ByTrust = field(default_factory=_ByTrust)


def read_edges(
    connection: Connection, collection_id: str, arguments: Sequence[Argument], sessions_per_principal: int
) -> dict[Edge, EdgeEvidence]:
    """What is counted of each edge into the arguments; an edge without counts of attempts is left out.

    Sessions in which the target tool ran are counted where an edge is declared: nothing else is compared with them.

    Args:
        connection: a transaction.
        collection_id: the catalog.
        arguments: few enough for one statement.
        sessions_per_principal: sessions that one principal may count for a declared edge, or a tool.
    """
    is_into = and_(edges.c.collection_id == collection_id, _among(edges.c.target, edges.c.to_field, arguments))
    tallies = _tallies(connection, select(edges.c.id).where(is_into))
    found = [row for row in connection.execute(_spans().where(is_into)) if row.id in tallies]
    declared = {row.id: row.target for row in found if tallies[row.id].everybody.declared}
    _read_declared_sessions(connection, tallies, declared, sessions_per_principal)
    ran = _sessions_run(connection, collection_id, declared.values(), sessions_per_principal)
    given = _given(connection, collection_id, arguments)
    nothing = _ByTrust()
    return {
        Edge(row.source, row.from_field, row.target, row.to_field): _evidence(
            tallies[row.id],
            (row.sessions, row.days, row.last_day),
            given.get((row.target, row.to_field), nothing),
            ran[row.target] if row.id in declared else nothing,
        )
        for row in found
    }


def _among(tool: ColumnElement[str], path: ColumnElement[str], arguments: Sequence[Argument]) -> ColumnElement[bool]:
    """The pairs; the tools are named once more, since SQLite searches no index for a list of pairs."""
    return and_(tool.in_(sorted({name for name, _ in arguments})), tuple_(tool, path).in_(arguments))


def _spans() -> Select[Any]:
    """The edges, each with what its evidence spans, observed and declared together."""
    last_day = select(func.max(edge_day_counts.c.day)).where(edge_day_counts.c.edge_id == edges.c.id)
    return select(
        edges, edge_spans.c.sessions, edge_spans.c.days, last_day.correlate(edges).scalar_subquery().label("last_day")
    ).join(edge_spans, edge_spans.c.edge_id == edges.c.id)


def _tallies(connection: Connection, ids: Select[tuple[str]]) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = {}
    columns = edge_totals.c
    sums = select(columns.edge_id, columns.known, *(columns[name] for name in _Sums._fields))
    for edge_id, known, *counts in connection.execute(sums.where(columns.edge_id.in_(ids))):
        tally = tallies.setdefault(edge_id, _Tally())
        found = _Sums(*counts)
        tally.everybody += found
        if known:
            tally.known = found
    values = value_totals.c
    distinct = select(values.edge_id, values.known, values.everybody).where(values.edge_id.in_(ids))
    for edge_id, known, everybody in connection.execute(distinct):
        if edge_id in tallies:
            tallies[edge_id].values.raise_to(known, everybody)
    return tallies


def _read_declared_sessions(
    connection: Connection, tallies: Mapping[str, _Tally], ids: Iterable[str], cap: int
) -> None:
    """Adds the sessions of successful attempts that declare each edge, capped by principal."""
    names = sorted(ids)
    if not names:
        return
    columns = declared_counts.c
    by_principal = (
        select(columns.edge_id, columns.known, func.count().label("sessions"))
        .where(columns.edge_id.in_(names))
        .group_by(columns.edge_id, columns.known, columns.principal)
        .subquery()
    )
    group = by_principal.c.edge_id, by_principal.c.known
    for edge_id, known, sessions in connection.execute(
        select(*group, _capped_sum(by_principal.c.sessions, cap)).group_by(*group)
    ):
        tallies[edge_id].declared_sessions.add(int(sessions), known=known)


def _sessions_run(connection: Connection, collection_id: str, tools: Iterable[str], cap: int) -> Mapping[str, _ByTrust]:
    """Sessions of successful attempts in which each tool ran, capped by principal."""
    ran = {tool: _ByTrust() for tool in sorted(set(tools))}
    if not ran:
        return ran
    columns = ran_counts.c
    by_principal = (
        select(columns.tool, columns.known, func.count().label("sessions"))
        .where(columns.collection_id == collection_id, columns.tool.in_(list(ran)))
        .group_by(columns.tool, columns.known, columns.principal)
        .subquery()
    )
    group = by_principal.c.tool, by_principal.c.known
    for tool, known, sessions in connection.execute(
        select(*group, _capped_sum(by_principal.c.sessions, cap)).group_by(*group)
    ):
        ran[tool].add(int(sessions), known=known)
    return ran


def _capped_sum(number: ColumnElement[int], cap: int) -> ColumnElement[int]:
    return func.sum(case((number > cap, cap), else_=number))


def _given(connection: Connection, collection_id: str, arguments: Sequence[Argument]) -> Mapping[Argument, _ByTrust]:
    columns = given_counts.c
    query = select(columns.tool, columns.path, columns.known, columns.anonymous).where(
        columns.collection_id == collection_id, _among(columns.tool, columns.path, arguments)
    )
    return {
        (tool, path): _ByTrust(known, known + anonymous) for tool, path, known, anonymous in connection.execute(query)
    }


def _evidence(tally: _Tally, spans: tuple[int, int, int], given: _ByTrust, ran: _ByTrust) -> EdgeEvidence:
    sessions, days, last_day = spans
    observed = tally.everybody
    return EdgeEvidence(
        totals=EdgeTotals(
            attempts=observed.attempts,
            successful=observed.successful,
            completed=observed.completed,
            echoes=observed.echoes,
            principals=observed.principals,
            sessions=sessions,
            days=days,
            values=tally.values.everybody,
            last_day=last_day,
        ),
        known=_counts(tally.known, (tally.values.known, given.known, tally.declared_sessions.known, ran.known)),
        everybody=_counts(
            tally.everybody,
            (tally.values.everybody, given.everybody, tally.declared_sessions.everybody, ran.everybody),
        ),
    )


def _counts(sums: _Sums, others: tuple[int, int, int, int]) -> EdgeCounts:
    values, given, declared_sessions, target_sessions = others
    return EdgeCounts(
        attempts=sums.attempts,
        completed=sums.completed,
        values=values,
        given=given,
        principals=sums.observers,
        declared=sums.declared,
        declared_successful=sums.declared_successful,
        declared_principals=sums.supporters,
        declared_sessions=declared_sessions,
        target_sessions=target_sessions,
    )
