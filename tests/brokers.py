"""Brokers for tests: the Kafka server that the environment names, or one in this process that needs no Java."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from confluent_kafka import Producer
from confluent_kafka.admin import AdminClient, NewTopic

from tests.machine import service

SERVER_VARIABLE = "TOOLTRAIL_TEST_KAFKA"


def kafka_bootstrap() -> str:
    """The bootstrap servers of a real Kafka."""
    return service(SERVER_VARIABLE, "broker")


@contextmanager
def borrowed_topic(bootstrap: str, partitions: int = 2) -> Iterator[str]:
    """A topic of its own, for the time of a block."""
    admin = AdminClient({"bootstrap.servers": bootstrap})
    name = f"test.{uuid.uuid4().hex}"
    admin.create_topics([NewTopic(name, partitions, 1)])[name].result(30)
    try:
        yield name
    finally:
        admin.delete_topics([name])[name].result(30)


@contextmanager
def mock_cluster(brokers: int = 1) -> Iterator[str]:
    """The bootstrap servers of a cluster inside this process; its topics appear by use, with four partitions."""
    owner = Producer({"test.mock.num.brokers": brokers, "log_level": 0})
    deadline = time.monotonic() + 10
    while not (known := owner.list_topics(timeout=1).brokers) and time.monotonic() < deadline:
        pass
    yield ",".join(f"{broker.host}:{broker.port}" for broker in known.values())
    owner.flush(0)
