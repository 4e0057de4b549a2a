"""The whole way on real brokers: from an agent's publisher to a decision of the selector, and nothing raw on it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.chaos import contents, whole
from benchmarks.chaos.made import outcomes
from benchmarks.chaos.place import Place
from benchmarks.chaos.stage import Stage, wait_until
from pipeline.intake.envelope import parse_ts
from pipeline.kafka import Kafka
from pipeline.learning.settings import CollectionSettings, Review
from pipeline.promotions import PromotionsTopic, Relay, TopicSnapshots
from pipeline.review import set_collection
from pipeline.scrub import Scrubber, read_policy
from selector import SnapshotHolder, select_target_candidate
from storage.store import SqlStore
from tests.brokers import borrowed_topic
from tests.commands.test_nothing_raw import POLICY, TELLING, canary_events
from tests.loop import RULES

#: The day after the last of the made outcomes.
AS_OF = datetime(2026, 1, 12, tzinfo=UTC)
#: What is planted beside the canaries of a class (tests/commands/test_nothing_raw.py).
PLANTED = (*TELLING, "zqcanary", "zqleaf", "918273645546")


def test_what_an_agent_publishes_changes_the_decision_of_a_service_without_a_database(place: Place) -> None:
    tools = {name: {"name": name, "description": "Tells of a parcel."} for name in ("listParcels", "trackParcel")}
    rows = [{"name": "listParcels", "score": 1.0}, {"name": "trackParcel", "score": 0.8}]
    query = "where is my parcel"

    def decided(holder: SnapshotHolder) -> str | None:
        learned = holder.current.for_collection("shop")
        chosen = select_target_candidate(query, rows, tools, learning_suggestions=learned)["selected_target"]
        return None if chosen is None else str(chosen)

    with place.stage() as stage, borrowed_topic(stage.bootstrap, partitions=1) as topic:
        with SqlStore(stage.url, create=False) as store, store.unit_of_work() as work:
            set_collection(work, "shop", CollectionSettings(review=Review.NONE), RULES.policy)
            work.commit()
        kafka = Kafka(stage.bootstrap)
        with TopicSnapshots(kafka, topic, clock=lambda: AS_OF) as reader:
            holder = SnapshotHolder(reader.refresh)
            holder.refresh()
            before = decided(holder)
            stage.publish(event for events in outcomes(120) for event in events)
            worker = stage.worker()
            wait_until(stage.is_drained)
            assert worker.end() == 0, stage.tail()
            sink = PromotionsTopic(kafka, topic)
            with SqlStore(stage.url, create=False) as store:
                Relay(store.outbox, sink).drain()
            sink.close()
            holder.refresh()
            assert (before, decided(holder)) == ("listParcels", "trackParcel")


def test_a_part_of_real_traces_raw_and_sealed_leaves_what_a_replay_into_sqlite_leaves(place: Place) -> None:
    whole.compare_with_replay(place, most_attempts=12)


def test_no_canary_is_found_behind_the_border(place: Place, tmp_path: Path) -> None:
    policy = tmp_path / "scrub.toml"
    policy.write_text(POLICY, encoding="utf-8")
    events = list(canary_events())
    assert len(events) > 500
    with place.stage() as stage:
        dated_first = sorted(events[::2], key=lambda event: parse_ts(event.get("ts")) is None)  # the rest is cut
        assert set(stage.publish(dated_first, Scrubber(read_policy(POLICY)))) <= {"bad_ts", "attempt_cut"}
        sealed = b"".join(stage.contents())
        stage.send([events[start : start + 40] for start in range(1, len(events), 40)])
        stage.send([[{**event, "ts": "no time"}] for event in events[::23]])
        worker = stage.worker(scrub_policy=policy, worker_batch_messages=256)
        wait_until(stage.is_drained, 180)
        places = {
            "topic": sealed.decode("utf-8", "replace"),
            "database": contents.everything_in(stage.url),
            "metrics": worker.page("/metrics"),
            "promotions": promotions_of(stage),
        }
        assert worker.end() == 0, stage.tail()
        places["log"] = worker.log.read_text(encoding="utf-8")
        accepted = re.search(r'tooltrail_events_total{result="accepted"} ([0-9.]+)', places["metrics"])
        assert accepted
        assert float(accepted[1]) > 1000, "most are taken in: it is the border that must hold"
        assert contents.letters_of(stage.url)["bad_ts"] > 20
    assert {(name, canary) for name, text in places.items() for canary in PLANTED if canary in text} == set()


def promotions_of(stage: Stage) -> str:
    """What the relay would tell of everything, as text."""
    with SqlStore(stage.url, create=False) as store, store.outbox() as outbox:
        return repr(outbox.take(1_000_000))
