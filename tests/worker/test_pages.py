"""The worker's pages: what a probe and a scraper get."""

from __future__ import annotations

import urllib.error
import urllib.request
from datetime import UTC, datetime

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.process import BatchReport
from pipeline.worker.health import Health
from pipeline.worker.metrics import Meter, StoreCollector, StoredCounts
from pipeline.worker.pages import AddressTakenError, serve

BATCH = [Message("kafka:events/3", "1", b"{}", record_ts=datetime(2026, 1, 5, tzinfo=UTC))]


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def ask(address: tuple[str, int], path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{address[0]}:{address[1]}{path}") as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode()


def test_a_port_that_is_taken_is_told_with_what_to_set() -> None:
    told = {"ailments": list[str], "obstacles": list[str], "registry": CollectorRegistry()}
    with serve(("127.0.0.1", 0), **told) as address:  # type: ignore[arg-type]  # one table for both
        second = serve(address, **told)  # type: ignore[arg-type]  # see above
        with pytest.raises(AddressTakenError, match=f"{address[1]}.*TOOLTRAIL_WORKER_HTTP_PORT"):
            second.__enter__()


def test_probes_say_why_and_metrics_are_served() -> None:
    registry, problems = CollectorRegistry(), list[str]()
    Meter(registry, Clock())
    with serve(
        ("127.0.0.1", 0), ailments=lambda: problems, obstacles=lambda: ["no partitions"], registry=registry
    ) as address:
        assert ask(address, "/livez") == (200, "ok\n")
        assert ask(address, "/readyz?verbose") == (503, "no partitions\n")
        problems.append("it stands still")
        assert ask(address, "/livez") == (503, "it stands still\n")
        status, metrics = ask(address, "/metrics")
        assert status == 200
        assert 'tooltrail_events_total{result="accepted"} 0.0' in metrics
        assert ask(address, "/table/")[0] == 404


def test_a_stream_that_stands_still_is_not_alive_and_one_that_waits_for_the_store_is() -> None:
    clock = Clock()
    health = Health(60.0, clock)
    health.beat({})
    assert health.ailments() == []
    health.polled(BATCH)
    for _ in range(10):
        clock.now += 20
        health.beat({"kafka:events/3": 5})
        health.delayed(TransientError("away"))
    assert health.ailments() == []
    for _ in range(4):
        clock.now += 20
        health.beat({"kafka:events/3": 5})
    assert "none was done for 80 seconds" in health.ailments()[0]
    health.committed(BATCH, BatchReport(), 0.1)
    health.rested()
    assert health.ailments() == []


def test_a_silent_stall_shows_by_the_lag_and_an_idle_topic_does_not() -> None:
    clock = Clock()
    health = Health(60.0, clock)
    for lag, sick in ((0, False), (3, True)):
        for _ in range(5):
            clock.now += 20
            health.beat({"kafka:events/0": lag})
        assert bool(health.ailments()) is sick


def test_an_event_loop_that_does_not_turn_is_not_alive() -> None:
    clock = Clock()
    health = Health(300.0, clock)
    clock.now += 31
    assert "event loop" in health.ailments()[0]


def test_a_worker_is_ready_when_the_group_gave_it_its_part_even_if_that_is_nothing() -> None:
    health = Health(60.0, Clock())
    assert health.obstacles()
    health.assigned([])
    assert health.obstacles() == []


def test_metrics_count_what_became_of_batches() -> None:
    registry, clock = CollectorRegistry(), Clock()
    meter = Meter(registry, clock)
    meter.assigned(["kafka:events/3"])
    meter.beat({"kafka:events/3": 12}, clock.now - 90)
    text = generate_latest(registry).decode()
    assert 'tooltrail_lag_messages{partition="events/3"} 12.0' in text
    assert "tooltrail_lag_seconds 90.0" in text
    report = BatchReport(messages=3, accepted=20, duplicates=2, attempts=1, promotions=1)
    report.refused["not_json"] = 2
    meter.committed(BATCH, report, 0.2)
    meter.delayed(TransientError("away"))
    clock.now += 30
    assert "tooltrail_lag_seconds 120.0" in generate_latest(registry).decode(), "it grows while the loop stands still"
    meter.beat({"kafka:events/3": 0})
    text = generate_latest(registry).decode()
    for line in (
        'tooltrail_events_total{result="accepted"} 20.0',
        'tooltrail_dead_letters_total{reason="not_json"} 2.0',
        "tooltrail_messages_total 3.0",
        "tooltrail_promotions_total 1.0",
        "tooltrail_batch_seconds_count 1.0",
        "tooltrail_batch_delays_total 1.0",
        "tooltrail_lag_seconds 0.0",
    ):
        assert f"{line}\n" in text, line


def test_every_metric_is_of_this_project_and_no_label_is_free_text() -> None:
    registry = CollectorRegistry()
    Meter(registry, Clock())
    registry.register(StoreCollector(lambda: StoredCounts({}, {}, 0), now=Clock()))
    names = {label for family in registry.collect() for sample in family.samples for label in sample.labels}
    assert all(family.name.startswith("tooltrail_") for family in registry.collect())
    assert names <= {"result", "reason", "partition", "kind", "status", "le"}


def test_the_store_is_asked_once_in_a_while_and_left_out_while_it_is_away() -> None:
    clock, asked = Clock(), list[float]()

    def counts() -> StoredCounts:
        asked.append(clock.now)
        if len(asked) == 2:
            raise TransientError("away")
        return StoredCounts({("target_preference", "promoted"): 4}, {"no_ts": 1}, 7, datetime.fromtimestamp(40, UTC))

    registry = CollectorRegistry()
    registry.register(StoreCollector(counts, 30.0, clock, now=lambda: 100.0))
    assert asked == []
    first = generate_latest(registry).decode()
    assert 'tooltrail_suggestions{kind="target_preference",status="promoted"} 4.0' in first
    assert "tooltrail_attempts_without_end 7.0" in first
    assert "tooltrail_relay_delay_seconds 60.0" in first
    clock.now += 10
    assert generate_latest(registry).decode() == first
    clock.now += 30
    assert "promoted" not in generate_latest(registry).decode()
    assert len(asked) == 2
