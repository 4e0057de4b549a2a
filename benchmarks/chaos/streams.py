"""Rows 7 to 11, 21 and 23: what happens to the broker and to the stream itself."""

from __future__ import annotations

import random
import signal
import time
from functools import partial

from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient

from benchmarks.chaos.made import attempts, singles
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import Stage, private, wait_until
from tests.databases import borrowed


def kill_the_broker(place: Place, kills: int = 1) -> Told:
    """Row 7: a broker is killed under load and comes back with its log directory."""
    with private("kafka") as call:
        bootstrap = call("start")
        with borrowed(place.databases) as url, place.stage(url, bootstrap=bootstrap) as stage:
            worker = stage.worker()
            for number in range(kills):
                stage.send(attempts(200 * number, 150))
                wait_until(lambda: sum(stage.committed().values()) > 0)
                call("kill")
                time.sleep(1.0)
                assert call("start") == bootstrap, "the broker came back elsewhere"
                stage.send(attempts(200 * number + 150, 20))
            stage.finish()
            stayed = worker.process.poll() is None
    return Told(f"{kills} kills of a broker", f"group rejoins ({'same worker' if stayed else 'restarted'}), digest")


def lose_offsets(place: Place) -> Told:
    """Row 8: the group's offsets are set back, set beyond the end, and deleted."""
    with place.stage() as stage:
        stage.send(attempts(0, 60))
        worker = stage.worker()
        stage.finish()
        digest = stage.digest()
        assert worker.end() == 0, stage.tail()
        admin = AdminClient({"bootstrap.servers": stage.bootstrap, "log_level": 0})
        for offset in (5, 1_000_000, None):
            _set_offsets(admin, stage, offset)
            worker = stage.worker()
            if offset == 1_000_000:
                wait_until(partial(worker.said, "worker.offset_out_of_range"))
                wait_until(lambda: max(stage.committed().values()) < 1_000_000)
            stage.finish()
            assert stage.digest() == digest
            assert worker.end() == 0, stage.tail()
        return Told("offsets set back, beyond the end, deleted", "read again from there, no change, digest")


def _set_offsets(admin: AdminClient, stage: Stage, offset: int | None) -> None:
    if offset is None:
        admin.delete_consumer_groups([stage.group])[stage.group].result(30)
        return
    partitions = [TopicPartition(stage.topic, number, offset) for number in range(stage.partitions)]
    request = [ConsumerGroupTopicPartitions(stage.group, partitions)]
    admin.alter_consumer_group_offsets(request)[stage.group].result(30)


def repeat_and_reorder(place: Place, seeds: int = 1) -> Told:
    """Rows 9 and 10: every event comes one to five times, in any order, in any pack, in any partition, some late."""
    for seed in range(seeds):
        chance = random.Random(seed)
        with place.stage(partitions=3) as stage:
            stage.worker()
            stage.worker()
            copies = [event for pack in singles(0, 40) for event in pack * chance.randint(1, 5)]
            chance.shuffle(copies)
            while copies:
                size = chance.randint(1, 30)
                stage.send([copies[:size]], chance.randrange(3))
                del copies[:size]
            wait_until(stage.is_done)
            assert stage.digest() == stage.digest_of(singles(0, 40)), f"seed {seed}: the state is not that of the set"
    return Told(
        f"{seeds} x 480 events, 1 to 5 times, shuffled over packs and partitions", "digest of each once, in order"
    )


def rebalance(place: Place, seconds: float = 12.0, every: float = 3.0) -> Told:
    """Row 11: workers join, leave and die while events arrive."""
    chance = random.Random(11)
    moves: list[str] = []
    with place.stage(partitions=4) as stage:
        alive = [stage.worker()]
        end_at = time.monotonic() + seconds
        next_move, number = time.monotonic() + every, 0
        while time.monotonic() < end_at:
            stage.send(attempts(10 * number, 10))
            number += 1
            time.sleep(0.3)
            if time.monotonic() < next_move:
                continue
            next_move += every
            stage.prove()
            move = "join" if len(alive) < 2 else chance.choice(("leave", "die", "join")[: 2 if len(alive) > 2 else 3])
            moves.append(move)
            if move == "join":
                alive.append(stage.worker())
            else:
                alive.pop(0).send(signal.SIGTERM if move == "leave" else signal.SIGKILL)
        stage.finish()
        return Told(f"{', '.join(moves)} over {10 * number} attempts", "offsets at each, digest")


def read_again(place: Place) -> Told:
    """Row 21: a new group reads all from the beginning, into the same database and into an empty one."""
    with place.stage() as stage:
        stage.send(attempts(0, 60))
        first = stage.worker()
        stage.finish()
        assert first.end() == 0, stage.tail()
        before = stage.digest()
        second = stage.worker(group="another")
        stage.finish("another")
        assert stage.digest() == before
        assert second.end() == 0
        with borrowed(place.databases) as empty:
            filled, stage.url = stage.url, empty
            third = stage.worker(group="a third")
            stage.finish("a third")
            assert stage.digest() == before
            assert third.end() == 0
            stage.url = filled
        return Told("2 new groups from offset 0", "no row changes; the same digest in an empty database")


def leave_attempts_open(place: Place) -> Told:
    """Row 23: a crash between a run's events and its selector block, and attempts that never end."""
    digests = set()
    for reverse in (False, True):
        with place.stage(partitions=1) as stage:
            groups = list(attempts(0, 30))
            early = [[event for event in events if event["type"] != "target.selected"][:-3] for events in groups]
            late = [[event for event in events if event["type"] == "target.selected"] for events in groups]
            for part in (late, early) if reverse else (early, late):
                stage.send(part)
                crashed = stage.worker("committed:1:kill")
                assert crashed.wait() == -signal.SIGKILL
                stage.prove()
            stage.finish()
            digests.add(stage.digest())
    assert len(digests) == 1, "the order of the parts shows"
    return Told("4 kills between the parts of 30 open attempts, both orders", "the same digest for both orders")
