"""The scores of a suggestion beside the thresholds that it must reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.learning.comparison import NO_SIBLING
from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import Kind
from pipeline.learning.verdicts import Status


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a score must reach, or may not exceed, and whether it does."""

    bound: float
    passed: bool
    at_most: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """One number of a row beside its thresholds.

    Attributes:
        name: what is measured, in words.
        value: the number, None where there is nothing to measure, which stands in nobody's way.
        thresholds: what is asked of it, by what it decides over: a status, or a kind of proof.
    """

    name: str
    value: float | None
    thresholds: Mapping[str, Threshold]


def scores(row: Mapping[str, Any], policy: Policy) -> list[Score]:
    """Every score that decides over a row, beside its thresholds.

    Args:
        row: a suggestion row.
        policy: the thresholds.
    """
    if row["kind"] == Kind.DATA_FLOW_EDGE:
        return _edge_scores(row["evidence"], policy)
    return _target_scores(row["evidence"], policy)


def _target_scores(evidence: Mapping[str, Any], policy: Policy) -> list[Score]:
    alone = evidence["z_sibling"] >= NO_SIBLING
    leans = "rests_on_one_principal" in evidence["blocked_by"]
    without = evidence["z_without_strongest"]
    share = Threshold(policy.max_share, evidence["share"] <= policy.max_share, at_most=True)
    return [
        _score("z against the other targets", evidence["z_rest"], policy.promotable_z_rest, policy.promote_z_rest),
        _score(
            "z against the rival",
            None if alone else evidence["z_sibling"],
            policy.promotable_z_sibling,
            policy.promote_z_sibling,
        ),
        Score(
            "z without the strongest supporter",
            without,
            {Status.PROMOTED: Threshold(policy.without_z_rest, without >= policy.without_z_rest and not leans)},
        ),
        _score("effective outcomes", evidence["n"], policy.min_weight, policy.min_weight),
        _score("principals in support", evidence["supporters"], policy.min_principals, policy.min_principals),
        _score("days with support", evidence["support_days"], policy.min_days, policy.min_days),
        Score("largest share of one principal", evidence["share"], {Status.PROMOTABLE: share, Status.PROMOTED: share}),
    ]


def _score(name: str, value: float | None, promotable: float, promoted: float) -> Score:
    bounds = {Status.PROMOTABLE: promotable, Status.PROMOTED: promoted}
    return Score(name, value, {status: _at_least(value, bound) for status, bound in bounds.items()})


def _at_least(value: float | None, bound: float) -> Threshold:
    return Threshold(bound, value is None or value >= bound)


def _edge_scores(evidence: Mapping[str, Any], policy: Policy) -> list[Score]:
    attempts = evidence["attempts"]
    completed = evidence["completed"] / attempts if attempts else 0.0
    by_values = [
        ("attempts that show it", attempts, policy.edge_attempts),
        ("different values", evidence["values"], policy.edge_values),
        ("principals", evidence["principals"], policy.edge_principals),
        ("part in which the step completed", completed, policy.edge_completed),
        ("share of the argument's values, at least", evidence["share_bound"], policy.edge_given_share),
    ]
    ended = evidence["declared"]
    successful = evidence["declared_successful"] / ended if ended else 0.0
    best = evidence["best_sessions"]
    against_best = evidence["declared_sessions"] / best if best else 0.0
    declared = [
        ("principals that declare it", evidence["declared_principals"], policy.edge_principals),
        ("sessions that declare it", evidence["declared_sessions"], policy.declared_sessions),
        ("part of the declaring runs that succeeded", successful, policy.declared_success),
        ("sessions against the best producer's", against_best, policy.declared_against_best),
        ("share of the tool's sessions, at least", evidence["declared_bound"], policy.declared_share),
    ]
    return [Score(name, value, {"values": _at_least(value, bound)}) for name, value, bound in by_values] + [
        Score(name, value, {"declared": _at_least(value, bound)}) for name, value, bound in declared
    ]
