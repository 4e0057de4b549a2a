"""Rows 13 to 15 and 22: what messages hold."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

from sqlalchemy import select

from benchmarks.chaos.made import attempts
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import Stage, wait_until
from storage.engine import open_engine, reading
from storage.store import SqlStore
from storage.tables import metadata

_EVENT = {"type": "plan.started", "ts": "2026-01-05T09:00:00Z", "attempt_id": "poisoned", "collection_id": "bench"}

#: Messages that hold no event, and the reason that each must be given.
POISON: tuple[tuple[bytes | None, str], ...] = (
    (None, "empty"),
    (b"", "empty"),
    (b"null", "not_an_object"),
    (b'{"type": "plan.started"', "not_json"),
    (b"17", "not_an_object"),
    (b'"text"', "not_an_object"),
    (b"\xff\xfe\x00", "not_utf8"),
    (json.dumps({**_EVENT, "goal": float("nan")}).encode(), "not_json"),
    (json.dumps({**_EVENT, "goal": float("inf")}).encode(), "not_json"),
    (json.dumps({**_EVENT, "goal": ["a", "list"]}).encode(), "bad_field"),
    (json.dumps({**_EVENT, "ts": "yesterday"}).encode(), "bad_ts"),
    (json.dumps({**_EVENT, "type": "plan.imagined"}).encode(), "unknown_type"),
    (b"[" * 100_000 + b"]" * 100_000, "too_deep"),
)
#: Strange texts that are accepted: what PostgreSQL refuses is gone before it is stored.
STRANGE = ("a NUL \x00 inside", "half \ud83d a pair", "\u202eturned round", "a" * 5_000)


def poison(place: Place, within_seconds: float = 1.0) -> Told:
    """Row 13: what is no event is one dead letter each, and later events flow at once."""
    with place.stage() as stage:
        worker = stage.worker()
        stage.send(attempts(0, 5))
        wait_until(stage.is_done)
        expected: Counter[str] = Counter()
        latencies = []
        for number, (data, reason) in enumerate(POISON):
            stage.send_bytes(data, partition=number % 2)
            expected[reason] += 1
            latencies.append(_seconds_until_in(stage, 100 + number, number % 2))
        for number, text in enumerate(STRANGE):
            event = {**_EVENT, "attempt_id": f"strange-{number}", "event_id": f"strange-{number}", "goal": text}
            stage.send_bytes(json.dumps(event).encode(), [event["event_id"]])
        stage.finish()
        letters = _letters(stage.url)
        assert letters == expected, f"{letters} instead of {expected}"
        assert max(latencies) < within_seconds, f"{max(latencies):.2f} s"
        assert worker.process.poll() is None, stage.tail()
        return Told(
            f"{len(POISON)} messages without an event, {len(STRANGE)} strange texts",
            f"one dead letter each; later events after {max(latencies):.2f} s at most; digest",
        )


def _seconds_until_in(stage: Stage, number: int, partition: int) -> float:
    """Sends one attempt and looks how long it takes until it is in the ledger."""
    packs = list(attempts(number, 1))
    stage.send(packs, partition)
    began = time.monotonic()
    wanted = packs[0][-1]["event_id"]
    while wanted not in stage.ledger()[0]:
        assert time.monotonic() - began < 30, stage.tail()
        time.sleep(0.02)
    return time.monotonic() - began


def _letters(url: str) -> Counter[str]:
    with SqlStore(url, create=False) as store, store.reading() as models:
        return Counter(models.refusal_counts())


def oversize(place: Place, messages: int = 40) -> Told:
    """Row 14: messages near the broker's limit, and an attempt with a hundred thousand edges."""
    with place.stage() as stage:
        worker = stage.worker()
        stage.send(attempts(0, 5))
        wait_until(stage.is_done)
        before = worker.resident_mb
        large = {**_EVENT, "type": "step.completed", "step_id": "s1", "tool": "readAll", "plan_id": "large"}
        for number in range(messages):
            output = {"items": [{"id": f"{number}-{row}", "text": "x" * 80} for row in range(8_000)]}
            event = {**large, "event_id": f"large-{number}", "attempt_id": f"large-{number}", "output_preview": output}
            stage.send_bytes(json.dumps(event, separators=(",", ":")).encode()[:1_000_000], flush=False)
        edges = [{"source": f"t{n}", "target": f"u{n}"} for n in range(100_000)]
        for start in range(0, len(edges), 20_000):
            event = {
                **_EVENT,
                "type": "plan.completed",
                "attempt_id": "many-edges",
                "event_id": f"edges-{start}",
                "trace_edges": edges[start : start + 20_000],
            }
            stage.send_bytes(json.dumps(event, separators=(",", ":")).encode(), flush=False)
        stage._flush()  # noqa: SLF001  a message a call would wait for each
        peak = before
        while not stage.is_done():
            peak = max(peak, worker.resident_mb)
            assert worker.process.poll() is None, stage.tail()
            time.sleep(0.1)
        letters = _letters(stage.url)
        assert peak - before < 300, f"{peak - before:.0f} MB"
        return Told(
            f"{messages} messages near 1 MB, 100,000 edges of one attempt",
            f"memory {peak - before:+.0f} MB at most; refused: {dict(letters)}",
        )


def evolve(place: Place) -> Told:
    """Row 15: unknown fields, a later version, an optional field that is missing."""
    with place.stage() as stage:
        stage.worker()
        stage.send([[{**event, "a_later_field": {"x": 1}} for event in events] for events in attempts(0, 10)])
        version_2 = {**_EVENT, "schema_version": 2, "event_id": "later", "goal": "find the parcel"}
        stage.send_bytes(json.dumps(version_2).encode())
        stage.send([[{**_EVENT, "event_id": "sparse"}]])
        stage.finish()
        assert _letters(stage.url) == {"unknown_version": 1}
        with SqlStore(stage.url, create=False) as store, store.reading() as models:
            [letter] = models.dead_letters()
        assert letter.body is not None
        assert letter.body.get("event"), "nothing is kept that a later program could take in"
        return Told("10 attempts with unknown fields, 1 later version, 1 sparse event", "known part kept; letter kept")


def break_the_scrubber(place: Place) -> Told:
    """Row 22: the scrubber raises at a text; nothing of it is kept anywhere."""
    marker = "kim.planted@example.com"
    with place.stage() as stage:
        worker = stage.worker("scrub:3:raise")
        events: list[dict[str, Any]] = [
            {
                **_EVENT,
                "event_id": f"text-{number}",
                "attempt_id": f"text-{number}",
                "goal": f"write {number} to {marker}",
            }
            for number in range(6)
        ]
        stage.send([[event] for event in events], partition=0)
        wait_until(stage.is_done)
        stage.prove()
        assert _letters(stage.url) == {"withheld": 1}, _letters(stage.url)
        stage.send(attempts(0, 5))
        wait_until(stage.is_done)
        assert worker.end() == 0, stage.tail()
        assert marker not in worker.log.read_text(encoding="utf-8")
        assert marker not in _everything(stage.url)
        return Told("1 error of the scrubber", "payload withheld; nothing raw in SQL or logs; stream goes on")


def _everything(url: str) -> str:
    """All rows of all tables, as text."""
    engine = open_engine(url, create=False)
    try:
        with reading(engine).connect() as connection:
            return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])
    finally:
        engine.dispose()
