"""The evidence of a suggestion, read from what the store says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from console.reads.queue import read_counts
from console.reads.suggestion import DayCounts, PrincipalShare, Sample, Sibling, Transition
from pipeline.learning.attempts import Attempt
from pipeline.learning.evidence import is_known
from pipeline.learning.suggestions import Row
from storage.decisions import StoredDecision
from storage.evidence_days import EvidenceDay, Supporter

_EPOCH = date(1970, 1, 1)


def read_day(day: int) -> date:
    """A day counted from 1970-01-01.

    >>> read_day(20458).isoformat()
    '2026-01-05'
    """
    return _EPOCH + timedelta(days=day)


def read_days(days: Sequence[EvidenceDay]) -> tuple[DayCounts, ...]:
    """The evidence by day, oldest first."""
    return tuple(DayCounts(read_day(day.day), *day[1:]) for day in days)


def read_principals(found: Sequence[Supporter], whole: int) -> tuple[PrincipalShare, ...]:
    """Who supports it, with each one's part of all support."""
    return tuple(
        PrincipalShare(one.principal[1:], is_known(one.principal), one.support, one.support / whole) for one in found
    )


def read_samples(decisions: Sequence[StoredDecision]) -> tuple[Sample, ...]:
    """Real attempts."""
    return tuple(
        Sample(
            key=decision.attempt.key,
            query=decision.query,
            principal=decision.attempt.principal,
            selected=decision.attempt.selected,
            outcome=outcome_of(decision.attempt),
            corrected_to=decision.attempt.correction.corrected if decision.attempt.correction else None,
            last_at=decision.last_at,
        )
        for decision in decisions
    )


def outcome_of(attempt: Attempt) -> str:
    """How an attempt ended, by a code."""
    if attempt.correction is not None:
        return "corrected"
    if attempt.ending is None:
        return "open"
    if attempt.ending.environment:
        return "environment"
    return "success" if attempt.ending.success else "failure"


def read_siblings(rows: Sequence[Row]) -> tuple[Sibling, ...]:
    """The other targets of a family, or producers of an argument, what gains most first."""
    found = (
        Sibling(
            id=row["id"],
            target=row["edge"]["source"] if row["edge"] else row["target"],
            status=row["status"],
            counts=read_counts(row["evidence"]),
            gain=float(row["evidence"].get("gain") or 0.0),
        )
        for row in rows
    )
    return tuple(sorted(found, key=lambda sibling: (-sibling.gain, sibling.target, sibling.id)))


def read_history(row: Mapping[str, Any]) -> tuple[Transition, ...]:
    """The changes by evidence, oldest first."""
    return tuple(
        Transition(read_day(entry["day"]), entry["status"], tuple(entry["reasons"]), entry["cause"])
        for entry in row["history"]
    )
