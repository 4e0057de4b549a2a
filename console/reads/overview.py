"""The overview: how much came in, where suggestions stand, and what learning changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one suggestion changed, or would change: decisions, first places, and of both how many rightly."""

    suggestion_id: str
    target: str
    query_example: str | None
    changed: int
    reordered: int
    towards: int
    away: int


@dataclass(frozen=True, slots=True)
class LearningShare:
    """What learning changed in the latest decisions of a collection, or would change in shadow mode.

    Attributes:
        mode: the collection's mode.
        decisions: decisions with a selector block that were looked at, the latest ones.
        changed: of these, those that learning changed, or would change.
        reordered: of the others, those in which another tool ranks first, though the model's choice was kept.
        towards: of both, those towards the corrected or successful target.
        away: of both, those away from it.
        since: the time of the first of them, None without any.
        lessons: by suggestion, the most changes first.
        missing: why nothing could be told: ``no_catalog`` or ``no_blocks``; empty where it could.
    """

    mode: str
    decisions: int
    changed: int
    reordered: int
    towards: int
    away: int
    since: datetime | None
    lessons: tuple[Lesson, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class CollectionFigures:
    """One collection.

    Attributes:
        id: its name.
        mode: ``observe``, ``shadow`` or ``promote``.
        review: which target preferences wait for an operator.
        attempts: attempts of the days shown.
        last_event_at: the time of the latest attempt, None without any.
        by_status: suggestions by status.
        learning: what learning changed, or would change.
    """

    id: str
    mode: str
    review: str
    attempts: int
    last_event_at: datetime | None
    by_status: Mapping[str, int]
    learning: LearningShare


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of what a reader may see.

    Attributes:
        collections: each collection.
        days: the days of the charts, oldest first.
        attempts_by_day: attempts of each day.
        status_by_day: suggestions by status at the end of each day: status -> one number a day.
        dead_letters: how many wait, by reason.
        waiting: suggestions that are promotable.
        lag_seconds: seconds since the latest event by its own time; None without any.
    """

    collections: tuple[CollectionFigures, ...]
    days: tuple[date, ...]
    attempts_by_day: tuple[int, ...]
    status_by_day: Mapping[str, tuple[int, ...]]
    dead_letters: Mapping[str, int]
    waiting: int
    lag_seconds: int | None
