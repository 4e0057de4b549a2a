"""Runs: which attempt an event belongs to, by its attempt id, by plans that were tied, or alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.learning.sealed import SealedEvent
from pipeline.ports import UnitOfWork

#: Namespaces of attempt keys: the sender's attempt id, the smallest id of tied plans, a lone correction's event id.
_BY_ATTEMPT, _BY_PLAN, _ALONE = "a:", "p:", "e:"


@dataclass(frozen=True, slots=True)
class Runs:
    """Events by attempt key, and stored attempts that a tie merges into another (old key to new)."""

    events: Mapping[str, Sequence[SealedEvent]]
    renamed: Mapping[str, str]


def group_by_run(work: UnitOfWork, collection_id: str, events: Sequence[SealedEvent]) -> Runs:
    """Groups the events of a collection by attempt, and stores what `plan.repaired` ties.

    An event with an attempt id belongs to that attempt only. Among events without one, `plan.repaired` ties its old and
    its new plan; the tied set is one attempt, named by its smallest plan id, whichever event came first (design:
    Identity).
    """
    plans = _Plans(work, collection_id, [event for event in events if event.attempt_id is None])
    grouped: dict[str, list[SealedEvent]] = {}
    for event in events:
        grouped.setdefault(_key(event, plans), []).append(event)
    renamed = plans.save()
    for new in renamed.values():
        grouped.setdefault(new, [])
    return Runs(grouped, renamed)


def _key(event: SealedEvent, plans: _Plans) -> str:
    if event.attempt_id is not None:
        return _BY_ATTEMPT + event.attempt_id
    if event.plan_id is not None:
        return _BY_PLAN + plans.smallest(event.plan_id)
    return _ALONE + event.event_id


class _Plans:
    """The tied sets of plans that a batch touches: a union of sets, each named by its smallest member."""

    def __init__(self, work: UnitOfWork, collection_id: str, events: Sequence[SealedEvent]) -> None:
        self._work, self._collection_id = work, collection_id
        ties = [tie for event in events if (tie := _tie(event)) is not None]
        named = {event.plan_id for event in events if event.plan_id is not None}
        self._touched = sorted(named.union(*ties))
        self._owners = dict(work.attempts.owners(collection_id, self._touched, may_tie=bool(ties)))
        self._parent: dict[str, str] = {}
        for plan_id in self._touched:
            owner = self._owners.get(plan_id)
            self._unite(plan_id, owner.removeprefix(_BY_PLAN) if owner else plan_id)
        for old, new in ties:
            self._unite(old, new)

    def smallest(self, plan_id: str) -> str:
        """The name of the set that a plan belongs to."""
        while (parent := self._parent.get(plan_id, plan_id)) != plan_id:
            plan_id = parent
        return plan_id

    def save(self) -> dict[str, str]:
        """Stores the sets; returns the attempts that were merged into another, old key to new."""
        owners = {plan_id: _BY_PLAN + self.smallest(plan_id) for plan_id in self._touched}
        renamed = {}
        for plan_id, old in self._owners.items():
            if old != owners[plan_id]:
                renamed[old] = owners[plan_id]
        fresh = {plan_id: key for plan_id, key in owners.items() if self._owners.get(plan_id) != key}
        if fresh:
            self._work.attempts.own(self._collection_id, fresh, renamed)
        return renamed

    def _unite(self, one: str, other: str) -> None:
        low, high = sorted((self.smallest(one), self.smallest(other)))
        self._parent[high] = low


def _tie(event: SealedEvent) -> tuple[str, str] | None:
    if event.type != "plan.repaired":
        return None
    old, new = event.body.get("old_plan_id"), event.body.get("new_plan_id")
    return (old, new) if old and new else None
