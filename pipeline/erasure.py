"""Erasure: everything of a collection from before a moment goes from every table; a tombstone stays."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from pipeline.disposal import ATTEMPTS_TOGETHER, LETTERS_TOGETHER, Removed, counts_of, settle, take_out
from pipeline.judgement import UNCHANGED, Touched, judge
from pipeline.learning.policy import Policy
from pipeline.ports import Told, ToldPart, UnitOfWork
from pipeline.process import BatchReport, take_in

_Transactions = Callable[[], UnitOfWork]


def erase(
    unit_of_work: _Transactions,
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
    with unit_of_work() as work:
        at = work.collections.mark_erased(collection_id, at)
        work.commit()
    removed = Removed()
    while _erase_attempts(unit_of_work, collection_id, at, policy, removed, on_batch):
        pass  # a tie of plans may have moved an old event to a name that was passed: until a pass finds nothing
    while gone := _erase_letters(unit_of_work, collection_id):
        removed.dead_letters += gone
    # The second time round nothing is left that an act or a count from before could be written from.
    for _ in range(2):
        _erase_records(unit_of_work, collection_id, at, policy, removed)
    return removed


def _erase_attempts(  # noqa: PLR0913  one batch of `erase`, with all that it was given
    unit_of_work: _Transactions,
    collection_id: str,
    at: datetime,
    policy: Policy,
    removed: Removed,
    on_batch: Callable[[Removed], None],
) -> bool:
    """Erases the attempts in the order of their keys; returns whether there were any."""
    last, found = "", False
    while True:
        with unit_of_work() as work:
            keys = work.disposal.begun_before(collection_id, at, last, ATTEMPTS_TOGETHER)
            if not keys:
                return found
            _cut(work, collection_id, keys, at, policy, removed)
            work.commit()
        last, found = keys[-1], True
        on_batch(removed)


def _cut(  # noqa: PLR0913  the same
    work: UnitOfWork, collection_id: str, keys: Collection[str], at: datetime, policy: Policy, removed: Removed
) -> None:
    """Takes attempts out and enters again what came after the moment, as if the rest had never been."""
    stored = work.attempts.load(collection_id, keys)
    delta = take_out(work, collection_id, stored)
    later = [entry.event for entries in stored.values() for entry in entries if entry.event.ts >= at]
    entered = BatchReport()
    if later:
        delta += take_in(work, collection_id, later, entered)
    removed.suggestions += settle(work, collection_id, delta, policy)
    removed.attempts += len(stored) - entered.attempts
    removed.events += sum(map(len, stored.values())) - len(later)
    removed.counts += counts_of(delta)


def _erase_letters(unit_of_work: _Transactions, collection_id: str) -> int:
    with unit_of_work() as work:
        gone = work.disposal.letters(collection_id, LETTERS_TOGETHER)
        work.commit()
    return gone


def _erase_records(
    unit_of_work: _Transactions, collection_id: str, at: datetime, policy: Policy, removed: Removed
) -> None:
    """Erases what audit and outbox say, and the acts of before; the outbox tells again how things stand now."""
    reached = Told(0, 0)
    with unit_of_work() as work:
        up_to = work.disposal.last_told()
    while reached != up_to:
        with unit_of_work() as work:
            part = work.disposal.forget_told(collection_id, at, reached, up_to)
            _judge_again(work, collection_id, part, policy)
            work.disposal.retell(collection_id, part.told)
            work.commit()
        reached = part.reached
        removed.audit += part.audit
        removed.outbox += part.outbox
        removed.acts += part.acts


def _judge_again(work: UnitOfWork, collection_id: str, part: ToldPart, policy: Policy) -> None:
    """Judges what stands of later evidence without the acts that went."""
    rows = work.suggestions.get({*part.told, *part.audited}).values() if part.acts else ()
    families = {row["query_family"]: UNCHANGED for row in rows if row["edge"] is None}
    arguments = {(row["edge"]["target"], row["edge"]["to_field"]) for row in rows if row["edge"] is not None}
    judge(work, collection_id, Touched(families, arguments), policy)
