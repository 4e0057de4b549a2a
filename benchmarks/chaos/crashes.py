"""Rows 1 to 6 and 12: what happens to a worker, and to its database."""

from __future__ import annotations

import signal
import threading
import time
from functools import partial

import psycopg

from benchmarks.chaos.made import attempts, singles
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import SESSION_SECONDS, Sent, Stage, private, wait_until
from storage.migration import upgrade

_CUT_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
#: Each step of a batch, in its order; of the writes an early and a late one.
KILLS = (
    "polled:2", "decode:20", "begin:2", "write:3", "write:40", "commit:2", "committed:2", "acked:2",
)  # fmt: skip


def kill_at_each_step(place: Place, points: tuple[str, ...] = KILLS, rounds: int = 1) -> Told:
    """Row 1: a worker is killed at each step in turn; the next one goes on."""
    points = points * rounds
    with place.stage() as stage:
        for number, point in enumerate(points):
            stage.send(attempts(40 * number, 30))
            stage.send(singles(40 * number + 30, 2))
            worker = stage.worker(f"{point}:kill")
            assert worker.wait() == -signal.SIGKILL, stage.tail()
            stage.prove()
        stage.worker()
        stage.finish()
        return Told(f"{len(points)} kills at {len(set(points))} points", "offsets after each kill, digest at the end")


def stop_in_the_middle(place: Place, rounds: int = 2) -> Told:
    """Row 2: SIGTERM while a batch is written."""
    with place.stage() as stage:
        for number in range(rounds):
            stage.send(attempts(100 * number, 60))
            worker = stage.worker(f"write:{12 + 5 * number}:term")
            assert worker.wait() == 0, stage.tail()
            stage.prove()
            ids, _ = stage.ledger()
            done = sum(event_id in ids for message in stage.sent for event_id in message.event_ids[:1])
            assert sum(stage.committed().values()) == done, "a clean end commits all that is durable"
        stage.finish()
        return Told(f"{rounds} signals", "ends with 0, commits exactly what is durable, digest")


def cut_after_commit(place: Place, rounds: int = 2) -> Told:
    """Row 3: the connection goes after COMMIT was sent, and its outcome is not known."""
    with place.stage() as stage:
        for number in range(rounds):
            stage.send(attempts(40 * number, 40))
            worker = stage.worker(f"commit:{number + 1}:cut")
            wait_until(stage.is_done)
            assert worker.said("worker.delayed"), "the cut was not met"
            assert worker.end() == 0, stage.tail()
        stage.finish()
        return Told(f"{rounds} cuts", "the retry writes nothing twice: digest")


def restart_the_database(place: Place, restarts: int = 2, away_seconds: float = 1.0) -> Told:
    """Row 4: the server ends at once and comes back; connections are terminated; while it is away nothing is acked."""
    with private("postgresql") as call:
        url = call("start")
        upgrade(url)
        with place.stage(url) as stage:
            worker = stage.worker()
            for number in range(restarts):
                stage.send(attempts(60 * number, 60))
                wait_until(lambda: sum(stage.committed().values()) > 0)
                call("crash")
                stage.send(attempts(60 * number + 1_000, 30))
                time.sleep(1.0)  # what was committed before the crash is acked by now
                before = stage.committed()
                time.sleep(away_seconds)
                assert stage.committed() == before, "acked without a database"
                assert worker.process.poll() is None, stage.tail()
                assert call("start") == url, "the server came back elsewhere"
            for number in range(restarts):
                stage.send(attempts(2_000 + 20 * number, 20))
                with psycopg.connect(url) as connection:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    )
            stage.finish()
            assert worker.end() == 0, stage.tail()
    return Told(
        f"{restarts} restarts, away {away_seconds:.0f} s each, {restarts} terminations",
        "nothing acked meanwhile, same worker goes on, digest",
    )


def give_up(place: Place) -> Told:
    """Row 4, the other half: a database that does not come back ends the worker, and nothing is acked."""
    with private("postgresql") as call:
        url = call("start")
        upgrade(url)
        with place.stage(url) as stage:
            worker = stage.worker(worker_give_up_seconds=2)
            wait_until(lambda: worker.said("worker.assigned"))
            call("crash")
            stage.send(attempts(0, 5))
            assert worker.wait() == 3, stage.tail()
            assert sum(stage.committed().values()) == 0
            call("start")
            stage.finish()
    return Told("1 outage longer than the cap", "ends with 3, nothing acked, digest after the restart")


def hold_a_lock(place: Place, seconds: float = 3.0) -> Told:
    """Row 5: somebody locks a table."""
    with place.stage() as stage:
        worker = stage.worker()
        stage.send(attempts(0, 20))
        wait_until(stage.is_done)
        before = worker.resident_mb
        with psycopg.connect(stage.url) as connection:
            connection.execute("LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE")
            stage.send(attempts(100, 400))
            time.sleep(seconds)
            grown = worker.resident_mb - before
        stage.finish()
        rebalances = len(worker.said("worker.assigned"))
        assert rebalances == 1, f"{rebalances} rebalances"
        assert grown < 100, f"{grown:.0f} MB"
        return Told(f"1 lock of {seconds:.0f} s", f"no rebalance, memory {grown:+.0f} MB, digest")


def stop_behind_a_lock(place: Place) -> Told:
    """Row 2, the other half: SIGTERM while a batch waits behind a lock that nobody releases."""
    with place.stage() as stage:
        worker = stage.worker(worker_shutdown_seconds=2)
        with psycopg.connect(stage.url) as connection:
            connection.execute("LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE")
            stage.send(attempts(0, 10))
            wait_until(partial(_waits_behind_a_lock, stage.url))
            stopped_at = time.monotonic()
            assert worker.end() == 3, stage.tail()
            took = time.monotonic() - stopped_at
            assert sum(stage.committed().values()) == 0, "acked without a commit"
        assert worker.said("worker.cut_off"), stage.tail()
        assert took < 15, f"{took:.1f} s"
        stage.finish()
        return Told("1 signal behind a lock", f"ends with 3 after {took:.1f} s, nothing acked, digest")


def _waits_behind_a_lock(url: str) -> bool:
    with psycopg.connect(url) as connection:
        found = connection.execute(_WAITING).fetchone()
    return bool(found and found[0])


def conflict(place: Place, rounds: int = 3) -> Told:
    """Row 6: two workers on the same attempts in opposite order, and transactions that the database undoes."""
    with place.stage() as stage:
        workers = [stage.worker(f"commit:{number + 1}:conflict") for number in range(2)]
        for number in range(rounds):
            groups = list(attempts(30 * number, 30))
            halves = [[events[0::2] for events in groups], [events[1::2] for events in reversed(groups)]]
            for partition, packs in enumerate(halves):
                stage.send(packs, partition)
        stage.finish()
        for worker in workers:
            code = worker.end()
            assert code == 0, f"{code}: {worker.log.read_text(encoding='utf-8')}"
        return Told(f"2 undone transactions, {30 * rounds} attempts in opposite order", "both go on, digest")


def freeze(place: Place, points: tuple[str, ...] = ("polled:2", "committed:2")) -> Told:
    """Row 12: a worker is frozen past its session, another one takes its partitions, and it comes to life again."""
    with place.stage() as stage:
        for number, point in enumerate(points):
            stage.send(attempts(100 * number, 60))
            zombie = stage.worker(f"{point}:stop")
            wait_until(lambda zombie=zombie: _is_frozen(zombie.process.pid))
            other = stage.worker()
            wait_until(lambda other=other: other.said("worker.assigned"))
            time.sleep(SESSION_SECONDS)
            zombie.send(signal.SIGCONT)
            stage.finish()
            stage.prove()
            for worker in (zombie, other):
                worker.end()
        stage.finish()
        return Told(f"{len(points)} zombies", "its late transaction changes nothing: digest")


def recover(place: Place, seconds: float = 30.0) -> Told:
    """A worker that is killed under load, and started again at once, has caught up within half a minute."""
    with place.stage() as stage:
        # The session that a worker has by default: until it is over, the group waits for the one that is gone.
        worker = stage.worker(worker_session_seconds=10, worker_batch_messages=256)
        ended = threading.Event()
        loading = threading.Thread(target=_load, args=(stage, ended))
        loading.start()
        wait_until(lambda: sum(stage.committed().values()) > 20)
        worker.process.kill()
        worker.wait()
        killed_at = time.monotonic()
        stage.worker(worker_session_seconds=10, worker_batch_messages=256)
        before = list(stage.sent)
        wait_until(lambda: _are_in(stage, before))
        took = time.monotonic() - killed_at
        ended.set()
        loading.join()
        stage.finish()
        assert took <= seconds, f"{took:.1f} s"
        return Told("1 kill under load, started again at once", f"caught up after {took:.1f} s; digest")


def _load(stage: Stage, ended: threading.Event) -> None:
    number = 0
    while not ended.wait(0.5):
        stage.send(attempts(4 * number, 4))
        number += 1


def _are_in(stage: Stage, messages: list[Sent]) -> bool:
    committed = stage.committed()
    return all(message.offset < committed[message.partition] for message in messages)


def _is_frozen(process_id: int) -> bool:
    with open(f"/proc/{process_id}/stat", encoding="ascii") as file:  # noqa: PTH123  one line of a file of the system
        return file.read().rpartition(")")[2].split()[0] == "T"
