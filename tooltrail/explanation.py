"""Why a suggestion stands where it stands: its reason codes in words, and its scores beside their thresholds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.learning.comparison import NO_SIBLING
from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import Kind, day_start
from pipeline.learning.verdicts import Status

#: What the reason codes of rows mean: gates that fail, causes of a change of status, acts and settings.
REASONS: Mapping[str, str] = {
    "anonymous_evidence": "what supports it names no principal, and anonymous evidence is not trusted here",
    "constant_value": "it always carries the same value, as a constant would",
    "consumer_fails": "the step that is given the value seldom completes",
    "demoted_by_operator": "an operator demoted it",
    "evidence": "the evidence as of that day",
    "expired": "it has had no evidence for too long",
    "family_has_promoted": "another target of the same query family is promoted",
    "few_attempts": "too few attempts show it",
    "few_days": "support on too few days",
    "few_principals": "too few principals support it",
    "few_sessions": "too few sessions declare it",
    "few_values": "it carried too few different values",
    "little_evidence": "too little evidence in all",
    "mode_observe": "the collection is in mode observe",
    "needs_review": "it waits for an operator's approval",
    "one_principal_dominates": "one principal gives more than half of its support",
    "recent_evidence_against": "recent evidence speaks against it",
    "recent_failures": "its recent failures outweigh its recent successes",
    "rejected_by_operator": "an operator rejected it",
    "rests_on_one_principal": "too little is left without its strongest supporter",
    "runs_fail": "too many of the runs that declare it fail",
    "small_share": "too small a part of the argument's values comes this way",
    "weaker_than_best": "another producer of the argument is much stronger",
    "z_rest_fell": "it is no longer better than the other targets",
    "z_rest_low": "not clearly better than the other targets together",
    "z_sibling_fell": "it is no longer as good as its rival",
    "z_sibling_low": "not clearly better than its rival",
}


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


def in_words(code: str) -> str:
    """A reason code in words; an unknown one stands for itself.

    >>> in_words("few_days"), in_words("a_code_of_tomorrow")
    ('support on too few days', 'a_code_of_tomorrow')
    """
    return REASONS.get(code, code)


def subject(row: Mapping[str, Any]) -> str:
    """What a row suggests, on one line.

    >>> subject({"edge": None, "query_example": "where is my parcel", "query_family": "3f9a", "target": "trackParcel"})
    '"where is my parcel" -> trackParcel'
    """
    edge = row["edge"]
    if edge is None:
        wording = f'"{row["query_example"]}"' if row["query_example"] else f"family {row['query_family']}"
        return f"{wording} -> {row['target']}"
    return f"{edge['source']} {edge['from_field']} -> {edge['target']} {edge['to_field']}"


def support(row: Mapping[str, Any]) -> str:
    """The evidence of a row, on one line."""
    evidence = row["evidence"]
    if row["edge"] is not None:
        share = f", {evidence['share']:.0%} of the argument's values" if evidence["given"] else ""
        return f"{_counted(evidence['attempts'], 'attempt')}, {_counted(evidence['values'], 'value')}{share}"
    parts = [
        f"{evidence[name]} {word}"
        for name, word in (
            ("success", "succeeded"),
            ("failure", "failed"),
            ("corrected_to", "corrected to it"),
            ("corrected_away", "corrected away"),
        )
        if evidence[name]
    ]
    return ", ".join(parts) or "only failures of the environment"


def why(row: Mapping[str, Any], policy: Policy) -> Iterator[str]:
    """Sentences that tell why a row stands where it stands.

    Args:
        row: the row as it is listed at a moment.
        policy: the thresholds.
    """
    status, blocked = row["status"], row["evidence"]["blocked_by"]
    act = row["acts"][-1] if row["acts"] else None
    if row["pinned"] and act:
        yield f"Pinned by {act['actor']} at {act['at']}: promoted whatever the evidence says, and it never expires."
    elif "expired" in blocked:
        yield f"It has had no evidence for {policy.expiry_days} days, so no snapshot holds it; new evidence brings it back."
    elif status == Status.PROMOTED and row["approved_at"] and act:
        until = "until an act" if row["edge"] else "until the evidence of a later day demotes it"
        yield f"Approved by {act['actor']} at {act['at']}: it stands {until}."
    elif status == Status.PROMOTED:
        yield f"Promoted by evidence: {_grounds(row)}."
    elif status == Status.REJECTED and act:
        yield f"Rejected by {act['actor']} at {act['at']}, whatever the evidence says; `reopen` lifts it."
    elif status == Status.DEMOTED and act and "demoted_by_operator" in blocked:
        yield f"Demoted by {act['actor']} at {act['at']}: not promoted until it is approved again or reopened."
    elif status == Status.DEMOTED and row["history"]:
        last = row["history"][-1]
        yield f"Demoted by evidence of {_day(last['day'])}: {_listed(last['reasons'])}."
    yield from _standing_in_the_way(status, blocked)
    if row["mode"] == "shadow" and status == Status.PROMOTED:
        yield "The collection is in mode shadow: no snapshot holds it."


def _standing_in_the_way(status: str, blocked: Iterable[str]) -> Iterator[str]:
    told = {"expired", "rejected_by_operator", "demoted_by_operator"}
    codes = [code for code in blocked if code not in told]
    if codes == ["needs_review"] and status == Status.PROMOTABLE:
        yield "The evidence would promote it; it waits for an operator, as the collection's review setting asks."
    elif codes:
        yield f"Not promoted, because: {_listed(codes)}."


def _grounds(row: Mapping[str, Any]) -> str:
    if row["edge"] is not None:
        proof = {"values": "the values it carried prove it", "declared": "declared plans that succeeded prove it"}
        return " and ".join(proof.get(kind, kind) for kind in row["evidence"]["proof"])
    days = [entry["day"] for entry in row["history"] if entry["status"] == Status.PROMOTED]
    return f"every gate held at the end of {_day(days[-1])}" if days else "every gate holds"


def _listed(codes: Iterable[str]) -> str:
    return "; ".join(in_words(code) for code in codes)


def _day(day: int) -> str:
    return day_start(day)[:10]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
        Score(
            "largest share of one principal", evidence["share"], {Status.PROMOTABLE: share, Status.PROMOTED: share}
        ),
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
    declared = [
        ("sessions that declare it", evidence["declared_sessions"], policy.declared_sessions),
        ("share of the tool's sessions, at least", evidence["declared_bound"], policy.declared_share),
    ]
    return [Score(name, value, {"values": _at_least(value, bound)}) for name, value, bound in by_values] + [
        Score(name, value, {"declared": _at_least(value, bound)}) for name, value, bound in declared
    ]
