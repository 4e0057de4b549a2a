"""Disposal: what retention and erasure share: attempts are taken out of the ledger with all that they taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pipeline.judgement import Judged, judge, touched_by
from pipeline.learning.attempts import build_attempt
from pipeline.learning.evidence import (
    EdgeKey,
    Evidence,
    GivenKey,
    Key,
    RanKey,
    TargetKey,
    ValueKey,
    WordingKey,
    contribution,
)
from pipeline.learning.policy import Policy
from pipeline.ports import StoredEvent, UnitOfWork

#: Attempts of one transaction, which works alone: few enough that no writer waits long for it.
ATTEMPTS_TOGETHER = 200
#: Dead letters of one transaction.
LETTERS_TOGETHER = 5_000

_COUNTS: Mapping[type[Key], str] = {
    TargetKey: "outcomes",
    WordingKey: "wordings",
    EdgeKey: "edges",
    ValueKey: "values",
    GivenKey: "arguments",
    RanKey: "runs",
}


@dataclass(slots=True)
class Removed:
    """What went.

    Attributes:
        attempts: attempts that went as a whole.
        events: their events, and those that went from attempts which stay.
        counts: counts that were taken back, by what they count.
        suggestions: what became of the suggestions that these counts explain.
        dead_letters: dead letters.
        audit: entries of the audit table.
        outbox: entries of the outbox.
        acts: operators' acts.
    """

    attempts: int = 0
    events: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    suggestions: Judged = field(default_factory=Judged)
    dead_letters: int = 0
    audit: int = 0
    outbox: int = 0
    acts: int = 0


@contextmanager
def alone(unit_of_work: Callable[[], UnitOfWork]) -> Iterator[UnitOfWork]:
    """A transaction in which nobody else writes, committed at its end.

    What goes leaves rows of every table, in an order that is not that of events coming in; and whoever read a floor has
    ended when it moves.
    """
    with unit_of_work() as work:
        work.alone()
        yield work
        work.commit()


def take_out(work: UnitOfWork, collection_id: str, attempts: Mapping[str, Sequence[StoredEvent]]) -> Evidence:
    """Takes attempts out of the ledger, with the plans that lead to them; returns by how much the evidence changes."""
    delta = Evidence()
    for key, entries in sorted(attempts.items()):
        work.attempts.drop(collection_id, key)
        delta -= contribution(build_attempt(key, [entry.event for entry in entries]))
    work.disposal.forget_plans(collection_id, sorted(attempts))
    return delta


def settle(work: UnitOfWork, collection_id: str, delta: Evidence, policy: Policy) -> Judged:
    """Applies a difference of the evidence, and judges what it moves."""
    if not delta:
        return Judged()
    work.evidence.apply(collection_id, delta)
    return judge(work, collection_id, touched_by(delta), policy)


def counts_of(delta: Evidence) -> Counter[str]:
    """How many counts a difference lowers, by what they count.

    >>> counts_of(Evidence({GivenKey("getOrder", "id", True): (-2,), RanKey("getOrder", "=kim", "=s"): (1,)}))
    Counter({'arguments': 1})
    """
    return Counter(_COUNTS[type(key)] for key, counts in delta.cells.items() if min(counts) < 0)
