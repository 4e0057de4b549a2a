"""Kafka as a client knows it: the brokers, how to prove who one is, the client library, and a topic as a whole."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from pipeline.errors import RejectedError, TransientError

#: Messages that are taken at once, seconds of one look, seconds that brokers may take to answer, and be silent.
_TOGETHER, _LOOK_SECONDS, _ANSWER_SECONDS, _SILENCE_SECONDS = 1_000, 0.5, 10.0, 30.0


class NoKafkaClientError(RejectedError):
    """The Kafka client is not installed: pip install 'tooltrail[publisher]'."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


class TopicAwayError(TransientError):
    """The topic did not answer, or is not there: make it with `tooltrail topics create`."""


class BadKafkaOptionError(RejectedError):
    """The Kafka client does not take these options: correct the one that the message names."""


@dataclass(frozen=True, slots=True)
class Kafka:
    """A cluster and how to reach it.

    Attributes:
        brokers: bootstrap servers, ``host:port`` with commas between.
        tls: whether the connection is encrypted.
        username: who one is, by SASL; None for a cluster that does not ask.
        password: what proves it.
        mechanism: how, by SASL's name.
        ca_file: certificates that vouch for the brokers, where the system's do not.
        certificate_file: the client's own certificate, where brokers ask for one.
        key_file: its key.
        options: further options of librdkafka, which stand above all others.
    """

    brokers: str
    tls: bool = False
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    mechanism: str = "SCRAM-SHA-512"
    ca_file: str | None = None
    certificate_file: str | None = None
    key_file: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def client_options(self, **more: Any) -> dict[str, Any]:
        """The options of a client; `more` are its own, with underscores for the dots.

        >>> options = Kafka("a:9092", tls=True, username="kim", password="secret").client_options(linger_ms=5)
        >>> options["security.protocol"], options["sasl.mechanism"], options["linger.ms"]
        ('SASL_SSL', 'SCRAM-SHA-512', 5)
        """
        signed_in = self.username is not None
        named: dict[str, Any] = {
            "bootstrap.servers": self.brokers,
            "security.protocol": ("SASL_" if signed_in else "") + ("SSL" if self.tls else "PLAINTEXT"),
            "sasl.mechanism": self.mechanism if signed_in else None,
            "sasl.username": self.username,
            "sasl.password": self.password,
            "ssl.ca.location": self.ca_file,
            "ssl.certificate.location": self.certificate_file,
            "ssl.key.location": self.key_file,
            **{name.replace("_", "."): value for name, value in more.items()},
        }
        return {name: value for name, value in named.items() if value is not None} | dict(self.options)


def client() -> Any:
    """The client library, imported when it is first needed.

    Raises:
        NoKafkaClientError: it is not installed.
    """
    try:
        return import_module("confluent_kafka")
    except ImportError as error:
        raise NoKafkaClientError from error


def new_client(kind: str, options: Mapping[str, Any]) -> Any:
    """A client of a kind: ``Producer`` or ``Consumer``.

    Raises:
        NoKafkaClientError: the library is not installed.
        BadKafkaOptionError: it does not take the options.
    """
    library = client()
    try:
        return getattr(library, kind)(dict(options))
    except (library.KafkaException, ValueError, TypeError) as error:
        raise BadKafkaOptionError(f"the Kafka client does not take these options: {said(error)}") from None


def said(error: Exception) -> str:
    """What the library says went wrong, in its words."""
    inner = error.args[0] if error.args else error
    return str(getattr(inner, "str", lambda: inner)())


def messages_of(kafka: Kafka, topic: str) -> Iterator[bytes | None]:
    """Gives the keys and the values of all messages that a topic holds now; it joins no group and commits nothing.

    Raises:
        RejectedError: the client is not installed, or does not take the options.
        TopicAwayError: the brokers do not answer, or have no such topic.
    """
    library = client()
    options = kafka.client_options(
        client_id="tooltrail-audit",
        group_id="tooltrail-audit",
        enable_auto_commit=False,
        enable_partition_eof=True,
        auto_offset_reset="earliest",
    )
    consumer = new_client("Consumer", options)
    try:
        found = consumer.list_topics(topic, timeout=_ANSWER_SECONDS).topics[topic]
        if found.error is not None:
            raise TopicAwayError(f"the topic {topic} is not there ({found.error.str()})")
        places = [library.TopicPartition(topic, number, library.OFFSET_BEGINNING) for number in found.partitions]
        consumer.assign(places)
        yield from _up_to_the_ends(library, consumer, set(found.partitions))
    except library.KafkaException as error:
        raise TopicAwayError(f"the brokers of {topic} do not answer: {said(error)}") from None
    finally:
        consumer.close()


def _up_to_the_ends(library: Any, consumer: Any, left: set[int]) -> Iterator[bytes | None]:
    """The messages of the partitions that are left, each until its end was told."""
    heard_at = time.monotonic()
    while left:
        for message in consumer.consume(_TOGETHER, timeout=_LOOK_SECONDS):
            error, heard_at = message.error(), time.monotonic()
            if error is None:
                yield from (message.key(), message.value())
            elif error.code() == library.KafkaError._PARTITION_EOF:  # noqa: SLF001  the client's name for it
                left.discard(message.partition())
            else:
                raise library.KafkaException(error)
        if time.monotonic() - heard_at > _SILENCE_SECONDS:
            raise TopicAwayError("the brokers stopped answering")
