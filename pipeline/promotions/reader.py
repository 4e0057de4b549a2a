"""The reader of the topic: a snapshot for a service without a database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from pipeline.clock import present
from pipeline.kafka import Kafka, TopicAwayError, client, new_client, said
from pipeline.promotions.fold import Promotions
from pipeline.promotions.topic import PROMOTIONS_TOPIC
from selector.expiry import expires_at
from selector.snapshot import PromotedSnapshot

#: Messages that are taken at once.
_TOGETHER = 1_000
#: Seconds that brokers may take to answer a question, and to have told everything.
_ANSWER_SECONDS = 10.0
_READ_SECONDS = 120.0
#: Seconds that the client gathers messages before it hands them over.
_LOOK_SECONDS = 0.05
#: The longest pause between two refreshes that the client lets one name: a day.
_NEVER_MS = 86_400_000


class TopicSnapshots:
    """Reads a topic from its beginning, and then what is new; hand its `refresh` to a `selector.SnapshotHolder`.

    It joins no group and commits nothing: every service reads everything. Where nothing changed it gives the same
    snapshot again. Close it, or use it in a `with` statement; used by one thread at a time.

    Args:
        kafka: the cluster.
        topic: the topic's name.
        clock: gives the moment that decides what has expired.

    Raises:
        RejectedError: the client is not installed, or does not take the options.
    """

    def __init__(self, kafka: Kafka, topic: str = PROMOTIONS_TOPIC, *, clock: Callable[[], datetime] = present) -> None:
        self._topic = topic
        self._clock = clock
        self._library = client()
        options = kafka.client_options(
            client_id="tooltrail-snapshot",
            group_id="tooltrail-snapshot",
            enable_auto_commit=False,
            enable_partition_eof=True,
            auto_offset_reset="earliest",
            fetch_wait_max_ms=100,
            max_poll_interval_ms=_NEVER_MS,
        )
        self._consumer: Any = new_client("Consumer", options)
        self._next: dict[int, int] = {}
        self._promotions = Promotions()
        self._built: tuple[int, datetime, datetime | None, PromotedSnapshot] | None = None

    def refresh(self) -> PromotedSnapshot:
        """The snapshot of everything that the topic holds at this moment.

        Raises:
            TopicAwayError: the brokers do not answer; keep the snapshot that you have.
        """
        try:
            self._catch_up()
        except self._library.KafkaException as error:
            raise TopicAwayError(f"the brokers of {self._topic} do not answer: {said(error)}") from None
        return self._snapshot()

    @property
    def promotions(self) -> Promotions:
        """What the topic has said so far."""
        return self._promotions

    def close(self) -> None:
        """Leaves; snapshots stay as they are."""
        self._consumer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _catch_up(self) -> None:
        ends = self._ends()
        if set(ends) != set(self._next) or any(ends[partition] < at for partition, at in self._next.items()):
            self._begin_anew(sorted(ends))
        if any(self._next[partition] < end for partition, end in ends.items()):
            places = [self._library.TopicPartition(self._topic, partition) for partition in ends]
            self._consumer.resume(places)
            self._read_up_to(ends)
            self._consumer.pause(places)  # a fetch that waits for news would hold up the next question

    def _read_up_to(self, ends: Mapping[int, int]) -> None:
        deadline = time.monotonic() + _READ_SECONDS
        while any(self._next[partition] < end for partition, end in ends.items()):
            troubles = [self._take(message) for message in self._consumer.consume(_TOGETHER, timeout=_LOOK_SECONDS)]
            for trouble in filter(None, troubles):
                raise self._library.KafkaException(trouble)
            if time.monotonic() > deadline:
                raise TopicAwayError(f"the brokers of {self._topic} stopped answering")

    def _take(self, message: Any) -> Any:
        """Takes a message in, or gives what the client reports in the place of one."""
        error = message.error()
        if error is None:
            self._promotions.apply(message.key(), message.value())
            self._next[message.partition()] = message.offset() + 1
        elif error.code() == self._library.KafkaError._PARTITION_EOF:  # noqa: SLF001  the client's name for it
            self._next[message.partition()] = message.offset()
        else:
            return error
        return None

    def _ends(self) -> dict[int, int]:
        """Where each partition ends."""
        found = self._consumer.list_topics(self._topic, timeout=_ANSWER_SECONDS).topics[self._topic]
        if found.error is not None:
            raise TopicAwayError(f"the topic {self._topic} is not there ({found.error.str()})")
        return {
            partition: self._consumer.get_watermark_offsets(
                self._library.TopicPartition(self._topic, partition), timeout=_ANSWER_SECONDS
            )[1]
            for partition in found.partitions
        }

    def _begin_anew(self, partitions: list[int]) -> None:
        """Reads from the beginning: at first, and where the topic is another one than it was."""
        self._next = dict.fromkeys(partitions, 0)
        self._promotions = Promotions()
        self._built = None
        beginning = self._library.OFFSET_BEGINNING
        places = [self._library.TopicPartition(self._topic, partition, beginning) for partition in partitions]
        self._consumer.assign(places)
        self._consumer.pause(places)

    def _snapshot(self) -> PromotedSnapshot:
        now = self._clock()
        if self._built is not None:
            changes, since, until, snapshot = self._built
            if changes == self._promotions.changes and since <= now and (until is None or now < until):
                return snapshot
        snapshot = self._promotions.snapshot(now)
        ends = [end for row in self._promotions.rows() if (end := expires_at(row)) is not None and end > now]
        self._built = (self._promotions.changes, now, min(ends, default=None), snapshot)
        return snapshot
