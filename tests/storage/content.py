"""What the tests put into a store, and how they look at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Table, select

import storage.digest
from pipeline.learning.acts import Act, ActKind
from pipeline.learning.attempts import Edge
from pipeline.learning.sealed import SealedEvent
from pipeline.learning.suggestions import Row, edge_id, target_id
from pipeline.ports import AttemptSummary, StoredEvent
from storage.store import SqlStore
from storage.unit_of_work import SqlUnitOfWork

MONDAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
EDGE = Edge("findGuest", "guests[].id", "bookRoom", "guest_id")


@dataclass
class Clock:
    """A clock that moves a minute at every look."""

    now: datetime = field(default=datetime(2026, 2, 1, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def sealed(event_id: str, *, collection_id: str = "hotel", seconds: float = 0, **more: Any) -> SealedEvent:
    fields: dict[str, Any] = {
        "type": "user.message",
        "attempt_id": None,
        "plan_id": None,
        "content_hash": f"hash-of-{event_id}",
        "principal": None,
        "session": None,
        "body": {"text": "a quiet room"},
        **more,
    }
    return SealedEvent(collection_id=collection_id, event_id=event_id, ts=MONDAY + timedelta(seconds=seconds), **fields)


def entries(*ids: str, **more: Any) -> list[StoredEvent]:
    return [StoredEvent(sealed(event_id, **more)) for event_id in ids]


def summary(**more: Any) -> AttemptSummary:
    fields: dict[str, Any] = {
        "principal": None,
        "session": None,
        "family": None,
        "selected": None,
        "first_at": MONDAY,
        "last_at": MONDAY,
        **more,
    }
    return AttemptSummary(**fields)


def act(suggestion_id: str, kind: ActKind = ActKind.PIN, *, hours: float = 0, comment: str = "") -> Act:
    return Act(suggestion_id, kind, "kim", MONDAY + timedelta(hours=hours), comment, "")


def preference(
    family: str, target: str, status: str = "suggested", *, collection_id: str = "hotel", **more: Any
) -> Row:
    """A row of a target preference, as far as a store looks at it."""
    return {
        **_head(target_id(collection_id, family, target), "target_preference", status, collection_id),
        "query_family": family,
        "target": target,
        "edge": None,
        **more,
    }


def data_flow(edge: Edge = EDGE, status: str = "suggested", *, collection_id: str = "hotel", **more: Any) -> Row:
    """A row of a producer edge, as far as a store looks at it."""
    return {
        **_head(edge_id(collection_id, edge), "data_flow_edge", status, collection_id),
        "query_family": None,
        "target": edge.target,
        "edge": {
            "source": edge.source,
            "from_field": edge.from_field,
            "target": edge.target,
            "to_field": edge.to_field,
        },
        **more,
    }


def _head(identity: str, kind: str, status: str, collection_id: str) -> Row:
    return {
        "id": identity,
        "kind": kind,
        "status": status,
        "collection_id": collection_id,
        "mode": "promote",
        "policy_version": "1-test",
        "query_terms": ["room"],
        "query_example": "a room",
        "boost": 0.055,
        "last_evidence_at": "2026-01-05T00:00:00Z",
        "pinned": False,
        "approved_at": None,
        "evidence": {"blocked_by": [], "share": 0.25},
        "history": [],
        "acts": [],
    }


def rows(store: SqlStore, table: Table) -> list[dict[str, Any]]:
    """Everything in a table, in key order."""
    with store._engine.connect() as connection:
        found = connection.execute(select(table).order_by(*table.primary_key))
        return [dict(row) for row in found.mappings()]


def digest(store: SqlStore) -> str:
    with store.reading() as reader:
        return reader.digest()


def digest_inside(work: SqlUnitOfWork) -> str:
    """The digest as a transaction sees it that has not ended."""
    work._ledger.flush()
    return storage.digest.digest(work._ledger._connection)
