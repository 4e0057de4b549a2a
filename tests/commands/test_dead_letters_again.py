"""`tooltrail dead-letters replay` and `skip`: what can be taken in now is, what nobody wants is set aside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.running import Command
from tests.traces import Event, Run, outcome


def letters(tooltrail: Command) -> list[dict[str, Any]]:
    return tooltrail("dead-letters", "list", "--format", "jsonl").rows


def without(event: Event, *names: str) -> Event:
    return {name: value for name, value in event.items() if name not in names}


@pytest.fixture
def refused(tooltrail: Command, folder: Path) -> Path:
    """One without a time, one of a later version, an array of which one names no collection, and no JSON."""
    path = folder / "bad.jsonl"
    first, second, third, fourth = (outcome(number, "getParcelSpot")[0] for number in range(4))
    array = [third, {**fourth, "trace_metadata": {}}]
    lines = [without(first, "ts"), {**second, "schema_version": 2}, array]
    path.write_text("\n".join([*map(json.dumps, lines), "{broken"]))
    tooltrail("replay", path)
    assert [row["reason"] for row in letters(tooltrail)] == ["no_ts", "unknown_version", "no_collection", "not_json"]
    return path


def attempts(tooltrail: Command) -> int:
    return sum(row["attempts"] for row in tooltrail("collections", "list", "--format", "jsonl").rows)


@pytest.mark.usefixtures("refused")
def test_what_is_accepted_now_leaves_the_dead_letters_and_the_rest_is_counted(tooltrail: Command) -> None:
    told = ("--assume-ts", "2026-01-05", "--collection", "shop")
    done = tooltrail("dead-letters", "replay", "--all", *told)
    assert "tried 4 dead letters accepted 2 refused 1 not_json, 1 unknown_version" in done.text
    assert {row["reason"]: row["tries"] for row in letters(tooltrail)} == {"unknown_version": 2, "not_json": 2}
    assert attempts(tooltrail) == 3


@pytest.mark.usefixtures("refused")
def test_a_dry_run_says_so_and_changes_nothing(tooltrail: Command) -> None:
    before = letters(tooltrail)
    done = tooltrail("dead-letters", "replay", "--all", "--dry-run", "--assume-ts", "2026-01-05")
    assert "would be accepted 1" in done.text
    assert tooltrail("dead-letters", "skip", "--all", "--dry-run").text == "4 dead letters would be set aside"
    assert letters(tooltrail) == before


def test_an_event_whose_file_is_gone_is_taken_in_as_it_was_kept(tooltrail: Command, refused: Path) -> None:
    content = refused.read_text()
    refused.unlink()
    done = tooltrail("dead-letters", "replay", "--all", "--assume-ts", "2026-01-05")
    assert "tried 2 dead letters accepted 1 refused 1 unknown_version" in done.text
    assert "not tried 2: the source is gone" in done.text
    kept = tooltrail("db", "digest").out
    refused.write_text(content)
    again = tooltrail("replay", refused, "--assume-ts", "2026-01-05")
    assert "accepted 0 events" in again.text
    assert tooltrail("db", "digest").out == kept


def test_a_file_that_holds_something_else_there_is_not_the_source(tooltrail: Command, refused: Path) -> None:
    refused.write_text("\n".join(json.dumps(outcome(number, "listReturns")[0]) for number in range(70, 75)))
    before = attempts(tooltrail)
    done = tooltrail("dead-letters", "replay", "--reason", "no_collection", "--collection", "shop")
    assert "accepted 0" in done.text
    assert "not tried 1" in done.text
    assert attempts(tooltrail) == before


def test_arguments_and_user_text_come_back_sealed_as_they_would_have_been(tooltrail: Command, folder: Path) -> None:
    run = Run("look", principal="p1").add("plan.started", goal="find order ORD-77123", step_count=1)
    run.step("s1", "getOrder", {"id": "ORD-77123"}, {"note": "PAID-IN-KIND-5521"})
    path = folder / "bare.jsonl"
    path.write_text("".join(json.dumps(without(event, "ts")) + "\n" for event in run.completed().events))
    tooltrail("replay", path, "--db", "sqlite:///kept.db")
    tooltrail("replay", path, "--assume-ts", "2026-01-05", "--db", "sqlite:///direct.db")
    path.unlink()
    tooltrail("dead-letters", "replay", "--all", "--assume-ts", "2026-01-05", "--db", "sqlite:///kept.db")
    digests = {tooltrail("db", "digest", "--db", f"sqlite:///{name}.db").out for name in ("kept", "direct")}
    assert len(digests) == 1
    assert b"PAID-IN-KIND-5521" not in (folder / "kept.db").read_bytes()


def test_an_ordinary_replay_answers_dead_letters_too(tooltrail: Command, refused: Path) -> None:
    tooltrail("replay", refused, "--assume-ts", "2026-01-05", "--collection", "shop")
    assert {row["reason"] for row in letters(tooltrail)} == {"unknown_version", "not_json"}


def test_what_is_set_aside_stays_aside(tooltrail: Command, refused: Path) -> None:
    (broken,) = [row["id"] for row in letters(tooltrail) if row["reason"] == "not_json"]
    assert tooltrail("dead-letters", "skip", broken, "--actor", "kim").text == "1 dead letter set aside"
    assert tooltrail("dead-letters", "skip", "--reason", "no_ts").text == "1 dead letter set aside"
    tooltrail("replay", refused)
    assert [row["reason"] for row in letters(tooltrail)] == ["unknown_version", "no_collection"]


@pytest.mark.usefixtures("refused")
def test_the_list_goes_on_after_a_letter(tooltrail: Command) -> None:
    rows = letters(tooltrail)
    page = tooltrail("dead-letters", "list", "--after", rows[1]["id"], "--limit", "1", "--format", "jsonl").rows
    assert page == rows[2:3]


@pytest.mark.usefixtures("refused")
@pytest.mark.parametrize("command", ["replay", "skip"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "say which dead letters: ids, --reason R, or --all"),
        (["--all", "--reason", "no_ts"], "say which dead letters"),
        (["dl-0"], "no dead letter 'dl-0'"),
    ],
)
def test_it_must_be_said_which(tooltrail: Command, command: str, arguments: list[str], said: str) -> None:
    assert said in tooltrail.refuses("dead-letters", command, *arguments)
