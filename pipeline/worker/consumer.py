"""Faust's Kafka consumer, made to commit proven offsets only and to read again what it fetched and threw away."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from faust.transport.drivers import aiokafka as driver
from faust.types import TP, ConsumerMessage

from pipeline.worker.ages import Ages
from pipeline.worker.proven import Proven

_log = logging.getLogger("tooltrail.worker")


class ProvenConsumer(driver.Consumer):
    """Reads from what is committed, and commits what is durable.

    Attributes:
        proven: which offsets are durable; the engine adds to it after each COMMIT.
        ages: since when messages wait.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.proven: Proven[TP] = Proven()
        self.ages: Ages[TP] = Ages()

    async def perform_seek(self) -> None:
        """Goes back to the committed offsets, and to the beginning where there is none that the topic still holds.

        The library leaves a partition without a committed offset where it stands, after it threw away what it had
        fetched: that would be lost. From one that is out of range it would read again from the beginning, and drop all
        of it as read before.
        """
        await super().perform_seek()
        partitions = sorted(self.assignment())
        if not partitions:
            return
        begins: Mapping[TP, int] = await self.earliest_offsets(*partitions)
        ends: Mapping[TP, int] = await self._thread.call_thread(self._thread._ensure_consumer().end_offsets, partitions)  # noqa: SLF001  the library wraps every question but this one
        for partition in partitions:
            committed = self._committed_offset.get(partition)
            begin = begins[partition]
            if committed is not None and begin <= committed <= ends[partition]:
                begin = committed
            else:
                self._say_where_it_begins(partition, begin, committed)
                self._committed_offset[partition] = None
                await self.seek(partition, begin)
            # The library takes this for an offset that was read, and what lies between it and the next for a gap.
            self._read_offset[partition] = begin - 1 if begin > 0 else None
            self.proven.begin(partition, begin)
            self.ages.begin(partition)

    def _say_where_it_begins(self, partition: TP, begin: int, committed: int | None) -> None:
        if committed is not None:
            _log.warning(
                "the committed offset is out of range: reading from the beginning",
                extra={"event": "worker.offset_out_of_range", "partition": partition.partition, "offset": begin},
            )

    async def on_partitions_revoked(self, revoked: set[TP]) -> None:
        """Forgets partitions that another worker will read."""
        await super().on_partitions_revoked(revoked)
        for partition in revoked:
            self.proven.end(partition)
            self.ages.end(partition)

    def _to_message(self, tp: TP, record: Any) -> ConsumerMessage:
        """Takes note of when a message came."""
        message = super()._to_message(tp, record)
        if message.timestamp is not None:
            self.ages.fetched(tp, message.offset, message.timestamp)
        return message

    async def _add_gap(self, tp: TP, offset_from: int, offset_to: int) -> None:
        """Takes note of offsets that the topic does not hold: compaction and transactions leave such gaps."""
        for offset in range(offset_from, offset_to):
            self.proven.add(tp, offset)

    # What is committed follows from what is proven, not from the library's list of acks: that takes an offset for
    # committed also where the broker refused the commit, as it does during a rebalance, and would never try it again.

    def _filter_tps_with_pending_acks(self, topics: Any = None) -> Iterator[TP]:
        """The partitions of which the broker knows less than is durable."""
        for partition in self.proven.positions():
            self._acked[partition].clear()
            self._acked_index[partition].clear()
            if self.proven.pending(partition) is not None and (
                topics is None or partition in topics or partition.topic in topics
            ):
                yield partition

    def _new_offset(self, tp: TP) -> int | None:
        """The offset to commit."""
        return self.proven.pending(tp)

    def _should_commit(self, tp: TP, offset: int) -> bool:  # noqa: ARG002  overrides
        """Whether the broker has a lower one."""
        return self.proven.pending(tp) is not None

    async def _commit(self, offsets: Mapping[TP, int]) -> bool:
        """Commits, and remembers it only where the broker took it."""
        has_committed: bool = await super()._commit(offsets)
        if has_committed:
            for partition, offset in offsets.items():
                self.proven.clip(partition, offset)
        return has_committed


class ProvenTransport(driver.Transport):
    """The transport whose consumer is `ProvenConsumer`."""

    Consumer = ProvenConsumer
