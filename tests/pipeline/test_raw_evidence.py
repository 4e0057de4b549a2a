"""Sealing and scrubbing destroy no evidence: edges are those of raw values compared in memory."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from benchmarks.raw_evidence import learned_edges, raw_edges, read
from tests.databases import SqliteFiles
from tests.loop import Loop

#: Lines of the stream that are read: some seventy runs of real agents, several of them interleaved.
LINES = 2_000


def test_edges_are_those_of_raw_values(shared: Path, sqlite: SqliteFiles) -> None:
    with (shared / "data" / "taubench_retail" / "events.jsonl").open("rb") as file:
        lines = list(islice(file, LINES))
    with Loop(sqlite.ready()) as loop:
        loop.learn(lines)
        learned = learned_edges(loop.rows())
    raw = raw_edges(read(lines))
    assert raw.total() > 300
    assert learned == raw
