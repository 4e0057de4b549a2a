"""The seal key is rotated: what both keys sealed stands side by side, and nobody counts twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.intake import Intake, Message
from pipeline.learning.sealed import SealedEvent
from pipeline.process import BatchReport, enter
from pipeline.seal import Keyring
from tests.commands.running import Command, write_events

OLD, NEW, OTHER = ("0123456789abcdef" * 4, "fedcba9876543210" * 4, "00112233445566778899" * 3)


def runs(first: int, count: int) -> list[dict[str, Any]]:
    """Runs in which a list gives the number that is looked up, by three persons."""
    events: list[dict[str, Any]] = []
    for number in range(first, first + count):
        run = {"attempt_id": f"run-{number}", "plan_id": f"p-{number}", "user_id": f"person-{number % 3}"}
        common = {**run, "trace_metadata": {"collection_id": "shop"}}
        steps = [
            {"type": "step.started", "step_id": "s1", "tool": "listOrders", "args_resolved": {}},
            {
                "type": "step.completed",
                "step_id": "s1",
                "tool": "listOrders",
                "output_preview": {"id": f"ORD-{number}"},
            },
            {"type": "step.started", "step_id": "s2", "tool": "getOrder", "args_resolved": {"id": f"ORD-{number}"}},
            {"type": "step.completed", "step_id": "s2", "tool": "getOrder", "output_preview": {"total": 12_000}},
            {"type": "plan.completed"},
        ]
        events += [
            {
                **common,
                **step,
                "event_id": f"e-{place}",
                "ts": f"2026-01-0{5 + number % 3}T09:{number:02d}:{place:02d}Z",
            }
            for place, step in enumerate(steps)
        ]
    return events


def edge(tooltrail: Command) -> dict[str, Any]:
    rows = tooltrail(
        "suggestions", "list", "--kind", "data_flow_edge", "--format", "jsonl", "--as-of", "2026-01-12"
    ).rows
    (row,) = rows
    return dict(row["evidence"])


def test_a_rotation(tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = (write_events(tmp_path / f"{first}.jsonl", runs(first, 6)) for first in (10, 20))
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", OLD)
    tooltrail("replay", before)
    assert (edge(tooltrail)["attempts"], edge(tooltrail)["principals"]) == (6, 3)

    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", NEW)
    assert "TOOLTRAIL_SEAL_KEY_PREVIOUS" in tooltrail.refuses("replay", after)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_PREVIOUS", OLD)
    tooltrail("replay", after)
    found = edge(tooltrail)
    assert (found["attempts"], found["principals"], found["values"]) == (12, 3, 6), "values are counted under one key"
    tooltrail("replay", before)
    again = edge(tooltrail)
    counted = ("attempts", "principals", "success", "sessions", "completed")
    assert [again[name] for name in counted] == [found[name] for name in counted], "an old file again counts nothing"

    monkeypatch.delenv("TOOLTRAIL_SEAL_KEY_PREVIOUS")
    assert tooltrail("replay", after).code == 0, "the old key may go: what it sealed stays until it grows old"
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", OTHER)
    assert "was sealed with the key" in tooltrail.refuses("replay", after)


@pytest.mark.parametrize("with_ids", [True, False], ids=["with ids", "without ids"])
@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (NEW, OLD)])
def test_a_file_that_comes_again_after_a_rotation_changes_nothing(
    tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, with_ids: bool
) -> None:
    """Whichever of the two keys has the smaller id."""
    events = [{name: word for name, word in event.items() if with_ids or name != "event_id"} for event in runs(10, 4)]
    file, later = (write_events(tmp_path / f"{part}.jsonl", events[part : part + 10]) for part in (0, 10))
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", old)
    tooltrail("replay", file)
    before = tooltrail("db", "digest").out
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", new)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_PREVIOUS", old)
    again = tooltrail("replay", file)
    assert before == tooltrail("db", "digest").out, again.out
    assert ("duplicates 10" in again.text, "accepted 0" in again.text) == (True, True), again.text
    tooltrail("replay", later)
    after = tooltrail("db", "digest").out
    tooltrail("replay", later)
    tooltrail("replay", file)
    assert before != after == tooltrail("db", "digest").out


@pytest.mark.parametrize("with_ids", [True, False], ids=["with ids", "without ids"])
@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (NEW, OLD)])
def test_what_both_keys_sealed_comes_in_any_order(old: str, new: str, with_ids: bool) -> None:
    events = [{name: word for name, word in event.items() if with_ids or name != "event_id"} for event in runs(10, 2)]
    before = Keyring.from_secret(old)
    both = Keyring.from_secret(new).after(before)
    sealed = [
        [
            event
            for raw in events
            for event in Intake(ring).accept(Message("file:a", "1", json.dumps(raw).encode()))
            if isinstance(event, SealedEvent)
        ]
        for ring in (before, both)
    ]
    ledgers = []
    for first, second in (sealed, sealed[::-1]):
        report = BatchReport()
        ledger, _ = enter((), first, report, before.key_id)
        ledger, _ = enter(ledger.values(), second, report, before.key_id)
        ledgers.append(sorted((name, entry.event.content_hash, entry.rivals) for name, entry in ledger.items()))
        assert (report.accepted, report.duplicates, report.conflicts) == (10, 10, 0)
    assert ledgers[0] == ledgers[1]
    assert {entry[1] for entry in ledgers[0]} == {event.content_hash for event in sealed[0]}, "what came before stands"


def test_a_run_that_begins_before_a_rotation_and_ends_after_it_compares_nothing_across(
    tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = runs(10, 1)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", OLD)
    tooltrail("replay", write_events(tmp_path / "a.jsonl", events[:2]))
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", NEW)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_PREVIOUS", OLD)
    tooltrail("replay", write_events(tmp_path / "b.jsonl", events[2:]))
    assert tooltrail("suggestions", "list", "--kind", "data_flow_edge", "--format", "jsonl").rows == []


def test_a_letter_is_known_under_both_keys(tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write_events(tmp_path / "a.jsonl", [{**runs(10, 1)[0], "ts": None}])
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", OLD)
    tooltrail("replay", file)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", NEW)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_PREVIOUS", OLD)
    tooltrail("replay", file)
    tooltrail("replay", file, "--assume-ts", "2026-01-05")
    assert tooltrail("dead-letters", "list", "--format", "jsonl").rows == []


@pytest.mark.parametrize("value", ["short", ""])
def test_a_previous_key_that_is_none_is_refused(
    tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    file = write_events(tmp_path / "a.jsonl", runs(10, 1))
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", NEW)
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_PREVIOUS", value)
    assert "TOOLTRAIL_SEAL_KEY_PREVIOUS: a seal key has" in tooltrail.refuses("replay", file)
    monkeypatch.delenv("TOOLTRAIL_SEAL_KEY")
    assert "set TOOLTRAIL_SEAL_KEY" in tooltrail.refuses("replay", file)
    assert json.dumps(value) not in tooltrail("replay", file).err or not value
