"""Outcomes: what an attempt says for or against the target that it selected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from pipeline.learning.attempts import Attempt

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TargetCounts:
    """Keyed integer counts of a target; they add up and are taken back.

    Attributes:
        success: runs that succeeded and were not corrected.
        failure: runs that failed for a reason of their own.
        corrected_to: corrections that name this target.
        corrected_away: corrections that replace it.
        environment: runs that the environment ended; they teach nothing.
    """

    success: int = 0
    failure: int = 0
    corrected_to: int = 0
    corrected_away: int = 0
    environment: int = 0


@dataclass(frozen=True, slots=True)
class TargetOutcome:
    """What one attempt counts for one target on one day (days since 1970-01-01, UTC)."""

    target: str
    day: int
    counts: TargetCounts


def day_of(at: datetime) -> int:
    """The UTC day of a moment, counted from 1970-01-01.

    >>> day_of(datetime(2026, 1, 5, 23, 59, tzinfo=UTC))
    20458
    """
    return (at - _EPOCH).days


def target_outcomes(attempt: Attempt) -> tuple[TargetOutcome, ...]:
    """The outcomes of an attempt.

    A corrected run is never a success of what was selected: it counts against that and for the corrected target. Its
    day is the end's, else the correction's own (design: Outcomes, Days).
    """
    selected, ending, correction = attempt.selected, attempt.ending, attempt.correction
    if correction is not None:
        day = day_of(ending.at if ending else correction.at)
        outcomes = [TargetOutcome(correction.corrected, day, TargetCounts(corrected_to=1))]
        if selected is not None:
            outcomes.append(TargetOutcome(selected, day, TargetCounts(corrected_away=1)))
        return tuple(outcomes)
    if selected is None or ending is None:
        return ()
    if ending.environment:
        counts = TargetCounts(environment=1)
    elif ending.success:
        counts = TargetCounts(success=1)
    else:
        counts = TargetCounts(failure=1)
    return (TargetOutcome(selected, day_of(ending.at), counts),)
