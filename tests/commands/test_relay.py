"""`tooltrail relay`: from a database to a topic, and from there to a service without one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from confluent_kafka import Producer

from pipeline.kafka import Kafka
from pipeline.promotions import TopicSnapshots
from storage import snapshots
from tests.brokers import mock_cluster
from tests.commands.running import Command
from tests.loop import AS_OF, Loop
from tests.promotions.log import as_text
from tests.promotions.test_topic_and_database import promoted

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with mock_cluster() as brokers:
        yield brokers


def reader(cluster: str, topic: str) -> TopicSnapshots:
    """A reader of a topic that appears now; what expires by today is none of its business."""
    Producer({"bootstrap.servers": cluster}).list_topics(topic, timeout=10)
    return TopicSnapshots(Kafka(cluster), topic, clock=lambda: AS_OF)


@pytest.fixture
def database(tmp_path: Path) -> str:
    with Loop(tmp_path) as loop:
        promoted(loop)
        return loop.url


def test_once_tells_what_waits_and_ends(
    tooltrail: Command, cluster: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", cluster)
    monkeypatch.setenv("TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC", "once")
    with reader(cluster, "once") as following:
        assert tooltrail("relay", "--once", "--db", database).out == "2 changes in 2 messages, 1 of them tombstones\n"
        assert tooltrail("relay", "--once", "--db", database).out == "0 changes in 0 messages, 0 of them tombstones\n"
        assert as_text(following.refresh()) == as_text(snapshots.load(database, AS_OF))


def test_anew_fills_a_topic_that_was_lost_and_withdraws_what_the_database_does_not_know(
    tooltrail: Command, cluster: str, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", cluster)
    monkeypatch.setenv("TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC", "lost")
    with reader(cluster, "lost"):
        tooltrail("relay", "--once", "--db", database)
    monkeypatch.setenv("TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC", "found")
    with reader(cluster, "found") as following, Loop(tmp_path, "restored") as restored:
        assert tooltrail("relay", "--once", "--anew", "--db", database).out.startswith("1 changes in 1 messages")
        assert as_text(following.refresh()) == as_text(snapshots.load(database, AS_OF))
        assert tooltrail("relay", "--once", "--anew", "--db", restored.url).out.endswith("1 of them tombstones\n")
        assert len(following.refresh()) == 0


def test_it_runs_until_a_signal_asks_it_to_end(cluster: str, database: str) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "TOOLTRAIL_KAFKA_BROKERS": cluster,
        "TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC": "running",
        "TOOLTRAIL_DB": database,
    }
    arguments = [sys.executable, "-m", "tooltrail", "relay"]
    with (
        reader(cluster, "running") as following,
        subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process,
    ):
        deadline = time.monotonic() + 60
        while not len(following.refresh()) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, "2 changes in 2 messages, 1 of them tombstones\n")


def test_brokers_that_are_away_are_told_in_one_line(
    tooltrail: Command, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", "127.0.0.1:1")
    monkeypatch.setattr("pipeline.promotions.topic._ANSWER_SECONDS", 0.2)
    assert "do not answer" in tooltrail.refuses("relay", "--once", "--db", database, code=3)
