"""The fault matrix in short: real processes, a real broker, PostgreSQL. `make chaos` runs all of it at full size."""

from __future__ import annotations

import json

import pytest

from benchmarks.chaos import contents, crashes, races
from benchmarks.chaos.place import Place
from benchmarks.chaos.stage import RULES, SECRET, Stage, wait_until
from pipeline.intake import Message
from pipeline.process import process
from storage.store import SqlStore
from tests.brokers import mock_cluster
from tests.databases import PostgresqlServer, SqliteFiles, borrowed
from tooltrail import logs, operation
from tooltrail.main import main as tooltrail


def test_a_worker_killed_at_a_step_loses_nothing(place: Place) -> None:
    crashes.kill_at_each_step(place, ("write:20", "committed:2"))


def test_a_worker_that_is_stopped_commits_what_is_durable(place: Place) -> None:
    crashes.stop_in_the_middle(place, rounds=1)


def test_a_commit_whose_outcome_is_unknown_is_not_counted_twice(place: Place) -> None:
    crashes.cut_after_commit(place, rounds=1)


def test_poison_is_a_dead_letter_each_and_the_stream_goes_on(place: Place) -> None:
    contents.poison(place, within_seconds=60)  # what a busy machine may take; at full size it is one


def test_a_later_version_is_kept_for_a_later_program(place: Place) -> None:
    contents.evolve(place)


def test_a_scrubber_that_raises_lets_nothing_through(place: Place) -> None:
    contents.break_the_scrubber(place)


def test_a_rejection_wins_against_the_workers(place: Place) -> None:
    races.reject_meanwhile(place, packs=40, rounds=1)


def test_the_proof_catches_a_worker_on_plain_take(place: Place) -> None:
    races.catch_the_broken(place)


def test_a_worker_reads_a_cluster_without_java_and_lets_go_of_what_is_old(sqlite: SqliteFiles) -> None:
    """The quick test: a broker in this process, a database in a file."""
    event = {"type": "plan.started", "ts": "2026-01-05T09:00:00Z", "plan_id": "p", "event_id": "e"}
    with mock_cluster() as bootstrap, borrowed(sqlite) as url, Stage(bootstrap, url, 4, is_declared=False) as stage:
        with SqlStore(url) as store:
            old = json.dumps({**event, "collection_id": "old", "ts": "2020-01-05T09:00:00Z"}).encode()
            process([Message("before", "1", old)], store.unit_of_work(), RULES)
        stage.send_bytes(b"{")
        stage.send([[{**event, "collection_id": "shop"}]])
        # The cluster lets a group wait longer than the short one.
        worker = stage.worker(worker_session_seconds=10, worker_retention=True)
        wait_until(lambda: stage.ledger()[0]["e"] == 1 and stage.ledger()[1])
        wait_until(lambda: worker.said("worker.retained"))
        wait_until(lambda: "tooltrail_lag_seconds 0.0" in worker.page("/metrics"))
        [retained] = worker.said("worker.retained")
        assert (retained["collection"], retained["attempts"]) == ("old", 1)
        assert worker.end() == 0, stage.tail()
        stage.prove()


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "TOOLTRAIL_SEAL_KEY is not set"),
        ({"TOOLTRAIL_SEAL_KEY": SECRET}, "run `tooltrail db upgrade"),
        ({"TOOLTRAIL_SEAL_KEY": SECRET, "TOOLTRAIL_KAFKA_TOPIC": "test.none"}, "run `tooltrail topics create`"),
        ({"TOOLTRAIL_SEAL_KEY": SECRET, "TOOLTRAIL_KAFKA_BROKERS": "nowhere"}, "write HOST:PORT"),
        ({"TOOLTRAIL_SEAL_KEY": SECRET, "TOOLTRAIL_KAFKA_SECURITY": "SASL_SSL"}, "TOOLTRAIL_KAFKA_SASL_USERNAME"),
    ],
)
def test_a_worker_refuses_to_start_and_says_why(
    kafka: str,
    postgresql: PostgresqlServer,
    environment: dict[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with_schema = "upgrade" not in said
    url = postgresql.ready() if with_schema else postgresql.empty()
    for name, value in {"TOOLTRAIL_DB": url, "TOOLTRAIL_KAFKA_BROKERS": kafka, **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(operation, "serve", _must_not_start)
    monkeypatch.setattr(logs, "set_up", lambda _stream: None)
    code = tooltrail(["worker"])
    postgresql.drop(url)
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert said in shown.err


def _must_not_start(*_: object, **__: object) -> None:
    pytest.fail("it serves its pages")
