"""The scrubber beside the public one of graph-tool-call 0.47: processor time an event, in turn, in one run.

Each lives in a process of its own through the run and times its calls inside. The first event is a trace of eight steps
whose pages repeat one record; of the second kind no two are alike, so that nothing is remembered from one to the next.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.peer import peer_python

ROUNDS: Final = 9
ROOT: Final = Path(__file__).parents[1]
SCRUBBERS: Final = {"peer": "graph_tool_call.learning:scrub_trace_payload", "tooltrail": "pipeline.scrub:scrub"}


def order(number: int, *, is_fresh: bool) -> dict[str, Any]:
    """Return one record of a page."""
    memo = f"문 앞 {number}호에 놓아주세요" if is_fresh else "문 앞에 놓아주세요"
    return {"order_id": f"ORD-2026-{number:06d}", "status": "SHIPPED", "amount": 12_000 + number, "memo": memo}


def event(number: int, *, is_fresh: bool) -> dict[str, Any]:
    """Return a trace of eight steps; a fresh one holds no record twice, and none of another event."""
    steps = []
    for page in range(8):
        first = number * 1_000 + page * 5
        orders = [order(first + place if is_fresh else page, is_fresh=is_fresh) for place in range(5)]
        args = {"from": "2026-03-01", "to": "2026-03-31", "page": page}
        steps.append({"tool": "listOrders", "args": args, "out": {"orders": orders}})
    return {"attempt_id": f"a-{number}", "query": "지난달 주문 12건의 배송 상태를 알려줘", "steps": steps}


class Process:
    """A scrubber in a process of its own."""

    def __init__(self, python: str, target: str) -> None:
        self._process = subprocess.Popen(
            [python, str(ROOT / "benchmarks" / "scrub_worker.py"), target],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        )

    def seconds(self, events: list[dict[str, Any]], repeats: int) -> float:
        """Return the processor time an event."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"events": events, "repeats": repeats}) + "\n")
        self._process.stdin.flush()
        return float(json.loads(self._process.stdout.readline())) / (len(events) * repeats)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def main() -> None:
    """Prints events a second and the ratio, median of the rounds, for both kinds."""
    pythons = {"peer": peer_python(), "tooltrail": sys.executable}
    processes = {who: Process(pythons[who], target) for who, target in SCRUBBERS.items()}
    for said, is_fresh in (("one event again and again", False), ("no two events alike", True)):
        rounds = []
        for number in range(ROUNDS + 1):
            many = 100 if is_fresh else 1
            events = [event(number * many + place, is_fresh=is_fresh) for place in range(many)]
            rounds.append({who: process.seconds(events, 100 // many) for who, process in processes.items()})
        rates = {who: 1 / statistics.median(row[who] for row in rounds[1:]) for who in processes}
        faster = [row["peer"] / row["tooltrail"] for row in rounds[1:]]
        print(
            f"{said}: peer {rates['peer']:,.0f} events/s, tooltrail {rates['tooltrail']:,.0f} events/s: "
            f"{statistics.median(faster):.1f} times faster ({min(faster):.1f} to {max(faster):.1f} in {ROUNDS} rounds)"
        )
    for process in processes.values():
        process.close()


if __name__ == "__main__":
    main()
