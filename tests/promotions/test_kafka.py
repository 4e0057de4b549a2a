"""From the outbox through Kafka to a snapshot, and what holds while the brokers are away."""

from __future__ import annotations

import socket
import uuid
from collections.abc import Iterator

import pytest
from confluent_kafka import Producer

from pipeline.errors import TransientError
from pipeline.kafka import Kafka
from pipeline.learning.acts import ActKind
from pipeline.promotions import Entry, PromotionsTopic, Relay, TopicSnapshots
from selector import SnapshotHolder
from storage import snapshots
from tests.brokers import borrowed_topic, kafka_bootstrap, mock_cluster
from tests.databases import SqliteFiles
from tests.loop import AS_OF, Loop, fresh_loop
from tests.promotions.log import as_text
from tests.promotions.test_topic_and_database import promoted
from tests.traces import MONDAY


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with mock_cluster() as brokers:
        yield brokers


@pytest.fixture
def topic(cluster: str) -> str:
    """A topic of its own, which appears by use."""
    name = f"promotions.{uuid.uuid4().hex}"
    producer = Producer({"bootstrap.servers": cluster})
    producer.list_topics(name, timeout=10)
    return name


@pytest.fixture
def loop(sqlite: SqliteFiles) -> Iterator[Loop]:
    with fresh_loop(sqlite) as made:
        yield made


def carry(loop: Loop, brokers: str, topic: str) -> int:
    sink = PromotionsTopic(Kafka(brokers), topic)
    try:
        return Relay(loop.store.outbox, sink).drain()
    finally:
        sink.close()


def reader(brokers: str, topic: str) -> TopicSnapshots:
    return TopicSnapshots(Kafka(brokers), topic, clock=lambda: AS_OF)


def test_a_service_follows_the_topic_and_gets_the_same_snapshot_while_nothing_changes(
    loop: Loop, cluster: str, topic: str
) -> None:
    with reader(cluster, topic) as following:
        assert len(following.refresh()) == 0
        promoted(loop)
        assert carry(loop, cluster, topic) > 0
        first = following.refresh()
        assert as_text(first) == as_text(snapshots.load(loop.url, AS_OF))
        assert following.refresh() is first
        (row,) = [row for row in loop.rows() if row["status"] == "promoted"]
        loop.act(row["id"], ActKind.REJECT, MONDAY)
        carry(loop, cluster, topic)
        assert (len(following.refresh()), len(first)) == (0, 1)


def test_a_service_that_begins_later_reads_the_same(loop: Loop, cluster: str, topic: str) -> None:
    promoted(loop)
    carry(loop, cluster, topic)
    with reader(cluster, topic) as one, reader(cluster, topic) as other:
        assert one.refresh().version == other.refresh().version


def test_what_expires_leaves_without_a_message(loop: Loop, cluster: str, topic: str) -> None:
    promoted(loop)
    carry(loop, cluster, topic)
    now = [AS_OF]
    with TopicSnapshots(Kafka(cluster), topic, clock=lambda: now[0]) as following:
        assert len(following.refresh()) == 1
        now[0] = AS_OF.replace(year=2027)
        assert len(following.refresh()) == 0
        now[0] = AS_OF
        assert len(following.refresh()) == 1


def shut_port() -> str:
    with socket.socket() as shut:
        shut.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{shut.getsockname()[1]}"


def test_while_the_brokers_are_away_the_last_good_snapshot_stands(loop: Loop, cluster: str, topic: str) -> None:
    promoted(loop)
    carry(loop, cluster, topic)
    with reader(cluster, topic) as following:
        holder = SnapshotHolder(following.refresh)
        assert holder.refresh()
        good = holder.current
    assert not holder.refresh()  # the consumer is closed: nothing answers any more
    assert holder.current is good


def test_brokers_that_are_away_and_a_topic_that_is_missing_are_transient(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.promotions.topic._ANSWER_SECONDS", 0.2)
    monkeypatch.setattr("pipeline.promotions.reader._ANSWER_SECONDS", 0.2)
    away = Kafka(shut_port(), options={"log_level": 0})
    sink = PromotionsTopic(away)
    with pytest.raises(TransientError, match="do not answer"):
        sink.reach()
    with TopicSnapshots(away) as following, pytest.raises(TransientError, match="do not answer"):
        following.refresh()
    sink.close()
    with TopicSnapshots(Kafka(cluster), "no-such-topic") as following, pytest.raises(TransientError, match="not there"):
        following.refresh()


def test_what_was_not_acknowledged_is_an_error_and_the_next_try_begins_anew(
    cluster: str, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.promotions.topic._SEND_SECONDS", 0.3)
    sink = PromotionsTopic(Kafka(shut_port(), options={"log_level": 0}), topic)
    with pytest.raises(TransientError, match="1 of 1 entries did not reach"):
        sink.send([Entry("tp-1", None)])
    sink._options |= {"bootstrap.servers": cluster, "message.timeout.ms": 10_000}
    monkeypatch.setattr("pipeline.promotions.topic._SEND_SECONDS", 10)
    sink.send([Entry("tp-1", None)])
    sink.close()


def test_on_a_real_broker_a_compacted_topic_gives_the_snapshot_of_the_database(loop: Loop) -> None:
    brokers = kafka_bootstrap()
    with borrowed_topic(brokers, partitions=1) as topic, reader(brokers, topic) as following:
        promoted(loop)
        (row,) = [row for row in loop.rows() if row["status"] == "promoted"]
        for kind in (ActKind.DEMOTE, ActKind.PIN, ActKind.REOPEN, ActKind.APPROVE):
            loop.act(row["id"], kind, MONDAY)
            carry(loop, brokers, topic)
            assert as_text(following.refresh()) == as_text(snapshots.load(loop.url, AS_OF))
        with reader(brokers, topic) as late:
            assert as_text(late.refresh()) == as_text(following.refresh())
