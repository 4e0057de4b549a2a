"""Nothing raw crosses the border: no leaf, no credential, no personal datum, in no field of no event (invariant 3)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from pipeline.intake import DeadLetter, Gate, Intake, Message
from pipeline.learning.sealed import SealedEvent
from tests.pipeline.event_samples import FIELDS, KEYRING, message, sample

#: None of them is anybody's; the key is in two pieces so that no scanner of repositories takes it for one.
PERSONAL = {
    "email": "kim.cheolsu@example.com",
    "resident": "960101-1234567",
    "mobile": "010-2345-6789",
    "social security": "SSN 536-22-8731",
    "card": "4242 4242 4242 4242",
    "credential": "sk-" + "proj-Zq3vT8mXw1Lk9PbR5nYc7Hd2",
    "token": "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5",
    "telephone": "+1 415-555-0132",
    "account": "GB82 WEST 1234 5698 7654 32",
    "address with password": "https://ana:hunter2wolf@db.example.com/x",
}
NUMBERS = {"resident": 9_601_011_234_567, "card": 4_242_424_242_424_242}

#: What an argument or an output holds, wherever the contract puts one.
LEAF = "zqleaf"
PAYLOADS = ("args_resolved", "output", "output_preview", "value_preview", "from", "to", "args", "text")

INTAKE = Intake(KEYRING, metadata_names=frozenset({"note"}))
WAYS = {
    "as it is": {},
    "unknown type": {"type": "step.paused"},
    "unknown version": {"schema_version": 2},
    "no time": {"ts": "never"},
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all scalars of an event."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))
    else:
        yield path


def planted(event: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The event with another value at one path."""
    changed = copy.deepcopy(event)
    target: Any = changed
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return changed


def shown(event: dict[str, Any], gate: Gate | None = None) -> str:
    """Everything that crosses the border of an event: representation, and JSON as a store writes it."""
    results = INTAKE.accept(message(event), {"library": gate} if gate else {})
    assert results
    bodies = [result.body for result in results]
    return repr(results) + json.dumps(bodies, ensure_ascii=False) + "".join(map(_detail, results))


def _detail(result: SealedEvent | DeadLetter) -> str:
    return result.detail if isinstance(result, DeadLetter) else result.event_id


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("event_type", sorted(FIELDS))
def test_no_personal_datum_crosses_in_any_field(event_type: str, way: str) -> None:
    event = {**sample(event_type, event_id="e-1", user_id="u", session_id="s"), **WAYS[way]}
    event["trace_metadata"] = {**event["trace_metadata"], "note": "n", "user_id": "u", "request_id": "r"}
    for path in places(event):
        for datum in PERSONAL.values():
            for value in (datum, f"call {datum} now", {datum: datum}, [datum]):
                crossed = shown(planted(event, path, value))
                assert datum not in crossed, (path, value)


@pytest.mark.parametrize("event_type", sorted(FIELDS))
def test_no_personal_number_crosses_as_a_number(event_type: str) -> None:
    event = sample(event_type, event_id="e-1")
    for path in places(event):
        for number in NUMBERS.values():
            assert str(number) not in shown(planted(event, path, number)), path


@pytest.mark.parametrize("event_type", sorted(FIELDS))
def test_no_personal_datum_crosses_in_a_field_that_nobody_knows(event_type: str) -> None:
    for datum in PERSONAL.values():
        event = sample(event_type, **{"note": datum, datum: {datum: [datum]}, "deep": {"error": {"message": datum}}})
        event["trace_metadata"] = {**event["trace_metadata"], datum: datum, "note": datum}
        assert datum not in shown(event)
        assert datum not in shown({**event, "schema_version": 2})


def leafy(value: Any, inside: bool = False, count: list[int] | None = None) -> Any:
    """The event with a leaf of its own kind in every place of a payload."""
    count = [0] if count is None else count
    if isinstance(value, dict):
        return {key: leafy(item, inside or key in PAYLOADS, count) for key, item in value.items()}
    if isinstance(value, list):
        return [leafy(item, inside, count) for item in value]
    if not inside:
        return value
    count[0] += 1
    return f"{LEAF}{count[0]:03d}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "event_type",
    [
        "step.started",
        "step.completed",
        "plan.completed",
        "args.coerced",
        "binding.repaired",
        "plan.started",
        "user.message",
    ],
)
def test_no_leaf_of_an_argument_or_an_output_crosses(event_type: str, way: str) -> None:
    event = leafy(sample(event_type))
    assert LEAF in json.dumps(event)
    assert LEAF not in shown({**event, **WAYS[way]})


@pytest.mark.parametrize(
    "payload", [f"{LEAF}1", [f"{LEAF}1"], {"deep": [{f"{LEAF} 1": f"{LEAF}2"}]}, json.dumps({"a": f"{LEAF}3"})]
)
@pytest.mark.parametrize(
    "name",
    ["args_resolved", "output_preview", "output", "trace_steps", "plan", "changes", "unknown", "text", "value_preview"],
)
@pytest.mark.parametrize("event_type", ["step.started", "step.completed", "plan.completed", "plan.started"])
def test_no_leaf_crosses_in_a_payload_of_the_wrong_shape(event_type: str, name: str, payload: Any) -> None:
    event = sample(event_type, **{name: payload})
    for way in WAYS.values():
        assert LEAF not in shown({**event, **way})


@pytest.mark.parametrize("data", [b'{"text": "zqleaf', b'"zqleaf"', b'["zqleaf", {"zqleaf 1": 1}]', b"zqleaf \xff"])
def test_no_leaf_crosses_in_what_is_no_event(data: bytes) -> None:
    raw = Message("file:x", "1", data)
    assert LEAF not in repr(INTAKE.accept(raw))
    assert LEAF not in repr(raw)


@pytest.mark.parametrize(
    "event_type", ["target.selected", "plan.started", "step.failed", "step.skipped", "attempt.recorded"]
)
def test_no_word_crosses_where_a_collection_keeps_no_text(event_type: str) -> None:
    prose = "zqword of a person"
    event = sample(event_type)
    for path in places({name: event[name] for name in FIELDS[event_type]}):
        if path[-1] in {"query", "goal", "message", "reason", "failure_reason", "note"}:
            event = planted(event, path, prose)
    assert "zqword" in json.dumps(event)
    for way in WAYS.values():
        assert "zqword" not in shown({**event, **way}, Gate(keep_text=False))
