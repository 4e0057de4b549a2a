"""What a worker holds in memory over a long stream: `python -m benchmarks.memory [EVENTS [OPEN]]`.

Half a million events, and ten thousand attempts among them that never end. Prints the worker's resident memory as the
stream goes by; the growth is that from the first tenth, when everything is loaded and warm, to the end. Needs the
variables that `make services` prints.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.chaos.made import attempts
from benchmarks.chaos.place import Place
from benchmarks.chaos.stage import SECRET
from tests.brokers import SERVER_VARIABLE as KAFKA_VARIABLE
from tests.databases import SERVER_VARIABLE as POSTGRESQL_VARIABLE
from tests.databases import PostgresqlServer

EVENTS, OPEN = 500_000, 10_000


def main(size: int = EVENTS, without_end: int = OPEN) -> None:
    """Prints the memory at each tenth."""
    os.environ["TOOLTRAIL_SEAL_KEY"] = SECRET
    server = PostgresqlServer(os.environ[POSTGRESQL_VARIABLE])
    try:
        with Place(os.environ[KAFKA_VARIABLE], server).stage(partitions=4) as stage:
            stage.send(packs(size, without_end))
            messages = len(stage.sent)
            worker = stage.worker(worker_batch_messages=256)
            seen: list[float] = []
            began = time.monotonic()
            while len(seen) < 10:
                if sum(stage.committed().values()) >= messages * (len(seen) + 1) / 10:
                    seen.append(worker.resident_mb)
                    print(f"{len(seen) * 10:>3}%  {worker.resident_mb:6.0f} MB", flush=True)
                assert worker.process.poll() is None, stage.tail()
                time.sleep(0.2)
            seconds = time.monotonic() - began
            print(f"{size:,} events, {without_end:,} attempts without an end: {seen[-1] - seen[0]:+.0f} MB", end=", ")
            print(f"{size / seconds:,.0f} events/s")
    finally:
        server.close()


def packs(size: int, without_end: int) -> Iterator[list[dict[str, Any]]]:
    """Attempts of twelve events; of some only the first ones come."""
    number = 0
    left, still_open = size, without_end
    while left > 0:
        events = next(attempts(number, 1))
        if still_open and number % 4 == 0:
            still_open -= 1
            events = events[:8]
        number += 1
        left -= len(events)
        yield events


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
