"""Capture: whatever Python holds comes out as JSON would have it, and what JSON cannot say matches nothing."""

from __future__ import annotations

import json
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from pydantic import BaseModel

from pipeline.publish.capture import UnreadableError, as_json, capture, plain, read_fields, recall
from tests.pipeline.test_invariants import json_values


@given(json_values)
def test_a_copy_says_what_the_original_says(value: Any) -> None:
    event = {"value": value}
    try:
        expected = json.dumps(event, allow_nan=False, separators=(",", ":"))
    except ValueError:  # an infinity, which JSON cannot say
        expected = json.dumps(plain(event), allow_nan=False, separators=(",", ":"))
    assert as_json(recall(capture(event))) == expected


class Colour(Enum):
    RED = "red"


class Model(BaseModel):
    size: int


@dataclass
class Item:
    id: str
    model: Model


def test_what_only_python_knows_is_told_as_data() -> None:
    event = {
        "items": deque([Item("K-1", Model(size=7))]),
        Colour.RED: {Colour.RED},
        "ordered": OrderedDict(at=datetime(2026, 1, 5, tzinfo=UTC)),
        "path": PurePosixPath("/srv/a"),
        "array": np.array([1.5, float("nan")]),
        "number": np.int64(7),
        "bytes": bytearray(b"x"),
        "stranger": object(),
        "endless": iter([1]),
    }
    assert json.loads(as_json(recall(capture(event)))) == {
        "items": [{"id": "K-1", "model": {"size": 7}}],
        "red": ["red"],
        "ordered": {"at": "2026-01-05T00:00:00+00:00"},
        "path": "/srv/a",
        "array": [1.5, None],
        "number": 7,
        "bytes": None,
        "stranger": None,
        "endless": None,
    }


def test_an_event_is_a_record_and_no_scalar() -> None:
    assert read_fields(Model(size=7)) == {"size": 7}
    assert read_fields(OrderedDict(type="x")) == {"type": "x"}
    with pytest.raises(UnreadableError, match="int is no event"):
        read_fields(7)
