"""The events around a request: what the user said, which target was selected, and which was right."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.events.base import Event, RequiredId, TraceEdge
from pipeline.events.fields import Flag, Id, Ids, Moment, Object, Several, Text


class TargetSelected(Event):
    """Target selection chose the tool to plan."""

    event_type: ClassVar[str] = "target.selected"

    type: Literal["target.selected"]
    query: Text = Field(None, description="Kept scrubbed.")
    target_selector: Object = Field(None, description="The whole selector block; kept scrubbed.")
    selected_target: Id = Field(None, description="Where the block does not say it.")
    llm_target: Id = Field(None, description="Where the block does not say it.")


class UserMessage(Event):
    """What the user said in this run."""

    event_type: ClassVar[str] = "user.message"

    type: Literal["user.message"]
    text: Text = Field(None, description="Sealed, never kept.")


class TargetCorrected(Event):
    """Somebody says which target was right, with or without an attempt."""

    event_type: ClassVar[str] = "target.corrected"

    type: Literal["target.corrected"]
    query: Text = Field(None, description="Kept scrubbed.")
    selected_target: Id = None
    corrected_target: RequiredId
    source: Literal["user", "operator", "evaluation"] | None = None


class AttemptRecorded(Event):
    """A whole attempt in one event.

    An object without `type` that has `query_fingerprint` and `attempt_id` is one, with `created_at` as its time.
    """

    event_type: ClassVar[str] = "attempt.recorded"

    type: Literal["attempt.recorded"] = "attempt.recorded"
    created_at: Moment = Field(None, description="The time, where `ts` is absent.")
    query: Text = Field(None, description="Kept scrubbed.")
    selected_target: Id = Field(None, description="Else that of the block.")
    llm_target: Id = None
    plan_tools: Ids = None
    success: Flag = None
    failure_reason: Text = None
    target_selector: Object = Field(None, description="The selector block; kept scrubbed.")
    trace_edges: Several[TraceEdge] = Field(default_factory=list)
