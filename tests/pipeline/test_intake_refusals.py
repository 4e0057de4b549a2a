"""Refusals: every reason, what the letter says, and what it keeps."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from pipeline.intake import MAX_EVENTS, MAX_MESSAGE_BYTES, DeadLetter, Gate, Intake, Message, Reason
from pipeline.intake.dead_letters import WHAT_TO_DO
from pipeline.learning.sealed import SealedEvent
from tests.pipeline.event_samples import INTAKE, KEYRING, SEAL, message, refused, sample


def results_of(data: bytes | None) -> list[SealedEvent | DeadLetter]:
    return INTAKE.accept(Message("orders/3", "1042", data))


def reason_of(data: bytes | None) -> Reason:
    (letter,) = results_of(data)
    assert isinstance(letter, DeadLetter)
    return letter.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, Reason.EMPTY),
        (b"", Reason.EMPTY),
        (b" \t\r\n", Reason.EMPTY),
        (b"[]", Reason.EMPTY),
        (b"\xff\xfe{\x00}\x00", Reason.NOT_UTF8),
        (b'{"type": "user.message", "text": "\xc3\x28"}', Reason.NOT_UTF8),
        (b"{", Reason.NOT_JSON),
        (b"type: user.message", Reason.NOT_JSON),
        (b'{"type": "user.message"} {"type": "user.message"}', Reason.NOT_JSON),
        (b'{"type": NaN}', Reason.NOT_JSON),
        (b"Infinity", Reason.NOT_JSON),
        (b'{"text": "a\x00b"}', Reason.NOT_JSON),
        (b"[" * 100_000 + b"]" * 100_000, Reason.TOO_DEEP),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, Reason.TOO_DEEP),
        (b" " * (MAX_MESSAGE_BYTES + 1), Reason.EMPTY),
        (b'"' + b"x" * MAX_MESSAGE_BYTES + b'"', Reason.TOO_LARGE),
        (b"[" + b"[]," * 2_000_000 + b"[]]", Reason.TOO_MANY_NODES),
        (b"[" + b"1," * MAX_EVENTS + b"1]", Reason.TOO_LARGE),
        (b"7", Reason.NOT_AN_OBJECT),
        (b'"text"', Reason.NOT_AN_OBJECT),
        (b"null", Reason.NOT_AN_OBJECT),
        (b"[[]]", Reason.NOT_AN_OBJECT),
        (b"{}", Reason.UNKNOWN_TYPE),
        (b'{"type": "plan.paused"}', Reason.UNKNOWN_TYPE),
        (b'{"type": 7}', Reason.UNKNOWN_TYPE),
        (b'{"type": {"a": 1}}', Reason.UNKNOWN_TYPE),
        (b'{"type": null, "query_fingerprint": "f"}', Reason.UNKNOWN_TYPE),
    ],
)
def test_what_cannot_be_read_is_one_letter(data: bytes | None, reason: Reason) -> None:
    assert reason_of(data) is reason


def test_a_byte_order_mark_is_tolerated() -> None:
    (event,) = results_of(b"\xef\xbb\xbf" + json.dumps(sample("user.message")).encode())
    assert isinstance(event, SealedEvent)


def test_of_a_key_that_occurs_twice_the_last_counts() -> None:
    text = json.dumps(sample("user.message")).replace('{"type"', '{"plan_id": "plan-0", "type"', 1)
    (event,) = results_of(text.encode())
    assert isinstance(event, SealedEvent)
    assert event.plan_id == "plan-1"


@pytest.mark.parametrize("version", [1, "1", None])
def test_the_version_is_one_or_absent(version: object) -> None:
    (event,) = INTAKE.accept(message(sample("user.message", schema_version=version)))
    assert isinstance(event, SealedEvent)


@pytest.mark.parametrize("version", [2, 0, "2", "1.0", True, [1], {}, 1.5])
def test_another_version_is_unknown(version: object) -> None:
    letter = refused(sample("user.message", schema_version=version))
    assert letter.reason is Reason.UNKNOWN_VERSION
    assert "upgrade" in letter.detail


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"step_id": None}, "`step_id` is of the wrong type: send text that is not blank."),
        ({"args_resolved": "x"}, "`args_resolved` is of the wrong type: send an object."),
        ({"args_resolved": ["x"]}, "`args_resolved` is of the wrong type: send an object."),
        ({"tool": ["x"]}, "`tool` is of the wrong type: send text or a whole number."),
        ({"index": "x"}, "`index` is of the wrong type: send a number from 0 to 2147483647."),
        ({"trace_metadata": "x"}, "`trace_metadata` is of the wrong type: send an object."),
        (
            {"trace_metadata": {"collection_id": ["x"]}},
            "`trace_metadata.collection_id` is of the wrong type: send text or a whole number.",
        ),
    ],
)
def test_a_wrong_type_names_the_field_and_what_to_send(changes: dict[str, Any], detail: str) -> None:
    letter = refused(sample("step.started", **changes))
    assert (letter.reason, letter.detail) == (Reason.BAD_FIELD, detail)


@pytest.mark.parametrize(
    ("event_type", "changes", "field"),
    [
        ("plan.started", {"plan": {"steps": [{"id": "s1", "tool": "a"}, {"id": "s2"}]}}, "plan.steps[1].tool"),
        ("plan.completed", {"trace_steps": [{"id": "s1", "error": 7}]}, "trace_steps[0].error"),
        ("plan.completed", {"trace_steps": {}}, "trace_steps"),
        ("attempt.recorded", {"success": "yes"}, "success"),
        ("attempt.recorded", {"trace_edges": [7]}, "trace_edges[0]"),
        ("attempt.recorded", {"plan_tools": [{}]}, "plan_tools"),
        ("attempt.recorded", {"query": 7}, "query"),
        ("target.selected", {"target_selector": []}, "target_selector"),
        ("target.corrected", {"source": "rumour"}, "source"),
        ("target.corrected", {"corrected_target": " "}, "corrected_target"),
        ("user.message", {"text": {"a": 1}}, "text"),
        ("step.failed", {"error": {"message": 7}}, "error.message"),
    ],
)
def test_a_wrong_type_is_named_wherever_it_is(event_type: str, changes: dict[str, Any], field: str) -> None:
    letter = refused(sample(event_type, **changes))
    assert letter.reason is Reason.BAD_FIELD
    assert f"`{field}`" in letter.detail


@pytest.mark.parametrize("event_type", ["step.started", "step.completed", "step.failed", "step.skipped"])
def test_a_step_must_be_named(event_type: str) -> None:
    event = {name: value for name, value in sample(event_type).items() if name != "step_id"}
    assert refused(event).detail == "`step_id` is missing: an event of this type needs it."


def test_an_event_names_a_collection_and_a_run() -> None:
    bare = {name: value for name, value in sample("user.message").items() if name != "trace_metadata"}
    assert refused(bare).reason is Reason.NO_COLLECTION
    assert refused(bare, collection_id="kim@example.com").reason is Reason.BAD_COLLECTION
    assert refused(bare, collection_id="x" * 201).reason is Reason.BAD_COLLECTION
    assert refused({**bare, "plan_id": ""}, collection_id="library").reason is Reason.NO_RUN


def test_a_correction_may_stand_alone() -> None:
    event = {**sample("target.corrected"), "plan_id": None, "trace_metadata": {"collection_id": "library"}}
    (result,) = INTAKE.accept(message(event))
    assert isinstance(result, SealedEvent)
    assert (result.attempt_id, result.plan_id) == (None, None)


def test_gates_keep_out_what_is_too_old_or_erased() -> None:
    moment = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
    after = moment.replace(second=1)
    assert refused(sample("user.message"), Gate(floor=after)).reason is Reason.BEFORE_FLOOR
    assert refused(sample("user.message"), Gate(erased_at=after)).reason is Reason.ERASED
    assert refused(sample("user.message"), Gate(erased_at=after)).body is None
    unfit = refused(sample("user.message", text=7), Gate(erased_at=after))
    assert (unfit.reason, unfit.body) == (Reason.BAD_FIELD, None)
    for gate in (Gate(floor=moment), Gate(erased_at=moment)):
        (event,) = INTAKE.accept(message(sample("user.message")), {"library": gate, "archive": Gate(floor=after)})
        assert isinstance(event, SealedEvent)


def deep(levels: int) -> Any:
    value: Any = "LN-20931"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("event_type", "changes", "reason"),
    [
        ("step.completed", {"output_preview": deep(80)}, Reason.TOO_DEEP),
        ("step.started", {"args_resolved": {"a": deep(80)}}, Reason.TOO_DEEP),
        ("target.selected", {"target_selector": {"a": deep(80)}}, Reason.TOO_DEEP),
        ("plan.started", {"plan": {"steps": [{"id": "s", "tool": "t", "args": {"a": deep(80)}}]}}, Reason.TOO_DEEP),
        ("step.completed", {"output_preview": [0] * 200_001}, Reason.TOO_MANY_NODES),
        ("step.completed", {"output_preview": list(range(1_000, 51_001))}, Reason.TOO_MANY_NODES),
        ("target.selected", {"target_selector": {"a": [0] * 200_001}}, Reason.TOO_MANY_NODES),
        ("attempt.recorded", {"plan_tools": ["a"] * 50_001}, Reason.TOO_MANY_NODES),
        ("attempt.recorded", {"trace_edges": [{}] * 100_000}, Reason.TOO_MANY_NODES),
    ],
)
def test_what_exceeds_a_cap_is_refused_with_a_reason(event_type: str, changes: dict[str, Any], reason: Reason) -> None:
    assert refused(sample(event_type, **changes)).reason is reason


def test_ten_megabytes_of_one_text_are_sealed_in_full() -> None:
    (event,) = INTAKE.accept(message(sample("step.completed", output_preview="x" * 10_000_000)))
    assert isinstance(event, SealedEvent)
    assert event.body["output"] == [["$", SEAL.text("x" * 10_000_000)]]


def test_each_element_of_an_array_is_accepted_or_refused_by_itself() -> None:
    events = [sample("user.message"), 7, sample("user.message", ts=None), sample("plan.completed")]
    results = INTAKE.accept(message(events))
    assert [type(result) for result in results] == [SealedEvent, DeadLetter, DeadLetter, SealedEvent]
    letters = [result for result in results if isinstance(result, DeadLetter)]
    assert [(letter.source, letter.position, letter.reason) for letter in letters] == [
        ("file:events.jsonl", "7#1", Reason.NOT_AN_OBJECT),
        ("file:events.jsonl", "7#2", Reason.NO_TS),
    ]
    assert letters[0].digest == letters[1].digest == KEYRING.digest(message(events).data or b"")
    (alone,) = INTAKE.accept(message([sample("user.message")]))
    assert alone == INTAKE.accept(message(sample("user.message")))[0]


def test_a_letter_is_known_by_source_position_and_keyed_hash() -> None:
    (letter,) = results_of(b"{")
    assert isinstance(letter, DeadLetter)
    assert (letter.source, letter.position, letter.digest) == ("orders/3", "1042", KEYRING.digest(b"{"))
    assert (letter.collection_id, letter.body) == (None, None)
    assert results_of(b"{") == [letter]


def test_every_reason_says_what_to_do_in_one_sentence() -> None:
    assert set(WHAT_TO_DO) == set(Reason)
    for sentence in WHAT_TO_DO.values():
        assert sentence.endswith(".")
        assert ": " in sentence
        assert len(sentence) < 120


def test_a_letter_keeps_valid_json_scrubbed_and_sealed() -> None:
    letter = refused(
        {
            **sample("step.started"),
            "type": "step.paused",
            "query": "ask kim@example.com",
            "user_id": "ana",
            "index": 5_551_234_567,
            "result": {"loan": {"id": "LN-20931"}},
            "kim@example.com": "LN-20931",
        }
    )
    assert letter.collection_id == "library"
    body = dict(letter.body or {})
    assert body.pop("sealed") == [
        ["args_resolved.isbn", SEAL.text("978-89-01")],
        ["args_resolved.weeks", None],
        ["args_resolved.notify", None],
        ["index", SEAL.number(5_551_234_567)],
        ["result.loan.id", SEAL.text("LN-20931")],
        ["*", SEAL.text("LN-20931")],
        ["*{key}", SEAL.text("kim@example.com")],
    ]
    assert body == {
        "type": "step.paused",
        "ts": "2026-03-02T10:00:00+00:00",
        "plan_id": "plan-1",
        "trace_metadata": sample("user.message")["trace_metadata"],
        "step_id": "s2",
        "tool": "lendBook",
        "total": 2,
        "query": "ask [EMAIL]",
        "principal_hash": body["principal_hash"],
        "seal_key": KEYRING.key_id,
    }


def test_a_letter_of_a_collection_without_text_keeps_none() -> None:
    letter = refused(sample("target.selected", ts="never"), Gate(keep_text=False))
    assert letter.body is not None
    assert "query" not in letter.body
    assert "note" not in json.dumps(letter.body)
    assert letter.body["target_selector"]["selected_target"] == "lendBook"


def test_the_payload_is_withheld_where_the_scrubber_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("canary-71aa")

    monkeypatch.setattr("pipeline.intake.crossing.Scrubber.report", broken)
    letter = refused(sample("step.failed", error={"message": "canary-71aa was blocked"}))
    assert (letter.reason, letter.body) == (Reason.WITHHELD, None)
    assert "canary-71aa" not in repr(letter)
    unread = refused(sample("step.failed", ts="never", error={"message": "canary-71aa was blocked"}))
    assert (unread.reason, unread.body) == (Reason.BAD_TS, None)


def test_the_payload_is_withheld_where_the_scrubber_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.scrub.scrubber.traverse", lambda *_: "[WITHHELD]")
    letter = refused(sample("target.selected"))
    assert (letter.reason, letter.body) == (Reason.WITHHELD, None)


def test_no_interpreter_limit_reaches_the_caller() -> None:
    text = json.dumps(sample("step.completed")).replace('"output_size": 88', f'"output_size": {"9" * 5_000}')
    assert reason_of(text.encode()) is Reason.BAD_FIELD
    output = json.dumps(sample("step.completed")).replace('"978-89-01"', "9" * 5_000)
    (event,) = Intake(KEYRING).accept(Message("f", "1", output.encode()))
    assert isinstance(event, SealedEvent)
