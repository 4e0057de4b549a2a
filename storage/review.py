"""What the console reads: every answer is of the same moment, by an index, and a page at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, select

from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Row
from storage.collections import read_settings
from storage.review_queue import QueueCount, QueueFilter, QueuePlace, read_queue, read_queue_counts
from storage.review_tables import endorsements
from storage.suggestions import stored_rows
from storage.tables import collections


class ReviewReads:
    """What the console asks of a store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def settings(self) -> Mapping[str, CollectionSettings]:
        """The settings of every collection, by name: one row a catalog."""
        query = select(collections.c.id, collections.c.settings).order_by(collections.c.id)
        return {row.id: read_settings(row.settings) for row in self._connection.execute(query)}

    def queue(
        self, wanted: QueueFilter, limit: int, after: QueuePlace | None = None
    ) -> Sequence[tuple[QueuePlace, Row]]:
        """A page of the queue, what gains most first."""
        return read_queue(self._connection, wanted, limit, after)

    def queue_counts(self, of: Collection[str]) -> Sequence[QueueCount]:
        """How many suggestions collections have, by kind, status and whether the target changes state."""
        return read_queue_counts(self._connection, of)

    def rows(self, ids: Collection[str]) -> Mapping[str, Row]:
        """Those of the suggestions that exist, by id, as they are stored."""
        return stored_rows(self._connection, ids)

    def endorsed_by(self, ids: Collection[str]) -> Mapping[str, str]:
        """Who asked for a promotion that needs another person, by suggestion."""
        query = select(endorsements.c.suggestion_id, endorsements.c.actor)
        return dict(self._connection.execute(query.where(endorsements.c.suggestion_id.in_(sorted(ids)))).all())
