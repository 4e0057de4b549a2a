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
    """Counts on both sides of the queue.

    The agent's threads share a lock. The carrier, which may lose the interpreter at any instruction, never holds one
    that they need: its counts have one writer.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()  # reentrant, since a finalizer may publish as well
        self._published = 0
        self._refused: Counter[str] = Counter()
        self._delivered = 0
        self._messages = 0
        self._dropped: Counter[str] = Counter()
        self._is_over = False

    def publish(self) -> None:
        """Counts a call, by an agent's thread."""
        with self._lock:
            self._published += 1

    def refuse(self, reason: str) -> None:
        """Counts a call whose event was not taken, by an agent's thread."""
        with self._lock:
            self._refused[reason] += 1

    def deliver(self, events: int) -> None:
        """Counts a message that arrived, by the carrier."""
        self._messages += 1
        self._delivered += events

    def drop(self, reason: str, events: int = 1) -> None:
        """Counts events that were taken and go nowhere, by the carrier."""
        self._dropped[reason] += events

    def end(self) -> None:
        """From now on whatever waits counts as dropped, unless it arrives late after all."""
        self._is_over = True

    def read(self) -> PublisherCounts:
        """The counts of one moment."""
        delivered, messages = self._delivered, self._messages
        dropped = Counter(dict(self._dropped))
        with self._lock:
            dropped += self._refused
            published = self._published
        waiting = published - delivered - dropped.total()
        if self._is_over and waiting:
            dropped["deadline"] += waiting
            waiting = 0
        by_reason = MappingProxyType(dict(sorted(dropped.items())))
        return PublisherCounts(published, delivered, messages, waiting, by_reason)
