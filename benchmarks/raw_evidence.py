"""Edges from raw values compared in memory, beside those that were learned from sealed and scrubbed events.

The comparison is written here once more, on the values themselves: what sealing or scrubbing destroyed, if anything,
shows as a difference. Only the naming of paths is the product's own.
"""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.command import tooltrail
from benchmarks.scoring import shared
from pipeline.seal import Budget, decode_json, iter_leaves

Event = Mapping[str, Any]
Edge = tuple[str, str, str, str]

_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")


def comparable(value: Any) -> str | Decimal | None:
    """The value as it is compared; None for one that matches by chance."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        text = unicodedata.normalize("NFC", value).strip().casefold()
        if not _PLAIN_NUMBER.fullmatch(text):
            return text if len(text) > 3 else None
        value = text
    number = Decimal(str(value))
    return None if abs(number) < 1000 else number.normalize()


def said(text: str) -> Iterator[str | Decimal]:
    """What a user's words may name: spans of one to eight, with and without their outer marks."""
    words = text.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + 8, len(words)) + 1):
            span = " ".join(words[start:end])
            bare = span.strip(".,:;!?\"'()[]{}“”‘’…")
            for reading in {span, bare, span.strip("#"), bare.strip("#"), bare.strip("#.,:;!?\"'()[]{}")}:
                if (value := comparable(reading)) is not None:
                    yield value


def raw_edges(events: Iterable[Event]) -> Counter[Edge]:
    """In how many attempts each edge carried a value whose first appearance was that output."""
    runs: dict[str, list[Event]] = {}
    for event in events:
        metadata = event.get("trace_metadata") or {}
        runs.setdefault(metadata.get("attempt_id") or event.get("attempt_id") or event["plan_id"], []).append(event)
    found: Counter[Edge] = Counter()
    for run in runs.values():
        found.update(_edges_of(run))
    return found


class _Run:
    """One attempt, event by event: where each value first appeared, and what flowed."""

    def __init__(self) -> None:
        self.origins: dict[str | Decimal, tuple[str, str] | None] = {}
        self.edges: set[Edge] = set()

    def told(self, text: str | None) -> None:
        """Takes a user's words."""
        for value in said(text or ""):
            self.origins.setdefault(value)

    def given(self, event: Event) -> None:
        """Takes the arguments of a step: a value that an output showed first has flowed."""
        for path, value in _values(event.get("args_resolved") or {}):
            origin = self.origins.setdefault(value)
            if origin is not None:
                self.edges.add((*origin, str(event["tool"]), path))

    def returned(self, event: Event) -> None:
        """Takes the output of a step."""
        for path, value in _values(event.get("output_preview")):
            self.origins.setdefault(value, (str(event["tool"]), path))


def _values(payload: Any) -> Iterator[tuple[str, str | Decimal]]:
    for path, leaf in iter_leaves(payload, Budget()):
        if (value := comparable(leaf)) is not None:
            yield path, value


def _edges_of(events: list[Event]) -> set[Edge]:
    run = _Run()
    for event in events:
        run.told(event.get("goal"))
        run.told(event.get("query"))
    for event in sorted(events, key=lambda event: str(event["ts"])):
        match event["type"]:
            case "user.message":
                run.told(event["text"])
            case "step.started":
                run.given(event)
            case "step.completed":
                run.returned(event)
    return run.edges


def learned_edges(rows: Iterable[Mapping[str, Any]]) -> Counter[Edge]:
    """The same of the rows that were learned."""
    return Counter(
        {
            (edge["source"], edge["from_field"], edge["target"], edge["to_field"]): row["evidence"]["attempts"]
            for row in rows
            if (edge := row["edge"]) is not None and row["evidence"]["attempts"]
        }
    )


def read(lines: Iterable[str | bytes]) -> list[dict[str, Any]]:
    """Events from JSON Lines, numbers exact."""
    return [decode_json(line.decode() if isinstance(line, bytes) else line) for line in lines]


def main() -> None:
    """Replays the retail stream and prints how the two differ."""
    file = shared() / "data" / "taubench_retail" / "events.jsonl"
    with tempfile.TemporaryDirectory() as name:
        db = f"sqlite:///{name}/retail.db"
        tooltrail("replay", str(file), "--db", db)
        listed = tooltrail("suggestions", "list", "--kind", "data_flow_edge", "--db", db, "--format", "jsonl")
    learned = learned_edges(map(json.loads, listed.output.splitlines()))
    raw = raw_edges(read(Path(file).read_bytes().splitlines()))
    differing = {edge: (raw[edge], learned[edge]) for edge in raw.keys() | learned.keys() if raw[edge] != learned[edge]}
    print(f"raw values compared in memory: {len(raw)} edges in {raw.total()} attempts")
    print(f"learned from sealed events:    {len(learned)} edges in {learned.total()} attempts")
    print(f"edges that differ:             {len(differing)}")
    for edge, counts in sorted(differing.items())[:10]:
        print("  ", *edge, *counts)


if __name__ == "__main__":
    main()
