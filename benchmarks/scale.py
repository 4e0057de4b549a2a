"""A batch of 1,000 events on PostgreSQL, with much stored and with little: what it costs, and what it reads.

`python -m benchmarks.scale [ATTEMPTS [SUGGESTIONS]]`; needs the variable that `make services` prints.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, func, select, text

from benchmarks.multiplied import multiply
from benchmarks.stream import attempt_events
from pipeline.intake import Intake, Message
from pipeline.learning.policy import Policy
from pipeline.process import Rules, process
from pipeline.seal import Keyring
from storage.store import SqlStore
from storage.tables import metadata
from storage.unit_of_work import SqlUnitOfWork
from tests.databases import SERVER_VARIABLE, PostgresqlServer
from tests.storage.plans import scanned_by_postgresql

ATTEMPTS, SUGGESTIONS, LITTLE = 1_000_000, 100_000, 1_000
EVENTS, WARM, ROUNDS = 1_000, 3, 12
RULES = Rules(Intake(Keyring.demonstration()), Policy())
#: Tables whose size does not follow the attempts: catalogs, their tools and arguments, and what flows between these.
BOUNDED = frozenset(
    {"collections", "edges", "edge_spans", "edge_totals", "value_totals", "given_counts", "snapshot_versions"}
)
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a batch cost: seconds from start to end, seconds of processor time of both sides, statements."""

    wall: float
    client: float
    server: float
    statements: int

    @property
    def cpu(self) -> float:
        """Of both sides."""
        return self.client + self.server


class Undone(SqlUnitOfWork):
    """A transaction that does all its work and then undoes it, so that every batch meets the same store."""

    def commit(self) -> None:
        """Writes everything, and takes it back."""
        self._ledger.finish()
        self._suggested.flush()
        self._transaction.rollback()


def main(attempts: int = ATTEMPTS, suggestions: int = SUGGESTIONS) -> None:
    """Prints costs, their ratio, the tables read whole, and sizes."""
    server = os.environ.get(SERVER_VARIABLE)
    if not server:
        raise SystemExit(f"{SERVER_VARIABLE} is not set: run `make services`")
    databases = PostgresqlServer(server)
    try:
        with SqlStore(databases.ready()) as little, SqlStore(databases.ready()) as much:
            for store in (little, much):
                fill(store)
            began = time.perf_counter()
            grow(much, attempts // LITTLE - 1, suggestions)
            print(f"built in {time.perf_counter() - began:.0f} s", flush=True)
            sizes(much)
            compare(little, much)
    finally:
        databases.close()


def batches(number: int, size: int = EVENTS) -> Iterator[list[Message]]:
    """Batches of so many events of attempts that nobody has seen."""
    chance, attempt = random.Random(11), LITTLE
    waiting: list[Message] = []
    for _ in range(number):
        while len(waiting) < size:
            waiting += [
                Message("scale", f"{attempt}-{place}", json.dumps(event).encode())
                for place, event in enumerate(attempt_events(attempt, chance))
            ]
            attempt += 1
        yield waiting[:size]
        waiting = waiting[size:]


def fill(store: SqlStore, attempts: int = LITTLE) -> None:
    """Takes the first attempts in."""
    chance = random.Random(7)
    events = [event for number in range(attempts) for event in attempt_events(number, chance)]
    messages = [Message("scale", str(number), json.dumps(event).encode()) for number, event in enumerate(events)]
    for start in range(0, len(messages), 2_000):
        process(messages[start : start + 2_000], store.unit_of_work(), RULES)
    settle(store)


def grow(store: SqlStore, copies: int, suggestions: int) -> None:
    """Multiplies what is stored."""
    if copies > 0:
        with store._engine.begin() as connection:  # noqa: SLF001  the benchmark stands below the store
            multiply(connection, "bench", copies, suggestions)
    settle(store)


def settle(store: SqlStore) -> None:
    """Does what the server would do in the background by and by."""
    with store._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:  # noqa: SLF001  see above
        connection.execute(text("VACUUM ANALYZE"))


def compare(little: SqlStore, much: SqlStore) -> None:
    """Runs the same batches on both in turn."""
    costs: dict[str, list[Cost]] = {"little": [], "much": []}
    for round_, batch in enumerate(batches(WARM + ROUNDS)):
        for name, store in (("little", little), ("much", much)):
            cost = measured(store, batch)
            if round_ >= WARM:
                costs[name].append(cost)
    for name, found in costs.items():
        typical = {
            part: statistics.median(getattr(cost, part) for cost in found) for part in ("wall", "client", "server")
        }
        told = ", ".join(f"{part} {1000 * seconds:.0f} ms" for part, seconds in typical.items())
        counts = sorted(cost.statements for cost in found)
        print(f"{name:>6}: {told}; {counts[0]} to {counts[-1]} statements")
    pairs = list(zip(costs["little"], costs["much"], strict=True))
    for part in ("cpu", "wall"):
        ratios = [getattr(big, part) / getattr(small, part) for small, big in pairs]
        print(f"ratio of {part}: {statistics.median(ratios):.2f} (median of {len(ratios)} pairs)")
    with statements(much) as seen:
        process(next(batches(1)), Undone(much._engine, much._clock), RULES)  # noqa: SLF001  see above
    whole = scanned_by_postgresql(much._engine, seen, avoidable=True)  # noqa: SLF001  see above
    counts = {table.name: select(func.count()).select_from(table) for table in metadata.sorted_tables}
    with much._engine.connect() as connection:  # noqa: SLF001  see above
        filled = {name for name in whole if connection.scalar(counts[name])}
    print(f"tables read whole: {sorted(filled)}; of those that grow: {sorted(filled - BOUNDED)}")


def measured(store: SqlStore, batch: list[Message]) -> Cost:
    """Runs a batch and takes it back."""
    with store._engine.connect() as connection:  # noqa: SLF001  see above; the pool gives the batch the same connection
        backend = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
    with statements(store) as seen:
        wall, client, server = time.perf_counter(), time.process_time(), _cpu(backend)
        process(batch, Undone(store._engine, store._clock), RULES)  # noqa: SLF001  see above
        return Cost(time.perf_counter() - wall, time.process_time() - client, _cpu(backend) - server, len(seen))


def _cpu(process_id: int) -> float:
    """Seconds of processor time that another process has taken."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def statements(store: SqlStore) -> Iterator[list[tuple[str, Any]]]:
    """The statements that run inside the block, with their parameters."""
    seen: list[tuple[str, Any]] = []

    def note(
        _connection: Connection, _cursor: object, statement: str, given: Any, _context: object, many: bool
    ) -> None:
        seen.append((statement, given[0] if many and isinstance(given, list) else given))

    event.listen(store._engine, "before_cursor_execute", note)  # noqa: SLF001  see above
    try:
        yield seen
    finally:
        event.remove(store._engine, "before_cursor_execute", note)  # noqa: SLF001  see above


def sizes(store: SqlStore) -> None:
    """Prints rows and bytes of each table, indexes included."""
    query = """
        SELECT relname, n_live_tup, pg_total_relation_size(relid), pg_indexes_size(relid)
        FROM pg_stat_user_tables WHERE n_live_tup > 0 ORDER BY 3 DESC
    """
    with store._engine.connect() as connection:  # noqa: SLF001  see above
        found = connection.execute(text(query)).all()
        attempts = connection.execute(text("SELECT count(*) FROM attempts")).scalar_one()
    for name, rows, size, indexes in found:
        print(f"{name:>20} {rows:>10,} rows {size / 2**20:>8,.1f} MB, of it indexes {indexes / 2**20:>8,.1f} MB")
    whole = sum(row[2] for row in found)
    print(f"{whole / 2**20:,.0f} MB, {whole / attempts:,.0f} bytes an attempt")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
