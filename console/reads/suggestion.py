"""One suggestion: the claim, the evidence beside its thresholds, its history, and what it would change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from console.reads.acts import ActEntry, AuditEntry, Endorsement
from console.reads.queue import Counts
from console.reads.subject import Subject


@dataclass(frozen=True, slots=True)
class Mark:
    """A threshold beside a score.

    Attributes:
        decides: what it decides over: ``promotable``, ``promoted``, ``values`` or ``declared``.
        bound: the threshold.
        passed: whether the score reaches it, or does not exceed it.
        at_most: whether it is an upper bound.
    """

    decides: str
    bound: float
    passed: bool
    at_most: bool


@dataclass(frozen=True, slots=True)
class ScoreBar:
    """A score beside its thresholds.

    Attributes:
        code: what is measured: z_rest, z_sibling, z_without_strongest, n, supporters, support_days, share; for edges
            attempts, values, principals, completed, share_bound, declared_principals, declared_sessions,
            declared_success, declared_against_best, declared_bound.
        value: the number, None where there is nothing to measure.
        marks: its thresholds.
        lowest: the low end of a bar that shows value and marks.
        highest: the high end.
    """

    code: str
    value: float | None
    marks: tuple[Mark, ...]
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class DayCounts:
    """The evidence of one day; of an edge `success` are the attempts that show it and the rest is 0."""

    day: date
    success: int
    failure: int
    corrected_to: int
    corrected_away: int
    environment: int


@dataclass(frozen=True, slots=True)
class PrincipalShare:
    """What one principal supports: a hash, whether it is a known one, raw support, and its part of all support."""

    principal: str
    known: bool
    support: int
    share: float


@dataclass(frozen=True, slots=True)
class Sample:
    """A real attempt behind the suggestion.

    Attributes:
        key: its name in the collection.
        query: what was asked, scrubbed; None where no text is kept.
        principal: who asked, a hash.
        selected: what was selected.
        outcome: ``success``, ``failure``, ``environment``, ``corrected`` or ``open``.
        corrected_to: the target that it was corrected to.
        last_at: when it ended.
    """

    key: str
    query: str | None
    principal: str | None
    selected: str | None
    outcome: str
    corrected_to: str | None
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of status by the evidence of a day: cause ``evidence`` or ``approval_ended``."""

    day: date
    status: str
    reasons: tuple[str, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class Sibling:
    """Another target of the same query family, as it stands."""

    id: str
    target: str
    status: str
    counts: Counts
    gain: float


@dataclass(frozen=True, slots=True)
class RankedTool:
    """A candidate in a ranking: its place from 1, score, what learning added, and whether it is selected."""

    name: str
    rank: int
    score: float
    learned: float
    selected: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """One real query, ranked by the selector without and with the suggestion.

    Attributes:
        query: as it was asked, scrubbed.
        before: the ranking without it, best first.
        after: the ranking with it.
        changed: whether another tool is selected.
        reordered: whether another tool ranks first, though the model's choice was kept.
        right: the target that was corrected to or succeeded, None where nobody knows.
        improves: True where the decision changed towards `right`, False where away from it, None otherwise.
    """

    query: str
    before: tuple[RankedTool, ...]
    after: tuple[RankedTool, ...]
    changed: bool
    reordered: bool
    right: str | None
    improves: bool | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a suggestion changes, on real queries of its family.

    Attributes:
        decided: decisions that could be made anew.
        changed: of these, those that select another tool.
        reordered: of the others, those in which another tool ranks first, though the model's choice was kept.
        towards: of both, those towards the corrected or successful target.
        away: of both, those away from it.
        comparisons: some of them, those that changed first.
        missing: why nothing could be decided anew: ``no_catalog``, ``no_blocks``, ``edge``; empty where it could.
    """

    decided: int
    changed: int
    reordered: int
    towards: int
    away: int
    comparisons: tuple[Comparison, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """Everything that one suggestion's page shows.

    Attributes:
        subject: what it is about.
        version: what the page shows of it; acts give it back.
        status: as it stands now, expiry included.
        mode: the collection's mode: ``observe``, ``shadow`` or ``promote``.
        gain: the expected gain, in requests.
        counts: the raw counts.
        rival: the other target that it competes with.
        blocked_by: why it stands no higher, by codes.
        pinned: whether it is pinned.
        last_evidence_at: the day of the last evidence.
        bars: scores beside thresholds.
        days: evidence by day, oldest first.
        principals: who supports it, the strongest first.
        samples: real attempts, the latest first.
        siblings: the other targets of the family; of an edge the other producers of the argument.
        history: changes by evidence, oldest first.
        acts: operators' acts, oldest first; the last is in force.
        audit: what was written of it, the latest first.
        endorsement: what waits for a second person.
        needs_two: whether a promotion needs two people.
        effect: what it changes on real queries.
        policy_version: the policy that judged.
    """

    subject: Subject
    version: str
    status: str
    mode: str
    gain: float
    counts: Counts
    rival: str | None
    blocked_by: tuple[str, ...]
    pinned: bool
    last_evidence_at: datetime
    bars: tuple[ScoreBar, ...]
    days: tuple[DayCounts, ...]
    principals: tuple[PrincipalShare, ...]
    samples: tuple[Sample, ...]
    siblings: tuple[Sibling, ...]
    history: tuple[Transition, ...]
    acts: tuple[ActEntry, ...]
    audit: tuple[AuditEntry, ...]
    endorsement: Endorsement | None
    needs_two: bool
    effect: Effect
    policy_version: str
