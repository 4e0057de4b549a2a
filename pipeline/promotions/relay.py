"""The relay: what the outbox says goes to the topic, in its order and at least once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from pipeline.clock import present
from pipeline.errors import TransientError
from pipeline.promotions.entries import Entry, entry_of

#: Rows of one transaction: bounds what is held at once, and how long it lasts.
BATCH_ROWS = 500
#: Seconds between two looks at an outbox that was empty, or that another relay reads.
LOOK_SECONDS = 1.0
#: Seconds before the next try, after each failure in a row; the last one stands for all that follow.
_PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)


class Told(NamedTuple):
    """One row of the outbox.

    Attributes:
        id: its place.
        suggestion_id: what changed.
        payload: the suggestion's row, or a tombstone.
        written_at: when it was written.
    """

    id: int
    suggestion_id: str
    payload: dict[str, Any]
    written_at: datetime


class Outbox(Protocol):
    """One transaction on the outbox, which no other relay shares."""

    def take(self, limit: int) -> Sequence[Told] | None:
        """The oldest rows, in their order; None where another relay is at work."""

    def forget(self, rows: Sequence[Told]) -> None:
        """Removes rows that were sent, and makes that durable."""


class Topic(Protocol):
    """Where entries go."""

    def reach(self) -> None:
        """Makes sure that the brokers answer and the topic is there.

        Raises:
            TransientError: not now.
        """

    def send(self, entries: Sequence[Entry]) -> None:
        """Sends entries; when it returns every one of them is safe.

        Raises:
            TransientError: some are not, and those that are may come again.
        """


@dataclass(frozen=True, slots=True)
class RelayNumbers:
    """What a relay has done since it began.

    Attributes:
        sent: messages that the topic has, tombstones among them.
        tombstones: those of them that withdraw.
        rows: rows of the outbox that were carried; several of one suggestion in a batch make one message.
        failures: tries that failed.
        delay_seconds: how long the oldest row of the last batch had waited when it was safe.
        waiting_since: since when the oldest row waits that was found and could not be sent; None where there is none.
        is_standing_by: whether another relay was at work at the last look.
    """

    sent: int = 0
    tombstones: int = 0
    rows: int = 0
    failures: int = 0
    delay_seconds: float = 0.0
    waiting_since: datetime | None = None
    is_standing_by: bool = False

    def lag(self, now: datetime) -> float:
        """Seconds that a status change waits: of what waits now, 0 where nothing does."""
        return 0.0 if self.waiting_since is None else max(0.0, (now - self.waiting_since).total_seconds())


class Relay:
    """Carries an outbox to a topic.

    Rows are read, sent, and removed when the topic has them, in one transaction that keeps other relays out: whatever
    dies in between, they are sent again, before anything newer. Within a batch the last row of a suggestion speaks for
    it.

    Args:
        outbox: begins a transaction.
        topic: where it goes.
        clock: gives the present, for the delay.

    Attributes:
        numbers: what it has done; replaced as a whole, so any thread may read it.
    """

    def __init__(
        self,
        outbox: Callable[[], AbstractContextManager[Outbox]],
        topic: Topic,
        *,
        batch_rows: int = BATCH_ROWS,
        clock: Callable[[], datetime] = present,
    ) -> None:
        self.numbers = RelayNumbers()
        self._outbox, self._topic = outbox, topic
        self._batch_rows = batch_rows
        self._clock = clock

    def once(self) -> int:
        """Carries one batch; returns how many rows, 0 where there are none or another relay is at work.

        Raises:
            TransientError: the topic or the database did not answer; nothing is lost.
        """
        self._topic.reach()  # before the transaction, which should not wait for a broker that is away
        with self._outbox() as outbox:
            rows = outbox.take(self._batch_rows)
            if not rows:
                self.numbers = replace(self.numbers, is_standing_by=rows is None, waiting_since=None)
                return 0
            self.numbers = replace(self.numbers, is_standing_by=False, waiting_since=rows[0].written_at)
            entries = latest(rows)
            self._topic.send(entries)
            outbox.forget(rows)
        self._count(rows, entries)
        return len(rows)

    def drain(self) -> int:
        """Carries until nothing is left; returns how many rows.

        Raises:
            TransientError: the topic or the database did not answer; what was carried stays carried.
        """
        total = 0
        while carried := self.once():
            total += carried
        return total

    def run(
        self,
        stop: threading.Event,
        look_seconds: float = LOOK_SECONDS,
        on_trouble: Callable[[TransientError], None] = lambda _trouble: None,
    ) -> None:
        """Carries until it is told to stop, and goes on after an outage.

        Args:
            stop: ends it, between two batches.
            look_seconds: the pause after an empty look.
            on_trouble: is told why a try failed.

        Raises:
            RejectedError: the database or the topic cannot be used at all.
        """
        failed = 0
        while not stop.is_set():
            try:
                carried = self.once()
            except TransientError as trouble:
                on_trouble(trouble)
                self._note_failure()
                stop.wait(_PAUSES[min(failed, len(_PAUSES) - 1)])
                failed += 1
            else:
                failed = 0
                if carried < self._batch_rows:
                    stop.wait(look_seconds)

    def _note_failure(self) -> None:
        """Counts a failure, and finds out since when something waits, which may have come after the last look."""
        self.numbers = replace(self.numbers, failures=self.numbers.failures + 1)
        with suppress(TransientError), self._outbox() as outbox:
            rows = outbox.take(1)
            if rows:
                self.numbers = replace(self.numbers, waiting_since=rows[0].written_at)

    def _count(self, rows: Sequence[Told], entries: Sequence[Entry]) -> None:
        numbers = self.numbers
        self.numbers = replace(
            numbers,
            sent=numbers.sent + len(entries),
            tombstones=numbers.tombstones + sum(entry.value is None for entry in entries),
            rows=numbers.rows + len(rows),
            delay_seconds=max(0.0, (self._clock() - rows[0].written_at).total_seconds()),
            waiting_since=None,
        )


def latest(rows: Sequence[Told]) -> list[Entry]:
    """The entries of a batch: of each suggestion the last, in the order of those.

    >>> at = datetime(2026, 1, 5)
    >>> [entry.key for entry in latest([Told(1, "a", {}, at), Told(2, "b", {}, at), Told(3, "a", {}, at)])]
    ['b', 'a']
    """
    last: dict[str, Entry] = {}
    for row in rows:
        last.pop(row.suggestion_id, None)
        last[row.suggestion_id] = entry_of(row.suggestion_id, row.payload)
    return list(last.values())
