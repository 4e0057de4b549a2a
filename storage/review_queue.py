"""The review queue: suggestions by expected gain, written with them, and read a page at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select, union_all

from pipeline.learning.outcomes import day_of
from pipeline.learning.suggestions import Kind, Row
from pipeline.learning.verdicts import Status
from pipeline.ports import SuggestionChange
from storage.arrays import is_among, read_among
from storage.review_tables import queue_counts, review_queue, status_days
from storage.tables import suggestions
from storage.upsert import delete_keys, upsert

#: The columns by which the queue is counted.
_COUNTED = ("collection_id", "kind", "status", "changes_state")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFilter:
    """Which suggestions the queue shows.

    Attributes:
        collections: only of these; None for every one.
        statuses: only of these; empty for every one.
        kind: only these.
        changes_state: only those whose target changes state, or does not.
    """

    collections: tuple[str, ...] | None = None
    statuses: tuple[Status, ...] = ()
    kind: Kind | None = None
    changes_state: bool | None = None


class QueuePlace(NamedTuple):
    """A place in the queue, which a page comes after."""

    gain: float
    suggestion_id: str


class QueueCount(NamedTuple):
    """How many suggestions of the queue have these values."""

    collection_id: str
    kind: str
    status: str
    changes_state: bool
    suggestions: int


def write_queue(connection: Connection, changes: Sequence[SuggestionChange], written_at: datetime) -> None:
    """Brings queue, counts and the tally of the day to what suggestions are now.

    What the queue held before is what is taken from the counts: they agree whatever anybody wrote past the program.
    """
    ordered = sorted(changes, key=_identity)
    held: dict[str, dict[str, Any]] = {}
    for row in read_among(connection, _held, map(_identity, ordered)):
        held[row.suggestion_id] = row._asdict()
    rows = [_queued(change.now) for change in ordered if change.now is not None]
    moved = [row for row in rows if row != held.get(row["suggestion_id"])]
    gone = [identity for change in ordered if change.now is None and (identity := _identity(change)) in held]
    counts = Counter(tuple(row[name] for name in _COUNTED) for row in moved)
    taken = (held[name] for name in (*gone, *(row["suggestion_id"] for row in moved)) if name in held)
    counts.subtract(tuple(row[name] for name in _COUNTED) for row in taken)
    upsert(connection, review_queue, moved)
    delete_keys(connection, review_queue, [{"suggestion_id": identity} for identity in gone])
    _add(connection, counts)
    _tally(connection, ordered, day_of(written_at))


@cache
def _held(has_arrays: bool) -> Select[Any]:
    return select(review_queue).where(is_among(review_queue.c.suggestion_id, has_arrays))


def _tally(connection: Connection, changes: Sequence[SuggestionChange], day: int) -> None:
    moves: Counter[tuple[str, str, str]] = Counter()
    for change in changes:
        if change.status_changed:
            row = change.now or change.before or {}
            moves[row["collection_id"], _status(change.before), _status(change.now)] += 1
    upsert(
        connection,
        status_days,
        [
            {"collection_id": name, "day": day, "before": before, "after": after, "suggestions": many}
            for (name, before, after), many in sorted(moves.items())
        ],
        add=("suggestions",),
    )


def _add(connection: Connection, counts: Counter[tuple[Any, ...]]) -> None:
    rows = [
        {**dict(zip(_COUNTED, key, strict=True)), "suggestions": many} for key, many in sorted(counts.items()) if many
    ]
    # A count that fell to nothing stays: there are few, and a batch costs the same statements whatever moves.
    upsert(connection, queue_counts, rows, add=("suggestions",))


def _identity(change: SuggestionChange) -> str:
    return str((change.now or change.before or {})["id"])


def _status(row: Row | None) -> str:
    return "" if row is None else str(row["status"])


def _queued(row: Row) -> dict[str, Any]:
    return {
        "suggestion_id": row["id"],
        "collection_id": row["collection_id"],
        "kind": row["kind"],
        "status": row["status"],
        "changes_state": int(bool(row.get("changes_state"))),
        "gain": float(row["evidence"].get("gain") or 0.0),
    }


def read_queue(
    connection: Connection, wanted: QueueFilter, limit: int, after: QueuePlace | None = None
) -> Sequence[tuple[QueuePlace, Row]]:
    """A page of the queue: what gains most first, each row with its place.

    The page of each status, and of each of a few collections, is searched by an index that has its order; the pages are
    merged.

    Args:
        connection: a transaction.
        wanted: the filter.
        limit: rows of a page.
        after: the place that the page comes after; None for the first.
    """
    pages = [_page(conditions, limit, after) for conditions in _searches(wanted)]
    if not pages:
        return []
    places = union_all(*(select(page.subquery()) for page in pages)).subquery("places")
    query = (
        select(places.c.gain, places.c.suggestion_id, suggestions.c.row)
        .join(suggestions, suggestions.c.id == places.c.suggestion_id)
        .order_by(places.c.gain.desc(), places.c.suggestion_id.desc())
        .limit(limit)
    )
    return [(QueuePlace(row.gain, row.suggestion_id), row.row) for row in connection.execute(query)]


def _page(conditions: Sequence[ColumnElement[bool]], limit: int, after: QueuePlace | None) -> Select[Any]:
    columns = review_queue.c
    query = select(columns.gain, columns.suggestion_id).where(*conditions)
    if after is not None:
        query = query.where(
            columns.gain <= after.gain,
            or_(
                columns.gain < after.gain,
                and_(columns.gain == after.gain, columns.suggestion_id < after.suggestion_id),
            ),
        )
    return query.order_by(columns.gain.desc(), columns.suggestion_id.desc()).limit(limit)


#: Collections that are searched one by one; of more, every status is searched and the others left out.
_SEARCHED = 8


def _searches(wanted: QueueFilter) -> Iterator[list[ColumnElement[bool]]]:
    columns = review_queue.c
    also: list[ColumnElement[bool]] = []
    if wanted.kind is not None:
        also.append(columns.kind == wanted.kind.value)
    if wanted.changes_state is not None:
        also.append(columns.changes_state == int(wanted.changes_state))
    named = wanted.collections
    for status in wanted.statuses or tuple(Status):
        of_status = columns.status == status.value
        if named is None:
            yield [of_status, *also]
        elif len(named) > _SEARCHED:
            yield [of_status, columns.collection_id.in_(sorted(named)), *also]
        else:
            for name in sorted(named):
                yield [columns.collection_id == name, of_status, *also]


def read_queue_counts(connection: Connection, collections: Collection[str] | None = None) -> Sequence[QueueCount]:
    """How many suggestions there are, by collection, kind, status and whether the target changes state."""
    query = select(queue_counts).where(queue_counts.c.suggestions > 0).order_by(*queue_counts.primary_key)
    if collections is not None:
        query = query.where(queue_counts.c.collection_id.in_(sorted(collections)))
    return [
        QueueCount(row.collection_id, row.kind, row.status, bool(row.changes_state), row.suggestions)
        for row in connection.execute(query)
    ]


def counted(counts: Sequence[QueueCount], wanted: QueueFilter) -> int:
    """How many suggestions a filter shows.

    >>> counts = [QueueCount("shop", "target_preference", "promotable", True, 3)]
    >>> counted(counts, QueueFilter(statuses=(Status.PROMOTABLE,))), counted(counts, QueueFilter(changes_state=False))
    (3, 0)
    """
    return sum(count.suggestions for count in counts if _shows(wanted, count))


def _shows(wanted: QueueFilter, count: QueueCount) -> bool:
    return (
        (wanted.collections is None or count.collection_id in wanted.collections)
        and (not wanted.statuses or count.status in wanted.statuses)
        and (wanted.kind is None or count.kind == wanted.kind)
        and (wanted.changes_state is None or count.changes_state == wanted.changes_state)
    )


def read_status_days(
    connection: Connection, collections: Collection[str], since: int
) -> Sequence[tuple[int, str, str, int]]:
    """How many suggestions went from one status to another, by day from `since` on: (day, before, after, how many)."""
    columns = status_days.c
    query = select(columns.day, columns.before, columns.after, columns.suggestions).where(
        columns.collection_id.in_(sorted(collections)), columns.day >= since
    )
    totals: Counter[tuple[int, str, str]] = Counter()
    for row in connection.execute(query):
        totals[row.day, row.before, row.after] += row.suggestions
    return [(*key, many) for key, many in sorted(totals.items())]
