"""The overview, put together from what the store says of the collections that a caller sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from console.desk.sight import Sight
from console.reads.evidence import read_day
from console.reads.learning import Decided, learning_share
from console.reads.overview import CollectionFigures, Overview
from pipeline.learning.outcomes import day_of
from pipeline.learning.suggestions import Row
from pipeline.learning.verdicts import Status
from storage.letter_pages import LetterFilter
from storage.review import ReviewReads
from storage.review_queue import QueueCount

#: Collections that are looked into; more than a person overlooks.
_COLLECTIONS = 24
#: Decisions that are made anew, of all collections together, and of each at most.
_DECISIONS, _EACH = 600, 200


def overview_of(reads: ReviewReads, sight: Sight, now: datetime, days: int, boost: float) -> Overview:
    """Reads the overview as of a moment."""
    names = sight.names[:_COLLECTIONS]
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    first = today - timedelta(days=days - 1)
    counts = [count for count in reads.queue_counts(sight.names) if count.collection_id in names]
    traffic = reads.traffic(names, first)
    learning = _learning(reads, names)
    statuses = _by_status(counts)
    lasts = [found.last_at for found in traffic.values() if found.last_at]
    return Overview(
        collections=tuple(
            CollectionFigures(
                id=name,
                mode=sight.settings[name].mode.value,
                review=sight.settings[name].review.value,
                attempts=traffic[name].attempts,
                last_event_at=traffic[name].last_at,
                by_status=_by_status([count for count in counts if count.collection_id == name]),
                learning=learning_share(sight.settings[name].mode.value, learning[name], boost),
            )
            for name in names
        ),
        days=tuple(read_day(day_of(first) + number) for number in range(days)),
        attempts_by_day=tuple(reads.attempts_by_day(names, first, days)) if names else (0,) * days,
        status_by_day=status_by_day(statuses, reads.status_days(names, day_of(first)), day_of(first), days),
        dead_letters=reads.letter_counts(LetterFilter(collections=sight.lettered)),
        waiting=statuses.get(Status.PROMOTABLE.value, 0),
        lag_seconds=max(0, int((now - max(lasts)).total_seconds())) if lasts else None,
    )


def _learning(reads: ReviewReads, names: Sequence[str]) -> Mapping[str, Decided]:
    """For each collection its latest decisions, with the promoted rows of their families and the catalog."""
    each = min(_EACH, _DECISIONS // max(1, len(names)))
    decisions = reads.latest_decisions(names, each)
    families = {
        (decision.collection_id, decision.attempt.family.key) for decision in decisions if decision.attempt.family
    }
    rows: dict[str, list[Row]] = {}
    for row in reads.promoted(families):
        rows.setdefault(row["collection_id"], []).append(row)
    catalogs = reads.catalogs(names)
    return {
        name: Decided(
            tuple(decision for decision in decisions if decision.collection_id == name),
            tuple(rows.get(name, ())),
            catalogs.get(name, {}),
        )
        for name in names
    }


def _by_status(counts: Sequence[QueueCount]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for count in counts:
        found[count.status] += count.suggestions
    return dict(sorted(found.items()))


def status_by_day(
    now: Mapping[str, int], moves: Sequence[tuple[int, str, str, int]], first: int, days: int
) -> Mapping[str, tuple[int, ...]]:
    """Suggestions by status at the end of each day: from the present back, by undoing each later day's moves.

    >>> status_by_day({"promoted": 3}, [(11, "promotable", "promoted", 2)], 10, 2)["promotable"]
    (2, 0)
    """
    standing = Counter(now)
    found: dict[str, list[int]] = {status.value: [0] * days for status in Status}
    for number in reversed(range(days)):
        for status, line in found.items():
            line[number] = max(0, standing[status])
        for day, before, after, many in moves:
            if day == first + number:
                standing[after] -= many
                standing[before] += many
    return {status: tuple(line) for status, line in found.items()}
