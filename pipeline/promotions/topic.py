"""The topic of promotions, as the relay writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pipeline.kafka import Kafka, TopicAwayError, client, new_client, said
from pipeline.promotions.entries import Entry, encode

#: Where promotions go unless told otherwise.
PROMOTIONS_TOPIC = "tooltrail.promotions"

#: Seconds that brokers may take to answer, and to have a batch safe. The relay's transaction stays open so long.
_ANSWER_SECONDS = 5.0
_SEND_SECONDS = 10.0


class PromotionsTopic:
    """A compacted topic; one partition is enough, and keeps all entries in one order.

    Entries are sent by an idempotent producer that waits for all replicas. After a failure it is given up with whatever
    it still held, so that nothing old is sent after something newer.

    Args:
        kafka: the cluster.
        topic: its name.

    Raises:
        RejectedError: the client is not installed, or does not take the options.
    """

    def __init__(self, kafka: Kafka, topic: str = PROMOTIONS_TOPIC) -> None:
        self._options = kafka.client_options(
            client_id="tooltrail-relay",
            enable_idempotence=True,
            acks="all",
            compression_type="lz4",
            linger_ms=5,
            message_timeout_ms=round(_SEND_SECONDS * 1000),
        )
        self._topic = topic
        self._library = client()
        self._producer: Any = new_client("Producer", self._options)

    def reach(self) -> None:
        """Makes sure that the brokers answer and the topic is there.

        Raises:
            TopicAwayError: not now.
        """
        try:
            found = self._open().list_topics(self._topic, timeout=_ANSWER_SECONDS).topics[self._topic]
        except (self._library.KafkaException, KeyError) as error:
            raise TopicAwayError(f"the brokers of {self._topic} do not answer: {said(error)}") from None
        if found.error is not None:
            raise TopicAwayError(
                f"the topic {self._topic} is not there ({found.error.str()}): make it with `tooltrail topics create`"
            )

    def send(self, entries: Sequence[Entry]) -> None:
        """Sends entries; when it returns every one of them is safe.

        Raises:
            TopicAwayError: some are not.
        """
        failed: list[str] = []
        safe = 0

        def told(error: Any, _message: Any) -> None:
            nonlocal safe
            safe += error is None
            failed.extend([] if error is None else [error.str()])

        producer = self._open()
        try:
            for entry in entries:
                key, value = encode(entry)
                producer.produce(self._topic, value, key, on_delivery=told)
                producer.poll(0)
            producer.flush(_SEND_SECONDS + 1.0)
        except (self._library.KafkaException, BufferError) as error:
            failed.append(said(error))
        if safe != len(entries):
            self.close()
            why = failed[0] if failed else "no answer"
            raise TopicAwayError(f"{len(entries) - safe} of {len(entries)} entries did not reach {self._topic}: {why}")

    def close(self) -> None:
        """Gives the producer up; the next use opens another."""
        producer, self._producer = self._producer, None
        if producer is not None:
            producer.purge(in_queue=True, in_flight=True)
            producer.flush(1.0)

    def _open(self) -> Any:
        if self._producer is None:
            self._producer = new_client("Producer", self._options)
        return self._producer
