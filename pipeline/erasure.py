"""Erasure: everything of a collection from before a moment goes from every table; a tombstone stays."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pipeline.disposal import ATTEMPTS_TOGETHER, LETTERS_TOGETHER, Removed, alone, counts_of, settle, take_out
from pipeline.judgement import UNCHANGED, Touched, judge
from pipeline.learning.policy import Policy
from pipeline.ports import Told, ToldPart, UnitOfWork
from pipeline.process import BatchReport, take_in


def erase(
    unit_of_work: Callable[[], UnitOfWork],
    collection_id: str,
    at: datetime,
    policy: Policy,
    on_batch: Callable[[Removed], None] = lambda _removed: None,
) -> Removed:
    """Erases a collection, in bounded transactions, while others write.

    The tombstone comes first: events from before the moment are refused from then on, events from after it are taken
    in, also while the rest goes. What stays is what the events from after the moment say alone. Interrupted anywhere, a
    second run goes on.

    Args:
        unit_of_work: gives a transaction for each batch.
        collection_id: the collection; it need not exist.
        at: the moment; a collection's erasure never moves back.
        policy: the thresholds.
        on_batch: is told of what has gone after each batch.
    """
    with alone(unit_of_work) as work:
        at = work.collections.mark_erased(collection_id, at)
        work.removals.forget(collection_id, at + timedelta(days=1))
    erasure = _Erasure(unit_of_work, collection_id, at, policy)
    while erasure.attempts(on_batch):
        pass  # a tie of plans may have moved an old event to a name that was passed: until a pass finds nothing
    erasure.letters()
    for _ in range(2):  # while the first pass went, a judgement may have told of an act that stood until then
        erasure.records()
    return erasure.removed


@dataclass(slots=True)
class _Erasure:
    """An erasure that goes on, and what it has removed so far."""

    unit_of_work: Callable[[], UnitOfWork]
    collection_id: str
    at: datetime
    policy: Policy
    removed: Removed = field(default_factory=Removed)

    def attempts(self, on_batch: Callable[[Removed], None]) -> bool:
        """Erases the attempts in the order of their keys; returns whether there were any."""
        last = ""
        while True:
            with alone(self.unit_of_work) as work:
                keys = work.disposal.begun_before(self.collection_id, self.at, last, ATTEMPTS_TOGETHER)
                self._cut(work, keys)
            if not keys:
                return bool(last)
            last = keys[-1]
            on_batch(self.removed)

    def _cut(self, work: UnitOfWork, keys: Collection[str]) -> None:
        """Takes attempts out and enters again what came after the moment, as if the rest had never been."""
        stored = work.attempts.load(self.collection_id, keys)
        delta = take_out(work, self.collection_id, stored)
        later = [entry.event for entries in stored.values() for entry in entries if entry.event.ts >= self.at]
        entered = BatchReport()
        if later:
            delta += take_in(work, self.collection_id, later, entered)
        self.removed.suggestions += settle(work, self.collection_id, delta, self.policy)
        self.removed.attempts += len(stored) - entered.attempts
        self.removed.events += sum(map(len, stored.values())) - len(later)
        self.removed.counts += counts_of(delta)

    def letters(self) -> None:
        """Erases what was refused, and what an operator set aside of that."""
        gone = LETTERS_TOGETHER
        while gone:
            with alone(self.unit_of_work) as work:
                gone = work.disposal.letters(self.collection_id, LETTERS_TOGETHER)
            self.removed.dead_letters += gone

    def records(self) -> None:
        """Erases what audit and outbox say, and the acts of before; the outbox tells again how things stand now."""
        reached = Told(0, 0)
        with alone(self.unit_of_work) as work:
            up_to = work.disposal.last_told()
        while reached != up_to:
            with alone(self.unit_of_work) as work:
                part = work.disposal.forget_told(self.collection_id, self.at, reached, up_to)
                self._judge_again(work, part)
                work.disposal.retell(self.collection_id, part.told)
            reached = part.reached
            self.removed.audit += part.audit
            self.removed.outbox += part.outbox
            self.removed.acts += part.acts

    def _judge_again(self, work: UnitOfWork, part: ToldPart) -> None:
        """Judges what stands of later evidence without the acts that went."""
        rows = list(work.suggestions.get({*part.told, *part.audited}).values()) if part.acts else []
        families = {row["query_family"]: UNCHANGED for row in rows if row["edge"] is None}
        arguments = {(row["edge"]["target"], row["edge"]["to_field"]) for row in rows if row["edge"] is not None}
        judge(work, self.collection_id, Touched(families, arguments), self.policy)
