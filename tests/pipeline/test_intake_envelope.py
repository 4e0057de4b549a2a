"""The envelope: whose an event is, which run it belongs to, when it happened, and by which hash it is known."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.intake import Intake, Message, Reason
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Keyring, Purpose
from tests.pipeline.event_samples import FIELDS, INTAKE, KEYRING, SEAL, accepted, message, refused, sample

MOMENT = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


def with_metadata(**changes: Any) -> dict[str, Any]:
    event = sample("user.message")
    return {**event, "trace_metadata": {**event["trace_metadata"], **changes}}


def without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in sample("user.message").items() if name not in names}


def sent(event: Any, **more: Any) -> SealedEvent:
    (result,) = INTAKE.accept(message(event, **more))
    assert isinstance(result, SealedEvent), result
    return result


def test_an_event_says_where_it_belongs() -> None:
    event = accepted(sample("user.message", event_id="e-1"))
    assert event == SealedEvent(
        collection_id="library",
        type="user.message",
        attempt_id="att-1",
        plan_id="plan-1",
        event_id="e-1",
        ts=MOMENT,
        content_hash=event.content_hash,
        principal="p-77aa",
        session="s-12bc",
        body=event.body,
    )


def test_metadata_may_stand_at_the_top_and_counts_less_there() -> None:
    top = {
        **without("trace_metadata"),
        "collection_id": "library",
        "attempt_id": "att-9",
        "session_hash": "s-9",
        "agent": "top",
    }
    assert (sent(top).attempt_id, sent(top).session, sent(top).body["metadata"]) == ("att-9", "s-9", {"agent": "top"})
    both = {**top, "trace_metadata": {"attempt_id": "att-1", "agent": None}}
    assert (sent(both).attempt_id, sent(both).body["metadata"]) == ("att-1", {"agent": "top"})


def test_only_known_metadata_is_kept_unless_the_settings_allow_its_name() -> None:
    event = with_metadata(region="eu", note="mail kim@example.com", count=3, nested={"a": "secret"}, case_id="c-1")
    assert accepted(event).body["metadata"] == {"agent": "librarian", "case_id": "c-1"}
    lenient = Intake(KEYRING, metadata_names=frozenset({"region", "note", "count", "nested", "absent"}))
    assert accepted(event, intake=lenient).body["metadata"] == {
        "agent": "librarian",
        "case_id": "c-1",
        "region": "eu",
        "note": "mail [EMAIL]",
        "count": 3,
    }


def test_raw_ids_of_people_and_sessions_are_hashed_with_the_collections_key() -> None:
    event = with_metadata(principal_hash=None, session_hash=None, user_id="ana", session_id=1042)
    assert accepted(event).principal == SEAL.name("ana", Purpose.PRINCIPAL)
    assert accepted(event).session == SEAL.name("1042", Purpose.SESSION)
    elsewhere = KEYRING.for_collection("archive").name("ana", Purpose.PRINCIPAL)
    assert accepted(event).principal != elsewhere
    given_hash = with_metadata(user_id="ana", session_id="s")
    assert (accepted(given_hash).principal, accepted(given_hash).session) == ("p-77aa", "s-12bc")
    assert accepted(with_metadata(session_hash=None, session_id_hash="s-77")).session == "s-77"


@pytest.mark.parametrize("odd", ["kim@example.com", "x" * 201, "line\nbreak", "nul\0", "lone\ud800", "010-2345-6789"])
def test_an_id_that_is_long_or_personal_becomes_its_fingerprint(odd: str) -> None:
    stand_in = SEAL.name(odd, Purpose.NAME)
    event = accepted({**with_metadata(attempt_id=odd, agent=odd), "plan_id": odd, "event_id": odd})
    assert (event.attempt_id, event.plan_id, event.event_id) == (stand_in, stand_in, stand_in)
    assert event.body["metadata"] == {"agent": stand_in}
    step = accepted(sample("step.started", step_id=odd, tool=odd)).body
    assert (step["step_id"], step["tool"]) == (stand_in, stand_in)
    assert step["seal_key"] == KEYRING.key_id
    declared = {"steps": [{"id": odd, "tool": odd}, {"id": "b", "tool": "t", "args": {"x": "literal"}}]}
    assert accepted(sample("plan.started", plan=declared)).body["steps"][0] == {"id": stand_in, "tool": stand_in}


def test_ids_of_two_hundred_characters_are_kept() -> None:
    assert accepted(sample("user.message", plan_id="x" * 200)).plan_id == "x" * 200


def test_the_collection_comes_from_the_event_else_from_the_message() -> None:
    assert sent(sample("user.message"), collection_id="archive").collection_id == "library"
    assert sent(without("trace_metadata"), collection_id="archive").collection_id == "archive"
    blank = {**without("trace_metadata"), "collection_id": " "}
    assert sent(blank, collection_id="archive").collection_id == "archive"


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-03-02T10:00:00Z", MOMENT),
        ("2026-03-02t10:00:00z", MOMENT),
        ("2026-03-02 10:00:00+00:00", MOMENT),
        (" 2026-03-02T19:00:00+09:00 ", MOMENT),
        ("20260302T100000Z", MOMENT),
        ("2026-03-02T10:00:00.123456789Z", MOMENT.replace(microsecond=123456)),
    ],
)
def test_moments_are_read_as_utc(written: str, moment: datetime) -> None:
    event = accepted(sample("user.message", ts=written))
    assert event.ts == moment
    assert event.ts.tzinfo is UTC


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-02T10:00:00",
        "2026-03-02",
        "yesterday",
        1_772_445_600,
        ["2026-03-02T10:00:00Z"],
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "1969-12-31T23:59:59Z",
        "2200-01-01T00:00:00Z",
        "2026-03-02T10:00:00Z" * 100,
        True,
    ],
)
def test_what_is_no_moment_is_refused(written: object) -> None:
    assert refused(sample("user.message", ts=written)).reason is Reason.BAD_TS


def test_an_event_without_a_time_takes_that_of_the_record_or_the_assumed_one() -> None:
    event = without("ts")
    assert refused(event).reason is Reason.NO_TS
    assert sent(event, assume_ts=MOMENT).ts == MOMENT
    assert sent(event, record_ts=MOMENT, assume_ts=MOMENT - timedelta(days=9)).ts == MOMENT
    seoul = MOMENT.astimezone(timezone(timedelta(hours=9)))
    assert sent({**event, "ts": ""}, record_ts=seoul).ts.tzinfo is UTC


def test_a_clock_may_run_a_day_ahead_of_the_record_and_no_more() -> None:
    event = sample("user.message")
    assert sent(event, record_ts=MOMENT - timedelta(days=1)).ts == MOMENT
    late = refused(event, record_ts=MOMENT - timedelta(days=1, seconds=1))
    assert late.reason is Reason.TS_IN_FUTURE
    assert sent(event, record_ts=MOMENT + timedelta(days=900)).ts == MOMENT


def test_a_learning_record_without_type_and_time_is_a_recorded_attempt() -> None:
    record = {
        "query": "Lend me a book",
        "query_fingerprint": "0f0f",
        "query_family": "lend me a book",
        "collection_id": "library",
        "attempt_id": "att-7",
        "session_id_hash": "s-7",
        "selected_target": "lendBook",
        "llm_target": None,
        "plan_tools": ["lendBook"],
        "failure_reason": None,
        "success": True,
        "latency_ms": 12,
        "target_selector": {},
        "trace_edges": [],
        "execution_flow": {"secret": "LN-20931"},
        "created_at": "2026-03-02T10:00:00+00:00",
    }
    event = sent(record)
    assert (event.type, event.attempt_id, event.session, event.ts) == ("attempt.recorded", "att-7", "s-7", MOMENT)
    assert event.body["success"] is True
    assert "LN-20931" not in repr(event)
    assert sent({**record, "collection_id": ""}, collection_id="library").collection_id == "library"
    assert (
        refused({name: value for name, value in record.items() if name != "attempt_id"}).reason is Reason.UNKNOWN_TYPE
    )


def test_an_event_is_known_by_its_id_else_by_its_content() -> None:
    assert accepted(sample("user.message", event_id="e-1")).event_id == "e-1"
    bare = accepted(sample("user.message"))
    assert bare.event_id == bare.content_hash
    assert len(bare.content_hash) == 32


def shuffled(value: Any, order: Any) -> Any:
    """The same JSON with its keys in another order."""
    if isinstance(value, dict):
        names = list(value)
        order.shuffle(names)
        return {name: shuffled(value[name], order) for name in names}
    return [shuffled(item, order) for item in value] if isinstance(value, list) else value


@given(st.sampled_from(sorted(FIELDS)), st.randoms(use_true_random=False), st.sampled_from([None, 3]))
def test_the_hash_is_that_of_the_content_however_it_is_written(event_type: str, order: Any, indent: int | None) -> None:
    event = sample(event_type)
    text = json.dumps(shuffled(event, order), indent=indent, ensure_ascii=bool(indent))
    (result,) = INTAKE.accept(Message("file:other", "99", text.encode()))
    assert isinstance(result, SealedEvent)
    assert result.content_hash == accepted(event).content_hash


@pytest.mark.parametrize(
    "changes",
    [
        {"ts": "2026-03-02T10:00:01Z"},
        {"plan_id": "plan-2"},
        {"event_id": "e-1"},
        {"step_id": "s9"},
        {"tool": "findBook"},
        {"args_resolved": {"isbn": "978-89-02", "weeks": 3, "notify": True}},
        {"args_resolved": {"isbn": "978-89-01", "weeks": 3}},
        {"index": 3},
    ],
)
def test_another_content_has_another_hash(changes: dict[str, Any]) -> None:
    assert accepted(sample("step.started", **changes)).content_hash != accepted(sample("step.started")).content_hash


def test_an_assumed_time_is_no_content() -> None:
    event = without("ts")
    one, other = sent(event, assume_ts=MOMENT), sent(event, assume_ts=MOMENT + timedelta(days=3))
    assert one.content_hash == other.content_hash
    assert one.content_hash != sent(sample("user.message")).content_hash


def test_equal_values_of_two_collections_share_no_mark() -> None:
    one = sent(without("trace_metadata"), collection_id="library")
    other = sent(without("trace_metadata"), collection_id="archive")
    marks = [
        {event.body["spans"][i : i + 12] for i in range(0, len(event.body["spans"]), 12)} for event in (one, other)
    ]
    assert marks[0]
    assert not marks[0] & marks[1]


def test_a_fingerprint_names_its_key() -> None:
    intake = Intake(Keyring.demonstration())
    assert accepted(sample("user.message"), intake=intake).body["seal_key"] == "demonstration"
    assert "seal_key" not in accepted(sample("plan.repaired")).body
