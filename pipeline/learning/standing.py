"""Where a suggestion stands once settings and operators' acts are applied to what the evidence says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from pipeline.learning.acts import Act, ActKind
from pipeline.learning.edges import EdgeVerdict
from pipeline.learning.outcomes import day_of
from pipeline.learning.settings import CollectionSettings, Mode
from pipeline.learning.verdicts import Status, TargetVerdict, Transition

#: Given a target and the day of its approval: the day whose evidence ends the approval, None while it stands.
ApprovalFalls = Callable[[str, int], Transition | None]

_ABOVE_SUGGESTED = frozenset({Status.PROMOTABLE, Status.PROMOTED})


@dataclass(frozen=True, slots=True)
class Standing:
    """A status and what explains it.

    Attributes:
        status: where the suggestion stands, expiry apart.
        blocked_by: why it stands no higher, by codes; empty where it is promoted.
        act: the operator's act in force.
        fell: the transition that ended an approval, None where there is none.
    """

    status: Status
    blocked_by: tuple[str, ...] = ()
    act: Act | None = None
    fell: Transition | None = None

    @property
    def pinned(self) -> bool:
        """Whether it is promoted whatever the evidence says, and never expires."""
        return self.act is not None and self.act.kind is ActKind.PIN

    @property
    def approved_at(self) -> datetime | None:
        """When the approval in force was given."""
        return self.act.at if self.act is not None and self.act.kind is ActKind.APPROVE else None


def settle_family(
    verdicts: Mapping[str, TargetVerdict],
    acts: Mapping[str, Act],
    settings: CollectionSettings,
    approval_falls: ApprovalFalls,
) -> dict[str, Standing]:
    """Applies settings and acts to the fold of a family, of which at most one target is promoted.

    Of several that may be, a pinned one stands before an approved one, that before the policy's; of two acts of a kind
    the later (design: Operators' acts).

    Args:
        verdicts: what the evidence says, by target.
        acts: the act in force, by target, where an operator acted.
        settings: the collection's.
        approval_falls: tells when evidence ended an approval.
    """
    standings = {
        target: _settle_target(target, verdict, acts.get(target), settings, approval_falls)
        for target, verdict in sorted(verdicts.items())
    }
    claimants = [target for target, standing in standings.items() if standing.status is Status.PROMOTED]
    for loser in sorted(claimants, key=lambda target: _claim(standings[target]))[:-1]:
        standing = standings[loser]
        standings[loser] = Standing(Status.PROMOTABLE, ("family_has_promoted",), standing.act, standing.fell)
    return standings


def settle_edge(verdict: EdgeVerdict, act: Act | None, settings: CollectionSettings) -> Standing:
    """Applies settings and acts to the verdict on an edge; review concerns target preferences alone."""
    decided = _by_operator(act)
    if decided is None and act is not None and act.kind is ActKind.APPROVE:
        decided = Standing(Status.PROMOTED, act=act)
    return _in_mode(decided or Standing(verdict.status, verdict.blocked_by, act), settings)


def _settle_target(
    target: str, verdict: TargetVerdict, act: Act | None, settings: CollectionSettings, approval_falls: ApprovalFalls
) -> Standing:
    decided = _by_operator(act)
    fell = None
    if decided is None and act is not None and act.kind is ActKind.APPROVE:
        fell = approval_falls(target, day_of(act.at))
        if fell is None:
            decided = Standing(Status.PROMOTED, act=act)
    return _in_mode(decided or _by_evidence(target, verdict, act, settings, fell), settings)


def _by_operator(act: Act | None) -> Standing | None:
    """What an act decides whatever the evidence says."""
    if act is None:
        return None
    if act.kind is ActKind.PIN:
        return Standing(Status.PROMOTED, act=act)
    if act.kind is ActKind.REJECT:
        return Standing(Status.REJECTED, ("rejected_by_operator",), act)
    if act.kind is ActKind.DEMOTE:
        return Standing(Status.DEMOTED, ("demoted_by_operator",), act)
    return None


def _by_evidence(
    target: str, verdict: TargetVerdict, act: Act | None, settings: CollectionSettings, fell: Transition | None
) -> Standing:
    status, blocked = verdict.status, verdict.blocked_by
    if status is Status.PROMOTED and settings.needs_review(target):
        return Standing(Status.PROMOTABLE, ("needs_review",), act, fell)
    if fell is not None and status is Status.SUGGESTED:
        return Standing(Status.DEMOTED, blocked, act, fell)
    if status is Status.PROMOTABLE and settings.needs_review(target):
        blocked = (*blocked, "needs_review")
    return Standing(status, blocked, act, fell)


def _in_mode(standing: Standing, settings: CollectionSettings) -> Standing:
    if settings.mode is Mode.OBSERVE and standing.status in _ABOVE_SUGGESTED:
        return Standing(Status.SUGGESTED, ("mode_observe", *standing.blocked_by), standing.act, standing.fell)
    return standing


def _claim(standing: Standing) -> tuple[int, str, str]:
    """How strong a claim to a family's one promotion is; greater stands."""
    act = standing.act
    if act is None or act.kind not in {ActKind.PIN, ActKind.APPROVE} or standing.fell is not None:
        return 0, "", ""
    return (2 if act.kind is ActKind.PIN else 1), act.at.isoformat(), act.id
