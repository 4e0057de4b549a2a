"""What the events share: tolerance, where they belong, failures and declared edges."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema

from pipeline.events.fields import Id, Moment, Payload, Text, message_as_error, read_id, wrong_type

#: The version of the contract; an event without `schema_version` is of this one.
SCHEMA_VERSION = 1


def _read_required_id(value: Any) -> str:
    name = read_id(value)
    if name is None:
        raise wrong_type("text that is not blank")
    return name


RequiredId = Annotated[str, PlainValidator(_read_required_id), WithJsonSchema({"type": ["string", "integer"]})]


class Tolerant(BaseModel):
    """A model that leaves out what it does not know; its errors and its representation show no value."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class TraceMetadata(Tolerant):
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


class Failure(Tolerant):
    """Why something failed; a text stands for its message."""

    kind: Id = None
    message: Text = Field(None, description="Kept scrubbed.")
    reason_code: Id = None
    status: Payload = Field(None, description="The HTTP status, here or in one of the next three.")
    status_code: Payload = None
    http_status: Payload = None
    code: Payload = None


Error = Annotated[Failure | None, BeforeValidator(message_as_error, json_schema_input_type=Failure | str | None)]


class DataFlow(Tolerant):
    """The output field of the source that fills the argument of the target."""

    from_field: Text = None
    to_field: Text = None


class TraceEdge(Tolerant):
    """A declared producer edge; one without tools or fields says nothing and is left out."""

    source: Id = None
    target: Id = None
    data_flow: DataFlow | None = None
