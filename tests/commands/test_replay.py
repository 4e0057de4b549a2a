"""`tooltrail replay`: what goes in, what it says, and what it refuses."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.running import AS_OF, Command, write_events
from tests.traces import Run, outcome


def test_the_summary_tells_what_became_of_every_message(tooltrail: Command, events: Path) -> None:
    done = tooltrail("replay", events)
    assert done.code == 0
    lines = len(events.read_text().splitlines())
    assert f"read {lines} messages from 1 file accepted {lines} events, 68 new attempts" in done.text
    assert "duplicates 0 refused nothing" in done.text
    assert "suggestions of shop 2 promoted, 1 promotable" in done.text


def test_a_second_run_changes_nothing(tooltrail: Command, events: Path) -> None:
    tooltrail("replay", events)
    digest = tooltrail("db", "digest").out
    again = tooltrail("replay", events)
    assert f"duplicates {len(events.read_text().splitlines())}" in again.text
    assert "accepted 0 events, 0 new attempts" in again.text
    assert tooltrail("db", "digest").out == digest


def test_pieces_over_several_commands_end_in_the_same_state(tooltrail: Command, events: Path, folder: Path) -> None:
    lines = events.read_text().splitlines()
    halves = [folder / "a.jsonl", folder / "b.jsonl.gz"]
    halves[0].write_text("\n".join(lines[1::2]))
    halves[1].write_bytes(gzip.compress("\n".join(lines[::2]).encode()))
    tooltrail("replay", events, "--db", "sqlite:///whole.db")
    for half in halves:
        assert tooltrail("replay", half, "--db", "sqlite:///pieces.db").code == 0
    whole = tooltrail("db", "digest", "--db", "sqlite:///whole.db")
    pieces = tooltrail("db", "digest", "--db", "sqlite:///pieces.db")
    assert whole.out == pieces.out
    export = ("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl", "--db")
    assert tooltrail(*export, "sqlite:///whole.db").out == tooltrail(*export, "sqlite:///pieces.db").out


def test_a_folder_stands_for_the_files_in_it(tooltrail: Command, folder: Path) -> None:
    inside = folder / "traces" / "monday"
    inside.mkdir(parents=True)
    write_events(inside / "one.jsonl", outcome(1, "getParcelSpot"))
    (inside / "two.ndjson.gz").write_bytes(gzip.compress(json.dumps(outcome(2, "getParcelSpot")[0]).encode()))
    (inside / "notes.txt").write_text("no events")
    assert "2 messages from 2 files" in tooltrail("replay", folder / "traces").text


def test_standard_input_is_a_file_too(tooltrail: Command, events: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(events.read_bytes()))))
    done = tooltrail("replay", "-")
    assert done.code == 0
    assert "68 new attempts" in done.text


def test_what_events_do_not_say_can_be_said_for_them(tooltrail: Command, folder: Path) -> None:
    bare = [{k: v for k, v in event.items() if k not in ("ts", "trace_metadata")} for event in Run().completed().events]
    path = write_events(folder / "bare.jsonl", bare)
    assert "refused 1 no_collection" in tooltrail("replay", path).text
    assert "refused 1 no_ts" in tooltrail("replay", path, "--collection", "shop").text
    done = tooltrail("replay", path, "--collection", "shop", "--assume-ts", "2026-01-05")
    assert "accepted 1 event, 1 new attempt" in done.text


def test_refusals_are_told_with_the_command_that_shows_them(tooltrail: Command, folder: Path) -> None:
    path = folder / "mixed.jsonl"
    good = json.dumps(outcome(1, "getParcelSpot")[0])
    path.write_bytes(b"\n\n".join([good.encode(), b"{broken", b'{"type": "step.dreamt"}', b"\xff\xfe", b"[]"]) + b"\n")
    done = tooltrail("replay", path, "--db", "sqlite:///here.db")
    assert done.code == 0
    assert "1 empty" in done.text
    assert "1 not_json" in done.text
    assert "1 not_utf8" in done.text
    assert "1 unknown_type" in done.text
    assert "skipped 4 blank lines" in done.text
    assert "tooltrail dead-letters list --db sqlite:///here.db" in done.text
    assert tooltrail("replay", path, "--strict").code == 1
    assert tooltrail("replay", path, "--strict", "--quiet").out == ""


def test_strict_is_content_where_nothing_is_refused(tooltrail: Command, events: Path) -> None:
    assert tooltrail("replay", events, "--strict").code == 0


def test_one_event_id_with_two_contents_is_counted_as_a_conflict(tooltrail: Command, folder: Path) -> None:
    one, other = (outcome(1, target)[0] | {"event_id": "e1"} for target in ("getParcelSpot", "getParcelPlace"))
    done = tooltrail("replay", write_events(folder / "twice.jsonl", [one, other]))
    assert "conflicts 1 event ids came with another content" in done.text


def test_the_demonstration_key_is_named_and_a_real_one_is_silent(
    tooltrail: Command, events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "demonstration key" in tooltrail("replay", events).err
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "0123456789abcdef" * 4)
    assert tooltrail("replay", events, "--db", "sqlite:///sealed.db").err == ""


def test_two_replays_at_once_take_every_event_in_once(tooltrail: Command, events: Path, folder: Path) -> None:
    program = [sys.executable, "-m", "tooltrail", "replay", str(events), "--db", "sqlite:///both.db"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    both = [
        subprocess.Popen(program, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    outputs = [" ".join(process.communicate(timeout=60)[0].decode().split()) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted("68 new attempts" in output for output in outputs) == [False, True]
    tooltrail("replay", events, "--db", "sqlite:///one.db")
    digests = [tooltrail("db", "digest", "--db", f"sqlite:///{name}.db").out for name in ("both", "one")]
    assert digests[0] == digests[1]


# --- files that cannot be read ---


def test_a_name_without_a_file_is_refused(tooltrail: Command, folder: Path) -> None:
    assert "nowhere.jsonl does not exist" in tooltrail.refuses("replay", "nowhere.jsonl")
    assert not (folder / "tooltrail.db").exists()


def test_a_folder_without_traces_is_refused(tooltrail: Command, folder: Path) -> None:
    (folder / "empty").mkdir()
    assert "holds no file that ends in .jsonl" in tooltrail.refuses("replay", folder / "empty")


def test_no_file_at_all_is_refused(tooltrail: Command) -> None:
    assert "Missing argument 'FILE'" in tooltrail.refuses("replay")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x7fELF\x00\x00binary\x00", "is a binary file: give JSON Lines"),
        (b'{\n  "type": "plan.completed"\n}\n', "one JSON document over several lines"),
        (b'[\n {"type": "plan.completed"},\n {"type": "plan.completed"}\n]\n', "one JSON document over several lines"),
    ],
)
def test_a_file_of_another_format_is_told_apart(tooltrail: Command, folder: Path, content: bytes, said: str) -> None:
    path = folder / "odd.jsonl"
    path.write_bytes(content)
    done = tooltrail("replay", path)
    assert done.code == 2
    assert said in done.err


def test_a_file_that_breaks_off_keeps_what_was_read_and_stops_no_other(
    tooltrail: Command, events: Path, folder: Path
) -> None:
    lines = events.read_bytes().splitlines(keepends=True)
    whole = gzip.compress(b"".join(line for line in lines for _ in range(3)))
    (folder / "a-cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    done = tooltrail("replay", folder / "a-cut.jsonl.gz", events)
    assert done.code == 2
    assert "a-cut.jsonl.gz breaks off" in done.err
    assert "messages from 2 files" in done.text
    assert "68 new attempts" in done.text


def test_a_file_without_events_takes_nothing_in(tooltrail: Command, folder: Path) -> None:
    (folder / "empty.jsonl").touch()
    assert "read 0 messages from 1 file" in tooltrail("replay", folder / "empty.jsonl").text


def test_a_bad_time_is_refused_with_an_example(tooltrail: Command, events: Path) -> None:
    said = tooltrail.refuses("replay", events, "--assume-ts", "yesterday")
    assert "'yesterday' is no ISO 8601 time: write 2026-01-06" in said


def test_a_database_sealed_with_another_key_is_refused_and_stays_as_it_was(
    tooltrail: Command, events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "a" * 32)
    tooltrail("replay", events)
    before = tooltrail("db", "digest").out
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "b" * 32)
    assert "set TOOLTRAIL_SEAL_KEY to the same secret" in tooltrail.refuses("replay", events)
    assert tooltrail("db", "digest").out == before
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "a" * 32)
    assert tooltrail("replay", events).code == 0


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_that_would_be_gone_at_once_is_refused(tooltrail: Command, events: Path, url: str) -> None:
    assert "in memory" in tooltrail.refuses("replay", events, "--db", url)
