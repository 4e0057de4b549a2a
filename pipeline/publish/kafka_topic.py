"""A topic of Kafka as a sink: keyed by attempt, idempotent, acknowledged by all replicas."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from pipeline.kafka import Kafka, client, new_client
from pipeline.publish.packing import Pack
from pipeline.publish.sinks import Done, SinkFullError

_LOG = logging.getLogger("tooltrail.publish")

#: Where the workers read unless told otherwise.
EVENTS_TOPIC = "tooltrail.events"


@dataclass(frozen=True, slots=True)
class KafkaTopic:
    """A topic.

    Attributes:
        kafka: the cluster.
        topic: its name.
        queue_bytes: bytes that the client holds for brokers that are away; beyond them the publisher's queue fills.
        delivery_seconds: how long it tries to deliver a message; then the message is dropped and counted.
    """

    kafka: Kafka
    topic: str = EVENTS_TOPIC
    queue_bytes: int = 32 * 2**20
    delivery_seconds: float = 600.0

    def check(self) -> None:
        """Makes sure that the client is installed and takes the options; no broker is asked.

        Raises:
            RejectedError: it is not, or it does not.
        """
        new_client("Producer", self._options())

    def open(self) -> KafkaChannel:
        """Opens a producer."""
        return KafkaChannel(new_client("Producer", self._options()), self.topic)

    def _options(self) -> dict[str, Any]:
        return self.kafka.client_options(
            client_id="tooltrail-publisher",
            enable_idempotence=True,
            compression_type="lz4",
            linger_ms=20,
            message_timeout_ms=round(self.delivery_seconds * 1000),
            queue_buffering_max_kbytes=max(1, self.queue_bytes // 1024),
        )


class KafkaChannel:
    """An open producer."""

    def __init__(self, producer: Any, topic: str) -> None:
        self._producer = producer
        self._topic = topic
        self._library = client()
        self._troubles: set[str] = set()

    def send(self, pack: Pack, done: Done) -> None:
        """Hands a message to the client, which sends it in the background."""

        def told(error: Any, _message: Any) -> None:
            done(pack, None if error is None else self._reason(error))

        try:
            self._producer.produce(self._topic, pack.data, pack.key.encode("utf-8", "replace"), on_delivery=told)
        except BufferError:
            raise SinkFullError from None
        except self._library.KafkaException as error:
            done(pack, self._reason(error.args[0]))
        self._producer.poll(0)

    def poll(self, seconds: float) -> None:
        """Lets delivery reports in."""
        self._producer.poll(seconds)

    def close(self, seconds: float) -> None:
        """Delivers what it can; the rest is purged and told of."""
        if self._producer.flush(max(0.0, seconds)):
            self._producer.purge(in_queue=True, in_flight=True)
            self._producer.flush(1.0)

    def _reason(self, error: Any) -> str:
        if error.code() == self._library.KafkaError.MSG_SIZE_TOO_LARGE:
            return "too_large"
        if error.name() not in self._troubles:
            self._troubles.add(error.name())
            _LOG.warning("a message of traces did not arrive: %s", error.str(), extra={"event": "trace_undelivered"})
        return "undelivered"
