"""Sample attempts: some of those behind a suggestion, so that a person can look at real runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, false, or_, select

from pipeline.learning.attempts import Edge, build_attempt
from pipeline.learning.evidence import EdgeKey, Key, TargetKey, contribution, is_known
from storage.attempts import SqlAttempts
from storage.chunks import CHUNK, chunks
from storage.tables import attempts, edge_session_counts

#: Attempts that are looked through.
_CANDIDATES = 100
#: Attempts that are read at once.
_TOGETHER = 10


@dataclass(frozen=True, slots=True)
class SampleAttempt:
    """One attempt behind a suggestion: its key, who asked, what was selected, from when to when it ran."""

    key: str
    principal: str | None
    session: str | None
    selected: str | None
    first_at: datetime
    last_at: datetime


def sample_attempts(
    connection: Connection,
    row: Mapping[str, Any],
    limit: int,
    candidates: int = _CANDIDATES,
    together: int = _TOGETHER,
) -> list[SampleAttempt]:
    """The latest attempts that count for or against a suggestion.

    Args:
        connection: a transaction.
        row: the suggestion's row.
        limit: how many.
        candidates: attempts that are looked through.
        together: attempts that are read at once.
    """
    query = _of_family(row) if row["edge"] is None else _of_edge(connection, row)
    ledger = SqlAttempts(connection)
    found: list[SampleAttempt] = []
    for some in chunks(connection.execute(query.limit(candidates)).all(), together):
        events = ledger.load(row["collection_id"], [candidate.key for candidate in some])
        for candidate in some:
            attempt = build_attempt(candidate.key, (entry.event for entry in events[candidate.key]))
            if any(_concerns(key, row) for key in contribution(attempt).cells):
                found.append(SampleAttempt(*candidate))
        if len(found) >= limit:
            break
    return found[:limit]


def _attempts() -> Select[Any]:
    columns = attempts.c
    return select(
        columns.key, columns.principal, columns.session, columns.selected, columns.first_at, columns.last_at
    ).order_by(columns.last_at.desc(), columns.key)


def _of_family(row: Mapping[str, Any]) -> Select[Any]:
    return _attempts().where(attempts.c.collection_id == row["collection_id"], attempts.c.family == row["query_family"])


def _of_edge(connection: Connection, row: Mapping[str, Any]) -> Select[Any]:
    """The attempts of some of the edge's sessions, in which not every attempt need show it."""
    sessions = edge_session_counts.c
    query = select(sessions.session).where(sessions.edge_id == row["id"]).order_by(sessions.session).limit(CHUNK)
    marked = list(connection.scalars(query))
    named = (attempts.c.session, _names(marked, known=True)), (attempts.c.key, _names(marked, known=False))
    # An empty list beside `or` would keep SQLite from searching by index.
    is_named = or_(false(), *(column.in_(names) for column, names in named if names))
    return _attempts().where(attempts.c.collection_id == row["collection_id"], is_named)


def _names(marked: list[str], *, known: bool) -> list[str]:
    """The names behind the marks of evidence keys: a known session, or the attempt that stands in for one."""
    return [name[1:] for name in marked if is_known(name) is known]


def _concerns(key: Key, row: Mapping[str, Any]) -> bool:
    match key:
        case TargetKey(family=family, target=target):
            return row["edge"] is None and (family, target) == (row["query_family"], row["target"])
        case EdgeKey(edge=edge):
            return row["edge"] is not None and edge == Edge(**row["edge"])
    return False
