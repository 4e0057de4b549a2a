"""A seeded simulation: a broker, a clock and crash points around the real `process`, one decision at a time.

Workers here are a few lines: they poll, take, ack and commit as the engine does, with its `Taker` and its `Proven`.
What chance decides is when each does so, where it crashes, what the store does to it, when the group rebalances, and
what the clock says. One seed is one schedule, which can be run again.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import select

from benchmarks.chaos.made import outcomes, singles
from benchmarks.chaos.place import Told
from benchmarks.chaos.stage import RULES
from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.ports import UnitOfWork
from pipeline.process import process
from pipeline.worker import Observer, Proven, Taker
from storage.engine import reading
from storage.store import SqlStore
from storage.tables import dead_letters, events

#: A folder in memory, where the system has one: a simulation waits for no disk.
_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  not guessed: it is a folder of its own in it
_POISON: tuple[bytes | None, ...] = (None, b"{", b"\xff", b"[]", b'{"type": "plan.imagined"}')


class CrashError(BaseException):
    """The worker is gone: nobody catches this."""


@dataclass(slots=True)
class Weather:
    """What chance does to a transaction.

    Attributes:
        chance: the seed's.
        injected: how often what was done.
        is_calm: whether nothing happens any more.
    """

    chance: random.Random
    injected: Counter[str] = field(default_factory=Counter)
    is_calm: bool = False

    def strikes(self, what: str, odds: float) -> bool:
        """Whether it happens now."""
        if self.is_calm or self.chance.random() >= odds:
            return False
        self.injected[what] += 1
        return True


class Exposed:
    """A unit of work in the weather: it crashes or loses its store anywhere, also after the COMMIT was sent."""

    def __init__(self, work: UnitOfWork, weather: Weather) -> None:
        self._work, self._weather = work, weather

    def __getattr__(self, name: str) -> Any:
        if self._weather.strikes("store lost in a transaction", 0.01):
            raise TransientError("lost")
        if self._weather.strikes("crash in a transaction", 0.01):
            raise CrashError
        return getattr(self._work, name)

    def __enter__(self) -> Self:
        self._work.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._work.__exit__(kind, error, traceback)

    def commit(self) -> None:
        """Commits, unless; what may follow is as bad."""
        if self._weather.strikes("crash before COMMIT", 0.05):
            raise CrashError
        self._work.commit()
        if self._weather.strikes("outcome of COMMIT unknown", 0.05):
            raise TransientError("lost after COMMIT")
        if self._weather.strikes("crash after COMMIT", 0.05):
            raise CrashError


@dataclass(slots=True)
class Member:
    """A worker of the group: what it holds, how far it read, and what it may commit."""

    holds: list[int] = field(default_factory=list)
    next: dict[int, int] = field(default_factory=dict)
    acked: dict[int, int] = field(default_factory=dict)
    proven: Proven[int] = field(default_factory=Proven)


class World:
    """One topic, one database, some workers.

    Args:
        seed: decides everything.
        store: the database.
    """

    def __init__(self, seed: int, store: SqlStore) -> None:
        self.chance = random.Random(seed)
        self.weather = Weather(self.chance)
        self.store = store
        self.logs: list[list[bytes | None]] = [[] for _ in range(3)]
        self.committed = [0, 0, 0]
        self.members = [Member() for _ in range(2)]
        self.rebalance()

    def fill(self) -> list[bytes | None]:
        """Puts every event into the topic one to three times, in any order and pack, among poison; gives the set."""
        packs = [*singles(0, 8), *outcomes(40)]
        copies = [event for pack in packs for event in pack for _ in range(self.chance.choice((1, 1, 2, 3)))]
        self.chance.shuffle(copies)
        while copies:
            size = self.chance.randint(1, 9)
            self.chance.choice(self.logs).append(json.dumps(copies[:size]).encode())
            del copies[:size]
            if self.chance.random() < 0.1:
                self.chance.choice(self.logs).append(self.chance.choice(_POISON))
        return [json.dumps(pack).encode() for pack in packs]

    def rebalance(self) -> None:
        """Deals the partitions out; whoever gets one reads it from what is committed."""
        self.weather.injected["rebalance"] += 1
        for member in self.members:
            member.holds, member.next, member.acked, member.proven = [], {}, {}, Proven()
        for partition in range(len(self.logs)):
            member = self.chance.choice(self.members)
            member.holds.append(partition)
            member.next[partition] = self.committed[partition]
            member.proven.begin(partition, self.committed[partition])

    def step(self) -> None:
        """One of the things that may happen next."""
        member = self.chance.choice(self.members)
        what = self.chance.random()
        if what < 0.1 and not self.weather.is_calm:
            self.rebalance()
        elif what < 0.3:
            self.commit(member)
        elif member.holds:
            self.work(member)

    def work(self, member: Member) -> None:
        """Polls and takes a batch; a crash costs the worker all that it knew, and the group rebalances."""
        partition = self.chance.choice(member.holds)
        start = member.next[partition]
        values = self.logs[partition][start : start + self.chance.randint(1, 5)]
        if not values:
            return
        batch = [Message(f"kafka:topic/{partition}", str(start + n), value) for n, value in enumerate(values)]
        member.next[partition] = start + len(batch)
        taker = Taker(lambda: Exposed(self.store.unit_of_work(), self.weather), RULES, Observer(), give_up_seconds=0.0)
        if self.weather.strikes("rebalance while a batch runs", 0.05):
            self.rebalance()
        try:
            taker.take(batch)
        except (CrashError, TransientError):  # either way the process ends
            self.rebalance()
            return
        if self.weather.strikes("crash before ack", 0.05):
            self.rebalance()
            return
        for offset in range(start, start + len(batch)):
            member.proven.add(partition, offset)
        member.acked[partition] = max(member.acked.get(partition, 0), start + len(batch))

    def commit(self, member: Member) -> None:
        """Commits what is acked and proven, of the partitions that the worker holds."""
        for partition, wanted in sorted(member.acked.items()):
            offset = member.proven.clip(partition, wanted) if partition in member.holds else None
            if offset is not None:
                self.committed[partition] = offset

    def prove(self) -> None:
        """Whatever lies below a committed offset is in the ledger or in the dead letters."""
        known, refused = _stored(self.store)
        for partition, log in enumerate(self.logs):
            for offset, value in enumerate(log[: self.committed[partition]]):
                ids = _event_ids(value)
                place = (f"kafka:topic/{partition}", str(offset))
                assert (ids and ids <= known) or place in refused, f"{place} is committed and lost"

    def run(self) -> None:
        """Lets things happen, proves on the way, then lets the group come to the end in calm."""
        for number in range(150):
            self.step()
            if number % 50 == 49:
                self.prove()
        self.weather.is_calm = True
        self.rebalance()
        for _ in range(2_000):
            if self.committed == [len(log) for log in self.logs]:
                break
            self.step()
        assert self.committed == [len(log) for log in self.logs], f"stuck at {self.committed}"
        self.prove()


def simulate(seed: int) -> Counter[str]:
    """Runs one schedule; returns how often what was injected.

    Raises:
        AssertionError: something was lost, or the state is not that of the set of events.
    """
    with _fresh_store(seed) as store:
        world = World(seed, store)
        distinct = world.fill()
        world.run()
        with store.reading() as models:
            digest = models.digest()
    with _fresh_store(0) as store:
        once = [Message("once", str(number), data) for number, data in enumerate(distinct)]
        process(once, store.unit_of_work(), RULES)
        with store.reading() as models:
            assert digest == models.digest(), f"seed {seed}: the state is not that of the set of events"
    return world.weather.injected


def simulate_many(seeds: int, first: int = 0) -> Told:
    """Runs schedules of several seeds."""
    injected: Counter[str] = Counter()
    for seed in range(first, first + seeds):
        injected += simulate(seed)
    told = ", ".join(f"{number} x {what}" for what, number in sorted(injected.items()))
    return Told(f"{seeds} schedules: {told}", "proof by offsets on the way, digest at the end")


@contextmanager
def _fresh_store(seed: int) -> Iterator[SqlStore]:
    """A new database whose clock jumps by hours in both directions (row 16)."""
    chance = random.Random(seed)

    def clock() -> datetime:
        return datetime(2026, 6, 1, tzinfo=UTC) + timedelta(hours=chance.uniform(-9_000, 9_000))

    with (
        tempfile.TemporaryDirectory(dir=_MEMORY) as folder,
        SqlStore(f"sqlite:///{folder}/world.db", clock=clock) as store,
    ):
        yield store


def _stored(store: SqlStore) -> tuple[set[str], set[tuple[str, str]]]:
    """The event ids in the ledger, and the places of the dead letters."""
    with reading(store._engine).connect() as connection:  # noqa: SLF001  a proof looks at the tables themselves
        known = set(connection.scalars(select(events.c.event_id)))
        letters = connection.execute(select(dead_letters.c.source, dead_letters.c.position)).all()
    return known, {(source, position) for source, position in letters}


def _event_ids(value: bytes | None) -> set[str]:
    try:
        read = json.loads(value or b"")
    except ValueError:
        return set()
    return {event["event_id"] for event in read} if isinstance(read, list) else set()
