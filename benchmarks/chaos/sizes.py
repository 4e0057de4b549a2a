"""Row 14: messages that are large, and those that are larger than anything may be."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.chaos.contents import letters_of
from benchmarks.chaos.made import attempts
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import Stage, Worker, wait_until
from pipeline.intake import MAX_EVENTS, MAX_MESSAGE_BYTES

#: A topic that takes more than the border does.
_LARGEST = MAX_MESSAGE_BYTES + 2**20
_EVENT = {"ts": "2026-01-05T09:00:00Z", "collection_id": "bench"}
#: Values that one event may hold, and some more (docs/events.md).
_TOO_MANY = 60_000
_EDGES, _EDGES_AN_EVENT = 100_000, 10_000
#: Megabytes that a worker may take beyond what it had.
_ROOM_MB = 400


def oversize(place: Place, messages: int = 6) -> Told:
    """Row 14: messages near the broker's limit, an attempt with a hundred thousand edges, and what is refused."""
    with place.stage(largest=_LARGEST) as stage:
        worker = stage.worker()
        stage.send(attempts(0, 5))
        wait_until(stage.is_done)
        with _peak(worker) as peak:
            for number in range(messages):
                stage.send([[_large(number)]])
            stage.send([[event] for event in _many_edges()], partition=0)
            refused = _send_too_much(stage)
            stage.send(attempts(10, 5))
            wait_until(stage.is_done, 300)
        stage.finish()
        assert letters_of(stage.url) == refused, f"{letters_of(stage.url)} instead of {refused}"
        assert worker.end() == 0, stage.tail()
        grown = max(peak) - peak[0]
        assert grown < _ROOM_MB, f"{grown:.0f} MB"
        told = ", ".join(f"{number} x {reason}" for reason, number in sorted(refused.items()))
        return Told(
            f"{messages} messages near 1 MB, {_EDGES:,} edges of one attempt, {refused.total()} beyond a cap",
            f"refused: {told}; memory {grown:+.0f} MB at most; later events flow, offsets, digest",
        )


def _large(number: int) -> dict[str, Any]:
    """A step whose output fills a message of the broker's default size, and may just be taken in."""
    output = {"items": [{"id": f"{number}-{row}", "text": "x" * 96} for row in range(7_500)]}
    name = f"large-{number}"
    step = {"type": "step.completed", "step_id": "s1", "tool": "readAll", "output_preview": output}
    return {**_EVENT, **step, "event_id": name, "attempt_id": name, "plan_id": name}


def _many_edges() -> Iterator[dict[str, Any]]:
    for start in range(0, _EDGES, _EDGES_AN_EVENT):
        edges = [{"source": f"t{number}", "target": f"u{number}"} for number in range(start, start + _EDGES_AN_EVENT)]
        event = {**_EVENT, "type": "plan.completed", "attempt_id": "many-edges", "event_id": f"edges-{start}"}
        yield {**event, "trace_edges": edges}


def _send_too_much(stage: Stage) -> Counter[str]:
    """Sends what is beyond a cap, and tells which reasons must be given."""
    step = {**_EVENT, "type": "step.completed", "step_id": "s1", "tool": "readAll", "attempt_id": "too-much"}
    stage.send_bytes(json.dumps({**step, "event_id": "values", "output_preview": list(range(_TOO_MANY))}).encode())
    stage.send_bytes(json.dumps([0] * (MAX_EVENTS + 1)).encode())
    stage.send_bytes(b" " * MAX_MESSAGE_BYTES + b"{}")
    stage.send_bytes(b"[" * 50_000)
    return Counter({"too_many_nodes": 1, "too_large": 2, "too_deep": 1})


@contextmanager
def _peak(worker: Worker) -> Iterator[list[float]]:
    """The memory of a worker, as often as one can look, for the time of a block."""
    seen, ended = [worker.resident_mb], threading.Event()

    def look() -> None:
        while not ended.wait(0.1) and worker.process.poll() is None:
            seen.append(worker.resident_mb)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        ended.set()
        looking.join()
