"""Capture: what an event is at the moment of the call, as one copy that nobody changes any more.

The agent waits for this and for nothing else, so it is done by the fastest copy that Python has. Values that only
Python knows, such as dates and data classes, take the slower way.
"""

from __future__ import annotations

import json
import marshal
import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

#: Containers inside one another; the border takes fewer.
_MAX_DEPTH = 128

#: In ASCII, since JSON can spell a lone surrogate and UTF-8 cannot.
_ENCODE = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


class UnreadableError(ValueError):
    """An event cannot be read as data."""


def read_fields(event: object) -> dict[str, Any]:
    """The fields of an event, given as a mapping, a data class or a model.

    >>> read_fields({"type": "user.message"})
    {'type': 'user.message'}

    Raises:
        UnreadableError: it is none of these.
    """
    if type(event) is dict:
        return event
    if isinstance(event, Mapping):
        return dict(event)
    found = _record(event)
    if found is None:
        raise UnreadableError(f"{type(event).__name__} is no event: publish a dictionary or a data class")
    return found


def capture(event: dict[str, Any]) -> bytes:
    """A copy of an event, to be read by `recall` in the same process.

    Raises:
        UnreadableError: it is nested too deep, or holds itself.
    """
    try:
        return marshal.dumps(event)
    except ValueError:
        return marshal.dumps(plain(event))


def recall(captured: bytes) -> dict[str, Any]:
    """The event that was captured.

    >>> recall(capture({"args_resolved": {"ids": (1, 2)}}))
    {'args_resolved': {'ids': (1, 2)}}
    """
    event: dict[str, Any] = marshal.loads(captured)  # noqa: S302  it never left this process
    return event


def as_json(event: dict[str, Any]) -> str:
    """An event as JSON, which knows no dates, bytes and infinities.

    >>> as_json({"cost": float("inf"), "on": date(2026, 1, 5)})
    '{"cost":null,"on":"2026-01-05"}'
    """
    try:
        return _ENCODE(event)
    except (TypeError, ValueError, RecursionError):
        return _ENCODE(plain(event))


def plain(value: Any, depth: int = 0) -> Any:
    """A value in the types of JSON; None for what JSON cannot say, since a stand-in would match by chance.

    >>> plain({7: {Decimal("1.50")}, "at": UUID(int=7), "raw": b"x"})
    {'7': ['1.50'], 'at': '00000000-0000-0000-0000-000000000007', 'raw': None}

    Raises:
        UnreadableError: it is nested too deep, or holds itself.
    """
    if depth > _MAX_DEPTH:
        raise UnreadableError("nested too deep")
    if value is None or type(value) in (str, bool, int):
        return value
    if isinstance(value, Enum):
        return plain(value.value, depth + 1)
    if isinstance(value, bytes | bytearray | memoryview):
        return None
    scalar = _scalar(value)
    return scalar if scalar is not None else _container(value, depth)


def _scalar(value: Any) -> Any:
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, str | Decimal | UUID | PurePath):
        return str(value)
    if isinstance(value, int):
        return int(value)
    return value.isoformat() if isinstance(value, date | time) else None


def _container(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping):
        return {str(key.value if isinstance(key, Enum) else key): plain(item, depth + 1) for key, item in value.items()}
    to_list = getattr(value, "tolist", None)
    if callable(to_list):  # arrays and numbers of numpy
        return plain(to_list(), depth + 1)
    if isinstance(value, set | frozenset):
        return sorted((plain(item, depth + 1) for item in value), key=repr)
    if isinstance(value, Iterable) and hasattr(value, "__len__"):
        return [plain(item, depth + 1) for item in value]
    record = _record(value)
    return None if record is None else plain(record, depth + 1)


def _record(value: object) -> dict[str, Any] | None:
    """The fields of a data class or a pydantic model."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    dump = getattr(value, "model_dump", None)
    return dump() if callable(dump) and not isinstance(value, type) else None
