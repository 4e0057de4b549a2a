"""The fault matrix in short: real processes, a real broker, PostgreSQL. `make chaos` runs all of it at full size."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from benchmarks.chaos import contents, crashes, races
from benchmarks.chaos.place import Place
from benchmarks.chaos.stage import SECRET, Stage, wait_until
from storage.migration import upgrade
from tests.brokers import mock_cluster
from tests.databases import PostgresqlServer, SqliteFiles, borrowed
from tooltrail.main import main as tooltrail


@pytest.fixture(scope="module")
def place(kafka: str, postgresql: PostgresqlServer) -> Place:
    return Place(kafka, postgresql)


def test_real_traces_through_kafka_and_two_workers_leave_what_a_replay_into_sqlite_leaves(
    place: Place, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared / "data" / "taubench_retail" / "events.jsonl"
    events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    packs = [list(pack) for _, pack in groupby(events, key=lambda event: event.get("plan_id"))]
    with place.stage() as stage:
        for number, pack in enumerate(packs):
            half = len(pack) // 2 or 1
            for part in (pack[:half], pack[half:]):
                if part:
                    stage.send_bytes(json.dumps(part).encode(), partition=number % 2, flush=False)
        stage._flush()
        workers = [stage.worker(worker_batch_messages=64) for _ in range(2)]
        wait_until(stage.is_done, 90)
        assert [worker.end() for worker in workers] == [0, 0]
        assert all(worker.said("worker.assigned") for worker in workers)
        digest = stage.digest()
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", SECRET)
    url = f"sqlite:///{tmp_path}/replayed.db"
    assert tooltrail(["replay", str(file), "--db", url, "--quiet"]) == 0
    capsys.readouterr()
    tooltrail(["db", "digest", "--db", url])
    assert capsys.readouterr().out.strip() == digest


def test_a_worker_killed_at_a_step_loses_nothing(place: Place) -> None:
    crashes.kill_at_each_step(place, ("write:20", "committed:2"))


def test_a_worker_that_is_stopped_commits_what_is_durable(place: Place) -> None:
    crashes.stop_in_the_middle(place, rounds=1)


def test_a_batch_that_does_not_end_holds_no_worker_that_is_stopped(place: Place) -> None:
    crashes.stop_behind_a_lock(place)


def test_a_commit_whose_outcome_is_unknown_is_not_counted_twice(place: Place) -> None:
    crashes.cut_after_commit(place, rounds=1)


def test_a_database_that_does_not_come_back_ends_the_worker(place: Place) -> None:
    crashes.give_up(place)


def test_poison_is_a_dead_letter_each_and_the_stream_goes_on(place: Place) -> None:
    contents.poison(place, within_seconds=60)  # what a busy machine may take; at full size it is one


def test_a_later_version_is_kept_for_a_later_program(place: Place) -> None:
    contents.evolve(place)


def test_a_scrubber_that_raises_lets_nothing_through(place: Place) -> None:
    contents.break_the_scrubber(place)


def test_a_rejection_wins_against_the_workers(place: Place) -> None:
    races.reject_meanwhile(place, packs=120)


def test_the_proof_catches_a_worker_on_plain_take(place: Place) -> None:
    races.catch_the_broken(place)


def test_a_worker_reads_a_cluster_without_java(sqlite: SqliteFiles) -> None:
    """The quick test: a broker in this process, a database in a file."""
    with mock_cluster() as bootstrap, borrowed(sqlite) as url, Stage(bootstrap, url, 4, is_declared=False) as stage:
        tooltrail(["db", "upgrade", "--db", url])
        stage.send_bytes(b"{")
        stage.send([[{"type": "plan.started", "ts": "2026-01-05T09:00:00Z", "plan_id": "p", "event_id": "e",
                      "collection_id": "shop"}]])  # fmt: skip
        worker = stage.worker(worker_session_seconds=10)  # the cluster lets a group wait longer than the short one
        wait_until(lambda: stage.ledger()[0] and stage.ledger()[1])
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
    kafka: str, postgresql: PostgresqlServer, environment: dict[str, str], said: str
) -> None:
    url = postgresql.empty()
    if "upgrade" not in said:
        upgrade(url)
    done = subprocess.run(
        [sys.executable, "-m", "tooltrail", "worker"],
        env={"TOOLTRAIL_DB": url, "TOOLTRAIL_KAFKA_BROKERS": kafka, **environment},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    postgresql.drop(url)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
