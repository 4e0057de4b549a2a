"""Traffic: how many attempts came, by day and by collection."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, literal, select, union_all

from storage.tables import attempts


class CollectionTraffic(NamedTuple):
    """The attempts of a collection since a moment, and the time of the latest of all."""

    attempts: int
    last_at: datetime | None


def attempts_by_day(connection: Connection, collections: Collection[str], first: datetime, days: int) -> Sequence[int]:
    """How many attempts of some collections ended on each of so many days."""
    columns = attempts.c
    each = [
        select(literal(number).label("day"), func.count().label("attempts")).where(
            columns.collection_id.in_(sorted(collections)),
            columns.last_at >= first + timedelta(days=number),
            columns.last_at < first + timedelta(days=number + 1),
        )
        for number in range(days)
    ]
    found = {row.day: row.attempts for row in connection.execute(union_all(*each))}
    return [found.get(number, 0) for number in range(days)]


def traffic(connection: Connection, collections: Collection[str], since: datetime) -> Mapping[str, CollectionTraffic]:
    """What came into each collection."""
    each = [_of_collection(name, since) for name in sorted(collections)]
    if not each:
        return {}
    return {row.name: CollectionTraffic(row.n, row.last_at) for row in connection.execute(union_all(*each))}


def _of_collection(name: str, since: datetime) -> Select[Any]:
    columns = attempts.c
    many = select(func.count()).where(columns.collection_id == name, columns.last_at >= since).scalar_subquery()
    last = select(func.max(columns.last_at)).where(columns.collection_id == name).scalar_subquery()
    return select(literal(name).label("name"), many.label("n"), last.label("last_at"))
