"""docs/events.md tells every type, field, reason and cap."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.events import EVENT_MODELS, Event
from pipeline.intake import MAX_EVENTS, Message, Reason
from pipeline.learning.sealed import SealedEvent
from pipeline.seal.caps import MAX_DEPTH, MAX_LEAVES, MAX_NODES, MAX_PATH
from tests.pipeline.event_samples import INTAKE, KEYRING

DOCUMENT = (Path(__file__).parents[2] / "docs" / "events.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_explained(reason: Reason) -> None:
    assert f"`{reason.value}`" in DOCUMENT


@pytest.mark.parametrize("event_type", sorted(EVENT_MODELS))
def test_every_type_and_field_is_listed(event_type: str) -> None:
    fields = set(EVENT_MODELS[event_type].model_fields) - {"created_at"}
    row = next(line for line in DOCUMENT.splitlines() if line.startswith("| `") and f"`{event_type}`" in line)
    own = fields - set(Event.model_fields) - {"type"}
    if event_type == "target.selected":
        own -= {"selected_target", "llm_target"}
    if event_type == "binding.repaired":
        own -= {"tool"}
    assert not [name for name in sorted(own) if f"`{name}`" not in row]


@pytest.mark.parametrize("cap", [MAX_EVENTS, MAX_NODES, MAX_LEAVES, MAX_DEPTH, MAX_PATH])
def test_every_cap_is_told(cap: int) -> None:
    assert f"{cap:,}" in DOCUMENT


def test_the_example_is_an_event() -> None:
    example = DOCUMENT.split("```json\n")[1].split("```")[0]
    (result,) = INTAKE.accept(Message("file:events.md", "1", example.encode()))
    assert isinstance(result, SealedEvent)
    assert result.body["args"] == [["orderNo", KEYRING.for_collection("shop").text("20-1442")]]
