"""Validation: a decoded element as an event of the contract, or the reason why it is none."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from pipeline.events import EVENT_MODELS, SCHEMA_VERSION, Event
from pipeline.intake.dead_letters import Reason, RefusedError

#: Fields by which an object without `type` is known as a recorded attempt (design: Event contract).
_RECORD_FIELDS = frozenset({"query_fingerprint", "attempt_id"})
_RECORD_TYPE = "attempt.recorded"

#: What pydantic's own checks expect, in this contract's words.
_EXPECTED = {"model_type": "an object", "list_type": "a list"}


def read_event(element: Any) -> Event:
    """Reads a decoded element as an event of the contract.

    >>> read_event({"type": "user.message", "plan_id": "p1", "text": "hello", "mood": "fine"}).event_type
    'user.message'

    Raises:
        RefusedError: it is no object, or of an unknown version or type, or a field is of the wrong type.
    """
    if type(element) is not dict:
        raise RefusedError(Reason.NOT_AN_OBJECT)
    check_version(element)
    name = element.get("type")
    if not name and element.keys() >= _RECORD_FIELDS:
        name, element = _RECORD_TYPE, {**element, "type": _RECORD_TYPE}
    model = EVENT_MODELS.get(name) if type(name) is str else None
    if model is None:
        raise RefusedError(Reason.UNKNOWN_TYPE)
    try:
        return model.model_validate(element)
    except ValidationError as invalid:
        raise _bad_field(invalid) from None


def check_version(element: dict[str, Any]) -> None:
    """Refuses an event of another version of the contract.

    Raises:
        RefusedError: it is of one.
    """
    version = element.get("schema_version")
    if version is not None and (type(version) is bool or version not in (SCHEMA_VERSION, str(SCHEMA_VERSION))):
        raise RefusedError(Reason.UNKNOWN_VERSION)


def _bad_field(invalid: ValidationError) -> RefusedError:
    """Names the first wrong field and what it should hold; the location holds field names and indexes only."""
    error = invalid.errors(include_url=False, include_input=False)[0]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error["loc"]).lstrip(".")
    kind = error["type"]
    if kind == "too_long":
        return RefusedError(Reason.TOO_MANY_NODES, f"`{field}` is too long a list: send it in several events.")
    if kind == "missing":
        return RefusedError(Reason.BAD_FIELD, f"`{field}` is missing: an event of this type needs it.")
    expected = _EXPECTED.get(kind) or str(error.get("ctx", {}).get("expected", "what docs/schemas says"))
    return RefusedError(Reason.BAD_FIELD, f"`{field}` is of the wrong type: send {expected}.")
