"""Verdicts: what the evidence says of a suggestion, and how it came to say so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.learning.comparison import Scores
from pipeline.learning.totals import TargetTotals


class Status(StrEnum):
    """Where a suggestion stands."""

    SUGGESTED = "suggested"
    PROMOTABLE = "promotable"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of status by the evidence of a day (days since 1970-01-01, UTC), with reason codes."""

    day: int
    status: Status
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetVerdict:
    """The end of the fold for one target.

    Attributes:
        status: what the evidence says.
        history: its transitions, oldest first.
        totals: its decayed evidence at the end of the last day.
        scores: with the margin.
        z_without_strongest: z against the rest without the strongest supporter.
        blocked_by: the gates of promotion that it fails.
        last_day: the last day with evidence for or against it.
        gain: what a promotion is expected to gain (`pipeline.learning.comparison.expected_gain`).
    """

    status: Status
    history: tuple[Transition, ...]
    totals: TargetTotals
    scores: Scores
    z_without_strongest: float
    blocked_by: tuple[str, ...]
    last_day: int
    gain: float = 0.0
