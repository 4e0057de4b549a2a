"""Rows 13, 15 and 22: what messages hold."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select

from benchmarks.chaos.made import attempts
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import RULES, Stage, wait_until
from pipeline.intake import draft
from pipeline.redelivery import Redelivered, redeliver
from pipeline.replay import Defaults
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
        letters = letters_of(stage.url)
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
        assert time.monotonic() - began < 180, stage.tail()
        time.sleep(0.02)
    return time.monotonic() - began


def letters_of(url: str) -> Counter[str]:
    """The dead letters by reason."""
    with SqlStore(url, create=False) as store, store.reading() as models:
        return Counter(models.refusal_counts())


def evolve(place: Place) -> Told:
    """Row 15: unknown fields, a later version, an optional field that is missing; and the later program."""
    with place.stage() as stage:
        stage.worker()
        stage.send([[{**event, "a_later_field": {"x": 1}} for event in events] for events in attempts(0, 10)])
        later = {**_EVENT, "event_id": "later", "attempt_id": "later", "goal": "find the parcel"}
        stage.send_bytes(json.dumps({**later, "schema_version": 2}).encode())
        stage.send([[{**_EVENT, "event_id": "sparse"}]])
        stage.finish()
        assert letters_of(stage.url) == {"unknown_version": 1}
        assert _redelivered(stage.url).refused == {"unknown_version": 1}, (
            "this program reads a version it does not know"
        )
        with _a_later_program():
            assert _redelivered(stage.url).accepted == 1
        assert not letters_of(stage.url), "what is in the ledger is no dead letter"
        known = [*attempts(0, 10), [{**_EVENT, "event_id": "sparse"}], [later]]
        assert stage.digest() == stage.digest_of(known), "the letter taught something else than the event"
        assert stage.ledger()[0]["later"] == 1
        return Told(
            "10 attempts with unknown fields, 1 later version, 1 sparse event",
            "known part kept; the letter stays until the program knows its version, then replays: digest",
        )


@contextmanager
def _a_later_program() -> Iterator[None]:
    """As if this program were one that reads version 2 as well: the one place that decides on kept events says so."""
    known = draft._VERSIONS  # noqa: SLF001  there is no later version yet
    draft._VERSIONS = (*known, 2)  # type: ignore[assignment]  # noqa: SLF001  likewise
    try:
        yield
    finally:
        draft._VERSIONS = known  # noqa: SLF001  likewise


def _redelivered(url: str) -> Redelivered:
    with SqlStore(url, create=False) as store:
        with store.reading() as models:
            letters = list(models.dead_letters())
        return redeliver(letters, store.unit_of_work, RULES, Defaults())


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
        assert letters_of(stage.url) == {"withheld": 1}, letters_of(stage.url)
        stage.send(attempts(0, 5))
        wait_until(stage.is_done)
        assert worker.end() == 0, stage.tail()
        assert marker not in worker.log.read_text(encoding="utf-8")
        assert marker not in everything_in(stage.url)
        return Told("1 error of the scrubber", "payload withheld; nothing raw in SQL or logs; stream goes on")


def nested_text(size: int) -> str:
    """JSON that holds JSON as text, over and over: each level doubles the backslashes."""
    text = "x"
    while len(text) < size // 2:
        text = json.dumps([text])
    return text


#: What a scrubber or a pattern may be slow at, by the size asked for; a canary stands at the end of each.
HOSTILE: Mapping[str, Callable[[int], Any]] = {
    "a run of digits": lambda size: "1" * size,
    "digits and dashes": lambda size: "1-" * (size // 2),
    "at signs": lambda size: "a@" * (size // 2),
    "dotted words": lambda size: "a." * (size // 2) + "@",
    "open brackets": lambda size: "[{" * (size // 2),
    "quotes and backslashes": lambda size: chr(92) * (size // 2) + chr(34) * (size // 2),
    "keys without values": lambda size: "password=" * (size // 9),
    "spaces": lambda size: "token" + " " * size + "=",
    "one long base64 word": lambda size: "QUJD" * (size // 4),
    "unfinished private keys": lambda size: "-----BEGIN PRIVATE KEY-----" * (size // 27),
    "combining marks": lambda size: "e" + chr(0x301) * (size // 2),
    "letters that unfold": lambda size: chr(0xFDFA) * (size // 3),
    "JSON in JSON": nested_text,
    "many short texts": lambda size: ["kim@example.com"] * (size // 20),
    "many keys": lambda size: {f"key-{number}": "v" for number in range(size // 20)},
}
_CANARY = "minji.hostile@example.com"


def burden_the_scrubber(place: Place, size: int = 400_000, within_seconds: float = 20.0) -> Told:
    """Row 22, the other half: hostile shapes take bounded time, and what they hide does not get by.

    A scrubber that never came back would stop the stream, and `/livez` says so; no thread can be ended from outside.
    """
    with place.stage(largest=4 * 2**20) as stage:
        worker = stage.worker(worker_batch_messages=1)
        stage.send(attempts(0, 2))
        wait_until(stage.is_done)
        slowest, shape = 0.0, ""
        for name, build in HOSTILE.items():
            goal = build(size)
            goal = f"{goal} {_CANARY}" if isinstance(goal, str) else goal
            event: dict[str, Any] = {**_EVENT, "event_id": name, "attempt_id": name, "goal": goal}
            block: dict[str, Any] = {
                **_EVENT,
                "type": "target.selected",
                "event_id": f"{name}, block",
                "attempt_id": name,
            }
            began = time.monotonic()
            stage.send_bytes(json.dumps(event, ensure_ascii=False).encode(), [name])
            block |= {"query": "q", "target_selector": {"note": goal, "mail": _CANARY}}
            stage.send_bytes(json.dumps(block, ensure_ascii=False).encode(), [f"{name}, block"])
            wait_until(stage.is_done, 300)
            slowest, shape = max((slowest, shape), (time.monotonic() - began, name))
        stage.send(attempts(10, 2))
        stage.finish()
        assert slowest < within_seconds, f"{shape}: {slowest:.1f} s"
        assert worker.end() == 0, stage.tail()
        assert _CANARY not in worker.log.read_text(encoding="utf-8") + everything_in(stage.url)
        return Told(
            f"{2 * len(HOSTILE)} messages of {len(HOSTILE)} hostile shapes, {size:,} characters each",
            f"two messages within {slowest:.1f} s ({shape}); nothing raw in SQL or logs; offsets, digest",
        )


def everything_in(url: str) -> str:
    """All rows of all tables, as text."""
    engine = open_engine(url, create=False)
    try:
        with reading(engine).connect() as connection:
            return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])
    finally:
        engine.dispose()
