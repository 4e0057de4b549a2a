"""The event contract: tolerant of what it does not know, strict about what it does, and exported as it is."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pipeline.events import EVENT_MODELS, Event, schemas
from pipeline.events.schemas import render_schema, write_schemas
from tests.pipeline.event_samples import FIELDS, sample

SCHEMA_FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


def read(event: dict[str, Any]) -> Any:
    return EVENT_MODELS[event["type"]].model_validate(event)


def test_every_type_of_the_contract_has_a_model_and_a_sample() -> None:
    assert set(EVENT_MODELS) == set(FIELDS)
    assert {model.event_type for model in EVENT_MODELS.values()} == set(EVENT_MODELS)


@pytest.mark.parametrize("event_type", sorted(EVENT_MODELS))
def test_full_events_of_every_type_are_read(event_type: str) -> None:
    assert isinstance(read(sample(event_type)), Event)


@pytest.mark.parametrize("event_type", sorted(EVENT_MODELS))
def test_unknown_fields_are_left_out_at_every_level(event_type: str) -> None:
    event = sample(event_type)
    more = {**event, "stage": "runner", "trace_metadata": {**event["trace_metadata"], "mood": "fine"}}
    assert read(more) == read(event)
    assert not hasattr(read(more), "stage")


@pytest.mark.parametrize("event_type", sorted(EVENT_MODELS))
def test_null_is_absent(event_type: str) -> None:
    required = {"type", "step_id", "corrected_target", "new_plan_id"}
    event = {name: value if name in required else None for name, value in sample(event_type).items()}
    assert read(event) == read({name: value for name, value in event.items() if value is not None})


@pytest.mark.parametrize("index", [3, "3", 3.0, Decimal("3.9")])
def test_a_count_is_read_however_it_is_written(index: object) -> None:
    assert read(sample("step.started", index=index)).index == 3


@pytest.mark.parametrize("index", ["three", "", True, [], {}, -1, 2**31, Decimal("1E+400"), "9" * 11, "³"])
def test_what_is_no_count_is_refused(index: object) -> None:
    with pytest.raises(ValidationError):
        read(sample("step.started", index=index))


def test_ids_may_be_numbers_and_blank_ones_are_absent() -> None:
    event = read(sample("step.started", step_id=7, tool="  ", plan_id=42))
    assert (event.step_id, event.tool, event.plan_id) == ("7", None, "42")


def test_an_error_may_be_its_message_alone() -> None:
    assert read(sample("step.failed", error="no such book")).error.message == "no such book"


def test_text_with_a_lone_surrogate_is_still_text() -> None:
    assert read(sample("user.message", text="odd \ud800 text")).text == "odd \ud800 text"


def test_no_validation_error_shows_a_value() -> None:
    with pytest.raises(ValidationError) as invalid:
        read(sample("step.started", args_resolved="canary-71aa", step_id={"canary-71aa": "canary-71aa"}))
    assert "canary-71aa" not in str(invalid.value)


def test_the_exported_schemas_are_those_of_the_models() -> None:
    exported = {path.stem: path.read_text(encoding="utf-8") for path in SCHEMA_FOLDER.glob("*.json")}
    assert exported == {name: render_schema(schema) for name, schema in schemas().items()}, (
        "run `python -m pipeline.events docs/schemas` and commit the difference"
    )


def test_schemas_name_their_type_and_version(tmp_path: Path) -> None:
    write_schemas(tmp_path / "schemas")
    for path in (tmp_path / "schemas").iterdir():
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert schema["$id"] == f"urn:tooltrail:event:{path.stem}:1"
        assert schema["version"] == 1
        assert schema["properties"]["type"]["const"] == path.stem
        assert "type" in schema.get("required", []) or path.stem == "attempt.recorded"
