"""The ledger: attempts with their sealed events, and the plans that lead to them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from pipeline.learning.sealed import SealedEvent
from pipeline.ports import AttemptSummary, StoredEvent
from storage.chunks import chunks
from storage.tables import attempts, events, plans
from storage.upsert import upsert

#: (collection, attempt key).
_Name = tuple[str, str]


class SqlAttempts:
    """The attempts of a store, in one transaction.

    What is saved and dropped waits until it is read again or the transaction ends: a batch is a handful of statements,
    however many attempts it touches.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._dropped: set[_Name] = set()
        self._summaries: dict[_Name, dict[str, Any]] = {}
        self._events: dict[tuple[str, str, str, str], dict[str, Any]] = {}

    def owners(self, collection_id: str, plan_ids: Collection[str]) -> Mapping[str, str]:
        """The attempt keys of those plans that name an attempt."""
        found: dict[str, str] = {}
        for chunk in chunks(sorted(plan_ids)):
            query = select(plans.c.plan_id, plans.c.attempt_key).where(
                plans.c.collection_id == collection_id, plans.c.plan_id.in_(chunk)
            )
            found.update((row.plan_id, row.attempt_key) for row in self._connection.execute(query))
        return found

    def own(self, collection_id: str, owners: Mapping[str, str], renamed: Mapping[str, str]) -> None:
        """Stores plans' attempts; every plan of an attempt in `renamed` (old key to new) goes to the new one."""
        if renamed:
            statement = (
                update(plans)
                .where(plans.c.collection_id == collection_id, plans.c.attempt_key == bindparam("old"))
                .values(attempt_key=bindparam("new"))
            )
            self._connection.execute(statement, [{"old": old, "new": new} for old, new in sorted(renamed.items())])
        rows = [
            {"collection_id": collection_id, "plan_id": plan_id, "attempt_key": key}
            for plan_id, key in sorted(owners.items())
        ]
        upsert(self._connection, plans, rows)

    def load(self, collection_id: str, keys: Collection[str]) -> Mapping[str, Sequence[StoredEvent]]:
        """The events of those attempts that exist, locked against other writers until the end of the transaction."""
        self.flush()
        found: dict[str, list[StoredEvent]] = {}
        for chunk in chunks(sorted(keys)):
            query = select(events).where(events.c.collection_id == collection_id, events.c.attempt_key.in_(chunk))
            for row in self._connection.execute(query.order_by(*events.primary_key)):
                found.setdefault(row.attempt_key, []).append(_read(row))
        return found

    def save(self, collection_id: str, key: str, summary: AttemptSummary, changed: Sequence[StoredEvent]) -> None:
        """Stores an attempt and the events of it that are new or stand with another content."""
        self._summaries[collection_id, key] = {
            "collection_id": collection_id,
            "key": key,
            "principal": summary.principal,
            "session": summary.session,
            "family": summary.family,
            "selected": summary.selected,
            "first_at": summary.first_at,
            "last_at": summary.last_at,
        }
        for entry in changed:
            name = (collection_id, key, entry.event.plan_id or "", entry.event.event_id)
            self._events[name] = _written(entry, key)

    def drop(self, collection_id: str, key: str) -> None:
        """Removes an attempt that was merged into another, with its events."""
        self._dropped.add((collection_id, key))
        self._summaries.pop((collection_id, key), None)
        self._events = {name: row for name, row in self._events.items() if name[:2] != (collection_id, key)}

    def flush(self) -> None:
        """Writes what waits: first what goes, then what comes."""
        if self._dropped:
            gone = [{"collection": collection_id, "attempt": key} for collection_id, key in sorted(self._dropped)]
            for table, key_column in ((events, events.c.attempt_key), (attempts, attempts.c.key)):
                statement = delete(table).where(
                    table.c.collection_id == bindparam("collection"), key_column == bindparam("attempt")
                )
                self._connection.execute(statement, gone)
        upsert(self._connection, attempts, [row for _, row in sorted(self._summaries.items())])
        upsert(self._connection, events, [row for _, row in sorted(self._events.items())])
        self._dropped.clear()
        self._summaries.clear()
        self._events.clear()


def _written(entry: StoredEvent, key: str) -> dict[str, Any]:
    event = entry.event
    return {
        "collection_id": event.collection_id,
        "attempt_key": key,
        "plan_id": event.plan_id or "",
        "event_id": event.event_id,
        "type": event.type,
        "ts": event.ts,
        "content_hash": event.content_hash,
        "rivals": list(entry.rivals) or None,
        "attempt_id": event.attempt_id,
        "principal": event.principal,
        "session": event.session,
        "body": event.body,
    }


def _read(row: Row[Any]) -> StoredEvent:
    event = SealedEvent(
        collection_id=row.collection_id,
        type=row.type,
        attempt_id=row.attempt_id,
        plan_id=row.plan_id or None,
        event_id=row.event_id,
        ts=row.ts,
        content_hash=row.content_hash,
        principal=row.principal,
        session=row.session,
        body=row.body,
    )
    return StoredEvent(event, tuple(row.rivals or ()))
