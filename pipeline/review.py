"""Review: what an operator does, as decisions over the store; the same judgement as after evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pipeline.errors import RejectedError
from pipeline.judgement import UNCHANGED, Touched, judge, judge_all
from pipeline.learning.acts import Act, ActKind, in_force, kind_before
from pipeline.learning.policy import Policy
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Row
from pipeline.ports import UnitOfWork
from pipeline.scrub import scrub_text

#: The reason of an act that a rollback appends, where its signature gives none.
ROLLBACK = "rollback"


@dataclass(frozen=True, slots=True)
class Signature:
    """Who acts, when, and why.

    Attributes:
        actor: the operator.
        at: when, with a zone.
        comment: free text; it is scrubbed before it is stored.
        reason: a reason code of the operator's choice.
    """

    actor: str
    at: datetime
    comment: str = ""
    reason: str = ""


class RollbackOutOfOrderError(RejectedError):
    """A rollback must be later than the act it undoes: give an --at after that act's."""


class NothingToRollBackError(RejectedError):
    """Nobody acted on the suggestion, so there is no act to undo."""


def act_on(work: UnitOfWork, suggestion_id: str, kind: ActKind, signature: Signature, policy: Policy) -> Row | None:
    """Records an act and applies it.

    Args:
        work: a transaction that has begun; the caller commits.
        suggestion_id: the suggestion's identity; it need not exist yet, then the act waits for it.
        kind: what is decided.
        signature: who acts, when and why.
        policy: the thresholds.

    Returns:
        The suggestion's row afterwards, None where it does not exist yet.
    """
    work.alone()
    comment, reason, actor = (scrub_text(text) for text in (signature.comment, signature.reason, signature.actor))
    work.acts.add(Act(suggestion_id, kind, actor, signature.at, comment, reason))
    row = work.suggestions.get([suggestion_id]).get(suggestion_id)
    if row is None:
        return None
    judge(work, row["collection_id"], _touching(row), policy)
    return work.suggestions.get([suggestion_id]).get(suggestion_id)


def roll_back(work: UnitOfWork, suggestion_id: str, signature: Signature, policy: Policy) -> Row | None:
    """Appends the act that was in force before the one that is; where there was none, a reopening.

    The appended act says ``rollback`` as its reason, unless the signature gives one.

    Raises:
        NothingToRollBackError: nobody acted on the suggestion.
        RollbackOutOfOrderError: the rollback is not later than the act that it undoes.
    """
    work.alone()
    kind = undoing(work, [suggestion_id], signature.at)[suggestion_id]
    signature = replace(signature, reason=signature.reason or ROLLBACK)
    return act_on(work, suggestion_id, kind, signature, policy)


def act_on_all(
    work: UnitOfWork, kinds: Mapping[str, ActKind], signature: Signature, policy: Policy
) -> Mapping[str, Row]:
    """Records an act on each of many suggestions, which exist, and applies all of them in one judgement a collection.

    Args:
        work: a transaction that has begun; the caller commits.
        kinds: what is decided of each.
        signature: who acts, when and why.
        policy: the thresholds.

    Returns:
        The rows afterwards, by id.
    """
    work.alone()
    comment, reason, actor = (scrub_text(text) for text in (signature.comment, signature.reason, signature.actor))
    for identity, kind in sorted(kinds.items()):
        work.acts.add(Act(identity, kind, actor, signature.at, comment, reason))
    touched: dict[str, Touched] = {}
    for _, row in sorted(work.suggestions.get(kinds).items()):
        of_collection = touched.setdefault(row["collection_id"], Touched())
        of_collection.families.update(_touching(row).families)
        of_collection.arguments.update(_touching(row).arguments)
    for collection_id, found in sorted(touched.items()):
        judge(work, collection_id, found, policy)
    return work.suggestions.get(kinds)


def undoing(work: UnitOfWork, ids: Collection[str], at: datetime) -> Mapping[str, ActKind]:
    """What rolls the act in force back, of each of many suggestions: the kind before it.

    Raises:
        NothingToRollBackError: nobody acted on one of them.
        RollbackOutOfOrderError: the rollback is not later than an act that it undoes.
    """
    found = work.acts.of(ids)
    return {identity: _undoing(identity, found.get(identity, ()), at) for identity in ids}


def _undoing(suggestion_id: str, acts: Sequence[Act], at: datetime) -> ActKind:
    current = in_force(acts)
    if current is None:
        raise NothingToRollBackError(f"nobody acted on {suggestion_id}: there is nothing to roll back")
    if at <= current.at:
        raise RollbackOutOfOrderError(
            f"{current.kind.value} of {suggestion_id} stands since {current.at.isoformat()}: give an --at after it"
        )
    return kind_before(acts)


def set_collection(work: UnitOfWork, collection_id: str, settings: CollectionSettings, policy: Policy) -> None:
    """Stores a collection's settings and applies them to every suggestion of it."""
    work.alone()
    work.collections.save_settings(collection_id, settings)
    judge_all(work, collection_id, policy)


def _touching(row: Row) -> Touched:
    if row["edge"] is None:
        return Touched(families={row["query_family"]: UNCHANGED})
    return Touched(arguments={(row["edge"]["target"], row["edge"]["to_field"])})
