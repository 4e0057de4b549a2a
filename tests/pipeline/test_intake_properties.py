"""The border is total: whatever arrives, each element ends in one result, and nothing is raised (invariant 2)."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.intake import DeadLetter, Intake, Message, Reason
from pipeline.learning.sealed import SealedEvent
from tests.pipeline.event_samples import COMMON, FIELDS, INTAKE, KEYRING, sample

FINGERPRINT = re.compile(r"[A-Za-z0-9_-]{12}")

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=[]), max_size=12)
    | st.sampled_from(["", "s1", "$", "${s1.a}", '{"a": 1}', "kim@example.com", "2026-03-02T10:00:00Z", 10**30, -0.0])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = sorted({name for fields in FIELDS.values() for name in fields} | set(COMMON) | set(COMMON["trace_metadata"]))


@st.composite
def mangled(draw: st.DrawFn) -> dict[str, Any]:
    """An event of some type with some of its fields replaced, left out or added."""
    event = sample(draw(st.sampled_from(sorted(FIELDS))))
    for name in draw(st.lists(st.sampled_from([*NAMES, "event_id", "schema_version", "user_id"]), max_size=3)):
        event[name] = draw(values)
    for name in draw(st.lists(st.sampled_from(sorted(event)), max_size=1)):
        del event[name]
    return event


def results_of(data: bytes | None) -> list[SealedEvent | DeadLetter]:
    results = INTAKE.accept(Message("file:x", "3", data))
    assert results
    for result in results:
        check(result)
    return results


def check(result: SealedEvent | DeadLetter) -> None:
    """Every result is what a store can take."""
    json.dumps(result.body, allow_nan=False).encode()
    stored = json.dumps(result.body, ensure_ascii=False)
    stored.encode("utf-8")
    assert "\\u0000" not in stored
    if isinstance(result, DeadLetter):
        assert result.reason in Reason
        assert result.reason is not Reason.WITHHELD
        assert result.detail.endswith(".")
        return
    assert result.collection_id
    assert result.event_id
    assert result.ts.utcoffset() is not None
    assert re.fullmatch(r"[0-9a-f]{32}", result.content_hash)
    for rows in (result.body.get("args", []), result.body.get("output", [])):
        assert all(path and (mark is None or FINGERPRINT.fullmatch(mark)) for path, mark in rows)
    assert len(result.body.get("spans", "")) % 12 == 0
    assert not [name for name, fact in result.body.items() if fact in (None, "", [], {})]


@given(st.binary(max_size=200))
@example(b"\x00")
@example(b'{"type": "user.message", "text": "\\ud800"}')
def test_any_bytes(data: bytes) -> None:
    assert len(results_of(data)) == 1 or data.strip().startswith(b"[")


@given(values)
@example([None, float("inf")])
@example(["NaN in a text", 1])
def test_any_json(value: Any) -> None:
    results = results_of(json.dumps(value).encode())
    assert len(results) == (max(len(value), 1) if isinstance(value, list) and is_json(value) else 1)


def is_json(value: Any) -> bool:
    """Whether it holds no NaN and no infinity, with which the whole message is no JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


@settings(max_examples=400)
@given(mangled())
def test_any_event(event: dict[str, Any]) -> None:
    assert len(results_of(json.dumps(event).encode())) == 1


@given(st.lists(mangled() | values, min_size=1, max_size=4))
def test_the_elements_of_an_array_fare_as_they_would_alone(elements: list[Any]) -> None:
    texts = [json.dumps(element) for element in elements]
    if any(word in text for text in texts for word in ("NaN", "Infinity")):
        return
    together = results_of(f"[{','.join(texts)}]".encode())
    for index, (text, result) in enumerate(zip(texts, together, strict=True)):
        alone = INTAKE.accept(Message("file:x", "3", text.encode()))[0] if not text.startswith("[") else None
        if isinstance(result, SealedEvent):
            assert result == alone
        else:
            assert result.position == f"3#{index}"
            if isinstance(alone, DeadLetter):
                assert (result.reason, result.body) == (alone.reason, alone.body)


@given(mangled())
def test_the_border_is_a_function_of_the_bytes(event: dict[str, Any]) -> None:
    data = json.dumps(event).encode()
    again = Intake(KEYRING).accept(Message("file:x", "3", data))
    assert results_of(data) == again


@given(st.sampled_from(sorted(FIELDS)), st.dictionaries(st.text(max_size=8), values, max_size=3))
def test_unknown_fields_change_nothing(event_type: str, more: dict[str, Any]) -> None:
    known = {*NAMES, "event_id", "schema_version", "user_id", "session_id", "created_at", "session_id_hash", "type"}
    unknown = {f"x-{name}": value for name, value in more.items() if name not in known}
    (plain,) = results_of(json.dumps(sample(event_type)).encode())
    text = json.dumps({**unknown, **sample(event_type)})
    if "NaN" not in text and "Infinity" not in text:
        (result,) = results_of(text.encode())
        assert result == plain
