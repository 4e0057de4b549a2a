"""What one worker takes in, end to end: `python -m benchmarks.throughput [EVENTS [ROUNDS]]`.

Prints events per second of a worker from Kafka into PostgreSQL, with an attempt's events in one message, sealed as
`TracePublisher` sends them and raw; of two workers; of a Faust agent that does nothing, one event a message; of
`tooltrail replay`, of a publisher's file and of raw events line by line; and where a batch's time goes. All in one run,
alternating, since the machine is never as fast twice. Needs the variables that `make services` prints.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.engine.default import DefaultDialect

from benchmarks.chaos.made import attempts, singles
from benchmarks.chaos.place import Place
from benchmarks.chaos.stage import RULES, SECRET, Stage, wait_until
from benchmarks.command import tooltrail
from benchmarks.scoring import ROOT
from benchmarks.stream import EVENTS_AN_ATTEMPT, write_stream
from pipeline.intake import Intake, Message, border, crossing
from pipeline.process import process
from pipeline.publish import JsonLines, Options, TracePublisher
from pipeline.scrub import Scrubber
from storage.engine import open_engine, reading
from storage.store import SqlStore
from storage.tables import events
from tests.brokers import SERVER_VARIABLE as KAFKA_VARIABLE
from tests.databases import SERVER_VARIABLE as POSTGRESQL_VARIABLE
from tests.databases import PostgresqlServer, borrowed

EVENTS, ROUNDS = 24_000, 3
BATCH_MESSAGES = 256
#: Seconds between two looks at the ledger: each of them takes time from what is measured.
_LOOK_SECONDS = 0.1


def main(size: int = EVENTS, rounds: int = ROUNDS) -> None:
    """Prints the figures."""
    os.environ["TOOLTRAIL_SEAL_KEY"] = SECRET
    server = PostgresqlServer(os.environ[POSTGRESQL_VARIABLE])
    place = Place(os.environ[KAFKA_VARIABLE], server)
    subjects: dict[str, Callable[[], float]] = {
        "one worker, PostgreSQL, sealed and packed": lambda: by_workers(place, size, 1),
        "one worker, PostgreSQL, raw and packed": lambda: by_workers(place, size, 1, is_sealed=False),
        "two workers, PostgreSQL, sealed and packed": lambda: by_workers(place, size, 2),
        "Faust agent that does nothing, one by one": lambda: by_an_idle_agent(place, size),
        "tooltrail replay, PostgreSQL, sealed and packed": lambda: by_replay(server, size),
        "tooltrail replay, PostgreSQL, raw, an event a line": lambda: by_replay(server, size, is_sealed=False),
    }
    found: dict[str, list[float]] = {name: [] for name in subjects}
    try:
        for _ in range(rounds):
            for name, measure in subjects.items():
                found[name].append(measure())
        for name, speeds in found.items():
            print(f"{name}: {statistics.median(speeds):,.0f} events/s ({min(speeds):,.0f} to {max(speeds):,.0f})")
        one = found["one worker, PostgreSQL, sealed and packed"]
        for name in list(subjects)[1:]:
            ratio = statistics.median(mine / other for mine, other in zip(one, found[name], strict=True))
            print(f"one worker is {ratio:.2f} times: {name}")
        for is_sealed in (True, False):
            print(where_the_time_goes(server, size // 4, is_sealed=is_sealed))
    finally:
        server.close()


def by_workers(place: Place, size: int, workers: int, *, is_sealed: bool = True) -> float:
    """Events per second of workers that find a full topic, from when all of them have begun to the last event."""
    with place.stage(partitions=4) as stage:
        packs = attempts(0, size // EVENTS_AN_ATTEMPT)
        if is_sealed:
            stage.publish(event for pack in packs for event in pack)
        else:
            stage.send(packs)
        for _ in range(workers):
            stage.worker(worker_batch_messages=BATCH_MESSAGES, worker_linger_seconds=0.1, worker_session_seconds=10)
        wait_until(lambda: all(worker.said("worker.assigned") for worker in stage.workers))
        with _counting(stage) as count:
            return _speed(count, size)


def by_an_idle_agent(place: Place, size: int) -> float:
    """Events per second of `benchmarks.idle_agent`, each event a message of its own."""
    with place.stage(partitions=4) as stage:
        stage.send(singles(0, size // EVENTS_AN_ATTEMPT))
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.idle_agent", stage.bootstrap, stage.topic, str(size)],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        return float(done.stdout.split()[-1])


def by_replay(server: PostgresqlServer, size: int, *, is_sealed: bool = True) -> float:
    """Events per second of the embedded engine, without the start of its process."""
    with tempfile.TemporaryDirectory() as folder, borrowed(server) as url:
        path = Path(folder) / "stream.jsonl"
        if is_sealed:
            path.write_bytes(b"\n".join(sealed(attempts(0, size // EVENTS_AN_ATTEMPT))))
        else:
            write_stream(path, size)
        startup = tooltrail("--version").wall
        return size / (tooltrail("replay", str(path), "--db", url, "--quiet").wall - startup)


def where_the_time_goes(server: PostgresqlServer, size: int, *, is_sealed: bool) -> str:
    """The shares of a worker's processor time, measured by wrapping what does each part; the database has its own.

    What a process does once, such as building its statements, is done before.
    """
    clock = Shares()
    warm = [Message("warm", str(number), json.dumps(pack).encode()) for number, pack in enumerate(attempts(size, 50))]
    packs = attempts(0, size // EVENTS_AN_ATTEMPT)
    data = sealed(packs) if is_sealed else [json.dumps(pack).encode() for pack in packs]
    messages = [Message("bench", str(number), content) for number, content in enumerate(data)]
    with borrowed(server) as url, SqlStore(url) as store, ExitStack() as wrapped:
        process(warm, store.unit_of_work(), RULES)
        for place, name, part in (
            (border, "read_elements", "decode"),
            (Scrubber, "report", "scrub"),
            (Scrubber, "is_clean", "scrub"),
            (crossing, "seal_leaves", "seal"),
            (crossing, "user_spans", "seal"),
            (Intake, "accept", "rest of the border"),
            (DefaultDialect, "do_execute", "SQL"),
            (DefaultDialect, "do_executemany", "SQL"),
            (DefaultDialect, "do_commit", "SQL"),
        ):
            wrapped.enter_context(clock.wrap(place, name, part))
        began = time.process_time()
        for start in range(0, len(messages), BATCH_MESSAGES):
            process(messages[start : start + BATCH_MESSAGES], store.unit_of_work(), RULES)
        whole = time.process_time() - began
    parts = {**clock.seconds, "ledger, learning, judging": whole - sum(clock.seconds.values())}
    told = ", ".join(
        f"{part} {seconds / whole:.0%}" for part, seconds in sorted(parts.items(), key=lambda item: -item[1])
    )
    how = "sealed" if is_sealed else "raw"
    return f"processor time of `process` on {how} events, {1e6 * whole / size:.0f} us an event: {told}"


def sealed(packs: Iterable[Sequence[dict[str, Any]]]) -> list[bytes]:
    """The messages that a publisher makes of the events of attempts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sealed.jsonl"
        with TracePublisher(JsonLines(path), SECRET, Options(queue_events=1_000_000)) as publisher:
            for pack in packs:
                for event in pack:
                    publisher.publish(event)
            publisher.close(600)
        return path.read_bytes().splitlines()


class Shares:
    """Seconds of processor time by part, each without those that it calls.

    Attributes:
        seconds: by part.
    """

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._inside = [0.0]

    @contextmanager
    def wrap(self, place: Any, name: str, part: str) -> Iterator[None]:
        """Times a function for the time of a block."""
        original = getattr(place, name)

        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.process_time()
            self._inside.append(0.0)
            try:
                return original(*arguments, **named)
            finally:
                spent = time.process_time() - began
                self.seconds[part] += spent - self._inside.pop()
                self._inside[-1] += spent

        setattr(place, name, timed)
        try:
            yield
        finally:
            setattr(place, name, original)


@contextmanager
def _counting(stage: Stage) -> Iterator[Callable[[], int]]:
    """Tells how many events are in the ledger, over one connection: who looks must not be what is measured."""
    engine = open_engine(stage.url, create=False)

    def count() -> int:
        with reading(engine).connect() as connection:
            return connection.scalar(select(func.count()).select_from(events)) or 0

    try:
        yield count
    finally:
        engine.dispose()


def _speed(count: Callable[[], int], size: int) -> float:
    """Events per second between the first look that finds some and the one that finds all."""
    began: tuple[float, int] | None = None
    while True:
        number = count()
        moment = time.perf_counter()
        if number and began is None:
            began = moment, number
        if began is not None and number >= size:
            return (number - began[1]) / (moment - began[0])
        time.sleep(_LOOK_SECONDS)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
