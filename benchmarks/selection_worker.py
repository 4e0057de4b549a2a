"""One decision layer behind JSON lines, timed inside: what a benchmark compares lives in a process of its own.

Runs in any environment that has the decision layer; it needs nothing else of this project. Each line of standard input
is an order, each line of standard output its answer:

    {"load": {"tools": {...}, "compiled": true}}
    {"suggestions": [...], "named": "many"}                    rows of one collection, held as a snapshot of that name
    {"time": [{"query": "...", "rows": [...]}, ...], "only": false, "learned": ""}     answers {"seconds": of all calls}

``only`` gives each call a catalog of its candidates alone, ``learned`` the snapshot of that name.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from importlib import import_module
from typing import Any


class Worker:
    """Holds what was loaded."""

    def __init__(self, module: str) -> None:
        self.module: Any = import_module(module)
        self.tools: Any = {}
        self.plain: dict[str, Any] = {}
        self.snapshots: dict[str, dict[str, Any]] = {"": {}}

    def obey(self, order: dict[str, Any]) -> dict[str, Any]:
        """Carry out one order."""
        if "load" in order:
            self.plain = order["load"]["tools"]
            self.tools = self.module.CompiledCatalog(self.plain) if order["load"]["compiled"] else self.plain
            return {"tools": len(self.tools)}
        if "suggestions" in order:
            snapshot = self.module.PromotedSnapshot.from_rows(order["suggestions"])
            self.snapshots[order["named"]] = {"learning_suggestions": snapshot.for_collection("c")}
            return {"suggestions": len(snapshot)}
        return {"seconds": self._time(order["time"], order["only"], order["learned"])}

    def _time(self, inputs: list[dict[str, Any]], only: bool, learned: str) -> float:
        select, total = self.module.select_target_candidate, 0.0
        arguments = self.snapshots[learned]
        gc.collect()
        for one in inputs:
            query, rows = one["query"], one["rows"]
            tools = {row["name"]: self.plain[row["name"]] for row in rows} if only else self.tools
            started = time.process_time()
            select(query=query, candidates=rows, tools=tools, retrieval_results=rows, **arguments)
            total += time.process_time() - started
        return total


def main() -> None:
    """Obeys until standard input ends."""
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(worker.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
