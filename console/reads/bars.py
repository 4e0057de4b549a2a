"""The scores of a suggestion beside the thresholds that it must reach, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from console.reads.suggestion import Mark, ScoreBar
from pipeline.learning.comparison import NO_SIBLING
from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import Kind
from pipeline.learning.verdicts import Status

_PROMOTABLE, _PROMOTED = Status.PROMOTABLE.value, Status.PROMOTED.value


def score_bars(row: Mapping[str, Any], policy: Policy) -> tuple[ScoreBar, ...]:
    """Every score that decides over a row, beside its thresholds."""
    evidence = row["evidence"]
    return _edge_bars(evidence, policy) if row["kind"] == Kind.DATA_FLOW_EDGE else _target_bars(evidence, policy)


def _target_bars(evidence: Mapping[str, Any], policy: Policy) -> tuple[ScoreBar, ...]:
    alone = evidence["z_sibling"] >= NO_SIBLING
    without = evidence["z_without_strongest"]
    leans = "rests_on_one_principal" in evidence["blocked_by"]
    return (
        _both("z_rest", evidence["z_rest"], policy.promotable_z_rest, policy.promote_z_rest),
        _both(
            "z_sibling",
            None if alone else evidence["z_sibling"],
            policy.promotable_z_sibling,
            policy.promote_z_sibling,
        ),
        _bar(
            "z_without_strongest",
            without,
            Mark(_PROMOTED, policy.without_z_rest, without >= policy.without_z_rest and not leans, at_most=False),
        ),
        _both("n", evidence["n"], policy.min_weight, policy.min_weight),
        _both("supporters", evidence["supporters"], policy.min_principals, policy.min_principals),
        _both("support_days", evidence["support_days"], policy.min_days, policy.min_days),
        _bar(
            "share",
            evidence["share"],
            *(
                Mark(status, policy.max_share, evidence["share"] <= policy.max_share, at_most=True)
                for status in (_PROMOTABLE, _PROMOTED)
            ),
        ),
    )


def _edge_bars(evidence: Mapping[str, Any], policy: Policy) -> tuple[ScoreBar, ...]:
    attempts, declared, best = evidence["attempts"], evidence["declared"], evidence["best_sessions"]
    by_values: tuple[tuple[str, float, float], ...] = (
        ("attempts", attempts, policy.edge_attempts),
        ("values", evidence["values"], policy.edge_values),
        ("principals", evidence["principals"], policy.edge_principals),
        ("completed", _part(evidence["completed"], attempts), policy.edge_completed),
        ("share_bound", evidence["share_bound"], policy.edge_given_share),
    )
    by_declaration: tuple[tuple[str, float, float], ...] = (
        ("declared_principals", evidence["declared_principals"], policy.edge_principals),
        ("declared_sessions", evidence["declared_sessions"], policy.declared_sessions),
        ("declared_success", _part(evidence["declared_successful"], declared), policy.declared_success),
        ("declared_against_best", _part(evidence["declared_sessions"], best), policy.declared_against_best),
        ("declared_bound", evidence["declared_bound"], policy.declared_share),
    )
    return tuple(
        _bar(code, value, Mark(proof, bound, value >= bound, at_most=False))
        for proof, rows in (("values", by_values), ("declared", by_declaration))
        for code, value, bound in rows
    )


def _part(some: float, whole: float) -> float:
    return some / whole if whole else 0.0


def _both(code: str, value: float | None, promotable: float, promoted: float) -> ScoreBar:
    bounds = ((_PROMOTABLE, promotable), (_PROMOTED, promoted))
    return _bar(
        code, value, *(Mark(name, bound, value is None or value >= bound, at_most=False) for name, bound in bounds)
    )


def _bar(code: str, value: float | None, *marks: Mark) -> ScoreBar:
    """A bar that shows the value and its marks with some room at the high end."""
    shown = [0.0, *(mark.bound for mark in marks), *([] if value is None else [value])]
    return ScoreBar(code, value, marks, min(shown), max(shown) * 1.1 or 1.0)
