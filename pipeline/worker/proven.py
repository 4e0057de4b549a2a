"""Proven offsets: what may be committed is what is durable, whatever the broker library believes.

The library acks by itself what it skips, such as messages that were fetched before a rebalance. An offset is committed
only if every one from the last committed one on was made durable, or was never there.
"""

from __future__ import annotations

from typing import Generic, TypeVar

_Partition = TypeVar("_Partition")


class Proven(Generic[_Partition]):
    """Which offsets of each partition are durable; what lies below a committed one is forgotten.

    >>> proven = Proven()
    >>> proven.begin("events/0", 10)
    >>> for offset in (10, 11, 13): proven.add("events/0", offset)
    >>> proven.clip("events/0", 14), proven.clip("events/0", 14)
    (12, None)
    """

    def __init__(self) -> None:
        self._base: dict[_Partition, int] = {}
        self._above: dict[_Partition, set[int]] = {}
        self._reached: dict[_Partition, int] = {}

    def begin(self, partition: _Partition, offset: int) -> None:
        """A partition is read from an offset: what lies below it is no concern of this reader."""
        self._base[partition] = self._reached[partition] = offset
        self._above[partition] = set()

    def end(self, partition: _Partition) -> None:
        """A partition is another reader's."""
        self._base.pop(partition, None)
        self._above.pop(partition, None)
        self._reached.pop(partition, None)

    def add(self, partition: _Partition, offset: int) -> None:
        """An offset is durable, or was never there; without `begin` nothing of the partition can be committed."""
        if partition in self._base and offset >= self._base[partition]:
            self._above[partition].add(offset)

    def positions(self) -> dict[_Partition, int]:
        """The first offset of each partition that is not durable."""
        return {partition: self._end(partition) for partition in list(self._base)}

    def pending(self, partition: _Partition) -> int | None:
        """The offset that could be committed now, None where no more is durable than was; changes nothing."""
        base = self._base.get(partition)
        if base is None:
            return None
        end = self._end(partition)
        return end if end > base else None

    def clip(self, partition: _Partition, wanted: int) -> int | None:
        """The offset to commit in place of a wanted one, None for nothing; what lies below it is forgotten."""
        base = self._base.get(partition)
        if base is None:
            return None
        end = min(wanted, self._end(partition))
        if end <= base:
            return None
        self._base[partition] = end
        self._above[partition].difference_update(range(base, end))
        return end

    def _end(self, partition: _Partition) -> int:
        """The end of what is durable without a gap; it was looked for before, and is looked for from there."""
        end, above = self._reached[partition], self._above[partition]
        while end in above:
            end += 1
        self._reached[partition] = end
        return end
