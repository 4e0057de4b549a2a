"""The backlog: what was published and not yet carried away, bounded in number and bytes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeVar

from pipeline.publish.sealing import Captured

#: A clock that is set back by so little is corrected; by more, it is believed.
_SMALL_STEP = timedelta(seconds=1)
_TICK = timedelta(microseconds=1)

#: Attempts of which something is remembered.
_REMEMBERED = 10_000

_Fact = TypeVar("_Fact")

CLOSE: Final = "close"


class Flush(NamedTuple):
    """Asks that everything before it goes out, and be told of."""

    done: threading.Event


class End(NamedTuple):
    """Says that an attempt has ended."""

    run: str


Item = Captured | Flush | End | Literal["close"]


def remember(facts: dict[str, _Fact], run: str, fact: _Fact) -> None:
    """Keeps a fact about an attempt, and forgets the oldest where there are too many."""
    facts[run] = fact
    if len(facts) > _REMEMBERED:
        del facts[next(iter(facts))]


class Backlog:
    """A queue between the agent's threads and the one that carries events away. Nobody waits to put something in.

    Once an event of an attempt was dropped, those after it are dropped too: what is learned of an attempt that breaks
    off is true, what is learned of one with a hole may not be, since a value would seem to come from a later output.

    Args:
        max_events: events that wait at most.
        max_bytes: bytes that they have at most.
        clock: gives the present, UTC.
    """

    def __init__(self, max_events: int, max_bytes: int, clock: Callable[[], datetime]) -> None:
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._lock = threading.RLock()  # the agent's threads alone hold it; reentrant, as a finalizer may publish too
        self._max_events, self._max_bytes = max_events, max_bytes
        self._clock = clock
        self._number = self._bytes = 0
        self._fetched = self._fetched_bytes = 0  # written by the carrier alone
        self._called = threading.Event()
        self._last: datetime | None = None
        self._cut: dict[str, None] = {}

    def put(self, data: bytes, run: str | None, *, ends: bool) -> str | None:
        """Takes a captured event, or says why not."""
        with self._lock:
            if run is not None and run in self._cut:
                return "attempt_cut"
            if (
                self._number - self._fetched >= self._max_events
                or self._bytes - self._fetched_bytes + len(data) > self._max_bytes
            ):
                self._remember_cut(run)
                return "queue_full"
            self._bytes += len(data)
            self._number += 1
            self._queue.put(Captured(data, run, self._now(), self._number, ends))
            return None

    def ask(self, item: Flush | End | Literal["close"]) -> None:
        """Puts in what is no event, and wakes the carrier."""
        self._queue.put(item)
        self._called.set()

    def get(self, seconds: float = 0.0) -> Item | None:
        """The next item; None if none comes in so many seconds. Who is waited for by this wakes the carrier up."""
        try:
            item = self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
        except queue.Empty:
            return None
        if isinstance(item, Captured):
            self._fetched += 1
            self._fetched_bytes += len(item.data)
        return item

    def nap(self, seconds: float) -> None:
        """Lets items gather; no event ends it, so that no call of the agent has a thread to wake."""
        self._called.wait(seconds)
        self._called.clear()

    def cut(self, run: str | None) -> None:
        """Drops whatever comes of an attempt from now on."""
        with self._lock:
            self._remember_cut(run)

    def _remember_cut(self, run: str | None) -> None:
        if run is not None:
            remember(self._cut, run, None)

    def _now(self) -> datetime:
        """The present; a tick later than the last time where the clock stood still, so that order is kept."""
        now = self._clock()
        last = self._last
        if last is not None and timedelta(0) <= last - now < _SMALL_STEP:
            now = last + _TICK
        self._last = now
        return now
