"""The selector beside graph-tool-call 0.47, the public package with the same contract: processor time a decision.

The peer is installed into an environment of its own, kept in a cache folder. Each decision layer runs in a process
that lives through the run and times its calls inside; they take the same inputs in turn, and ratios are taken round by
round. No request is seen twice, apart from the line that says so.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from benchmarks.peer import peer_python
from benchmarks.selection_inputs import catalog_and_requests, openapi_catalog, retrieved
from selector import CompiledCatalog, select_target_candidate

#: For each number of candidates the requests of a round.
REQUESTS: Final = {8: 60, 50: 24, 200: 10}
SIZES: Final = tuple(REQUESTS)
ROUNDS, SUGGESTIONS, MANY = 5, 100_000, 10_000
ROOT: Final = Path(__file__).parents[1]

Inputs = list[dict[str, Any]]


class Process:
    """A decision layer in a process of its own."""

    def __init__(self, python: str, module: str, tools: Mapping[str, Any], *, compiled: bool) -> None:
        self._process = subprocess.Popen(
            [python, str(ROOT / "benchmarks" / "selection_worker.py"), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        )
        self.order(load={"tools": tools, "compiled": compiled})

    def order(self, **order: Any) -> dict[str, Any]:
        """Give an order and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def seconds(self, inputs: Inputs, *, only: bool = False, learned: str = "") -> float:
        """Return the processor time a decision."""
        return float(self.order(time=inputs, only=only, learned=learned)["seconds"]) / len(inputs)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def main() -> None:
    """Prints for each catalog the ratios, linearity, independence of the catalog's size, and what suggestions add."""
    _compare("catalogs joined", *catalog_and_requests())
    built, requests = openapi_catalog()
    _compare("OpenAPI with contracts, built", built, [request for request, _ in requests])
    _print_many()


def _compare(name: str, tools: Mapping[str, Any], requests: Sequence[str]) -> None:
    requests = random.Random(47).sample(requests, len(requests))
    rounds = _rounds(tools, requests)
    processes = {
        "peer": Process(peer_python(), "graph_tool_call.graphify", tools, compiled=False),
        "compiled": Process(sys.executable, "selector", tools, compiled=True),
        "plain": Process(sys.executable, "selector", tools, compiled=False),
        "learning": Process(sys.executable, "selector", tools, compiled=True),
    }
    processes["learning"].order(suggestions=_suggestions(requests, list(tools), SUGGESTIONS), named="many")
    for process in processes.values():
        for size in SIZES:
            process.seconds(rounds[0][size])
    times = [{size: _times(processes, inputs[size]) for size in SIZES} for inputs in rounds[1:]]
    again = [processes["compiled"].seconds(inputs[SIZES[0]]) for inputs in rounds[1:]]
    alone = [
        processes["plain"].seconds(inputs[SIZES[0]], only=True) / processes["plain"].seconds(inputs[SIZES[0]])
        for inputs in rounds[1:]
    ]
    for process in processes.values():
        process.close()
    print(f"{name}, {len(tools)} tools; processor time a decision, median of {ROUNDS} rounds")
    _print(times)
    faster = _median([row[SIZES[0]]["peer"] / seconds for row, seconds in zip(times, again, strict=True)])
    print(f"the same requests again, {SIZES[0]} candidates: compiled {faster:.1f} times faster")
    print(f"catalog of the candidates alone: {_median(alone):.2f} of the time with all tools")


def _times(processes: Mapping[str, Process], inputs: Inputs) -> dict[str, float]:
    """Return what a decision costs each process; a request is new to each of them."""
    return {
        who: process.seconds(inputs, learned="many" if who == "learning" else "") for who, process in processes.items()
    }


def _rounds(tools: Mapping[str, Any], requests: Sequence[str]) -> list[dict[int, Inputs]]:
    """Return for a first round, to warm up, and each that counts, the inputs by size: each with requests of its own."""
    left = iter(requests)
    return [
        {size: retrieved(tools, list(islice(left, count)), size) for size, count in REQUESTS.items()}
        for _ in range(ROUNDS + 1)
    ]


def _print(times: Sequence[Mapping[int, Mapping[str, float]]]) -> None:
    print(
        f"{'candidates':>10s}{'peer ms':>10s}{'compiled':>10s}{'times':>7s}{'plain':>10s}{'times':>7s}{'learned':>9s}"
    )
    for size in SIZES:
        rows = [row[size] for row in times]
        peer, compiled, plain = (_median([row[who] for row in rows]) * 1000 for who in ("peer", "compiled", "plain"))
        faster, faster_plain = (_median([row["peer"] / row[who] for row in rows]) for who in ("compiled", "plain"))
        learned = _median([row["learning"] / row["compiled"] for row in rows]) - 1
        print(f"{size:10d}{peer:10.2f}{compiled:10.3f}{faster:7.1f}{plain:10.3f}{faster_plain:7.1f}{learned:+9.1%}")
    grown = _median([row[SIZES[-1]]["compiled"] / row[SIZES[0]]["compiled"] for row in times])
    print(f"{SIZES[-1]} candidates against {SIZES[0]}: {grown:.1f} times the time")
    print(f"learned: what {SUGGESTIONS:,} promoted suggestions add, the request's family included")


def _print_many() -> None:
    """Print what very many candidates cost, their tools read for the first time, and read ahead."""
    tools = {f"getThing{number}": {"description": f"Get thing {number} of the shop."} for number in range(MANY)}
    for catalog, said in ((tools, "plain, read for the first time"), (CompiledCatalog(tools), "compiled")):
        started = time.process_time()
        select_target_candidate("get thing 77 of the shop", list(tools), catalog)
        print(f"{MANY:,} candidates, {said}: {time.process_time() - started:.2f} s")


def _median(values: Sequence[float]) -> float:
    return statistics.median(values)


def _suggestions(requests: Sequence[str], targets: Sequence[str], count: int) -> list[dict[str, Any]]:
    """Return promoted rows for requests made of the words of real ones."""
    draw = random.Random(count)
    words = sorted({word for request in requests for word in request.lower().split() if word.isalpha()})
    row = {"type": "target_preference", "status": "promoted", "collection_id": "c", "boost": 0.055}
    return [
        {**row, "id": f"s{number}", "query_family": " ".join(draw.sample(words, 6)), "target": draw.choice(targets)}
        for number in range(count)
    ]


if __name__ == "__main__":
    main()
