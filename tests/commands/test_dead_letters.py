"""`tooltrail dead-letters`: what was refused can be found and looked at, and holds nothing raw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import Command
from tests.traces import outcome


@pytest.fixture
def refused(tooltrail: Command, folder: Path) -> Path:
    path = folder / "bad.jsonl"
    wrong_type = {"type": "step.dreamt", "ts": "2026-01-05T09:00:00Z", "args_resolved": {"note": "meet me at noon"}}
    no_collection = {**outcome(1, "getParcelSpot")[0], "trace_metadata": {}}
    lines = [b"{broken", json.dumps(wrong_type).encode(), json.dumps(no_collection).encode(), b"\xff"]
    path.write_bytes(b"\n".join(lines))
    tooltrail("replay", path)
    return path


@pytest.mark.usefixtures("refused")
def test_the_list_says_from_where_why_and_what_to_do(tooltrail: Command) -> None:
    done = tooltrail("dead-letters", "list")
    assert "bad.jsonl 1" in done.text
    assert "The text is no JSON" in done.text
    assert "4 dead letters: 1 no_collection, 1 not_json, 1 not_utf8, 1 unknown_type" in done.text


@pytest.mark.usefixtures("refused")
def test_only_those_of_a_reason_and_at_most_so_many(tooltrail: Command) -> None:
    rows = tooltrail("dead-letters", "list", "--reason", "not_json", "--format", "jsonl").rows
    assert [row["reason"] for row in rows] == ["not_json"]
    assert len(tooltrail("dead-letters", "list", "--limit", "2", "--format", "jsonl").rows) == 2
    assert "4 dead letters, 2 shown (--limit N)" in tooltrail("dead-letters", "list", "--limit", "2").text


def test_coming_again_is_counted_and_makes_no_second_letter(tooltrail: Command, refused: Path) -> None:
    tooltrail("replay", refused)
    rows = tooltrail("dead-letters", "list", "--format", "jsonl").rows
    assert [row["tries"] for row in rows] == [2, 2, 2, 2]


@pytest.mark.usefixtures("refused")
def test_a_letter_is_shown_with_what_was_kept_sealed(tooltrail: Command) -> None:
    rows = {row["reason"]: row for row in tooltrail("dead-letters", "list", "--format", "jsonl").rows}
    done = tooltrail("dead-letters", "show", rows["unknown_type"]["id"])
    assert "Kept, scrubbed and sealed:" in done.out
    assert '"type": "step.dreamt"' in done.out
    assert "meet me at noon" not in done.out
    assert "Nothing of it is kept" in tooltrail("dead-letters", "show", rows["not_utf8"]["id"]).out


@pytest.mark.usefixtures("refused")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "dl-0"], "no dead letter 'dl-0'"),
        (["list", "--reason", "boredom"], "'empty', 'not_utf8', 'not_json'"),
        (["list", "--limit", "0"], "greater than or equal to 1"),
    ],
)
def test_what_is_not_there_is_refused(tooltrail: Command, arguments: list[str], said: str) -> None:
    assert said in tooltrail.refuses("dead-letters", *arguments)


@pytest.mark.usefixtures("learned")
def test_nothing_refused_is_good_news(tooltrail: Command) -> None:
    assert tooltrail("dead-letters", "list").text == "Nothing was refused."
    assert tooltrail("dead-letters", "list", "--reason", "no_run").text == "Nothing was refused as no_run."
