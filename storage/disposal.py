"""Disposal: finds and removes what retention and erasure ask for, a bounded part at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, tuple_

from pipeline.learning.suggestions import Kind
from pipeline.ports import Told, ToldPart
from storage.chunks import chunks
from storage.review_tables import queue_counts, status_days
from storage.suggestions import stored_rows, tombstone
from storage.tables import acts, attempts, audit, dead_letters, outbox, plans, skipped_letters

#: Entries of a record that are looked through in one transaction.
_ENTRIES = 5_000


class SqlDisposal:
    """What must go from a store, in one transaction."""

    def __init__(self, connection: Connection, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._clock = clock

    def aged(self, collection_id: str, floor: datetime, limit: int) -> Sequence[str]:
        """Attempts whose last event is from before the floor, the oldest first."""
        columns = attempts.c
        query = select(columns.key).where(columns.collection_id == collection_id, columns.last_at < floor)
        return list(self._connection.scalars(query.order_by(columns.last_at, columns.key).limit(limit)))

    def begun_before(self, collection_id: str, moment: datetime, after: str, limit: int) -> Sequence[str]:
        """Attempts with an event from before a moment, by key, those after a key."""
        columns = attempts.c
        query = select(columns.key).where(
            columns.collection_id == collection_id, columns.key > after, columns.first_at < moment
        )
        return list(self._connection.scalars(query.order_by(columns.key).limit(limit)))

    def forget_plans(self, collection_id: str, keys: Collection[str]) -> None:
        """Removes the plans that lead to those attempts."""
        for chunk in chunks(sorted(keys)):
            named = plans.c.collection_id == collection_id, plans.c.attempt_key.in_(chunk)
            self._connection.execute(delete(plans).where(*named))

    def old_letters(self, collection_id: str | None, before: datetime, limit: int) -> int:
        """Removes dead letters last seen before a moment, of a collection or of none; returns how many."""
        columns = dead_letters.c
        return self._remove(dead_letters, limit, columns.collection_id == collection_id, columns.last_seen < before)

    def letters(self, collection_id: str, limit: int) -> int:
        """Removes dead letters of a collection, also those set aside; returns how many."""
        return sum(
            self._remove(table, limit, table.c.collection_id == collection_id)
            for table in (dead_letters, skipped_letters)
        )

    def _remove(self, table: Table, limit: int, *conditions: Any) -> int:
        """Deletes at most so many of the rows that meet the conditions, in key order."""
        key = list(table.primary_key)
        found = self._connection.execute(select(*key).where(*conditions).order_by(*key).limit(limit)).all()
        for chunk in chunks(found):
            self._connection.execute(delete(table).where(tuple_(*key).in_([tuple(row) for row in chunk])))
        return len(found)

    def last_told(self) -> Told:
        """How far audit and outbox reach."""
        return Told(*(self._connection.scalar(select(func.max(table.c.id))) or 0 for table in (audit, outbox)))

    def forget_told(self, collection_id: str, moment: datetime, after: Told, up_to: Told) -> ToldPart:
        """Removes what a part of audit and outbox says of a collection, and the older acts on what they name.

        The tallies of its days, which sum the audit up, go whole; of the queue's counts those that fell to nothing.
        """
        self._connection.execute(delete(status_days).where(status_days.c.collection_id == collection_id))
        emptied = queue_counts.c.collection_id == collection_id, queue_counts.c.suggestions == 0
        self._connection.execute(delete(queue_counts).where(*emptied))
        reached = Told(*(min(low + _ENTRIES, high) for low, high in zip(after, up_to, strict=True)))
        audited = self._connection.scalars(
            delete(audit)
            .where(audit.c.id > after.audit, audit.c.id <= reached.audit, audit.c.collection_id == collection_id)
            .returning(audit.c.suggestion_id)
        ).all()
        told = self._connection.execute(
            delete(outbox)
            .where(
                outbox.c.id > after.outbox,
                outbox.c.id <= reached.outbox,
                outbox.c.payload["collection_id"].as_string() == collection_id,
            )
            .returning(outbox.c.suggestion_id, outbox.c.payload["kind"].as_string())
        ).all()
        named = {row[0]: row[1] for row in told}
        gone = 0
        for chunk in chunks(sorted({*audited, *named})):
            older = acts.c.suggestion_id.in_(chunk), acts.c.at < moment
            gone += len(self._connection.scalars(delete(acts).where(*older).returning(acts.c.id)).all())
        return ToldPart(reached, len(audited), len(told), gone, named, frozenset(audited))

    def retell(self, collection_id: str, kinds: Mapping[str, str]) -> None:
        """Tells the outbox how suggestions (id to kind) stand: their row, or a tombstone."""
        present = stored_rows(self._connection, kinds)
        written_at = self._clock()
        rows = [
            {
                "suggestion_id": name,
                "payload": present.get(name) or tombstone(name, Kind(kind), collection_id),
                "written_at": written_at,
            }
            for name, kind in sorted(kinds.items())
        ]
        if rows:
            self._connection.execute(insert(outbox), rows)
