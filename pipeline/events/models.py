"""The event contract, version 1: one model a type. Unknown fields are left out, not refused."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema

from pipeline.events.fields import (
    Flag,
    Id,
    Ids,
    Moment,
    Object,
    Payload,
    Several,
    Text,
    Whole,
    message_as_error,
    read_id,
    wrong_type,
)

#: The version of the contract; an event without `schema_version` is of this one.
SCHEMA_VERSION = 1


def _read_required_id(value: Any) -> str:
    name = read_id(value)
    if name is None:
        raise wrong_type("text that is not blank")
    return name


RequiredId = Annotated[str, PlainValidator(_read_required_id), WithJsonSchema({"type": ["string", "integer"]})]


class _Tolerant(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class TraceMetadata(_Tolerant):
    """Where an event belongs; each field may also stand at the top of the event, where it counts less."""

    collection_id: Id = None
    attempt_id: Id = None
    principal_hash: Id = None
    session_hash: Id = None
    session_id_hash: Id = None
    user_id: Id = Field(None, description="Hashed at the border.")
    session_id: Id = Field(None, description="Hashed at the border.")
    case_id: Id = None
    agent: Id = None
    catalog_version: Id = None
    request_id: Id = None


class Event(TraceMetadata):
    """What every event may carry."""

    #: The type of the contract, which each model names for itself.
    event_type: ClassVar[str]

    schema_version: Annotated[Any, WithJsonSchema({"enum": [SCHEMA_VERSION, None]})] = None
    ts: Moment = Field(None, description="ISO 8601 with a zone.")
    event_id: Id = Field(None, description="Else a hash of the canonical content.")
    plan_id: Id = None
    trace_metadata: TraceMetadata | None = None


class Failure(_Tolerant):
    """Why something failed; a text stands for its message."""

    kind: Id = None
    message: Text = Field(None, description="Kept scrubbed.")
    reason_code: Id = None
    status: Payload = Field(None, description="The HTTP status, here or in one of the next three.")
    status_code: Payload = None
    http_status: Payload = None
    code: Payload = None


Error = Annotated[Failure | None, BeforeValidator(message_as_error, json_schema_input_type=Failure | str | None)]


class _StepEvent(Event):
    step_id: RequiredId
    tool: Id = None


class TargetSelected(Event):
    """Target selection chose the tool to plan."""

    event_type: ClassVar[str] = "target.selected"

    type: Literal["target.selected"]
    query: Text = Field(None, description="Kept scrubbed.")
    target_selector: Object = Field(None, description="The whole selector block; kept scrubbed.")
    selected_target: Id = Field(None, description="Where the block does not say it.")
    llm_target: Id = Field(None, description="Where the block does not say it.")


class DeclaredStep(_Tolerant):
    """A step of a declared plan."""

    id: RequiredId
    tool: RequiredId
    args: Object = Field(None, description="Only the paths of their bindings are kept, `${s1.items[0].orderNo}`.")


class DeclaredPlan(_Tolerant):
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


class CoercedArgument(_Tolerant):
    """One changed argument; its values are dropped."""

    field: Id = None


class ArgsCoerced(_StepEvent):
    """Arguments were cast to the types that the tool declares."""

    event_type: ClassVar[str] = "args.coerced"

    type: Literal["args.coerced"]
    changes: Several[CoercedArgument] = Field(default_factory=list)
    unresolved: Ids = None


class TracedStep(_Tolerant):
    """One step in the trace of a whole run, with its full values."""

    id: RequiredId
    tool: Id = None
    args_resolved: Object = Field(None, description="Sealed.")
    output: Payload = Field(None, description="Sealed.")
    error: Error = None


class DataFlow(_Tolerant):
    """The output field of the source that fills the argument of the target."""

    from_field: Text = None
    to_field: Text = None


class TraceEdge(_Tolerant):
    """A declared producer edge; one without tools or fields says nothing and is left out."""

    source: Id = None
    target: Id = None
    data_flow: DataFlow | None = None


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


EVENT_MODELS: dict[str, type[Event]] = {
    model.event_type: model
    for model in (
        TargetSelected,
        PlanStarted,
        StepStarted,
        StepCompleted,
        StepFailed,
        StepRetrying,
        StepSkipped,
        PlanRepaired,
        BindingRepaired,
        ArgsCoerced,
        PlanCompleted,
        PlanAborted,
        UserMessage,
        TargetCorrected,
        AttemptRecorded,
    )
}
