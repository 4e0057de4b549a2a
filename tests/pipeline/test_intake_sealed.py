"""Sealed form: what a publisher sealed goes in as what the border would have made of it, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.intake import DeadLetter, Gate, Intake, Message, Redelivery, write_sealed
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Keyring
from tests.pipeline.event_samples import COMMON, FIELDS, INTAKE, KEYRING, Event
from tests.pipeline.test_invariants import json_values

NO_TEXT = {"library": Gate(keep_text=False)}
OPEN: Mapping[str, Gate] = {}


def crossed(
    element: Any, gates: Mapping[str, Gate] = OPEN, intake: Intake = INTAKE, record_ts: datetime | None = None
) -> SealedEvent | DeadLetter:
    (result,) = intake.accept(Message("t", "1", json.dumps(element).encode(), record_ts), gates)
    return result


def event(kind: str, **changes: Any) -> Event:
    return {**COMMON, "type": kind, "event_id": "e-1", **FIELDS[kind], **changes}


def sealed(raw: Event, gates: Mapping[str, Gate] = OPEN) -> dict[str, Any]:
    result = crossed(raw, gates)
    assert isinstance(result, SealedEvent)
    return write_sealed(result, KEYRING)


@pytest.mark.parametrize("publisher", [OPEN, NO_TEXT], ids=["text", "no text"])
@pytest.mark.parametrize("kind", sorted(FIELDS))
def test_a_sealed_event_is_what_the_border_makes_of_the_raw_one(kind: str, publisher: Mapping[str, Gate]) -> None:
    for raw in (event(kind), event(kind, event_id=None)):
        assert crossed(sealed(raw, publisher)) == crossed(raw, publisher)
        assert crossed(sealed(raw, publisher), NO_TEXT) == crossed(raw, NO_TEXT)


@given(json_values, json_values)
def test_so_it_is_for_any_payload(payload: Any, block: Any) -> None:
    raw = event("step.completed", output_preview=payload)
    selected = event("target.selected", target_selector={"selected_target": "lendBook", "more": block})
    for one in (raw, selected):
        first = crossed(one)
        if isinstance(first, SealedEvent):
            assert crossed(write_sealed(first, KEYRING)) == first


def test_metadata_that_this_border_does_not_keep_is_left_out() -> None:
    generous = Intake(KEYRING, metadata_names=frozenset({"region"}))
    raw = event("user.message", trace_metadata={**COMMON["trace_metadata"], "region": "north", "agent": "a-1"})
    result = crossed(raw, intake=generous)
    assert isinstance(result, SealedEvent)
    assert crossed(write_sealed(result, KEYRING), intake=generous) == result
    assert crossed(write_sealed(result, KEYRING)) == crossed(raw)


CHANGES = {
    "body": {"tool": "kim@example.com"},
    "ts": "2026-03-02T10:00:01+00:00",
    "attempt_id": "att-2",
    "collection_id": "archive",
    "type": "step.failed",
    "principal": None,
    "sealed_proof": "AAAAAAAAAAAA",
}


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_whatever_is_changed_under_the_proof_it_is_refused(name: str) -> None:
    refused = crossed({**sealed(event("step.completed")), name: CHANGES[name]})
    assert isinstance(refused, DeadLetter)
    assert refused.reason == "bad_seal"
    assert "kim@example.com" not in json.dumps(refused.body)


@given(st.sampled_from(["body", "ts", "type", "collection_id", "attempt_id", "sealed_proof"]), json_values)
def test_a_sealed_event_of_any_other_shape_is_a_dead_letter(name: str, value: Any) -> None:
    whole = sealed(event("step.completed"))
    refused = crossed({**whole, name: value}, intake=INTAKE)
    assert isinstance(refused, DeadLetter) or value == whole[name]


def test_nesting_beyond_reading_is_a_dead_letter() -> None:
    deep = b'{"a":' * 900 + b"1" + b"}" * 900
    form = json.dumps({**sealed(event("user.message")), "body": 7}).encode().replace(b'"body": 7', b'"body": ' + deep)
    (refused,) = INTAKE.accept(Message("t", "1", form))
    assert isinstance(refused, DeadLetter)


def test_another_key_is_told_without_what_it_says() -> None:
    other = Intake(Keyring.from_secret("another secret of the tests, long enough"))
    refused = crossed(sealed(event("step.completed")), intake=other)
    assert isinstance(refused, DeadLetter)
    assert (refused.reason, "same secret" in refused.detail) == ("bad_seal", True)


def test_gates_and_the_records_time_hold_for_sealed_events_too() -> None:
    form, at = sealed(event("step.completed")), datetime(2026, 3, 2, 10, tzinfo=UTC)
    reasons = [
        result.reason
        for result in (
            crossed(form, {"library": Gate(floor=at + timedelta(seconds=1))}),
            crossed(form, {"library": Gate(erased_at=at + timedelta(seconds=1))}),
            crossed(form, record_ts=at - timedelta(days=2)),
        )
        if isinstance(result, DeadLetter)
    ]
    assert reasons == ["before_floor", "erased", "ts_in_future"]


def test_a_later_version_waits_sealed_until_it_is_known() -> None:
    raw = event("step.completed")
    refused = crossed({**sealed(raw), "schema_version": 2})
    assert isinstance(refused, DeadLetter)
    assert refused.body is not None
    assert refused.reason == "unknown_version"
    draft = refused.body["event"]
    kept = {**refused.body, "event": {**draft, "schema_version": 1}}
    message = Message("t", "1", None, collection_id="library", redelivery=Redelivery(refused.digest, kept=kept))
    (again,) = INTAKE.accept(message)
    assert again == crossed(raw)


def test_the_content_hash_is_the_id_of_an_event_that_has_none() -> None:
    result = crossed(event("user.message", event_id=None))
    assert isinstance(result, SealedEvent)
    assert "event_id" not in write_sealed(result, KEYRING)
    assert "event_id" in write_sealed(replace(result, event_id="e-7"), KEYRING)
