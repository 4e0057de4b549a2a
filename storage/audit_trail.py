"""The audit trail: every change of a status and every act, the latest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from storage.tables import audit


class AuditRow(NamedTuple):
    """An entry of the audit table."""

    id: int
    suggestion_id: str
    collection_id: str
    before: str | None
    after: str | None
    cause: Mapping[str, Any]
    written_at: datetime


def audit_of(connection: Connection, suggestion_id: str, limit: int, before: int | None = None) -> Sequence[AuditRow]:
    """The latest entries of one suggestion, the latest first, from before an entry."""
    query = _entries(limit, before).where(audit.c.suggestion_id == suggestion_id)
    return [AuditRow(*row) for row in connection.execute(query)]


def audit_trail(
    connection: Connection, collections: Collection[str] | None, limit: int, before: int | None = None
) -> Sequence[AuditRow]:
    """The latest entries of some collections, or of all, the latest first.

    Args:
        connection: a transaction.
        collections: only of these; None for every one.
        limit: how many.
        before: only entries from before this one.
    """
    if collections is None:
        return [AuditRow(*row) for row in connection.execute(_entries(limit, before))]
    found: list[AuditRow] = []
    for name in sorted(collections):  # each is searched by an index that has its order
        query = _entries(limit, before).where(audit.c.collection_id == name)
        found += (AuditRow(*row) for row in connection.execute(query))
    return sorted(found, key=lambda row: -row.id)[:limit]


def _entries(limit: int, before: int | None) -> Any:
    query = select(*(audit.c[name] for name in AuditRow._fields)).order_by(audit.c.id.desc()).limit(limit)
    return query if before is None else query.where(audit.c.id < before)
