"""Files that a sender should never have written: one clear line or a dead letter each, and the next event flows."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.running import Command
from tests.traces import Run

GOOD = json.dumps(Run().selected("trackParcel").events[0]).encode()

HOSTILE: dict[str, tuple[bytes, str]] = {
    "broken JSON": (b'{"type": "plan.started"', "not_json"),
    "NaN": (GOOD.replace(b'"where is my parcel"', b"NaN"), "not_json"),
    "infinity": (GOOD.replace(b'"where is my parcel"', b"-Infinity"), "not_json"),
    "a number": (b"17", "not_an_object"),
    "text": (b'"plan.started"', "not_an_object"),
    "null": (b"null", "not_an_object"),
    "bad UTF-8": (b'{"type": "\xff\xfe"}', "not_utf8"),
    "deep": (b"[" * 100_000 + b"]" * 100_000, "too_deep"),
    "deep object": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "too_deep"),
    "deep payload": (GOOD.replace(b'"where is my parcel"', b'{"a":' * 90_000 + b"1" + b"}" * 90_000), "too_deep"),
    "long line": (b'{"type": "' + b"x" * 17 * 2**20 + b'"}', "too_large"),
    "unknown type": (GOOD.replace(b"target.selected", b"target.rejected"), "unknown_type"),
    "newer version": (GOOD.replace(b'{"type"', b'{"schema_version": 2, "type"', 1), "unknown_version"),
    "no collection": (GOOD.replace(b'"collection_id": "shop", ', b""), "no_collection"),
    "no run": (GOOD.replace(b'"attempt_id": "att-1"', b'"x": 1').replace(b'"plan_id": "plan-1", ', b""), "no_run"),
    "wrong type of a field": (GOOD.replace(b'"where is my parcel"', b'["where"]'), "bad_field"),
    "no zone": (GOOD.replace(b"+00:00", b""), "bad_ts"),
    "an array of bad ones": (b"[" + b",".join([b"1", b"{}"]) + b"]", "not_an_object"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_is_a_dead_letter_and_the_next_event_flows(tooltrail: Command, folder: Path, name: str) -> None:
    line, reason = HOSTILE[name]
    path = folder / "traces.jsonl"
    path.write_bytes(line + b"\n\n" + GOOD + b"\n")
    done = tooltrail("replay", path)
    assert done.code == 0
    assert "1 events" in done.out or "1 event" in done.out
    letters = tooltrail("dead-letters", "list", "--format", "jsonl").rows
    assert letters[0]["reason"] == reason
    assert letters[0]["detail"].endswith(".")
    assert tooltrail("replay", path, "--strict").code == 1


@pytest.mark.parametrize("text", ["nul \\u0000 here", "lone \\ud800 surrogate", "line \\u2028 mark", "\\u202e turned"])
def test_odd_characters_are_taken_in_and_cleaned(tooltrail: Command, folder: Path, text: str) -> None:
    path = folder / "traces.jsonl"
    path.write_bytes(GOOD.replace(b"where is my parcel", text.encode()))
    assert "nothing" in tooltrail("replay", path, "--strict").out
    assert tooltrail("suggestions", "list", "--format", "jsonl").code == 0


def test_ten_megabytes_on_one_line_are_taken_in(tooltrail: Command, folder: Path) -> None:
    path = folder / "traces.jsonl"
    long = json.dumps(Run().step("s1", "export", {}, {"blob": "x" * 10_000_000}).events[1])
    path.write_text(f"{long}\n{GOOD.decode()}\n", encoding="utf-8")
    assert "2 events" in tooltrail("replay", path).out


def test_a_decompression_bomb_is_one_refused_line(tooltrail: Command, folder: Path) -> None:
    path = folder / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b"0" * 2**28, 9) + gzip.compress(b"\n" + GOOD + b"\n"))
    assert path.stat().st_size < 2**19
    assert "too_large" in tooltrail("replay", path).out
    assert len(tooltrail("dead-letters", "list", "--format", "jsonl").rows) == 1


def cut(data: bytes) -> bytes:
    return gzip.compress(data * 50)[:-20]


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda: b"\x89PNG\r\n\x1a\n" + bytes(200), "binary"),
        (lambda: b'[\n  {"type": "plan.started"}\n]\n', "several lines"),
        (lambda: b'{\n  "type": "plan.started"\n}\n', "several lines"),
        (lambda: cut(GOOD + b"\n"), "breaks off"),
        (lambda: b"\x1f\x8b" + bytes(30), "gzip"),
    ],
)
def test_what_is_no_file_of_events_is_told_in_one_line(
    tooltrail: Command, folder: Path, write: Callable[[], bytes], said: str
) -> None:
    path = folder / "traces.jsonl"
    path.write_bytes(write())
    done = tooltrail("replay", path)
    assert done.code == 2
    assert said in done.err
    assert str(path) in done.err


def test_every_line_before_the_break_of_a_cut_file_is_taken_in(tooltrail: Command, folder: Path) -> None:
    path = folder / "traces.jsonl.gz"
    runs = (Run(f"att-{number}").selected("a", f"request {number * 7919:x} of {number}") for number in range(3_000))
    lines = b"".join(json.dumps(run.events[0]).encode() + b"\n" for run in runs)
    path.write_bytes(cut_off := gzip.compress(lines)[:-400])
    readable = zlib.decompressobj(31).decompress(cut_off).count(b"\n")
    assert readable > 1000
    done = tooltrail("replay", path)
    assert done.code == 2
    assert f"{readable:,} events" in done.out
    path.write_bytes(gzip.compress(lines))
    assert f"duplicates {readable:,}" in tooltrail("replay", path).text


def test_standard_input_is_read_once(tooltrail: Command) -> None:
    assert "give - once" in tooltrail.refuses("replay", "-", "-")
