"""Values of any kind and shape: what comes out is JSON, bounded, and made anew."""

from __future__ import annotations

import copy
import enum
import json
import math
import uuid
from collections import OrderedDict, deque, namedtuple
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.scrub import scrub, scrub_with_report
from pipeline.scrub.walk import MAX_DEPTH, MAX_NODES

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.decimals(), st.text(max_size=8), st.binary(max_size=8),
    st.sampled_from(["kim@example.com", "010-2345-6789", "[EMAIL]", '{"pin": 3064}', "Bearer q1w2e3r4t5"]),
)  # fmt: skip
keys = st.sampled_from(["password", "token", "phone", "order_id", "kim@example.com", "name", "value", 1, None, b"pin"])
values = st.recursive(
    scalars,
    lambda children: st.one_of(
        st.lists(children, max_size=4),
        st.dictionaries(keys | st.text(max_size=4), children, max_size=4),
        st.tuples(children, children),
        st.sets(st.text(max_size=4) | st.integers(), max_size=3),
    ),
    max_leaves=12,
)


def is_json_shaped(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and is_json_shaped(child) for key, child in value.items())
    if isinstance(value, list):
        return all(map(is_json_shaped, value))
    return value is None or type(value) in (str, int, float, bool, Decimal)


@given(values)
@settings(max_examples=300, deadline=None)
def test_scrubbing_is_idempotent_and_gives_json(value: Any) -> None:
    once = scrub(value)
    assert is_json_shaped(once)
    assert json.dumps(once, allow_nan=False, default=str)
    assert scrub(once) == once


@given(values)
@settings(max_examples=200, deadline=None)
def test_the_input_is_not_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    scrub(value)
    assert scrub(value) == scrub(before)
    assert type(value) is type(before)


@dataclass
class Login:
    user: str
    password: str
    tags: list[str] = field(default_factory=list)


Pair = namedtuple("Pair", ["user", "token"])


class Colour(enum.Enum):
    RED = "kim@example.com"


class Silent:
    __slots__ = ()

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Broken(Exception):  # noqa: N818  the message is what is tested
    def __str__(self) -> str:
        raise RuntimeError("no")


class Plain:
    def __init__(self) -> None:
        self.api_key = "q1w2"
        self.size = 3


@pytest.mark.parametrize(
    ("value", "scrubbed"),
    [
        (Login("kim", "q1w2"), {"user": "kim", "password": "[SECRET]", "tags": []}),
        (Pair("kim", "q1w2"), {"user": "kim", "token": "[SECRET]"}),
        (Colour.RED, "[EMAIL]"),
        (ValueError("no kim@example.com password=q1w2"), "ValueError: no [EMAIL] password=[SECRET]"),
        (b"password=q1w2", "password=[SECRET]"),
        (bytearray(b"kim@example.com"), "[EMAIL]"),
        (memoryview(b"ok"), "ok"),
        ({"b", "a"}, ["a", "b"]),
        (frozenset({"kim@example.com"}), ["[EMAIL]"]),
        ((1, "a"), [1, "a"]),
        (deque([1, 2]), [1, 2]),
        (OrderedDict(pin=3064), {"pin": "[SECRET]"}),
        (MappingProxyType({"pin": 3064}), {"pin": "[SECRET]"}),
        (datetime(2026, 3, 1, tzinfo=UTC), "2026-03-01T00:00:00+00:00"),
        (date(2026, 3, 1), "2026-03-01"),
        (uuid.UUID(int=7), "00000000-0000-0000-0000-000000000007"),
        (Plain(), {"api_key": "[SECRET]", "size": 3}),
        (Silent(), "[WITHHELD]"),
        (Broken(), "[WITHHELD]"),
        (object(), "[WITHHELD]"),
        (Decimal("1.10"), Decimal("1.10")),
        (Decimal("NaN"), None),
        (math.inf, None),
        (-0.0, -0.0),
        pytest.param(10**5000, "[CUT]", id="long number"),
        (12345678901234567890123456789, 12345678901234567890123456789),
    ],
)
def test_values_of_any_kind_become_json(value: Any, scrubbed: Any) -> None:
    assert scrub(value) == scrubbed


def test_keys_of_any_kind_become_text_and_none_is_lost() -> None:
    assert scrub({1: "a", "1": "b", None: "c", False: "d"}) == {"1": "a", "1#2": "b", "null": "c", "false": "d"}
    assert scrub({"a@example.com": 1, "b@example.com": 2}) == {"[EMAIL]": 1, "[EMAIL]#2": 2}


def test_a_value_inside_itself_is_named_as_such() -> None:
    record: dict[str, Any] = {"n": 1}
    record["me"] = [record]
    assert scrub(record) == {"n": 1, "me": ["[CYCLE]"]}
    login = Login("kim", "q1w2")
    login.tags.append(login)  # type: ignore[arg-type]  # the cycle is the point
    assert scrub(login)["tags"] == ["[CYCLE]"]


def test_a_value_that_is_shared_is_no_cycle() -> None:
    shared = {"n": 1}
    assert scrub([shared, shared]) == [{"n": 1}, {"n": 1}]


def test_depth_is_capped_visibly_and_without_recursion() -> None:
    value: Any = "kim@example.com"
    for _ in range(100_000):
        value = [value]
    report = scrub_with_report(value)
    assert dict(report.removed) == {"CUT": 1}
    assert json.dumps(report.value) == "[" * MAX_DEPTH + '"[CUT]"' + "]" * MAX_DEPTH
    assert scrub(report.value) == report.value
    while isinstance(value, list):  # taken apart step by step: freeing it at once would recurse
        value = value[0]


def test_json_in_text_counts_towards_the_depth() -> None:
    value: Any = '{"password": "q1w2"}'
    for _ in range(MAX_DEPTH):
        value = [value]
    assert "q1w2" not in json.dumps(scrub(value))


@pytest.mark.parametrize(
    "value",
    [
        list(range(MAX_NODES + 10)),
        {str(n): n for n in range(MAX_NODES // 50)} | {"wide": [[0] * 5] * MAX_NODES},
    ],
    ids=["list", "nested"],
)
def test_breadth_is_capped_visibly_and_idempotently(value: Any) -> None:
    report = scrub_with_report(value)
    assert report.removed["CUT"] >= 1
    assert scrub(report.value) == report.value


def test_a_value_that_doubles_at_every_level_stays_bounded() -> None:
    value: Any = "x"
    for _ in range(40):
        value = [value, value]
    assert scrub_with_report(value).removed["CUT"] >= 1


def test_long_text_that_is_shared_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.scrub.walk.MAX_TOTAL_TEXT", 10_000)
    report = scrub_with_report(["word " * 400] * 1_000)
    assert sum(map(len, report.value)) < 10_000 + 2_000 + 1_000 * len("[CUT]")
    assert report.removed["CUT"] > 900


def test_what_the_scrubber_fails_on_is_withheld_whole() -> None:
    class Liar(dict[str, Any]):
        def keys(self) -> Any:
            raise RuntimeError("kim@example.com")

        def __iter__(self) -> Any:
            raise RuntimeError("kim@example.com")

    assert scrub(["a", Liar(a=1)]) == ["a", "[WITHHELD]"]


def test_an_error_of_the_walk_withholds_the_payload(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("pipeline.scrub.walk.scrub_string", fail)
    report = scrub_with_report({"q": "kim@example.com"})
    assert report.value == "[WITHHELD]"
    assert dict(report.removed) == {"WITHHELD": 1}
