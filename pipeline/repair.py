"""Repair: attempts that older rules let something through into are taken out and go in again by the rules of today."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pipeline.disposal import ATTEMPTS_TOGETHER, alone, settle, take_out
from pipeline.intake.crossing import Crossing
from pipeline.intake.sealing import seal_again
from pipeline.judgement import UNCHANGED, Judged, Touched, judge
from pipeline.learning.policy import Policy
from pipeline.learning.sealed import SealedEvent
from pipeline.ports import StoredEvent, UnitOfWork
from pipeline.process import BatchReport, take_in
from pipeline.scrub import Scrubber
from pipeline.seal import Keyring

#: Later than every event: attempts are found by when they began.
_END = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Border:
    """The key and the rules of today."""

    keyring: Keyring
    scrubber: Scrubber


@dataclass(slots=True)
class Repaired:
    """What a repair changed.

    Attributes:
        attempts: attempts that went in again.
        events: events of them that changed.
        suggestions: what happened to suggestions.
    """

    attempts: int = 0
    events: int = 0
    suggestions: Judged = field(default_factory=Judged)


def repair_attempts(
    unit_of_work: Callable[[], UnitOfWork], collection_id: str, border: Border, policy: Policy
) -> Repaired:
    """Scrubs the events of a collection again, in bounded transactions, while others write between them.

    Counts, wordings and suggestions are functions of the events and follow them. Ids that hold something become their
    fingerprints, wherever they stand, so that an attempt may get another name. What comes out is what would have come
    in by these rules, and the digest says so. Of an attempt that is repaired no rival contents are remembered.

    Args:
        unit_of_work: gives a transaction for each part.
        collection_id: the collection.
        border: the key and the rules.
        policy: the thresholds.
    """
    repaired = Repaired()
    last = ""
    while True:
        with alone(unit_of_work) as work:
            keys = work.disposal.begun_before(collection_id, _END, last, ATTEMPTS_TOGETHER)
            again = _Again(collection_id, border)
            stored = work.attempts.load(collection_id, keys)
            changed = {key: entries for key, entries in stored.items() if again.differs(entries)}
            if changed:
                _enter_again(work, again, changed, policy, repaired)
        if not keys:
            return repaired
        last = keys[-1]


@dataclass(frozen=True, slots=True)
class _Again:
    collection_id: str
    border: Border

    def events(self, entries: Sequence[StoredEvent]) -> Iterator[SealedEvent]:
        """The events by the rules of today; one that they leave alone is the same object."""
        seal = self.border.keyring.for_collection(self.collection_id)
        for entry in entries:
            yield seal_again(entry.event, Crossing(seal, self.border.scrubber, keeps_text=True))

    def differs(self, entries: Sequence[StoredEvent]) -> bool:
        """Whether the rules change any of the events."""
        return any(event is not entry.event for event, entry in zip(self.events(entries), entries, strict=True))


def _enter_again(
    work: UnitOfWork, again: _Again, changed: Mapping[str, Sequence[StoredEvent]], policy: Policy, repaired: Repaired
) -> None:
    events = [event for entries in changed.values() for event in again.events(entries)]
    delta = take_out(work, again.collection_id, changed)
    delta += take_in(work, again.collection_id, events, BatchReport())
    repaired.suggestions += settle(work, again.collection_id, delta, policy)
    repaired.attempts += len(changed)
    before = {id(entry.event) for entries in changed.values() for entry in entries}
    repaired.events += sum(id(event) not in before for event in events)


def judge_named(unit_of_work: Callable[[], UnitOfWork], suggestion_ids: Collection[str], policy: Policy) -> None:
    """Judges suggestions again, of which an act was rewritten."""
    if not suggestion_ids:
        return
    with alone(unit_of_work) as work:
        for _, row in sorted(work.suggestions.get(suggestion_ids).items()):
            edge = row["edge"]
            touched = (
                Touched(families={row["query_family"]: UNCHANGED})
                if edge is None
                else Touched(arguments={(edge["target"], edge["to_field"])})
            )
            judge(work, row["collection_id"], touched, policy)
