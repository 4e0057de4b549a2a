"""Retention: attempts that have grown old go, with what they taught; the rest is judged as if they had never been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from pipeline.disposal import ATTEMPTS_TOGETHER, LETTERS_TOGETHER, Removed, alone, counts_of, settle, take_out
from pipeline.learning.policy import Policy
from pipeline.learning.settings import RETENTION_DAYS
from pipeline.ports import StoredEvent, UnitOfWork


def floor_of(as_of: datetime, days: int) -> datetime:
    """The first moment that is kept: the beginning of a UTC day, so that days go whole.

    >>> floor_of(datetime(2026, 7, 5, 9, 30, tzinfo=UTC), 180).isoformat()
    '2026-01-06T00:00:00+00:00'
    """
    day = as_of.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=days)


def has_aged(entries: Iterable[StoredEvent], floor: datetime) -> bool:
    """Whether an attempt goes: whether its last event is from before the floor.

    An attempt goes whole or not at all: cut in two it would teach what is false, since a value whose origin went would
    seem to come from a later output.
    """
    return all(entry.event.ts < floor for entry in entries)


def retain(
    unit_of_work: Callable[[], UnitOfWork],
    collection_id: str,
    floor: datetime,
    policy: Policy,
    on_batch: Callable[[Removed], None] = lambda _removed: None,
) -> Removed:
    """Lets go of what is older than a floor, in bounded transactions, while others write.

    The floor moves up first, so that nothing from before it comes in from then on. Interrupted anywhere, a second run
    goes on.

    Args:
        unit_of_work: gives a transaction for each batch.
        collection_id: the collection.
        floor: the first moment that is kept; a collection's floor never sinks.
        policy: the thresholds.
        on_batch: is told of what has gone after each batch.
    """
    with alone(unit_of_work) as work:
        floor = work.collections.raise_floor(collection_id, floor)
        work.removals.forget(collection_id, floor)
    removed = Removed()
    while _retain_some(unit_of_work, collection_id, floor, policy, removed):
        on_batch(removed)
    removed.dead_letters += forget_letters(unit_of_work, collection_id, floor)
    return removed


def _retain_some(
    unit_of_work: Callable[[], UnitOfWork], collection_id: str, floor: datetime, policy: Policy, removed: Removed
) -> bool:
    with alone(unit_of_work) as work:
        keys = work.disposal.aged(collection_id, floor, ATTEMPTS_TOGETHER)
        stored = work.attempts.load(collection_id, keys)
        aged = {key: entries for key, entries in stored.items() if has_aged(entries, floor)}
        delta = take_out(work, collection_id, aged)
        judged = settle(work, collection_id, delta, policy)
    removed.attempts += len(aged)
    removed.events += sum(map(len, aged.values()))
    removed.counts += counts_of(delta)
    removed.suggestions += judged
    return bool(aged)


def retain_due(
    unit_of_work: Callable[[], UnitOfWork], as_of: datetime, policy: Policy
) -> Iterator[tuple[str, Removed]]:
    """Does today's retention of each collection, by its setting, where nobody has yet.

    Several may ask at once: whoever moves the floor of a collection to today's does it. Where a run broke off, what it
    left is taken up.

    Args:
        unit_of_work: gives transactions.
        as_of: the present.
        policy: the thresholds.

    Yields:
        The name of a collection, and what went.
    """
    with unit_of_work() as work:
        names = work.collections.names()
    for name in names:
        floor = _claimed(unit_of_work, name, as_of)
        if floor is not None:
            yield name, retain(unit_of_work, name, floor, policy)


def _claimed(unit_of_work: Callable[[], UnitOfWork], collection_id: str, as_of: datetime) -> datetime | None:
    """The floor of today, where something is left to do and this caller is to do it."""
    with unit_of_work() as work:
        due = floor_of(as_of, work.collections.settings(collection_id).retention_days)
        floor = work.collections.gates()[collection_id].floor
        if floor is not None and floor >= due:
            return floor if work.disposal.aged(collection_id, floor, 1) else None
    with alone(unit_of_work) as work:
        floor = work.collections.gates()[collection_id].floor
        if floor is not None and floor >= due:
            return None
        return work.collections.raise_floor(collection_id, due)


def forget_letters(unit_of_work: Callable[[], UnitOfWork], collection_id: str | None, floor: datetime) -> int:
    """Lets go of the dead letters of a collection, or of none, that came last before a floor; returns how many."""
    total = 0
    while True:
        with alone(unit_of_work) as work:
            gone = work.disposal.old_letters(collection_id, floor, LETTERS_TOGETHER)
            total += gone
        if gone < LETTERS_TOGETHER:
            return total


def default_floor(as_of: datetime) -> datetime:
    """The floor of what belongs to no collection.

    >>> default_floor(datetime(2026, 7, 5, 9, 30, tzinfo=UTC)).date().isoformat()
    '2026-01-06'
    """
    return floor_of(as_of, RETENTION_DAYS)
