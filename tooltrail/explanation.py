"""What a suggestion says and why it stands where it stands, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import day_start
from pipeline.learning.verdicts import Status
from tooltrail.text import counted

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
    "no_support": "nobody succeeded with it or corrected to it",
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


def blockers(row: Mapping[str, Any]) -> str:
    """What keeps a row from being promoted, by codes; empty where nothing does."""
    blocked = row["evidence"]["blocked_by"]
    return f"not promoted: {', '.join(blocked)}" if blocked else ""


def support(row: Mapping[str, Any]) -> str:
    """The evidence of a row, on one line."""
    evidence = row["evidence"]
    if row["edge"] is not None:
        parts = []
        if evidence["attempts"]:
            share = f", {evidence['share']:.0%} of the argument's values" if evidence["given"] else ""
            parts.append(f"{counted(evidence['attempts'], 'attempt')}, {counted(evidence['values'], 'value')}{share}")
        if evidence["declared"]:
            parts.append(f"declared in {counted(evidence['declared'], 'attempt')}")
        return ", ".join(parts)
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
        yield f"No evidence for {policy.expiry_days} days, so no snapshot holds it; new evidence brings it back."
    elif status == Status.PROMOTED and row["approved_at"] and act and not _approval_ended(row):
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
        proof = {"values": "the values that it carried", "declared": "successful runs that declared it"}
        return "proven by " + " and by ".join(proof.get(kind, kind) for kind in row["evidence"]["proof"])
    days = [entry["day"] for entry in row["history"] if entry["status"] == Status.PROMOTED]
    return f"every gate held at the end of {_day(days[-1])}" if days else "every gate holds"


def _approval_ended(row: Mapping[str, Any]) -> bool:
    return any(entry["cause"] == "approval_ended" for entry in row["history"])


def _listed(codes: Iterable[str]) -> str:
    return "; ".join(in_words(code) for code in codes)


def _day(day: int) -> str:
    return day_start(day)[:10]
