"""Decayed and capped evidence of the targets of one family, as of the end of a day."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.learning.policy import Policy


class Outcomes(NamedTuple):
    """One principal's outcomes for one target; decayed where floats."""

    success: float = 0.0
    failure: float = 0.0
    to: float = 0.0
    away: float = 0.0


class FamilyCell(NamedTuple):
    """The counts of one target, principal and day of a family."""

    target: str
    principal: str
    day: int
    success: int
    failure: int
    corrected_to: int
    corrected_away: int
    environment: int

    @property
    def teaches(self) -> bool:
        """Whether it holds more than failures of the environment."""
        return bool(self.success or self.failure or self.corrected_to or self.corrected_away)


@dataclass(frozen=True, slots=True)
class TargetTotals:
    """What stands for and against one target, all principals together.

    Attributes:
        plus: decayed successes, and corrections towards it at their weight.
        minus: decayed failures, and corrections away from it at their weight.
        supporters: principals with more than a trace of support.
        support: decayed successes and corrections towards it, unweighted.
        top: the largest support of one principal.
        days: days with a success or a correction towards it.
    """

    plus: float
    minus: float
    supporters: int
    support: float
    top: float
    days: int

    @property
    def weight(self) -> float:
        """The effective number of outcomes."""
        return self.plus + self.minus

    @property
    def top_share(self) -> float:
        """The part of the support that one principal holds; 1 where there is none.

        >>> TargetTotals(plus=4, minus=0, supporters=2, support=4, top=3, days=1).top_share
        0.75
        """
        return self.top / self.support if self.support > 0 else 1.0


class RunningTotals:
    """The decayed counts of a family while a fold walks over its days.

    Each pair of target and principal keeps its sums as of the last day it was touched, so a day costs what is new and
    what is asked, not the whole past.
    """

    def __init__(self, half_life: float) -> None:
        self._half_life = half_life
        self._sums: dict[tuple[str, str], tuple[int, Outcomes]] = {}
        self._days: dict[str, set[int]] = {}

    def add(self, cells: Iterable[FamilyCell]) -> None:
        """Adds cells in the order of their days, which lie after every day added before."""
        half_life, exp2, every = self._half_life, math.exp2, self._sums
        for target, principal, day, success, failure, to, away, _ in cells:
            before = every.get((target, principal))
            if before is None:
                sums = Outcomes(success, failure, to, away)
            else:
                at, old = before
                weight = exp2((at - day) / half_life)
                sums = Outcomes(
                    weight * old[0] + success, weight * old[1] + failure, weight * old[2] + to, weight * old[3] + away
                )
            every[target, principal] = day, sums
            if success or to:
                self._days.setdefault(target, set()).add(day)

    def as_of(self, day: int) -> PrincipalTotals:
        """The decayed sums at the end of a day that is not before the last one added."""
        half_life, exp2 = self._half_life, math.exp2
        decayed = {}
        for key, (at, (success, failure, to, away)) in sorted(self._sums.items()):
            weight = exp2((at - day) / half_life)
            decayed[key] = Outcomes(weight * success, weight * failure, weight * to, weight * away)
        return PrincipalTotals(decayed, {target: len(days) for target, days in self._days.items()})


@dataclass(frozen=True, slots=True)
class PrincipalTotals:
    """Decayed outcomes by (target, principal), keys sorted, and the days of support of each target."""

    sums: Mapping[tuple[str, str], Outcomes]
    days: Mapping[str, int]

    def capped(self, policy: Policy, without: str | None = None) -> dict[str, TargetTotals]:
        """Adds the principals up, each capped: outcomes by target, corrections over the whole family.

        Args:
            policy: the caps and weights.
            without: a principal to leave out.
        """
        to_of: dict[str, float] = {}
        away_of: dict[str, float] = {}
        for (_, who), sums in self.sums.items():
            to_of[who] = to_of.get(who, 0.0) + sums.to
            away_of[who] = away_of.get(who, 0.0) + sums.away
        parts: dict[str, list[Outcomes]] = {}
        for (target, who), sums in self.sums.items():
            rows = parts.setdefault(target, [])
            if who != without:
                rows.append(_cap(sums, to_of[who], away_of[who], policy))
        return {target: self._total(target, rows, policy) for target, rows in parts.items()}

    def _total(self, target: str, rows: list[Outcomes], policy: Policy) -> TargetTotals:
        floor, weight = policy.supporter_floor, policy.correction_weight
        plus = minus = support = top = 0.0
        supporters = 0
        for success, failure, to, away in rows:
            plus += success + weight * to
            minus += failure + weight * away
            support += success + to
            top = max(top, success + to)
            supporters += success > floor or to > floor
        return TargetTotals(plus, minus, supporters, support, top, self.days.get(target, 0))

    def strongest_supporter(self, target: str, policy: Policy) -> str | None:
        """The principal whose evidence for the target or against its siblings weighs most (of equals, the first)."""
        influence: dict[str, float] = {}
        for (other, who), sums in self.sums.items():
            outcomes, corrections = (sums.success, sums.to) if other == target else (sums.failure, sums.away)
            weight = min(outcomes, policy.outcome_cap)
            weight += policy.correction_weight * min(corrections, policy.correction_cap)
            influence[who] = influence.get(who, 0.0) + weight
        return max(sorted(influence), key=influence.__getitem__) if influence else None


def _cap(sums: Outcomes, to_total: float, away_total: float, policy: Policy) -> Outcomes:
    success, failure, to, away = sums
    if success + failure > policy.outcome_cap:
        scale = policy.outcome_cap / (success + failure)
        success, failure = success * scale, failure * scale
    if to_total > policy.correction_cap:
        to *= policy.correction_cap / to_total
    if away_total > policy.correction_cap:
        away *= policy.correction_cap / away_total
    return Outcomes(success, failure, to, away)
