"""How much the border took out of what came in, by sender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select

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


@dataclass(frozen=True, slots=True)
class RemovalCount:
    """What the border took out of the events of one sender.

    Attributes:
        collection_id: the collection.
        adapter: the agent that its trace metadata names; empty where it names none.
        claimed: whether the events came as scrubbed already.
        label: the class.
        removed: how many data.
        days: on how many days.
    """

    collection_id: str
    adapter: str
    claimed: bool
    label: str
    removed: int
    days: int


def removals(connection: Connection) -> list[RemovalCount]:
    """The counts of all days and rules, by sender: what came as scrubbed already first."""
    columns = removal_counts.c
    names = columns.claimed, columns.collection_id, columns.adapter, columns.label
    days = func.count(columns.day.distinct())
    query = (
        select(*names, func.sum(columns.removed), days).group_by(*names).order_by(columns.claimed.desc(), *names[1:])
    )
    return [
        RemovalCount(collection_id, adapter, bool(claimed), label, int(removed), number)
        for claimed, collection_id, adapter, label, removed, number in connection.execute(query)
    ]
