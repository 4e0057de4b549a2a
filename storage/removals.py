"""How much the border took out of what came in, by sender."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete

from pipeline.learning.outcomes import day_of
from pipeline.learning.sealed import Removal
from storage.tables import removal_counts
from storage.upsert import upsert


class SqlRemovals:
    """The counts of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, counts: Mapping[Removal, int]) -> None:
        """Adds counts, in key order."""
        rows = [
            {**removal._asdict(), "claimed": int(removal.claimed), "removed": count}
            for removal, count in sorted(counts.items())
        ]
        upsert(self._connection, removal_counts, rows, add=("removed",))

    def forget(self, collection_id: str, before: datetime) -> None:
        """Removes the counts of a collection's days before that of a moment."""
        columns = removal_counts.c
        old = columns.collection_id == collection_id, columns.day < day_of(before)
        self._connection.execute(delete(removal_counts).where(*old))
