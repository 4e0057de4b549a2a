"""One decision layer behind JSON lines, timed inside: what a benchmark compares lives in a process of its own.

Runs in any environment that has the decision layer; it needs nothing else of this project. Each line of standard input
is an order, each line of standard output its answer:

    {"load": {"tools": {...}, "compiled": true}}
    {"suggestions": [...], "named": "many"}                    rows of one collection, held as a snapshot of that name
    {"time": [{"query": "...", "rows": [...]}, ...], "only": false, "learned": ""}     answers {"seconds": of all calls}

    {"index": true}                                            answers {"seconds": to build the index, "mb": it holds}
    {"read": [{"query": "..."}, ...]}                          answers as "time" does, for reading the requests alone
    {"close": [{"query": "...", "target": "...", "others": [...]}, ...], "bundle": false}       answers as "time" does

``only`` gives each call a catalog of its candidates alone, ``learned`` the snapshot of that name.
"""

from __future__ import annotations

import gc
import json
import sys
import time
import tracemalloc
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
        if "index" in order:
            return self._index()
        if "read" in order:
            return {"seconds": self._read(order["read"])}
        if "close" in order:
            return {"seconds": self._close(order["close"], order["bundle"])}
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

    def _index(self) -> dict[str, float]:
        """Build the index of the loaded catalog, once for the time and once for the memory."""
        index_of = import_module(f"{self.module.__name__}.linking.index").CatalogIndex
        started = time.process_time()
        index_of(self.tools)
        seconds = time.process_time() - started
        tracemalloc.start()
        kept = index_of(self.tools)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return {"seconds": seconds, "mb": held / 2**20, "tools": len(kept)}

    def _read(self, inputs: list[dict[str, Any]]) -> float:
        read, total = import_module(f"{self.module.__name__}.query").read_query, 0.0
        gc.collect()
        for one in inputs:
            started = time.process_time()
            read(one["query"])
            total += time.process_time() - started
        return total

    def _close(self, inputs: list[dict[str, Any]], bundle: bool) -> float:
        close, assemble, total = self.module.complete_target_dependencies, self.module.assemble_tool_bundle, 0.0
        gc.collect()
        for one in inputs:
            query, target, others = one["query"], one["target"], one["others"]
            started = time.process_time()
            if bundle:
                assemble(query, target, self.tools, target_alternatives=others, token_budget=2048)
            else:
                close(target, self.tools, query=query, max_hops=3)
            total += time.process_time() - started
        return total


def main() -> None:
    """Obeys until standard input ends."""
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(worker.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
