"""Acts and the audit trail: who decided what, when and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from storage.audit_trail import AuditRow


@dataclass(frozen=True, slots=True)
class ActEntry:
    """An operator's act: ``approve``, ``pin``, ``demote``, ``reject`` or ``reopen``."""

    act: str
    actor: str
    at: datetime
    comment: str
    reason: str


@dataclass(frozen=True, slots=True)
class Endorsement:
    """What one person asked for, where two must: it waits for another person who asks for the same.

    Attributes:
        act: ``approve`` or ``pin``.
        actor: who asked first.
        at: when.
        comment: why.
        holds: whether the claim is still the one that was endorsed; else it must be asked for anew.
    """

    act: str
    actor: str
    at: datetime
    comment: str
    holds: bool


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of the audit trail: a status that changed, or an act.

    Attributes:
        id: its number; later entries have greater ones.
        suggestion_id: of which suggestion.
        collection_id: of which collection.
        before: the status before, None where the suggestion did not exist.
        after: the status after, None where it exists no more.
        written_at: when it was written.
        act: the operator's act that was in force, None where nobody acted.
        is_act: whether the act is what was written; else the evidence or a setting changed the status.
        blocked_by: what kept it from promotion at that time, by codes.
        reasons: why the evidence moved it, by codes.
        evidence: the evidence at that time; empty for an entry from before it was kept.
        policy_version: the policy that judged.
    """

    id: int
    suggestion_id: str
    collection_id: str
    before: str | None
    after: str | None
    written_at: datetime
    act: ActEntry | None
    is_act: bool
    blocked_by: tuple[str, ...]
    reasons: tuple[str, ...]
    evidence: Mapping[str, Any]
    policy_version: str


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of the audit trail, the latest entries first; `older` is the id to go on after, None at the end."""

    entries: tuple[AuditEntry, ...]
    older: int | None


def read_act(act: Mapping[str, Any]) -> ActEntry:
    """Reads an act of a row."""
    return ActEntry(act["act"], act["actor"], datetime.fromisoformat(act["at"]), act["comment"], act["reason"])


def read_audit(row: AuditRow) -> AuditEntry:
    """Reads an entry of the audit table."""
    cause = row.cause
    act = read_act(cause["act"]) if cause.get("act") else None
    transition = cause.get("transition") or {}
    return AuditEntry(
        id=row.id,
        suggestion_id=row.suggestion_id,
        collection_id=row.collection_id,
        before=row.before,
        after=row.after,
        written_at=row.written_at,
        act=act,
        is_act=act is not None and (row.before == row.after or bool(cause.get("acted"))),
        blocked_by=tuple(cause.get("blocked_by") or ()),
        reasons=tuple(transition.get("reasons") or ()),
        evidence=cause.get("evidence") or {},
        policy_version=str(cause.get("policy_version") or ""),
    )
