"""What producers compress with: one message that the worker cannot read would stop it for good."""

from __future__ import annotations

import uuid
from collections import Counter

import pytest
from confluent_kafka import Producer

from benchmarks.chaos.stage import Stage, wait_until
from tests.brokers import mock_cluster
from tests.databases import SqliteFiles, borrowed
from tooltrail.main import main as tooltrail


def test_a_worker_reads_whatever_a_producer_compresses_with(
    sqlite: SqliteFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    codecs = ("gzip", "snappy", "lz4", "zstd")
    with mock_cluster() as bootstrap, borrowed(sqlite) as url, Stage(bootstrap, url, 4, is_declared=False) as stage:
        tooltrail(["db", "upgrade", "--db", url])
        capsys.readouterr()
        for codec in codecs:
            producer = Producer({"bootstrap.servers": bootstrap, "compression.type": codec})
            producer.produce(stage.topic, b"{" + b" " * 2_000 + uuid.uuid4().bytes, partition=codecs.index(codec))
            assert producer.flush(30) == 0
        worker = stage.worker(worker_session_seconds=10)
        wait_until(lambda: len(stage.ledger()[1]) == len(codecs) or worker.process.poll() is not None)
        assert Counter(partition for partition, _ in stage.ledger()[1]) == Counter(range(len(codecs))), stage.tail()
        assert worker.end() == 0, stage.tail()
