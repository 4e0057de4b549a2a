"""Decisions as they were made: what was asked, the selector's block, and what turned out right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select, union_all

from pipeline.learning.attempts import Attempt, build_attempt
from pipeline.learning.sealed import SealedEvent
from storage.attempts import STORED, read_stored
from storage.chunks import chunks
from storage.samples import SampleAttempt
from storage.tables import attempts, events

#: The events that tell of a decision and its outcome; those of steps are many and large.
_TYPES = (
    *("target.selected", "attempt.recorded", "target.corrected", "plan.started", "plan.completed", "plan.aborted"),
)


@dataclass(frozen=True, slots=True)
class StoredDecision:
    """One attempt, as far as the decision of it goes.

    Attributes:
        collection_id: of which collection.
        attempt: what its events say, steps apart.
        last_at: the time of its last event.
        query: what was asked, scrubbed; None where no text is kept.
        block: the selector's block, None where none came.
    """

    collection_id: str
    attempt: Attempt
    last_at: datetime
    query: str | None
    block: Mapping[str, Any] | None

    @property
    def right(self) -> str | None:
        """The target that was right: the corrected one, else the selected one that succeeded; None if nobody knows."""
        attempt = self.attempt
        if attempt.correction is not None:
            return attempt.correction.corrected
        return attempt.selected if attempt.ending is not None and attempt.ending.success else None


def decisions_of_family(
    connection: Connection, collection_id: str, family: str, limit: int
) -> Sequence[StoredDecision]:
    """The latest decisions on requests of a family, the latest first."""
    columns = attempts.c
    query = _latest(collection_id, limit).where(columns.family == family)
    return _told(connection, connection.execute(query).all())


def latest_decisions(connection: Connection, collections: Collection[str], limit: int) -> Sequence[StoredDecision]:
    """The latest decisions of each collection, those of one together, the latest first.

    Args:
        connection: a transaction.
        collections: whose.
        limit: of each.
    """
    if not collections:
        return []
    each = [select(_latest(name, limit).subquery()) for name in sorted(collections)]
    return _told(connection, connection.execute(union_all(*each)).all())


def sampled_decisions(
    connection: Connection, collection_id: str, samples: Sequence[SampleAttempt]
) -> Sequence[StoredDecision]:
    """The decisions of sample attempts, in their order."""
    return _told(connection, [_Found(collection_id, sample.key, sample.last_at) for sample in samples])


class _Found(NamedTuple):
    collection_id: str
    key: str
    last_at: datetime


def _latest(collection_id: str, limit: int) -> Select[Any]:
    columns = attempts.c
    query = select(columns.collection_id, columns.key, columns.last_at).where(columns.collection_id == collection_id)
    return query.order_by(columns.last_at.desc()).limit(limit)


def _told(connection: Connection, found: Sequence[Any]) -> Sequence[StoredDecision]:
    keys: dict[str, list[str]] = {}
    for row in found:
        keys.setdefault(row.collection_id, []).append(row.key)
    told: dict[tuple[str, str], list[SealedEvent]] = {}
    if keys:
        columns = events.c
        each = [
            select(columns.collection_id, columns.attempt_key, *STORED).where(
                columns.collection_id == name, columns.attempt_key.in_(some), columns.type.in_(_TYPES)
            )
            for name, named in keys.items()
            for some in chunks(named)
        ]
        for collection_id, key, *row in connection.execute(union_all(*each)):
            told.setdefault((collection_id, key), []).append(read_stored(collection_id, row).event)
    return [_decision(row, told.get((row.collection_id, row.key), [])) for row in found]


def _decision(row: Any, told: Sequence[SealedEvent]) -> StoredDecision:
    query: str | None = None
    block: Mapping[str, Any] | None = None
    for event in sorted(told, key=lambda event: (event.ts, event.content_hash)):
        query = event.body.get("query") or query
        block = event.body.get("block") or block
    return StoredDecision(row.collection_id, build_attempt(row.key, told), row.last_at, query, block)
