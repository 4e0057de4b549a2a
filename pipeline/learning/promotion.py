"""Promotion of targets: a fold over the days on which a family has evidence, each judged as of its own end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from pipeline.learning.comparison import (
    NOTHING,
    expected_gain,
    gates_of_promotion,
    is_promotable,
    lacks_diversity,
    scores,
)
from pipeline.learning.evidence import is_known
from pipeline.learning.policy import Policy
from pipeline.learning.totals import FamilyCell, PrincipalTotals, RunningTotals, TargetTotals
from pipeline.learning.verdicts import Status, TargetVerdict, Transition

#: A day before every day of evidence: a fold that starts here judges all.
FROM_THE_BEGINNING = -(10**9)


class _Walk:
    """The running totals of one view of a family, added day by day."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._cells: list[FamilyCell] = []
        self._totals = RunningTotals(policy.half_life)
        self._asked: tuple[int, PrincipalTotals, dict[str, TargetTotals]] | None = None

    def add(self, cells: Sequence[FamilyCell]) -> None:
        self._cells.extend(cells)
        self._totals.add(cells)
        self._asked = None

    def whole(self, day: int) -> tuple[PrincipalTotals, dict[str, TargetTotals]]:
        """All evidence as of the end of the day, by principal and added up; a day is asked more than once."""
        if self._asked is None or self._asked[0] != day:
            principals = self._totals.as_of(day)
            self._asked = day, principals, principals.capped(self._policy)
        return self._asked[1:]

    def recent(self, day: int) -> dict[str, TargetTotals]:
        """The same, added up, decayed faster: asked only of what is promoted, so it is not kept running."""
        totals = RunningTotals(self._policy.recent_half_life)
        totals.add(self._cells)
        return totals.as_of(day).capped(self._policy)


def _reasons_to_demote(walk: _Walk, day: int, target: str, policy: Policy) -> tuple[str, ...]:
    """Why a promotion falls, by codes; empty where it stands (margin 0)."""
    evidence, recent = walk.whole(day)[1], walk.recent(day)
    own = recent.get(target, NOTHING)
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
        if lacks_diversity(row, policy):
            continue
        quick = scores(evidence, target, policy.margin, policy)
        if quick.z_rest < policy.promote_z_rest or quick.z_sibling < policy.promote_z_sibling or quick.z_rest <= best_z:
            continue
        if not gates_of_promotion(principals, target, policy)[0]:
            best, best_z = target, quick.z_rest
    return best, fell


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
            promotable = target != promoted and is_promotable(evidence, target, self.policy)
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
    since: int = FROM_THE_BEGINNING,
) -> dict[str, TargetVerdict]:
    """Folds the evidence of a family into a verdict for each target.

    Promoted is judged on known principals alone unless anonymous evidence is trusted; promotable on all. A day that
    only the environment's failures reach is no day of evidence.

    Args:
        cells: the counts of the family, in any order.
        policy: the thresholds.
        trust_anonymous: whether evidence without a principal promotes.
        earlier: the histories of a fold that agrees with this one on all days before `since`.
        since: the first day whose counts changed.

    Returns:
        A verdict by target, sorted; the same whether or not the fold resumed.
    """
    ordered = sorted((cell for cell in cells if cell.teaches), key=lambda cell: (cell.day, cell))
    trusts = {cell.principal: trust_anonymous or is_known(cell.principal) for cell in ordered}
    everybody = _Walk(policy)
    trusted = everybody if all(trusts.values()) else _Walk(policy)
    fold = _Fold(policy, earlier or {}, since)
    last_day: dict[str, int] = {}
    for day, group in groupby(ordered, key=lambda cell: cell.day):
        today = list(group)
        known = [cell for cell in today if trusts[cell.principal]]
        everybody.add(today)
        if trusted is not everybody:
            trusted.add(known)
        last_day.update((cell.target, day) for cell in today)
        if day >= since:
            fold.judge(day, trusted if known else None, everybody)
    return _verdicts(fold, everybody, trusted, last_day)


def _verdicts(fold: _Fold, everybody: _Walk, trusted: _Walk, last_day: Mapping[str, int]) -> dict[str, TargetVerdict]:
    end = max(last_day.values(), default=0)
    known = trusted.whole(end)
    verdicts = {}
    for target, day in sorted(last_day.items()):
        principals, evidence = known if target in known[1] else everybody.whole(end)
        blocked, found, without = gates_of_promotion(principals, target, fold.policy)
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
            gain=expected_gain(evidence, target, fold.policy),
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
