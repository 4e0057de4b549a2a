"""kill -9 at seeded points of a replay: the database is whole, and a second run ends in the same state.

`python -m benchmarks.kills [TIMES]`; PostgreSQL needs the variable that `make services` prints.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, func, select, text

from benchmarks.scoring import ROOT
from benchmarks.stream import write_stream
from storage.engine import open_engine, reading
from storage.store import SqlStore
from storage.tables import attempts, events, metadata
from tests.databases import SERVER_VARIABLE, Databases, PostgresqlServer, SqliteFiles
from tooltrail.main import main as tooltrail

EVENTS, TIMES = 4_800, 50
#: The longest time between the statement and the end: about what a large statement or a commit takes.
_LONGEST_DELAY_MS = 20.0


def main(times: int = TIMES, size: int = EVENTS) -> None:
    """Prints how many kills each database stood; ends with an error at the first one that it did not."""
    os.environ.setdefault("TOOLTRAIL_SEAL_KEY", "a key for streams that are made up, long enough to be taken")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stream = folder / "stream.jsonl"
        write_stream(stream, size)
        served: list[Databases] = [SqliteFiles(folder)]
        if server := os.environ.get(SERVER_VARIABLE):
            served.append(PostgresqlServer(server))
        for databases in served:
            began = time.perf_counter()
            told = kill_often(databases, stream, times=times, seed=50)
            print(f"{databases.name}: {told}, {time.perf_counter() - began:.0f} s", flush=True)
        for databases in served[1:]:
            databases.close()


def kill_often(databases: Databases, stream: Path, *, times: int, seed: int) -> str:
    """Kills replays of a stream at seeded points, each on a new database, and checks what is left.

    Raises:
        AssertionError: a database was not whole, or its second run ended in another state.
    """
    chance = random.Random(seed)
    url = databases.ready()
    statements = count_statements(url, stream)
    expected = digest(url)
    databases.drop(url)
    kept: list[int] = []
    for _ in range(times):
        url = databases.ready()
        point, delay = chance.randint(1, statements), chance.uniform(0, _LONGEST_DELAY_MS)
        killed_replay(url, stream, point, delay)
        kept.append(check_whole(url))
        replay(url, stream)
        check_whole(url)
        assert digest(url) == expected, f"killed at statement {point} + {delay:.1f} ms, the second run ended elsewhere"
        databases.drop(url)
    return (
        f"{times} kills over {statements} statements, {min(kept)} to {max(kept)} events kept, every second run the same"
    )


def count_statements(url: str, stream: Path) -> int:
    """How many statements and commits a replay takes."""
    seen = 0

    def count(*_: Any) -> None:
        nonlocal seen
        seen += 1

    for name in ("before_cursor_execute", "commit"):
        event.listen(Engine, name, count)
    replay(url, stream)
    for name in ("before_cursor_execute", "commit"):
        event.remove(Engine, name, count)
    return seen


def replay(url: str, stream: Path) -> None:
    """Takes a stream in, undisturbed."""
    code = tooltrail(["replay", str(stream), "--db", url, "--quiet"])
    assert code == 0, code


def killed_replay(url: str, stream: Path, statement: int, delay_ms: float) -> None:
    """Takes a stream in up to a point."""
    command = [sys.executable, "-m", "benchmarks.victim", str(statement), str(delay_ms), "replay", str(stream)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, "--db", url, "--quiet"], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    # At the last statements the end may come before the countdown does.
    assert done.returncode in {-signal.SIGKILL, 0}, done.stderr.decode()


def check_whole(url: str) -> int:
    """Checks what must hold of a database whenever it is looked at; returns how many events it holds."""
    engine = open_engine(url, create=True)
    try:
        with reading(engine).connect() as connection:
            if engine.dialect.name == "sqlite":
                if not connection.execute(text("SELECT 1 FROM sqlite_master")).first():
                    return 0
                assert connection.scalar(text("PRAGMA integrity_check")) == "ok"
                assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
            assert {table.name for table in metadata.sorted_tables} <= set(engine.dialect.get_table_names(connection))
            started = select(events.c.collection_id, events.c.attempt_key).distinct().subquery()
            assert connection.scalar(select(func.count()).select_from(started)) == connection.scalar(
                select(func.count()).select_from(attempts)
            ), "an attempt without events"
            return connection.scalar(select(func.count()).select_from(events)) or 0
    finally:
        engine.dispose()


def digest(url: str) -> str:
    """The hash of everything that is learned."""
    with SqlStore(url, create=False) as store, store.reading() as views:
        return views.digest()


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
