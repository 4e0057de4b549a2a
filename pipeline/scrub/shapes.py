"""What any Python value is in JSON's terms, before it is scrubbed.

Code of a value's own class is not run where it can be avoided: a `__repr__` may tell a secret that its fields would
have named, an address in memory differs from run to run.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address
from pathlib import PurePath
from typing import Any
from uuid import UUID

from pipeline.scrub.placeholders import CUT, WITHHELD

#: Binary digits of the longest whole number that is kept: about a thousand decimal ones. Longer ones cannot be written.
MAX_NUMBER_BITS = 3_322
#: Longest run of bytes that is read as text.
MAX_BYTES = 1_000_000

_SPELLED = (UUID, PurePath, IPv4Address, IPv6Address, Fraction, timedelta, complex)


class Unordered(list[Any]):
    """The members of a set, whose order says nothing."""


def shape(value: object) -> Any:
    """One step towards JSON: a scalar, a mapping, a list, or another value that needs a further step.

    >>> shape(b"ab"), shape((1, 2)), shape(float("nan")), shape(ValueError("no"))
    ('ab', [1, 2], None, 'ValueError: no')
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (str, int, float, Decimal)):
        return _scalar(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value[:MAX_BYTES]).decode("utf-8", "replace")
    if isinstance(value, (Mapping, list, tuple, deque, set, frozenset)):
        return _container(value)
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    return _object(value)


def key_text(key: object) -> str:
    """A dictionary's key as JSON has it.

    >>> key_text(1), key_text(None), key_text(True), key_text(b"id")
    ('1', 'null', 'true', 'id')
    """
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    found = shape(key)
    return str(found) if isinstance(found, (str, int, float, Decimal)) else WITHHELD


def _scalar(value: str | float | Decimal) -> Any:
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value) if value.bit_length() <= MAX_NUMBER_BITS else CUT
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value if value.is_finite() else None


def _container(value: Mapping[Any, Any] | Collection[Any]) -> dict[Any, Any] | list[Any]:
    """A named tuple is a record: its fields may name a secret."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return Unordered(value)
    names = getattr(value, "_fields", None)
    if isinstance(value, tuple) and isinstance(names, tuple):
        return dict(zip(names, value, strict=False))
    return list(value)


def _object(value: object) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name, None) for field in fields(value)}
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, _SPELLED):
        return str(value)
    own = getattr(value, "__dict__", None)
    return dict(own) if isinstance(own, dict) and own and not isinstance(value, type) else WITHHELD
