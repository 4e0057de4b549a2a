"""Operators' acts: events of their own, on a suggestion's identity; the last by (at, id) is in force."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ActKind(StrEnum):
    """What an operator decided."""

    APPROVE = "approve"
    PIN = "pin"
    DEMOTE = "demote"
    REJECT = "reject"
    REOPEN = "reopen"


@dataclass(frozen=True, slots=True)
class Act:
    """One act of an operator.

    Attributes:
        suggestion_id: what it is about; the suggestion need not exist yet.
        kind: what was decided.
        actor: who decided.
        at: when, UTC.
        comment: free text, scrubbed by whoever takes it in.
        reason: a reason code of the operator's choice.
    """

    suggestion_id: str
    kind: ActKind
    actor: str
    at: datetime
    comment: str = ""
    reason: str = ""

    @property
    def id(self) -> str:
        """A hash of the act: the same act given twice is one."""
        parts = (self.suggestion_id, self.kind, self.actor, self.at.isoformat(), self.comment, self.reason)
        return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def in_order(acts: Sequence[Act]) -> list[Act]:
    """Acts from the first to the one in force."""
    return sorted(acts, key=lambda act: (act.at, act.id))


def in_force(acts: Sequence[Act]) -> Act | None:
    """The act that is in force, None where nobody acted.

    >>> from datetime import UTC
    >>> monday, tuesday = datetime(2026, 1, 5, tzinfo=UTC), datetime(2026, 1, 6, tzinfo=UTC)
    >>> in_force([Act("s", ActKind.REJECT, "kim", tuesday), Act("s", ActKind.PIN, "lee", monday)]).kind.value
    'reject'
    """
    return in_order(acts)[-1] if acts else None


def kind_before(acts: Sequence[Act]) -> ActKind:
    """What was in force before the act that is: what a rollback appends; nothing before is a reopening.

    >>> kind_before([]).value
    'reopen'
    """
    ordered = in_order(acts)
    return ordered[-2].kind if len(ordered) > 1 else ActKind.REOPEN
