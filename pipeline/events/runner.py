"""The events of a plan runner: a plan, its steps, and what was done when they failed."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.events.base import Error, Event, RequiredId, Tolerant, TraceEdge
from pipeline.events.fields import Id, Ids, Object, Payload, Several, Text, Whole


class _StepEvent(Event):
    step_id: RequiredId
    tool: Id = None


class DeclaredStep(Tolerant):
    """A step of a declared plan."""

    id: RequiredId
    tool: RequiredId
    args: Object = Field(None, description="Only the paths of their bindings are kept, `${s1.items[0].orderNo}`.")


class DeclaredPlan(Tolerant):
    """A plan as its author wrote it."""

    steps: Several[DeclaredStep] = Field(default_factory=list)


class PlanStarted(Event):
    """A runner began to carry out a plan."""

    event_type: ClassVar[str] = "plan.started"

    type: Literal["plan.started"]
    goal: Text = Field(None, description="Kept scrubbed.")
    step_count: Whole = None
    plan: DeclaredPlan | None = None


class StepStarted(_StepEvent):
    """A tool is about to be called."""

    event_type: ClassVar[str] = "step.started"

    type: Literal["step.started"]
    args_resolved: Object = Field(None, description="Sealed.")
    index: Whole = None
    total: Whole = None


class StepCompleted(_StepEvent):
    """A tool gave an output; one that says `isError: true` is a failure."""

    event_type: ClassVar[str] = "step.completed"

    type: Literal["step.completed"]
    output_preview: Payload = Field(None, description="Sealed; a cut preview proves nothing.")
    output_size: Whole = None
    duration_ms: Whole = None


class StepFailed(_StepEvent):
    """A tool gave an error."""

    event_type: ClassVar[str] = "step.failed"

    type: Literal["step.failed"]
    error: Error = None
    duration_ms: Whole = None


class StepRetrying(_StepEvent):
    """A failed tool is about to be called again."""

    event_type: ClassVar[str] = "step.retrying"

    type: Literal["step.retrying"]
    attempt: Whole = None
    max_attempts: Whole = None
    delay_ms: Whole = None
    error: Error = None


class StepSkipped(_StepEvent):
    """A failed step was left out, since nothing needs its output."""

    event_type: ClassVar[str] = "step.skipped"

    type: Literal["step.skipped"]
    reason: Text = None
    error: Error = None


class PlanRepaired(Event):
    """A plan was written anew around a failed step; the run goes on under the new plan's id."""

    event_type: ClassVar[str] = "plan.repaired"

    type: Literal["plan.repaired"]
    old_plan_id: Id = Field(None, description="Else `plan_id`.")
    new_plan_id: RequiredId
    failed_step: Id = None
    excluded_tools: Ids = None
    step_count: Whole = None


class BindingRepaired(_StepEvent):
    """A binding that led nowhere was pointed at the place where its value was found."""

    event_type: ClassVar[str] = "binding.repaired"

    type: Literal["binding.repaired"]
    field_name: Id = None
    recovered_path: Text = Field(None, description="`s1.items[0].orderNo`")


class CoercedArgument(Tolerant):
    """One changed argument; its values are dropped."""

    field: Id = None


class ArgsCoerced(_StepEvent):
    """Arguments were cast to the types that the tool declares."""

    event_type: ClassVar[str] = "args.coerced"

    type: Literal["args.coerced"]
    changes: Several[CoercedArgument] = Field(default_factory=list)
    unresolved: Ids = None


class TracedStep(Tolerant):
    """One step in the trace of a whole run, with its full values."""

    id: RequiredId
    tool: Id = None
    args_resolved: Object = Field(None, description="Sealed.")
    output: Payload = Field(None, description="Sealed.")
    error: Error = None


class _PlanEnd(Event):
    total_duration_ms: Whole = None
    failed_step: Id = None
    error: Error = None
    output: Payload = Field(None, description="Sealed.")
    trace_steps: Several[TracedStep] = Field(default_factory=list)
    trace_edges: Several[TraceEdge] = Field(default_factory=list)


class PlanCompleted(_PlanEnd):
    """The run succeeded."""

    event_type: ClassVar[str] = "plan.completed"

    type: Literal["plan.completed"]


class PlanAborted(_PlanEnd):
    """The run failed."""

    event_type: ClassVar[str] = "plan.aborted"

    type: Literal["plan.aborted"]
