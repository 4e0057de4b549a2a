"""What is counted of the edges into some arguments: added up by the database, a few statements for many edges.

Counts lie by principal. Each statement groups by principal first, in the order of the primary key, then adds up those
who are known and those who are not; the two have no principal in common, so what concerns all is their sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, case, distinct, func, select, tuple_

from pipeline.learning.attempts import Edge
from pipeline.learning.edges import EdgeCounts
from pipeline.learning.suggestions import EdgeTotals
from pipeline.ports import EdgeEvidence
from storage.tables import edge_counts, edges, given_counts, ran_counts, value_counts

#: (tool, argument path).
Argument = tuple[str, str]
_Ids = Select[tuple[str]]


class _Sums(NamedTuple):
    """Counts of one edge from some principals.

    Attributes:
        attempts: attempts that show, or declare, it.
        successful: of these, successful.
        completed: of these, with a consuming step completed.
        echoes: of these, with a later echo.
        principals: principals behind them.
        supporters: principals with a successful attempt that declares it.
        sessions: sessions of these, capped by principal.
    """

    attempts: int = 0
    successful: int = 0
    completed: int = 0
    echoes: int = 0
    principals: int = 0
    supporters: int = 0
    sessions: int = 0


class _Span(NamedTuple):
    """What all evidence of an edge spans, observed and declared together."""

    principals: int
    sessions: int
    days: int
    last_day: int


@dataclass(slots=True)
class _ByTrust:
    """A number of the known principals, and of all."""

    known: int = 0
    everybody: int = 0

    def add(self, known: int, number: int) -> None:
        """Adds a number of the known (1) or of the others (0)."""
        self.known += known * number
        self.everybody += number

    def raise_to(self, known: int, everybody: int) -> None:
        """Keeps the larger of each."""
        self.known, self.everybody = max(self.known, known), max(self.everybody, everybody)


@dataclass(slots=True)
class _Tally:
    """Everything that was read of one edge; sums by (declared, known)."""

    span: _Span
    sums: dict[tuple[int, int], _Sums] = field(default_factory=dict)
    values: _ByTrust = field(default_factory=_ByTrust)

    def of(self, declared: int, *, known_alone: bool) -> _Sums:
        """The sums of one kind of evidence."""
        known = self.sums.get((declared, 1), _Sums())
        others = _Sums() if known_alone else self.sums.get((declared, 0), _Sums())
        return _Sums(*(one + other for one, other in zip(known, others, strict=True)))

    @property
    def is_declared(self) -> bool:
        """Whether anybody declares it."""
        return (1, 0) in self.sums or (1, 1) in self.sums


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
    tallies = _tallies(connection, select(edges.c.id).where(is_into), sessions_per_principal)
    found = [row for row in connection.execute(select(edges).where(is_into)) if row.id in tallies]
    given = _given(connection, collection_id, arguments)
    declared_into = {row.target for row in found if tallies[row.id].is_declared}
    ran = _sessions_run(connection, collection_id, declared_into, sessions_per_principal)
    nothing = _ByTrust()
    return {
        Edge(row.source, row.from_field, row.target, row.to_field): _evidence(
            tallies[row.id],
            given.get((row.target, row.to_field), nothing),
            ran[row.target] if tallies[row.id].is_declared else nothing,
        )
        for row in found
    }


def _among(tool: ColumnElement[str], path: ColumnElement[str], arguments: Sequence[Argument]) -> ColumnElement[bool]:
    """The pairs; the tools are named once more, since SQLite searches no index for a list of pairs."""
    return and_(tool.in_(sorted({name for name, _ in arguments})), tuple_(tool, path).in_(arguments))


def _tallies(connection: Connection, ids: _Ids, cap: int) -> dict[str, _Tally]:
    tallies = {row.edge_id: _Tally(_Span(*row[1:])) for row in connection.execute(_spans(ids))}
    for edge_id, declared, known, *sums in connection.execute(_sums(ids, cap)):
        tallies[edge_id].sums[declared, known] = _Sums(*map(int, sums))
    for edge_id, known, everybody in connection.execute(_values(ids)):
        if edge_id in tallies:
            tallies[edge_id].values.raise_to(int(known), everybody)
    return tallies


def _spans(ids: _Ids) -> Select[Any]:
    columns = edge_counts.c
    return (
        select(
            columns.edge_id,
            func.count(distinct(columns.principal)),
            func.count(distinct(columns.session)),
            func.count(distinct(columns.day)),
            func.max(columns.day),
        )
        .where(columns.edge_id.in_(ids))
        .group_by(columns.edge_id)
    )


def _sums(ids: _Ids, cap: int) -> Select[Any]:
    columns = edge_counts.c
    supports = and_(columns.declared == 1, columns.successful > 0)
    counted = ("attempts", "successful", "completed", "echoes")
    own = (
        select(
            columns.edge_id,
            columns.declared,
            func.max(columns.known).label("known"),
            *(func.sum(columns[name]).label(name) for name in counted),
            func.count(distinct(case((supports, columns.session)))).label("sessions"),
        )
        .where(columns.edge_id.in_(ids))
        .group_by(columns.edge_id, columns.declared, columns.principal)
        .subquery()
    )
    group = own.c.edge_id, own.c.declared, own.c.known
    return select(
        *group,
        *(func.sum(own.c[name]) for name in counted),
        func.count(),
        func.sum(case((own.c.sessions > 0, 1), else_=0)),
        func.sum(_capped(own.c.sessions, cap)),
    ).group_by(*group)


def _capped(number: ColumnElement[int], cap: int) -> ColumnElement[int]:
    return case((number > cap, cap), else_=number)


def _values(ids: _Ids) -> Select[Any]:
    """Distinct values of each edge by seal key: those that a known principal brought, and all."""
    columns = value_counts.c
    value = columns.edge_id, columns.seal_key, columns.fingerprint
    distinct_values = (
        select(*value, func.max(columns.known).label("known"))
        .where(columns.edge_id.in_(ids))
        .group_by(*value)
        .subquery()
    )
    found = distinct_values.c
    return select(found.edge_id, func.sum(found.known), func.count()).group_by(found.edge_id, found.seal_key)


def _given(connection: Connection, collection_id: str, arguments: Sequence[Argument]) -> Mapping[Argument, _ByTrust]:
    columns = given_counts.c
    query = select(columns.tool, columns.path, columns.known, columns.attempts).where(
        columns.collection_id == collection_id, _among(columns.tool, columns.path, arguments)
    )
    given: dict[Argument, _ByTrust] = {}
    for tool, path, known, attempts in connection.execute(query):
        given.setdefault((tool, path), _ByTrust()).add(known, attempts)
    return given


def _sessions_run(connection: Connection, collection_id: str, tools: Iterable[str], cap: int) -> Mapping[str, _ByTrust]:
    """Sessions of successful attempts in which each tool ran, capped by principal."""
    ran = {tool: _ByTrust() for tool in sorted(tools)}
    if not ran:
        return ran
    columns = ran_counts.c
    own = (
        select(columns.tool, func.max(columns.known).label("known"), func.count().label("sessions"))
        .where(columns.collection_id == collection_id, columns.tool.in_(list(ran)))
        .group_by(columns.tool, columns.principal)
        .subquery()
    )
    query = select(own.c.tool, own.c.known, func.sum(_capped(own.c.sessions, cap)))
    for tool, known, sessions in connection.execute(query.group_by(own.c.tool, own.c.known)):
        ran[tool].add(known, int(sessions))
    return ran


def _evidence(tally: _Tally, given: _ByTrust, ran: _ByTrust) -> EdgeEvidence:
    observed = tally.of(0, known_alone=False)
    return EdgeEvidence(
        totals=EdgeTotals(
            attempts=observed.attempts,
            successful=observed.successful,
            completed=observed.completed,
            echoes=observed.echoes,
            principals=tally.span.principals,
            sessions=tally.span.sessions,
            days=tally.span.days,
            values=tally.values.everybody,
            last_day=tally.span.last_day,
        ),
        known=_counts(tally, tally.values.known, given.known, ran.known, known_alone=True),
        everybody=_counts(tally, tally.values.everybody, given.everybody, ran.everybody, known_alone=False),
    )


def _counts(tally: _Tally, values: int, given: int, ran: int, *, known_alone: bool) -> EdgeCounts:
    observed, declared = (tally.of(kind, known_alone=known_alone) for kind in (0, 1))
    return EdgeCounts(
        attempts=observed.attempts,
        completed=observed.completed,
        values=values,
        given=given,
        principals=observed.principals,
        declared=declared.attempts,
        declared_successful=declared.successful,
        declared_principals=declared.supporters,
        declared_sessions=declared.sessions,
        target_sessions=ran,
    )
