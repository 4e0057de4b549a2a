"""Relays as real processes, killed while they work: nothing is lost and nothing comes out of order."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

from pipeline.kafka import Kafka
from pipeline.learning.acts import ActKind
from pipeline.promotions import PromotionsTopic, Relay, TopicSnapshots
from storage import snapshots
from tests.brokers import borrowed_topic, kafka_bootstrap
from tests.databases import PostgresqlServer
from tests.loop import AS_OF, Loop, fresh_loop
from tests.promotions.log import as_text
from tests.traces import MONDAY, flatten, outcome

ROOT = Path(__file__).parents[2]
KILLS = 1


def relaying(loop: Loop, brokers: str, topic: str) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "TOOLTRAIL_DB": loop.url,
        "TOOLTRAIL_KAFKA_BROKERS": brokers,
        "TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC": topic,
    }
    return subprocess.Popen([sys.executable, "-m", "tooltrail", "relay"], env=environment, stderr=subprocess.DEVNULL)


def test_relays_that_are_killed_lose_nothing_and_reorder_nothing(postgresql: PostgresqlServer) -> None:
    brokers = kafka_bootstrap()
    with fresh_loop(postgresql) as loop, borrowed_topic(brokers, partitions=1) as topic:
        loop.learn(
            flatten(outcome(n, tool, principal=f"p{n}") for n in range(4) for tool in ("trackParcel", "listParcels"))
        )
        ids = sorted(row["id"] for row in loop.rows())
        with TopicSnapshots(Kafka(brokers), topic) as watching:
            for round_of_acts in range(KILLS):
                running = [relaying(loop, brokers, topic) for _ in range(2)]
                before = sum(watching._ends().values())
                deadline = time.monotonic() + 60
                number = 0
                while sum(watching._ends().values()) < before + 10 and time.monotonic() < deadline:
                    kind = (ActKind.PIN, ActKind.DEMOTE, ActKind.REOPEN)[number % 3]
                    at = MONDAY + timedelta(hours=round_of_acts, seconds=number)
                    loop.act(ids[number % len(ids)], kind, at)
                    number += 1
                for process in running:
                    process.kill()
                    process.wait()
            assert sum(watching._ends().values()) >= 10 * KILLS
        last = PromotionsTopic(Kafka(brokers), topic)
        deadline = time.monotonic() + 30
        relay = Relay(loop.store.outbox, last)
        while (relay.drain() or relay.numbers.is_standing_by) and time.monotonic() < deadline:
            time.sleep(0.1)
        last.close()
        with TopicSnapshots(Kafka(brokers), topic, clock=lambda: AS_OF) as following:
            assert as_text(following.refresh()) == as_text(snapshots.load(loop.url, AS_OF))
