"""Packing: the events of an attempt travel in few messages, each a JSON array under the attempt's key."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Limits:
    """When a message is full or old enough to go.

    Attributes:
        message_bytes: bytes of the largest message, below the broker's `max.message.bytes` with room for its own.
        message_events: events of one message.
        linger_seconds: how long the first event of a message waits for others.
        ended_seconds: how long it waits once its attempt has ended: a record of the run, or a last word, may follow.
        open_bytes: bytes of all messages that are being filled; beyond them the oldest goes.
    """

    message_bytes: int = 900_000
    message_events: int = 500
    linger_seconds: float = 2.0
    ended_seconds: float = 0.25
    open_bytes: int = 16 * 2**20


class Pack(NamedTuple):
    """A message: some events of one attempt, in their order.

    Attributes:
        key: the collection and the attempt.
        run: the attempt as its sender names it, which stays in the process.
        data: a JSON array.
        events: how many.
    """

    key: str
    run: str | None
    data: bytes
    events: int


def split(pack: Pack) -> list[Pack]:
    """A message of several events as two.

    >>> [half.data for half in split(Pack("k", None, b"[1,2,3]", 3))]
    [b'[1]', b'[2,3]']
    """
    events = json.loads(pack.data)
    middle = len(events) // 2
    return [
        Pack(pack.key, pack.run, json.dumps(half, ensure_ascii=False, separators=(",", ":")).encode(), len(half))
        for half in (events[:middle], events[middle:])
    ]


@dataclass(slots=True)
class _Open:
    run: str | None
    due: float
    events: list[bytes] = field(default_factory=list)
    size: int = 1


class Packer:
    """Fills messages; what is full, due or ended comes out. Time is told to it, in seconds.

    >>> packer = Packer(Limits(message_events=2))
    >>> list(packer.add("k", None, b"1", 0.0)), [pack.data for pack in packer.add("k", None, b"2", 0.1)]
    ([], [b'[1,2]'])
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._ended: OrderedDict[str, float] = OrderedDict()
        self._bytes = 0

    def fits(self, event: bytes) -> bool:
        """Whether an event fits into a message at all."""
        return len(event) + 2 <= self._limits.message_bytes

    def shrink(self, message_bytes: int) -> None:
        """Makes messages smaller from now on: the broker takes less than was thought."""
        if message_bytes < self._limits.message_bytes:
            self._limits = replace(self._limits, message_bytes=message_bytes)

    def add(self, key: str, run: str | None, event: bytes, now: float) -> Iterator[Pack]:
        """Adds an event, which fits; gives the messages that must go now."""
        pack = self._open.get(key)
        if pack is not None and pack.size + len(event) + 1 > self._limits.message_bytes:
            yield self._close(key)
            pack = None
        if pack is None:
            pack = self._open[key] = _Open(run, now + self._limits.linger_seconds)
        pack.events.append(event)
        pack.size += len(event) + 1
        self._bytes += len(event) + 1
        if len(pack.events) >= self._limits.message_events:
            yield self._close(key)
        while self._bytes > self._limits.open_bytes:
            yield self._close(next(iter(self._open)))

    def wind_up(self, key: str, now: float) -> None:
        """Lets what is open of an attempt that has ended wait only for what follows at once."""
        if key in self._open:
            self._ended.setdefault(key, now + self._limits.ended_seconds)

    def end(self, key: str) -> Iterator[Pack]:
        """Gives what is open of an attempt that nothing more is awaited of."""
        if key in self._open:
            yield self._close(key)

    def due(self, now: float) -> Iterator[Pack]:
        """Gives what has waited long enough."""
        while self._ended and next(iter(self._ended.values())) <= now:
            yield self._close(next(iter(self._ended)))
        while self._open and next(iter(self._open.values())).due <= now:
            yield self._close(next(iter(self._open)))

    def wait(self, now: float) -> float | None:
        """Seconds until something is due; None where nothing is open."""
        firsts = [*islice(self._ended.values(), 1), *(pack.due for pack in islice(self._open.values(), 1))]
        return max(0.0, min(firsts) - now) if firsts else None

    def rest(self) -> Iterator[Pack]:
        """Gives everything that is open."""
        while self._open:
            yield self._close(next(iter(self._open)))

    def _close(self, key: str) -> Pack:
        pack = self._open.pop(key)
        self._ended.pop(key, None)
        self._bytes -= pack.size - 1
        return Pack(key, pack.run, b"[" + b",".join(pack.events) + b"]", len(pack.events))
