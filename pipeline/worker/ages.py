"""Ages: since when the oldest message of each partition waits that is not durable."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

_Partition = TypeVar("_Partition")


class Ages(Generic[_Partition]):
    """Remembers the times of messages that were fetched and are not durable, and of the last that is.

    What still lies in the broker is not known by its time; it came after the last durable message, so it is at most as
    old as that.

    >>> ages = Ages()
    >>> for offset in (5, 6): ages.fetched("events/0", offset, 100.0 + offset)
    >>> ages.oldest("events/0", 5), ages.oldest("events/0", 6), ages.oldest("events/0", 7)
    (105.0, 106.0, 106.0)
    """

    def __init__(self) -> None:
        self._fetched: dict[_Partition, deque[tuple[int, float]]] = {}
        self._last: dict[_Partition, float] = {}

    def begin(self, partition: _Partition) -> None:
        """A partition is read anew: what was fetched of it comes again."""
        self.end(partition)

    def end(self, partition: _Partition) -> None:
        """A partition is another reader's."""
        self._fetched.pop(partition, None)
        self._last.pop(partition, None)

    def fetched(self, partition: _Partition, offset: int, at: float) -> None:
        """A message has come, in the order of offsets."""
        self._fetched.setdefault(partition, deque()).append((offset, at))

    def oldest(self, partition: _Partition, position: int) -> float | None:
        """Since when the message at an offset waits, at most; what lies below it is durable, and forgotten.

        None where nothing of the partition was fetched yet.
        """
        waiting = self._fetched.get(partition)
        while waiting and waiting[0][0] < position:
            self._last[partition] = waiting.popleft()[1]
        return waiting[0][1] if waiting else self._last.get(partition)
