"""Promotion of targets: a fold over the days on which a family has evidence, each judged as of its own end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from pipeline.learning.evidence import is_known
from pipeline.learning.policy import Policy
from pipeline.learning.totals import FamilyCell, PrincipalTotals, RunningTotals, TargetTotals

#: z against siblings where none has evidence to compare with.
NO_SIBLING = 9.0
#: A day before every day of evidence.
_BEFORE_ALL = -(10**9)
#: The family's mean before any outcome: 1.2 successes of 2 (restated policy, `scores`).
_MEAN_PRIOR = (1.2, 2.0)
_NOTHING = TargetTotals(plus=0.0, minus=0.0, supporters=0, support=0.0, top=0.0, days=0)


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
class Scores:
    """How a target compares.

    Attributes:
        z_rest: z against all other targets pooled.
        z_sibling: the worst z against a sibling with evidence; `NO_SIBLING` where there is none.
        rival: the sibling of `z_sibling`, else the heaviest other target, None where it is alone.
    """

    z_rest: float
    z_sibling: float
    rival: str | None


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
    """

    status: Status
    history: tuple[Transition, ...]
    totals: TargetTotals
    scores: Scores
    z_without_strongest: float
    blocked_by: tuple[str, ...]
    last_day: int


def scores(evidence: Mapping[str, TargetTotals], target: str, margin: float, policy: Policy) -> Scores:
    """Compares a target with the rest and with each sibling, as Beta posteriors around the family's mean."""
    plus_all = sum(row.plus for row in evidence.values())
    minus_all = sum(row.minus for row in evidence.values())
    mean = (plus_all + _MEAN_PRIOR[0]) / (plus_all + minus_all + _MEAN_PRIOR[1])
    own = evidence.get(target, _NOTHING)
    mu, variance = _posterior(own.plus, own.minus, mean, policy)
    mu_rest, variance_rest = _posterior(plus_all - own.plus, minus_all - own.minus, mean, policy)
    worst, rival = NO_SIBLING, None
    others = [(name, row) for name, row in evidence.items() if name != target]
    for name, row in others:
        if row.weight >= policy.sibling_weight:
            mu_other, variance_other = _posterior(row.plus, row.minus, mean, policy)
            z = (mu - mu_other) / math.sqrt(variance + variance_other)
            if z < worst:
                worst, rival = z, name
    if rival is None and others:
        rival = max(others, key=lambda item: item[1].weight)[0]
    return Scores((mu - mu_rest - margin) / math.sqrt(variance + variance_rest), worst, rival)


def _posterior(plus: float, minus: float, mean: float, policy: Policy) -> tuple[float, float]:
    """Mean and variance of the Beta posterior."""
    a, b = plus + policy.prior_strength * mean, minus + policy.prior_strength * (1 - mean)
    n = a + b
    return a / n, a * b / (n * n * (n + 1))


class _Walk:
    """The running totals of one view of a family, added day by day."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._whole = RunningTotals(policy.half_life)
        self._recent = RunningTotals(policy.recent_half_life)
        self._asked: tuple[int, PrincipalTotals, dict[str, TargetTotals]] | None = None

    def add(self, cells: Sequence[FamilyCell]) -> None:
        self._whole.add(cells)
        self._recent.add(cells)
        self._asked = None

    def whole(self, day: int) -> tuple[PrincipalTotals, dict[str, TargetTotals]]:
        """All evidence as of the end of the day, by principal and added up; a day is asked more than once."""
        if self._asked is None or self._asked[0] != day:
            principals = self._whole.as_of(day)
            self._asked = day, principals, principals.capped(self._policy)
        return self._asked[1:]

    def recent(self, day: int) -> dict[str, TargetTotals]:
        """The same, added up, decayed faster: what may demote quickly."""
        return self._recent.as_of(day).capped(self._policy)


def _reasons_to_demote(walk: _Walk, day: int, target: str, policy: Policy) -> tuple[str, ...]:
    """Why a promotion falls, by codes; empty where it stands (margin 0)."""
    evidence, recent = walk.whole(day)[1], walk.recent(day)
    own = recent.get(target, _NOTHING)
    fresh = own.weight >= policy.recent_weight
    if sum(row.weight for name, row in evidence.items() if name != target) < policy.sibling_weight:
        # Nothing left to compare with, since everybody uses the promoted target: only its own recent failures count.
        return ("recent_failures",) if fresh and own.minus > own.plus else ()
    now, lately = scores(evidence, target, 0.0, policy), scores(recent, target, 0.0, policy)
    falls = {
        "z_rest_fell": now.z_rest < policy.keep_z_rest,
        "z_sibling_fell": now.z_sibling < policy.keep_z_sibling,
        "recent_evidence_against": fresh and min(lately.z_rest, lately.z_sibling) <= policy.recent_z,
    }
    return tuple(code for code, holds in falls.items() if holds)


def _lacks_diversity(row: TargetTotals, policy: Policy) -> list[str]:
    gates = {
        "few_principals": row.supporters < policy.min_principals,
        "few_days": row.days < policy.min_days,
        "one_principal_dominates": row.support <= 0 or row.top_share > policy.max_share,
        "little_evidence": row.weight < policy.min_weight,
    }
    return [code for code, fails in gates.items() if fails]


def _gates_of_promotion(principals: PrincipalTotals, target: str, policy: Policy) -> tuple[list[str], Scores, float]:
    """The gates that a target fails, its scores with the margin, and its z without the strongest supporter."""
    evidence = principals.capped(policy)
    own = evidence.get(target, _NOTHING)
    blocked = _lacks_diversity(own, policy)
    found = scores(evidence, target, policy.margin, policy)
    without = principals.capped(policy, without=principals.strongest_supporter(target, policy))
    rest = scores(without, target, policy.margin, policy)
    gates = {
        "z_rest_low": found.z_rest < policy.promote_z_rest,
        "z_sibling_low": found.z_sibling < policy.promote_z_sibling,
        "rests_on_one_principal": rest.z_rest < policy.without_z_rest or rest.z_sibling < policy.without_z_sibling,
    }
    return blocked + [code for code, fails in gates.items() if fails], found, rest.z_rest


def _promoted_target(walk: _Walk, day: int, promoted: str | None, policy: Policy) -> tuple[str | None, tuple[str, ...]]:
    """The promoted target at the end of a day, given the one before, and why that one fell."""
    fell: tuple[str, ...] = ()
    if promoted is not None:
        fell = _reasons_to_demote(walk, day, promoted, policy)
        if not fell:
            return promoted, ()
    principals, evidence = walk.whole(day)
    best, best_z = None, -math.inf
    for target, row in evidence.items():
        if _lacks_diversity(row, policy):
            continue
        quick = scores(evidence, target, policy.margin, policy)
        if quick.z_rest < policy.promote_z_rest or quick.z_sibling < policy.promote_z_sibling or quick.z_rest <= best_z:
            continue
        if not _gates_of_promotion(principals, target, policy)[0]:
            best, best_z = target, quick.z_rest
    return best, fell


def _promotable(evidence: Mapping[str, TargetTotals], target: str, policy: Policy) -> bool:
    if _lacks_diversity(evidence[target], policy):
        return False
    found = scores(evidence, target, policy.margin, policy)
    return found.z_rest >= policy.promotable_z_rest and found.z_sibling >= policy.promotable_z_sibling


def _status(target: str, promoted: str | None, promotable: bool, before: Status | None) -> Status:
    if target == promoted:
        return Status.PROMOTED
    if promotable:
        return Status.PROMOTABLE
    if before in {Status.PROMOTED, Status.DEMOTED}:
        return Status.DEMOTED
    return Status.SUGGESTED


class _Fold:
    """The state of the fold: each target's history so far."""

    def __init__(self, policy: Policy, earlier: Mapping[str, Sequence[Transition]], since: int) -> None:
        self.policy = policy
        self.histories = {
            target: [transition for transition in history if transition.day < since]
            for target, history in sorted(earlier.items())
        }

    def status(self, target: str) -> Status | None:
        history = self.histories.get(target)
        return history[-1].status if history else None

    def promoted(self) -> str | None:
        return next((target for target in self.histories if self.status(target) is Status.PROMOTED), None)

    def judge(self, day: int, trusted: _Walk | None, everybody: _Walk) -> None:
        """Judges one day; `trusted` is None where only anonymous evidence came, which promotes nothing."""
        before = promoted = self.promoted()
        fell: tuple[str, ...] = ()
        if trusted is not None:
            promoted, fell = _promoted_target(trusted, day, promoted, self.policy)
        evidence = everybody.whole(day)[1]
        for target in evidence:
            promotable = target != promoted and _promotable(evidence, target, self.policy)
            status = _status(target, promoted, promotable, self.status(target))
            if status is not self.status(target):
                reasons = fell if target == before else ("evidence",)
                self.histories.setdefault(target, []).append(Transition(day, status, reasons or ("evidence",)))


def fold_family(
    cells: Iterable[FamilyCell],
    policy: Policy,
    *,
    trust_anonymous: bool,
    earlier: Mapping[str, Sequence[Transition]] | None = None,
    since: int | None = None,
) -> dict[str, TargetVerdict]:
    """Folds the evidence of a family into a verdict for each target.

    Promoted is judged on known principals alone unless anonymous evidence is trusted; promotable on all. A day that
    only the environment's failures reach is no day of evidence.

    Args:
        cells: the counts of the family, in any order.
        policy: the thresholds.
        trust_anonymous: whether evidence without a principal promotes.
        earlier: the histories of a fold that agrees with this one on all days before `since`.
        since: the first day whose counts changed; None folds from the beginning.

    Returns:
        A verdict by target, sorted; the same whether or not the fold resumed.
    """
    ordered = sorted((cell for cell in cells if cell.teaches), key=lambda cell: (cell.day, cell))
    trusts = {cell.principal: trust_anonymous or is_known(cell.principal) for cell in ordered}
    everybody = _Walk(policy)
    trusted = everybody if all(trusts.values()) else _Walk(policy)
    first = _BEFORE_ALL if since is None else since
    fold = _Fold(policy, earlier or {}, first)
    last_day: dict[str, int] = {}
    for day, group in groupby(ordered, key=lambda cell: cell.day):
        today = list(group)
        known = [cell for cell in today if trusts[cell.principal]]
        everybody.add(today)
        if trusted is not everybody:
            trusted.add(known)
        last_day.update((cell.target, day) for cell in today)
        if day >= first:
            fold.judge(day, trusted if known else None, everybody)
    return _verdicts(fold, everybody, trusted, last_day)


def _verdicts(fold: _Fold, everybody: _Walk, trusted: _Walk, last_day: Mapping[str, int]) -> dict[str, TargetVerdict]:
    end = max(last_day.values(), default=0)
    known = trusted.whole(end)
    verdicts = {}
    for target, day in sorted(last_day.items()):
        principals, evidence = known if target in known[1] else everybody.whole(end)
        blocked, found, without = _gates_of_promotion(principals, target, fold.policy)
        if target not in known[1]:
            blocked.insert(0, "anonymous_evidence")
        status = fold.status(target) or Status.SUGGESTED
        verdicts[target] = TargetVerdict(
            status=status,
            history=tuple(fold.histories.get(target, ())),
            totals=evidence[target],
            scores=found,
            z_without_strongest=without,
            blocked_by=() if status is Status.PROMOTED else tuple(blocked),
            last_day=day,
        )
    return verdicts


def approval_falls(
    cells: Iterable[FamilyCell], target: str, approved_day: int, policy: Policy, *, trust_anonymous: bool
) -> Transition | None:
    """The day whose evidence ends an approval, or None while it stands.

    An operator who approves has seen the evidence so far: an approval falls on the first later day on which the rule of
    demotion holds both for the whole evidence and for what came after the approval, so that one more success, or a
    weakness that was known, does not undo it.
    """
    trusted = sorted(
        (cell for cell in cells if cell.teaches and (trust_anonymous or is_known(cell.principal))),
        key=lambda cell: cell.day,
    )
    whole, since = _Walk(policy), _Walk(policy)
    for day, group in groupby(trusted, key=lambda cell: cell.day):
        today = list(group)
        whole.add(today)
        if day <= approved_day:
            continue
        since.add(today)
        reasons = _reasons_to_demote(whole, day, target, policy)
        if reasons and _reasons_to_demote(since, day, target, policy):
            return Transition(day, Status.DEMOTED, reasons)
    return None
