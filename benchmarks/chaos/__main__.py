"""Every row of the fault matrix, one after the other: `python -m benchmarks.chaos [ROW...]`, or `make chaos`.

Needs the variables that `make services` prints, and Java and Maven for a broker of its own. Prints a table: what was
injected how often, what was checked, the result. Ends with 1 if a row failed.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.chaos import contents, crashes, races, simulation, sizes, streams, whole
from benchmarks.chaos.place import Place, Told
from tests.brokers import SERVER_VARIABLE as KAFKA_VARIABLE
from tests.databases import SERVER_VARIABLE as POSTGRESQL_VARIABLE
from tests.databases import PostgresqlServer

#: The rows, as reliability names them, and the experiment of each at its full size.
ROWS: Sequence[tuple[str, str, Callable[[Place], Told]]] = (
    ("1", "kill -9 at each step", crashes.kill_at_each_step),
    ("1", "killed under load", crashes.recover),
    ("2", "SIGTERM mid-batch", partial(crashes.stop_in_the_middle, rounds=2)),
    ("2", "SIGTERM behind a lock", crashes.stop_behind_a_lock),
    ("3", "outcome of COMMIT unknown", crashes.cut_after_commit),
    ("4", "database restart, connections cut", partial(crashes.restart_the_database, restarts=2)),
    ("4", "database away for a minute", partial(crashes.restart_the_database, restarts=1, away_seconds=60.0)),
    ("4", "database does not come back", crashes.give_up),
    ("5", "lock held", partial(crashes.hold_a_lock, seconds=30.0)),
    ("6", "deadlock, serialization failure", crashes.conflict),
    ("7", "broker restart", partial(streams.kill_the_broker, kills=2)),
    ("8", "offsets lost or out of range", streams.lose_offsets),
    ("9, 10", "duplicates, reorder", partial(streams.repeat_and_reorder, seeds=2)),
    ("11", "rebalance", partial(streams.rebalance, seconds=30.0, every=5.0)),
    ("12", "zombie", crashes.freeze),
    ("13", "poison", contents.poison),
    ("14", "oversized", sizes.oversize),
    ("15", "schema evolved", contents.evolve),
    ("18", "race on one suggestion", races.promote_at_once),
    ("19", "operator against worker", races.reject_meanwhile),
    ("21", "replay from offset 0", streams.read_again),
    ("22", "the scrubber raises", contents.break_the_scrubber),
    ("22", "the scrubber is burdened", contents.burden_the_scrubber),
    ("23", "crash while an attempt is open", streams.leave_attempts_open),
    ("24", "SQLite busy, embedded kill -9", races.kill_the_embedded),
    ("whole", "real traces, raw and sealed, two workers", whole.compare_with_replay),
    ("proof", "a worker that is broken", races.catch_the_broken),
    ("1-4, 9-12, 16", "simulation", lambda _place: simulation.simulate_many(15)),
)


def main(wanted: Sequence[str]) -> int:
    """Runs the rows that are wanted, all where none is named; returns the exit code."""
    missing = [name for name in (KAFKA_VARIABLE, POSTGRESQL_VARIABLE) if not os.environ.get(name)]
    if missing:
        print(f"{', '.join(missing)} is not set: `make services` starts the servers and says what to set")
        return 2
    os.environ.setdefault("TOOLTRAIL_SEAL_KEY", "a key for streams that are made up, long enough to be taken")
    server = PostgresqlServer(os.environ[POSTGRESQL_VARIABLE])
    failed, began = 0, time.monotonic()
    print("| row | fault | injected | checked | result |\n| --- | --- | --- | --- | --- |", flush=True)
    try:
        place = Place(os.environ[KAFKA_VARIABLE], server)
        for number, name, experiment in ROWS:
            if not wanted or set(number.split(", ")) & set(wanted):
                failed += not _run(number, name, partial(experiment, place))
    finally:
        server.close()
    print(f"\n{time.monotonic() - began:.0f} s, {failed} failed")
    return 1 if failed else 0


def _run(number: str, name: str, experiment: Callable[[], Told]) -> bool:
    began = time.monotonic()
    try:
        told = experiment()
    except Exception:  # noqa: BLE001  one row that fails says so, and the others run
        traceback.print_exc()
        told = None
    seconds = time.monotonic() - began
    said = f"{told.injected} | {told.checked} | held" if told else "- | - | FAILED"
    print(f"| {number} | {name} | {said} ({seconds:.0f} s) |", flush=True)
    return told is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
