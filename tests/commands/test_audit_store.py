"""`tooltrail audit-store`: what older rules let through is found, told without a value, and repaired."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import Producer

from pipeline.intake import Intake
from pipeline.learning.policy import Policy
from pipeline.process import Rules, process
from pipeline.replay import Defaults, FileProgress, read_messages
from pipeline.scrub import RuleSet, Scrubber
from pipeline.seal import Keyring
from storage.store import SqlStore
from tests.brokers import mock_cluster
from tests.commands.running import Command, traces, write_events

NOBODY = Scrubber(RuleSet("0", (), ()))
CANARIES = {"EMAIL": "dana.audit@example.com", "PHONE": "010-7361-4920", "SECRET": "pass" + "word=Qx71audit99"}
TELLING = ("dana.audit", "7361-4920", "Qx71audit99")


def let_through() -> list[dict[str, Any]]:
    """Traces with a datum in every place that keeps words: queries, errors, blocks, ids, metadata, refused events."""
    texts = " ".join(CANARIES.values())
    common = {"ts": "2026-01-06T09:00:00Z", "attempt_id": "leak-1", "plan_id": "p-1"}
    metadata = {"collection_id": "shop", "agent": "old-adapter"}
    leaks = [
        {"type": "target.selected", "query": f"return my order, {texts}",
         "target_selector": {"selected_target": "createReturn", "note": texts}},
        {"type": "plan.started", "goal": texts},
        {"type": "step.started", "step_id": CANARIES["EMAIL"], "tool": "getOrder", "args_resolved": {"id": "ORD-104"}},
        {"type": "step.failed", "step_id": CANARIES["EMAIL"], "tool": "getOrder", "error": {"message": texts}},
        {"type": "plan.aborted", "error": {"message": texts}},
        {"type": "step.skipped", "step_id": "s3", "reason": f"not now: {texts}"},
    ]  # fmt: skip
    events = [{**common, **event, "trace_metadata": metadata} for event in leaks]
    refused = {"type": "plan.started", "plan_id": "p-2", "goal": texts, "trace_metadata": metadata}
    renamed = {**events[1], "attempt_id": CANARIES["EMAIL"], "plan_id": "p-9"}
    return [*traces(), *events, refused, renamed]


def take_in(url: str, file: Path, scrubber: Scrubber) -> None:
    rules = Rules(Intake(Keyring.demonstration(), scrubber), Policy())
    with SqlStore(url) as store:
        process(list(read_messages(str(file), Defaults("shop"), FileProgress("", 0))), store.unit_of_work(), rules)


@pytest.fixture
def leaky(tooltrail: Command, folder: Path, tmp_path: Path) -> Path:
    file = write_events(tmp_path / "leaks.jsonl", let_through())
    take_in(f"sqlite:///{folder / 'tooltrail.db'}", file, NOBODY)
    return file


def stored(folder: Path) -> str:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tooltrail.db*"))).decode("utf-8", "replace")


def test_a_clean_store_holds_nothing(tooltrail: Command, tmp_path: Path) -> None:
    tooltrail("replay", write_events(tmp_path / "leaks.jsonl", let_through()), "--collection", "shop")
    done = tooltrail("audit-store")
    assert done.code == 0, done.out
    assert "nothing found by the rules" in done.text


def test_what_older_rules_let_through_is_told_by_class_and_place(tooltrail: Command, leaky: Path) -> None:
    done = tooltrail("audit-store", "--format", "jsonl")
    assert done.code == 1
    found = {(row["table"], row["column"], row["label"]) for row in done.rows if row["kind"] == "found"}
    for label in CANARIES:
        assert {("events", "body", label), ("dead_letters", "body", label)} <= found
    assert ("attempts", "key", "EMAIL") in found
    assert ("wording_counts", "wording", "PHONE") in found
    assert {row["table"] for row in done.rows} >= {
        "events",
        "attempts",
        "wording_counts",
        "suggestions",
        "dead_letters",
    }
    table = tooltrail("audit-store")
    assert not [word for word in TELLING if word in done.out + done.err + table.out + table.err]


def test_a_repair_leaves_what_today_would_have_let_in(
    tooltrail: Command, folder: Path, leaky: Path, tmp_path: Path
) -> None:
    assert all(word in stored(folder) for word in TELLING)
    before = tooltrail("db", "digest").out
    done = tooltrail("audit-store", "--repair")
    assert (done.code, "nothing found" in done.text) == (0, True), done.out + done.err
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    take_in(fresh, leaky, Scrubber())
    assert before != tooltrail("db", "digest").out == tooltrail("db", "digest", "--db", fresh).out
    rows = [tooltrail("suggestions", "list", "--format", "jsonl", "--db", db, "--as-of", "2026-01-12").out
            for db in (fresh, f"sqlite:///{folder / 'tooltrail.db'}")]  # fmt: skip
    assert rows[0] == rows[1]
    assert tooltrail("rebuild").code == 0, "counts and suggestions follow from the repaired attempts"
    shown = [tooltrail("audit-store"), tooltrail("dead-letters", "list", "--format", "jsonl")]
    assert not [word for word in TELLING for done in shown if word in done.out + done.err]


def test_a_repair_is_done_once(tooltrail: Command, leaky: Path) -> None:
    tooltrail("audit-store", "--repair")
    first = tooltrail("db", "digest").out
    again = tooltrail("audit-store", "--repair")
    assert (again.code, tooltrail("db", "digest").out) == (0, first)
    assert "repaired" not in again.err


def test_acts_and_what_was_told_of_them_are_repaired(
    tooltrail: Command, leaky: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = next(
        row for row in tooltrail("suggestions", "list", "--format", "jsonl").rows if row["kind"] == "target_preference"
    )
    monkeypatch.setattr("pipeline.review.scrub_text", lambda text: text)
    tooltrail("suggestions", "pin", row["id"], "--comment", CANARIES["EMAIL"], "--actor", "kim", "--at", "2026-01-07")
    found = {
        (row["table"], row["column"])
        for row in tooltrail("audit-store", "--format", "jsonl").rows
        if row["kind"] == "found"
    }
    assert {("acts", "comment"), ("suggestions", "row")} <= found
    done = tooltrail("audit-store", "--repair")
    assert done.code == 0, done.out
    shown = tooltrail("suggestions", "show", row["id"])
    assert "[EMAIL]" in shown.text
    assert CANARIES["EMAIL"] not in shown.text


#: Columns that no traces fill with words of others', and what somebody wrote into them.
TAMPERED = [
    ("removal_counts", "adapter"),
    ("dead_letters", "detail"),
    ("audit", "before"),
    ("audit", "after"),
    ("skipped_letters", "actor"),
    ("events", "principal"),
    ("events", "session"),
]


def test_whatever_column_a_datum_stands_in_the_second_audit_finds_nothing(
    tooltrail: Command, tmp_path: Path, folder: Path
) -> None:
    leak = {"type": "plan.started", "plan_id": "p", "ts": "2026-01-06T09:00:00Z", "goal": CANARIES["PHONE"]}
    refused = [{"type": "plan.started", "plan_id": f"p-{n}", "trace_metadata": {"collection_id": "shop"}} for n in "ab"]
    leaking = {**leak, "trace_metadata": {"collection_id": "shop", "agent": "a"}}
    tooltrail("replay", write_events(tmp_path / "t.jsonl", [*traces(), leaking, *refused]), "--collection", "shop")
    letter = tooltrail("dead-letters", "list", "--format", "jsonl").rows[0]["id"]
    assert tooltrail("dead-letters", "skip", letter, "--actor", "kim").code == 0
    with sqlite3.connect(folder / "tooltrail.db") as connection:
        for number, (table, column) in enumerate(TAMPERED):
            one = " where event_id = (select min(event_id) from events)" if table == "events" else ""
            statement = f"update {table} set {column} = ?{one}"  # noqa: S608  names of the test's own
            changed = connection.execute(statement, (f"dana{number}@example.com",))
            assert changed.rowcount >= 1, (table, column)
    connection.close()
    found = {
        (row["table"], row["column"])
        for row in tooltrail("audit-store", "--format", "jsonl").rows
        if row["kind"] == "found"
    }
    assert set(TAMPERED) <= found
    done = tooltrail("audit-store", "--repair")
    assert (done.code, "nothing found" in done.text) == (0, True), done.out + done.err
    assert tooltrail("rebuild").code == 0, "the counts follow the fingerprint in the principal's place"
    assert tooltrail("audit-store").code == 0


def test_a_dump_of_a_topic_is_looked_through(tooltrail: Command, tmp_path: Path) -> None:
    tooltrail("replay", write_events(tmp_path / "t.jsonl", traces()), "--collection", "shop")
    dump = tmp_path / "topic.jsonl"
    dump.write_text(
        json.dumps({"query_example": CANARIES["PHONE"]}) + "\n\nno json kim@example.com\nnull\n", encoding="utf-8"
    )
    done = tooltrail("audit-store", "--messages", dump, "--format", "jsonl")
    assert done.code == 1
    assert [(row["table"], row["label"], row["count"]) for row in done.rows if row["kind"] == "found"] == [
        ("messages", "EMAIL", 1),
        ("messages", "PHONE", 1),
    ]
    assert "cannot be read" in tooltrail.refuses("audit-store", "--messages", tmp_path / "none.jsonl")


def test_a_topic_is_looked_through(tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tooltrail("replay", write_events(tmp_path / "t.jsonl", traces()), "--collection", "shop")
    with mock_cluster() as brokers:
        monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", brokers)
        producer = Producer({"bootstrap.servers": brokers})
        producer.list_topics("events", timeout=10)
        for number in range(3):
            producer.produce("events", json.dumps({"query": CANARIES["PHONE"]}), key=f"shop/{number}", partition=number)
        producer.produce("events", None, key=CANARIES["EMAIL"], partition=0)
        assert producer.flush(10) == 0
        done = tooltrail("audit-store", "--topic", "events", "--format", "jsonl")
    assert done.code == 1
    assert [(row["column"], row["label"], row["count"]) for row in done.rows if row["kind"] == "found"] == [
        ("events", "EMAIL", 1),
        ("events", "PHONE", 3),
    ]


def test_a_leaking_sender_is_seen(tooltrail: Command, tmp_path: Path) -> None:
    event = {"type": "plan.started", "plan_id": "p", "ts": "2026-01-06T09:00:00Z", "goal": CANARIES["EMAIL"]}
    metadata = {"collection_id": "shop", "agent": "leaky-adapter"}
    events = [
        {**event, "plan_id": "p1", "scrubbed_by": "1", "trace_metadata": metadata},
        {**event, "plan_id": "p2", "trace_metadata": {**metadata, "agent": "raw-adapter"}},
        {
            **event,
            "plan_id": "p3",
            "goal": "clean",
            "scrubbed_by": "1",
            "trace_metadata": {**metadata, "agent": "good"},
        },
    ]
    file = write_events(tmp_path / "t.jsonl", events)
    for _ in range(2):
        tooltrail("replay", file)
        rows = [row for row in tooltrail("audit-store", "--format", "jsonl").rows if row["kind"] == "removed"]
        assert [(row["agent"], row["claimed"], row["label"], row["count"]) for row in rows] == [
            ("leaky-adapter", True, "EMAIL", 1),
            ("raw-adapter", False, "EMAIL", 1),
        ]
    assert "it leaks" in tooltrail("audit-store").out
    tooltrail("collections", "erase", "shop", "--yes")
    assert "leaky-adapter" not in tooltrail("audit-store").out


def test_the_rules_of_the_house_are_applied_and_named(
    tooltrail: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = {"type": "plan.started", "plan_id": "p", "ts": "2026-01-06T09:00:00Z", "goal": "badge STAFF-204711"}
    file = write_events(tmp_path / "t.jsonl", [{**event, "trace_metadata": {"collection_id": "shop"}}])
    tooltrail("replay", file)
    assert tooltrail("audit-store").code == 0
    policy = tmp_path / "scrub.toml"
    policy.write_text(
        'version = "7"\n[[rules]]\nname = "staff_number"\npattern = "STAFF-[0-9]{6}"\nreason = "a badge"\n'
        'matches = ["STAFF-204711"]\nmisses = ["STAFF-1"]\n'
    )
    monkeypatch.setenv("TOOLTRAIL_SCRUB_POLICY", str(policy))
    assert "CUSTOM" in tooltrail("audit-store").out
    done = tooltrail("audit-store", "--repair")
    assert "+7+" in done.text
    assert tooltrail("audit-store").code == 0
    policy.write_text("version = 7")
    assert "TOOLTRAIL_SCRUB_POLICY: version" in tooltrail.refuses("replay", file)
    policy.unlink()
    assert "TOOLTRAIL_SCRUB_POLICY" in tooltrail.refuses("replay", file)


def test_what_a_letter_kept_by_older_rules_is_scrubbed_before_it_is_taken_in(
    tooltrail: Command, leaky: Path, folder: Path
) -> None:
    leaky.unlink()
    done = tooltrail("dead-letters", "replay", "--reason", "no_ts", "--assume-ts", "2026-01-07")
    assert done.code == 0, done.err
    tooltrail("audit-store", "--repair")
    rows = [row for row in tooltrail("audit-store", "--format", "jsonl").rows if row["kind"] == "removed"]
    assert {(row["agent"], row["claimed"], row["label"]) for row in rows} == {
        ("old-adapter", True, label) for label in CANARIES
    }
