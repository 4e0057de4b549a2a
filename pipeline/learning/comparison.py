"""How a target compares with its siblings, and which gates of the policy it passes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.learning.policy import Policy
from pipeline.learning.totals import PrincipalTotals, TargetTotals

#: z against siblings where none has evidence to compare with.
NO_SIBLING = 9.0
#: The family's mean before any outcome: 1.2 successes of 2 (restated policy, `scores`).
_MEAN_PRIOR = (1.2, 2.0)
#: A target without evidence.
NOTHING = TargetTotals(plus=0.0, minus=0.0, supporters=0, support=0.0, top=0.0, days=0)


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


def scores(evidence: Mapping[str, TargetTotals], target: str, margin: float, policy: Policy) -> Scores:
    """Compares a target with the rest and with each sibling, as Beta posteriors around the family's mean."""
    plus_all = sum(row.plus for row in evidence.values())
    minus_all = sum(row.minus for row in evidence.values())
    mean = (plus_all + _MEAN_PRIOR[0]) / (plus_all + minus_all + _MEAN_PRIOR[1])
    own = evidence.get(target, NOTHING)
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


def expected_gain(evidence: Mapping[str, TargetTotals], target: str, policy: Policy) -> float:
    """How many requests of the family, as its evidence weighs them now, go right in place of wrong by a promotion.

    The weight of all the family's evidence, times by how much the target's rate exceeds that of the best other one. A
    target without others gains nothing: everybody uses it already.

    >>> one = TargetTotals(plus=8.0, minus=0.0, supporters=4, support=8.0, top=2.0, days=3)
    >>> other = TargetTotals(plus=2.0, minus=6.0, supporters=4, support=2.0, top=1.0, days=3)
    >>> rows = {"trackParcel": one, "openParcel": other}
    >>> round(expected_gain(rows, "trackParcel", Policy()), 2), expected_gain(rows, "openParcel", Policy())
    (8.0, 0.0)
    """
    plus_all = sum(row.plus for row in evidence.values())
    minus_all = sum(row.minus for row in evidence.values())
    mean = (plus_all + _MEAN_PRIOR[0]) / (plus_all + minus_all + _MEAN_PRIOR[1])
    rates = {name: _posterior(row.plus, row.minus, mean, policy)[0] for name, row in evidence.items()}
    others = [rate for name, rate in rates.items() if name != target]
    if not others or target not in rates:
        return 0.0
    return (plus_all + minus_all) * max(0.0, rates[target] - max(others))


def _posterior(plus: float, minus: float, mean: float, policy: Policy) -> tuple[float, float]:
    """Mean and variance of the Beta posterior."""
    a, b = plus + policy.prior_strength * mean, minus + policy.prior_strength * (1 - mean)
    n = a + b
    return a / n, a * b / (n * n * (n + 1))


def lacks_diversity(row: TargetTotals, policy: Policy) -> list[str]:
    """The gates of diversity and weight that a target fails."""
    gates = {
        "few_principals": row.supporters < policy.min_principals,
        "few_days": row.days < policy.min_days,
        "no_support": row.support <= 0,
        "one_principal_dominates": row.support > 0 and row.top_share > policy.max_share,
        "little_evidence": row.weight < policy.min_weight,
    }
    return [code for code, fails in gates.items() if fails]


def gates_of_promotion(principals: PrincipalTotals, target: str, policy: Policy) -> tuple[list[str], Scores, float]:
    """The gates that a target fails, its scores with the margin, and its z without the strongest supporter."""
    evidence = principals.capped(policy)
    own = evidence.get(target, NOTHING)
    blocked = lacks_diversity(own, policy)
    found = scores(evidence, target, policy.margin, policy)
    without = principals.capped(policy, without=principals.strongest_supporter(target, policy))
    rest = scores(without, target, policy.margin, policy)
    gates = {
        "z_rest_low": found.z_rest < policy.promote_z_rest,
        "z_sibling_low": found.z_sibling < policy.promote_z_sibling,
    }
    low = [code for code, fails in gates.items() if fails]
    if not low and (rest.z_rest < policy.without_z_rest or rest.z_sibling < policy.without_z_sibling):
        low.append("rests_on_one_principal")
    return blocked + low, found, rest.z_rest


def is_promotable(evidence: Mapping[str, TargetTotals], target: str, policy: Policy) -> bool:
    """Whether a target that is not promoted passes the lower gates; without memory."""
    if lacks_diversity(evidence[target], policy):
        return False
    found = scores(evidence, target, policy.margin, policy)
    return found.z_rest >= policy.promotable_z_rest and found.z_sibling >= policy.promotable_z_sibling
