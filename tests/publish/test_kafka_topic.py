"""The publisher and Kafka: a cluster in this process for what is quick, a real one for what must be true."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from confluent_kafka import Consumer, Message, TopicPartition

from pipeline.kafka import BadKafkaOptionError, Kafka, NoKafkaClientError
from pipeline.publish import KafkaTopic, Limits, Options, TracePublisher
from tests.brokers import borrowed_topic, kafka_bootstrap, mock_cluster
from tests.databases import SqliteFiles
from tests.loop import fresh_loop
from tests.publish.test_publisher import SECRET, a_run, learned

TOPIC = "traces"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with mock_cluster() as brokers:
        yield brokers


def records(brokers: str, topic: str, number: int) -> list[Message]:
    """So many records of a topic, from its beginning."""
    consumer = Consumer({"bootstrap.servers": brokers, "group.id": "test", "enable.auto.commit": False})
    try:
        partitions = consumer.list_topics(topic, timeout=10).topics[topic].partitions
        consumer.assign([TopicPartition(topic, partition, 0) for partition in partitions])
        found: list[Message] = []
        while len(found) < number:
            found += consumer.consume(number, timeout=30) or pytest.fail(f"{len(found)} of {number} records")
        return found
    finally:
        consumer.close()


def publish_to(topic: str, brokers: str, attempts: int) -> None:
    carrier = TracePublisher(KafkaTopic(Kafka(brokers), topic), SECRET, Options(collection_id="shop"))
    events = [event for number in range(attempts) for event in a_run(number)]
    [carrier.publish(event) for event in events]
    counts = carrier.close(30)
    assert (counts.delivered, counts.messages, counts.dropped) == (len(events), attempts, {})


def test_attempts_arrive_whole_under_their_key(cluster: str) -> None:
    publish_to(TOPIC, cluster, 5)
    found = records(cluster, TOPIC, 5)
    assert {record.key() for record in found} == {f"shop/att-{number}".encode() for number in range(5)}
    for record in found:
        value = record.value()
        assert value is not None
        assert len(json.loads(value)) == 6


class Door:
    """A port before a cluster, which is shut until it is opened."""

    def __init__(self, brokers: str) -> None:
        host, _, port = brokers.partition(":")
        self._inside = host, int(port)
        self._door = socket.socket()
        self._door.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._door.getsockname()[1]}"

    def open(self) -> None:
        self._door.listen()
        threading.Thread(target=self._admit, daemon=True).start()

    def _admit(self) -> None:
        while True:
            try:
                outside = self._door.accept()[0]
            except OSError:
                return
            inside = socket.create_connection(self._inside)
            for one, other in ((outside, inside), (inside, outside)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass(one: socket.socket, other: socket.socket) -> None:
        with one:
            while data := one.recv(65536):
                other.sendall(data)

    def close(self) -> None:
        self._door.close()


@contextmanager
def door(brokers: str) -> Iterator[Door]:
    made = Door(brokers)
    try:
        yield made
    finally:
        made.close()


def test_a_broker_that_is_away_is_waited_for_beside_the_agent(cluster: str) -> None:
    with door(cluster) as before:
        limits = Limits(message_events=6)
        kafka = Kafka(before.address, options={"reconnect.backoff.max.ms": 200, "log_level": 0})
        carrier = TracePublisher(
            KafkaTopic(kafka, "away"), SECRET, Options(collection_id="shop", queue_events=60, limits=limits)
        )
        events = [event for number in range(4) for event in a_run(number)]
        taken = [carrier.publish(event) for event in events]
        assert not carrier.flush(0.2)
        counts = carrier.counts
        assert (all(taken), counts.delivered, counts.waiting) == (True, 0, len(events))
        before.open()
        counts = carrier.close(30)
        assert (counts.delivered, counts.dropped) == (len(events), {})
        assert len(records(cluster, "away", 4)) == 4


def test_what_never_arrived_is_counted_when_the_process_ends() -> None:
    with socket.socket() as shut:
        shut.bind(("127.0.0.1", 0))
        kafka = Kafka(f"127.0.0.1:{shut.getsockname()[1]}", options={"log_level": 0})
        carrier = TracePublisher(KafkaTopic(kafka), SECRET, Options(collection_id="shop"))
        for event in a_run():
            carrier.publish(event)
        counts = carrier.close(0.3)
        assert (counts.delivered, counts.waiting, sum(counts.dropped.values())) == (0, 0, 6)


def test_options_that_the_client_does_not_take_are_told_at_once_and_hide_the_password() -> None:
    kafka = Kafka("localhost:1", username="kim", password="hunter2", mechanism="NONE-SUCH")
    with pytest.raises(BadKafkaOptionError, match="does not take these options") as refused:
        TracePublisher(KafkaTopic(kafka), SECRET)
    assert "hunter2" not in str(refused.value) + repr(kafka)


def test_without_the_client_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)
    with pytest.raises(NoKafkaClientError, match=r"tooltrail\[publisher\]"):
        TracePublisher(KafkaTopic(Kafka("localhost:1")), SECRET)


def test_on_a_real_broker_what_was_published_is_what_the_raw_events_teach(sqlite: SqliteFiles) -> None:
    brokers = kafka_bootstrap()
    raw = [{**event, "event_id": f"e{n}"} for number in range(30) for n, event in enumerate(a_run(number))]
    with borrowed_topic(brokers) as topic, fresh_loop(sqlite) as sealed, fresh_loop(sqlite) as plain:
        with TracePublisher(KafkaTopic(Kafka(brokers), topic), SECRET) as carrier:
            for event in raw:
                carrier.publish(event)
        values = [value for record in records(brokers, topic, 30) if (value := record.value()) is not None]
        assert learned(sealed, values) == learned(plain, [json.dumps(event).encode() for event in raw])
