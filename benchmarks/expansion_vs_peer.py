"""Closure and bundle beside graph-tool-call 0.47: processor time a call, and what the index costs.

As in the selector's benchmark each layer runs in a process of its own, takes the same inputs in turn, and ratios are
taken round by round. The requests are real ones that take several steps; the bundle sees those that the closure saw.
What is printed of reading is the part of a closure of a new request that selection of a target has done already where
it came before.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from benchmarks.peer import peer_python
from benchmarks.selection_inputs import catalog_and_requests, closure_requests, openapi_catalog
from benchmarks.selector_vs_peer import Process

#: Calls of a round, and rounds; the first warms up.
CALLS, ROUNDS, OTHERS = 16, 5, 5


def main() -> None:
    """Prints for each catalog the time of a closure and of a bundle, the ratios, and the index's time and memory."""
    union, _ = catalog_and_requests()
    built, requests = openapi_catalog()
    _compare("catalogs joined", union, closure_requests(union))
    _compare("OpenAPI with contracts, built", built, requests)


def _compare(name: str, tools: Mapping[str, Any], requests: Sequence[tuple[str, str]]) -> None:
    rounds = _rounds(tools, requests)
    processes = {
        "peer": Process(peer_python(), "graph_tool_call.graphify", tools, compiled=False),
        "selector": Process(sys.executable, "selector", tools, compiled=True),
    }
    reader = Process(sys.executable, "selector", {}, compiled=True)
    reading = [reader.order(read=inputs)["seconds"] / CALLS for inputs in rounds][1:]
    reader.close()
    print(f"{name}, {len(tools)} tools; processor time a call, median of {ROUNDS} rounds of {CALLS} calls")
    for what, bundle in (("closure", False), ("bundle", True)):
        times = [
            {who: process.order(close=inputs, bundle=bundle)["seconds"] / CALLS for who, process in processes.items()}
            for inputs in rounds
        ][1:]
        peer, ours = (statistics.median(row[who] for row in times) * 1000 for who in ("peer", "selector"))
        ratio = statistics.median(row["peer"] / row["selector"] for row in times)
        print(f"  {what:8s} peer {peer:7.2f} ms, selector {ours:6.3f} ms: {ratio:6.1f} times faster")
    print(f"  a new request's words and acts, read for the closure: {statistics.median(reading) * 1000:.3f} ms of it")
    cost = processes["selector"].order(index=True)
    print(f"  index: built in {cost['seconds']:.2f} s, holds {cost['mb']:.1f} MB")
    for process in processes.values():
        process.close()


def _rounds(tools: Mapping[str, Any], requests: Sequence[tuple[str, str]]) -> list[list[dict[str, Any]]]:
    draw = random.Random(47)
    left, names = iter(draw.sample(list(requests), len(requests))), sorted(tools)
    return [
        [
            {"query": query, "target": target, "others": draw.sample(names, OTHERS)}
            for query, target in islice(left, CALLS)
        ]
        for _ in range(ROUNDS + 1)
    ]


if __name__ == "__main__":
    main()
