"""Health: whether the stream advances, and whether this worker takes part in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence

from typing_extensions import override

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.process import BatchReport
from pipeline.worker.observing import Observer

#: Seconds without a turn of the event loop after which the process is taken for dead.
_SILENT_SECONDS = 30.0


class Health(Observer):
    """Remembers the last signs of life.

    Args:
        stall_seconds: how long messages may wait, or a batch may take, before the stream counts as standing still.
        clock: gives seconds that only grow.
    """

    def __init__(self, stall_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._stall_seconds = stall_seconds
        self._clock = clock
        self._beaten_at = self._advanced_at = clock()
        self._is_waiting = False
        self._is_assigned = False

    @override
    def assigned(self, sources: Collection[str]) -> None:
        """A rebalance is a sign of life."""
        self._is_assigned = True
        self._advanced_at = self._clock()

    @override
    def beat(self, lag: Mapping[str, int], since: float | None = None) -> None:
        """The event loop turns."""
        self._beaten_at = self._clock()
        if not any(lag.values()) and not self._is_waiting:
            self._advanced_at = self._beaten_at

    @override
    def polled(self, batch: Sequence[Message]) -> None:
        """From now on something waits."""
        self._is_waiting = True
        self._advanced_at = self._clock()

    @override
    def delayed(self, error: TransientError) -> None:
        """The store is away, which this process knows and will not wait for without an end."""
        self._advanced_at = self._clock()

    @override
    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        """The stream advanced."""
        self._advanced_at = self._clock()

    @override
    def rested(self) -> None:
        """Nothing waits."""
        self._is_waiting = False

    def ailments(self) -> list[str]:
        """Why the process should be restarted, nothing while it is well."""
        now = self._clock()
        if now - self._beaten_at > _SILENT_SECONDS:
            return [f"the event loop has not turned for {now - self._beaten_at:.0f} seconds"]
        if now - self._advanced_at > self._stall_seconds:
            return [f"messages wait, and none was done for {now - self._advanced_at:.0f} seconds"]
        return []

    def obstacles(self) -> list[str]:
        """Why this worker does not take part in the stream yet."""
        return [] if self._is_assigned else ["the group has assigned no partitions yet"]
