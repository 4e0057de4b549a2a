"""Counting: what became of everything that was published."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class PublisherCounts:
    """What became of events; `published` is always `delivered + waiting + all that was dropped`.

    Attributes:
        published: calls of `publish`.
        delivered: events that their sink has.
        messages: the messages in which they went.
        waiting: events that are queued, or sent and not confirmed.
        dropped: events that were dropped, by reason: those of docs/publishing.md, or why the border refused them.
    """

    published: int
    delivered: int
    messages: int
    waiting: int
    dropped: Mapping[str, int]


class Tally:
    """Counts that several threads add to."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._published = 0
        self._delivered = 0
        self._messages = 0
        self._dropped: Counter[str] = Counter()
        self._written_off = 0

    def publish(self) -> None:
        """Counts a call."""
        with self._lock:
            self._published += 1

    def deliver(self, events: int) -> None:
        """Counts a message that arrived; one that was written off before was late, and is not lost."""
        with self._lock:
            self._messages += 1
            self._delivered += events
            self._take_back(events)

    def refuse(self, reason: str) -> None:
        """Counts a call whose event was not taken."""
        with self._lock:
            self._dropped[reason] += 1

    def drop(self, reason: str, events: int = 1) -> None:
        """Counts events that were taken, and go nowhere."""
        with self._lock:
            self._dropped[reason] += events
            self._take_back(events)

    def write_off(self, reason: str) -> None:
        """Counts whatever is waiting as dropped."""
        with self._lock:
            left = self._waiting()
            if left:
                self._dropped[reason] += left
                self._written_off += left

    def read(self) -> PublisherCounts:
        """The counts of one moment."""
        with self._lock:
            dropped = MappingProxyType({reason: number for reason, number in sorted(self._dropped.items()) if number})
            return PublisherCounts(self._published, self._delivered, self._messages, self._waiting(), dropped)

    def _waiting(self) -> int:
        return self._published - self._delivered - self._dropped.total()

    def _take_back(self, events: int) -> None:
        late = min(events, self._written_off)
        if late:
            self._written_off -= late
            self._dropped["deadline"] -= late
