"""What is kept of a refused event: enough to see what it was, and nothing raw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pipeline.intake.block import keep_block
from pipeline.intake.crossing import Crossing
from pipeline.seal import CapExceededError, Purpose

_NAMES = (
    "type",
    "ts",
    "created_at",
    "collection_id",
    "event_id",
    "attempt_id",
    "plan_id",
    "principal_hash",
    "session_hash",
    "session_id_hash",
    "case_id",
    "agent",
    "catalog_version",
    "request_id",
    "step_id",
    "tool",
    "failed_step",
    "old_plan_id",
    "new_plan_id",
    "field_name",
    "selected_target",
    "llm_target",
    "corrected_target",
    "source",
    "kind",
    "reason_code",
)
_TEXTS = ("query", "goal", "reason", "failure_reason", "message")
_NUMBERS = (
    "schema_version",
    "step_count",
    "index",
    "total",
    "output_size",
    "duration_ms",
    "total_duration_ms",
    "attempt",
    "max_attempts",
    "delay_ms",
    "success",
)

#: Numbers from here on may be somebody's: a telephone number, a card.
_MAX_NUMBER = 1_000_000


def kept_form(element: Any, crossing: Crossing) -> dict[str, Any]:
    """A refused element as its dead letter keeps it.

    Fields of the contract that hold what they should are kept as an accepted event keeps them. Whatever else it holds
    is sealed, as leaves under `sealed`; of trace metadata only the known names are kept.
    """
    kept: dict[str, Any] = {}
    rest: Any = element
    if type(element) is dict:
        kept, rest = _read(element, _READERS, crossing)
        _rename_hashed(kept)
    try:
        sealed = crossing.leaves(rest) if rest or type(rest) is not dict else []
    except CapExceededError:
        sealed = []
    if sealed:
        kept["sealed"] = sealed
    if crossing.has_sealed:
        kept["seal_key"] = crossing.seal.key_id
    return kept


class _NotKeptError(Exception):
    """A field does not hold what it should, and is sealed instead."""


_Reader = Callable[[Any, Crossing], Any]


def _read(
    fields: Mapping[str, Any], readers: Mapping[str, _Reader], crossing: Crossing
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields as they are kept, and those that no reader keeps."""
    kept: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for name, value in fields.items():
        try:
            fact = readers.get(name, _no_reader)(value, crossing)
        except _NotKeptError:
            rest[name] = value
        else:
            if fact is not None:
                kept[name] = fact
    return kept, rest


def _no_reader(_value: Any, _crossing: Crossing) -> Any:
    raise _NotKeptError


def _name(value: Any, crossing: Crossing) -> str | None:
    if type(value) is not str:
        raise _NotKeptError
    return crossing.name(value)


def _text(value: Any, crossing: Crossing) -> str | None:
    if type(value) is not str:
        raise _NotKeptError
    return crossing.text(value)


def _number(value: Any, _crossing: Crossing) -> int:
    if type(value) not in (bool, int) or not -_MAX_NUMBER < value < _MAX_NUMBER:
        raise _NotKeptError
    return int(value) if type(value) is int else value


def _person(value: Any, crossing: Crossing) -> str | None:
    return _raw_id(value, Purpose.PRINCIPAL, crossing)


def _session(value: Any, crossing: Crossing) -> str | None:
    return _raw_id(value, Purpose.SESSION, crossing)


def _raw_id(value: Any, purpose: Purpose, crossing: Crossing) -> str | None:
    if type(value) is not str:
        raise _NotKeptError
    return crossing.hashed(value, purpose)


def _block(value: Any, crossing: Crossing) -> dict[str, Any] | None:
    if type(value) is not dict:
        raise _NotKeptError
    try:
        return keep_block(value, crossing)
    except CapExceededError:
        return None


def _metadata(value: Any, crossing: Crossing) -> dict[str, Any]:
    if type(value) is not dict:
        raise _NotKeptError
    kept, _ = _read(value, _ID_READERS, crossing)
    _rename_hashed(kept)
    return kept


def _rename_hashed(kept: dict[str, Any]) -> None:
    """What was a raw id is a hash now, and says so."""
    for raw, hashed in (("user_id", "principal_hash"), ("session_id", "session_hash")):
        if raw in kept:
            kept.setdefault(hashed, kept.pop(raw))


def _error(value: Any, crossing: Crossing) -> Any:
    if type(value) is not dict:
        return _text(value, crossing)
    kept, _ = _read(value, _ERROR_READERS, crossing)
    return kept


_ID_READERS: Mapping[str, _Reader] = {
    **dict.fromkeys(_NAMES, _name),
    "user_id": _person,
    "session_id": _session,
}
_ERROR_READERS: Mapping[str, _Reader] = {"kind": _name, "reason_code": _name, "message": _text}
_READERS: Mapping[str, _Reader] = {
    **_ID_READERS,
    **dict.fromkeys(_TEXTS, _text),
    **dict.fromkeys(_NUMBERS, _number),
    "trace_metadata": _metadata,
    "target_selector": _block,
    "error": _error,
}
