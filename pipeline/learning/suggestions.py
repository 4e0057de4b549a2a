"""Suggestions: their identity, the row that explains each, and how it lists as of a moment."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from pipeline.learning.acts import Act
from pipeline.learning.attempts import Edge
from pipeline.learning.edges import EdgeCounts, EdgeVerdict
from pipeline.learning.policy import Policy
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.standing import Standing
from pipeline.learning.totals import FamilyCell
from pipeline.learning.verdicts import Status, TargetVerdict, Transition
from selector.expiry import expired

Row = dict[str, Any]


class Kind(StrEnum):
    """Kinds of suggestion."""

    TARGET_PREFERENCE = "target_preference"
    DATA_FLOW_EDGE = "data_flow_edge"


@dataclass(frozen=True, slots=True)
class FamilyText:
    """What is known of a family's wording: content terms, and its most frequent wording as an example."""

    key: str
    terms: tuple[str, ...] = ()
    example: str = ""


def target_id(collection_id: str, family: str, target: str) -> str:
    """The identity of a target preference, known before the suggestion exists.

    >>> target_id("shop", "3f9a", "getOrder")
    'tp-9d72026235407852'
    """
    return "tp-" + _digest(collection_id, family, target)


def edge_id(collection_id: str, edge: Edge) -> str:
    """The identity of a producer edge.

    >>> edge_id("shop", Edge("listOrders", "items[].id", "getOrder", "id"))
    'df-834c9f17053543d6'
    """
    return "df-" + _digest(collection_id, edge.source, edge.from_field, edge.target, edge.to_field)


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class EdgeTotals:
    """The raw counts of an edge, all principals together: what its row shows."""

    attempts: int
    successful: int
    completed: int
    echoes: int
    principals: int
    sessions: int
    days: int
    values: int
    last_day: int


def target_row(
    collection_id: str,
    family: FamilyText,
    target: str,
    cells: Sequence[FamilyCell],
    verdict: TargetVerdict,
    context: Context,
) -> Row:
    """The row of a target preference: everything that explains it, JSON-shaped.

    Args:
        collection_id: the catalog.
        family: the family's key and wording.
        target: the preferred tool.
        cells: the counts of this target.
        verdict: what the evidence says.
        context: standing, settings, policy and acts.
    """
    taught = [cell for cell in cells if cell.teaches]
    outcomes = {
        "success": sum(cell.success for cell in cells),
        "failure": sum(cell.failure for cell in cells),
        "environment": sum(cell.environment for cell in cells),
        "corrected_to": sum(cell.corrected_to for cell in cells),
        "corrected_away": sum(cell.corrected_away for cell in cells),
    }
    totals, found = verdict.totals, verdict.scores
    return {
        **_head(
            Kind.TARGET_PREFERENCE,
            target_id(collection_id, family.key, target),
            collection_id,
            verdict.last_day,
            context,
        ),
        "changes_state": context.settings.changes_state(target),
        "query_family": family.key,
        "query_terms": list(family.terms),
        "query_example": family.example,
        "target": target,
        "boost": context.policy.boost if context.standing.status is Status.PROMOTED else 0.0,
        "edge": None,
        "evidence": {
            "attempts": sum(outcomes.values()),
            **outcomes,
            "principals": len({cell.principal for cell in taught}),
            "supporters": totals.supporters,
            "sessions": None,
            "days": len({cell.day for cell in taught}),
            "support_days": totals.days,
            "values": None,
            "share": _rounded(totals.top_share),
            "n": _rounded(totals.weight),
            "z_rest": _rounded(found.z_rest),
            "z_sibling": _rounded(found.z_sibling),
            "z_without_strongest": _rounded(verdict.z_without_strongest),
            "rival": found.rival,
            "gain": _rounded(verdict.gain),
            "blocked_by": list(context.standing.blocked_by),
        },
        "history": _history(verdict.history, context.standing.fell),
        "acts": _acts(context.acts),
    }


def edge_row(
    collection_id: str, edge: Edge, totals: EdgeTotals, counts: EdgeCounts, verdict: EdgeVerdict, context: Context
) -> Row:
    """The row of a producer edge: everything that explains it, JSON-shaped."""
    return {
        **_head(Kind.DATA_FLOW_EDGE, edge_id(collection_id, edge), collection_id, totals.last_day, context),
        "changes_state": context.settings.changes_state(edge.target),
        "query_family": None,
        "query_terms": [],
        "query_example": None,
        "target": edge.target,
        "boost": 0.0,
        "edge": {
            "source": edge.source,
            "from_field": edge.from_field,
            "target": edge.target,
            "to_field": edge.to_field,
        },
        "evidence": {
            "attempts": totals.attempts,
            "success": totals.successful,
            "failure": totals.attempts - totals.successful,
            "environment": None,
            "corrected_to": None,
            "corrected_away": None,
            "completed": totals.completed,
            "echoes": totals.echoes,
            "given": counts.given,
            "declared": counts.declared,
            "declared_successful": counts.declared_successful,
            "declared_principals": counts.declared_principals,
            "declared_sessions": counts.declared_sessions,
            "target_sessions": counts.target_sessions,
            "best_sessions": counts.best_sessions,
            "principals": totals.principals,
            "sessions": totals.sessions,
            "days": totals.days,
            "values": totals.values,
            "share": _rounded(counts.share),
            "share_bound": _rounded(verdict.share_bound),
            "declared_bound": _rounded(verdict.declared_bound),
            "proof": list(verdict.proof),
            "n": None,
            "z_rest": None,
            "z_sibling": None,
            "z_without_strongest": None,
            "rival": None,
            "gain": _rounded(_edge_gain(counts, verdict)),
            "blocked_by": list(context.standing.blocked_by),
        },
        "history": [],
        "acts": _acts(context.acts),
    }


def _edge_gain(counts: EdgeCounts, verdict: EdgeVerdict) -> float:
    """How many attempts may count on the edge: the proven share of those that need its argument."""
    return max(verdict.share_bound * counts.given, verdict.declared_bound * counts.target_sessions)


@dataclass(frozen=True, slots=True)
class Context:
    """What a row shows beside its evidence."""

    standing: Standing
    settings: CollectionSettings
    policy: Policy
    acts: Sequence[Act] = ()


def _head(kind: Kind, identity: str, collection_id: str, last_day: int, context: Context) -> Row:
    approved_at = context.standing.approved_at
    return {
        "id": identity,
        "kind": kind.value,
        "status": context.standing.status.value,
        "collection_id": collection_id,
        "mode": context.settings.mode.value,
        "policy_version": context.policy.version,
        "last_evidence_at": day_start(last_day),
        "pinned": context.standing.pinned,
        "approved_at": moment(approved_at) if approved_at else None,
    }


def _history(transitions: Sequence[Transition], fell: Transition | None) -> list[Row]:
    """The folded history, and the end of an approval where evidence brought one."""
    entries = [(transition, "evidence") for transition in transitions]
    if fell is not None:
        entries.append((fell, "approval_ended"))
    return [
        {"day": row.day, "status": row.status.value, "reasons": list(row.reasons), "cause": cause}
        for row, cause in sorted(entries, key=lambda entry: entry[0].day)
    ]


def evidence_history(row: Mapping[str, Any]) -> tuple[Transition, ...]:
    """The folded history of a stored row, from which a fold can resume."""
    return tuple(
        Transition(entry["day"], Status(entry["status"]), tuple(entry["reasons"]))
        for entry in row["history"]
        if entry["cause"] == "evidence"
    )


def _acts(acts: Sequence[Act]) -> list[Row]:
    return [
        {"act": act.kind.value, "actor": act.actor, "at": moment(act.at), "comment": act.comment, "reason": act.reason}
        for act in acts
    ]


def _rounded(value: float) -> float:
    """Six decimals: what a reader compares with a threshold; keeps rows equal where the last bits of a sum are not."""
    return round(value, 6) + 0.0


def day_start(day: int) -> str:
    """The first moment of a day counted from 1970-01-01, ISO 8601 in UTC.

    >>> day_start(20458)
    '2026-01-05T00:00:00Z'
    """
    return moment(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day))


def moment(at: datetime) -> str:
    """A moment in UTC as rows write it.

    >>> moment(datetime(2026, 1, 5, 9, 30, tzinfo=UTC))
    '2026-01-05T09:30:00Z'
    """
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def as_listed(row: Mapping[str, Any], as_of: datetime, expiry_days: int) -> Row:
    """A row as it stands at a moment: what has had no evidence for too long lists as demoted, reason ``expired``.

    A pin never expires, a rejection stays one, and an approval's time counts from the later of its own moment and the
    last evidence (design: Expiry).

    Args:
        row: the stored row.
        as_of: the moment, with a zone.
        expiry_days: days without evidence after which a suggestion expires.
    """
    listed = dict(row)
    if row["status"] not in {Status.REJECTED, Status.DEMOTED} and expired(row, as_of, expiry_days):
        blocked = ["expired", *row["evidence"]["blocked_by"]]
        listed.update(status=Status.DEMOTED.value, boost=0.0, evidence={**row["evidence"], "blocked_by": blocked})
    return listed
