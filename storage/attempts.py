"""The ledger: attempts with their sealed events, and the plans that lead to them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Text, bindparam, select, type_coerce, update

from pipeline.learning.sealed import Scrubbing, SealedEvent
from pipeline.ports import AttemptSummary, EventName, StoredEvent
from storage.arrays import given, is_among, parameters, read_among, takes_arrays
from storage.chunks import chunks
from storage.locks import Locks
from storage.tables import attempts, events, plans
from storage.types import CanonicalJson
from storage.upsert import delete_keys, insert_or_lock, upsert

#: (collection, attempt key).
_Name = tuple[str, str]
#: When nothing of an attempt happened: the times of a row that only holds an attempt's place.
_NEVER = datetime.fromtimestamp(0, UTC)


class SqlAttempts:
    """The attempts of a store, in one transaction.

    What is saved and dropped waits until it is read again or the transaction ends: a batch is a handful of statements,
    however many attempts it touches.

    Args:
        connection: a transaction.
        locks: what it holds against other writers; None for one that only reads.
    """

    def __init__(self, connection: Connection, locks: Locks | None = None) -> None:
        self._connection = connection
        self._locks = locks
        self._held: set[_Name] = set()
        self._held_places: set[_Name] = set()
        self._dropped: set[_Name] = set()
        self._summaries: dict[_Name, dict[str, Any]] = {}
        self._events: dict[tuple[str, str, str, str], dict[str, Any]] = {}

    def owners(self, collection_id: str, plan_ids: Collection[str], *, may_tie: bool = False) -> Mapping[str, str]:
        """The attempt keys of those plans that name an attempt; they stay so until the end of the transaction."""
        if self._locks is not None and plan_ids:
            self._locks.hold_plans(collection_id, alone=may_tie)
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
        self.hold(collection_id, keys)
        found: dict[str, list[StoredEvent]] = {}
        for key, *row in read_among(self._connection, _stored_events, keys, collection_id=collection_id):
            found.setdefault(key, []).append(read_stored(collection_id, row))
        return found

    def summaries(self, collection_id: str, keys: Collection[str]) -> Mapping[str, AttemptSummary]:
        """What is kept of those attempts that exist to find them again."""
        self.flush()
        rows = read_among(self._connection, _kept_summaries, keys, collection_id=collection_id)
        return {key: AttemptSummary(*row) for key, *row in rows if (collection_id, key) not in self._held_places}

    def known(self, collection_id: str, names: Collection[EventName]) -> set[EventName]:
        """Those of the names that an event has already."""
        self.flush()
        if takes_arrays(self._connection):
            rows = [name._asdict() for name in sorted(names)]
            given_names = parameters(events, EventName._fields, rows)
            found = self._connection.execute(_known_names(), {"collection_id": collection_id, **given_names})
            return set(map(EventName._make, found))
        keys = {name.attempt_key for name in names}
        all_rows = read_among(self._connection, _all_names, keys, collection_id=collection_id)
        return {name for row in all_rows if (name := EventName._make(row)) in names}

    def hold(self, collection_id: str, keys: Collection[str]) -> None:
        """Locks attempts in key order; one that does not exist gets a row that holds its place."""
        if self._locks is None or not self._locks.are_needed:
            return
        fresh = [key for key in sorted(keys) if (collection_id, key) not in self._held]
        if not fresh:
            return
        self._locks.share_database()
        places = [{"collection_id": collection_id, "key": key, "first_at": _NEVER, "last_at": _NEVER} for key in fresh]
        self._held.update((collection_id, key) for key in fresh)
        self._held_places.update(
            (row.collection_id, row.key) for row in insert_or_lock(self._connection, attempts, places)
        )

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
        gone = sorted(self._dropped)
        for table, key_name in ((events, "attempt_key"), (attempts, "key")):
            delete_keys(self._connection, table, [{"collection_id": name[0], key_name: name[1]} for name in gone])
        upsert(self._connection, attempts, [row for _, row in sorted(self._summaries.items())])
        upsert(self._connection, events, [row for _, row in sorted(self._events.items())])
        self._held_places -= self._dropped | set(self._summaries)
        self._dropped.clear()
        self._summaries.clear()
        self._events.clear()

    def finish(self) -> None:
        """Writes what waits, at the end of the transaction; a place that was held for nothing is given up."""
        self.flush()
        unused = [{"collection_id": collection_id, "key": key} for collection_id, key in sorted(self._held_places)]
        delete_keys(self._connection, attempts, unused)
        self._held_places.clear()


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
        "scrub_rules": event.scrubbing.rules if event.scrubbing else None,
    }


#: What `read_stored` reads, after the collection's id and the attempt's key; JSON as the text that it is.
STORED: Sequence[ColumnElement[Any]] = [
    type_coerce(column, Text) if isinstance(column.type, CanonicalJson) else column
    for column in events.columns
    if column is not events.c.collection_id and column is not events.c.attempt_key
]


def read_stored(collection_id: str, row: Sequence[Any]) -> StoredEvent:
    """An event of the ledger, from a row of the columns `STORED`."""
    plan_id, event_id, event_type, ts, content_hash, rivals, attempt_id, principal, session, body, scrub_rules = row
    event = SealedEvent(
        collection_id=collection_id,
        type=event_type,
        attempt_id=attempt_id,
        plan_id=plan_id or None,
        event_id=event_id,
        ts=ts,
        content_hash=content_hash,
        principal=principal,
        session=session,
        body=json.loads(body),
        scrubbing=Scrubbing(scrub_rules) if scrub_rules else None,
    )
    return StoredEvent(event, tuple(json.loads(rivals)) if rivals else ())


@cache
def _stored_events(has_arrays: bool) -> Select[Any]:
    return _of_attempts([events.c.attempt_key, *STORED], has_arrays).order_by(*events.primary_key)


@cache
def _all_names(has_arrays: bool) -> Select[Any]:
    return _of_attempts([events.c[name] for name in EventName._fields], has_arrays)


@cache
def _known_names() -> Select[Any]:
    """Each name is looked up by itself: two lists of conditions would be tried in all their pairs."""
    names = given(events, EventName._fields).subquery("names")
    is_named = (events.c[name] == names.c[name] for name in EventName._fields)
    return select(*names.c).where(events.c.collection_id == bindparam("collection_id"), *is_named)


def _of_attempts(columns: Iterable[Any], has_arrays: bool) -> Select[Any]:
    among_keys = is_among(events.c.attempt_key, has_arrays)
    return select(*columns).where(events.c.collection_id == bindparam("collection_id"), among_keys)


@cache
def _kept_summaries(has_arrays: bool) -> Select[Any]:
    columns = [attempts.c[name] for name in AttemptSummary.__dataclass_fields__]
    among_keys = is_among(attempts.c.key, has_arrays)
    return select(attempts.c.key, *columns).where(attempts.c.collection_id == bindparam("collection_id"), among_keys)
