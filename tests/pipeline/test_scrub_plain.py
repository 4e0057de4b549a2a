"""What is copied at once comes out as it would have by the long way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.scrub import scrub_with_report, walk

NAMES = st.sampled_from(
    [
        "id",
        "status",
        "order_id",
        "phone",
        "apiKey",
        "name",
        "value",
        "memo",
        "pin",
        "계좌번호",
        "items",
        "a b",
        "n",
        "version",
    ]
)
TEXTS = st.sampled_from(
    [
        "", "SHIPPED", "ORD-2026-000123", "010-2345-6789", "kim@example.com", "0212345678", "password", "q1w2e3", "USA",
        "2026-03-01T08:15:30Z", "문 앞 12345호", "인증번호 4821", '{"pin": "3064"}', "[draft]", "４５", "110234567890",
        "é" * 40,
        "10.1.2.3", "HP-010-2345-6789", "면허 12345", "x" * 200, "PIN-3064", "SSN-219099999", "token=abc", "\0",
    ]
)  # fmt: skip
SCALARS = (
    TEXTS | st.integers(-(10**13), 10**17) | st.sampled_from([0, 1023456789, 4821, 1.5, 1e15, float("nan"), True, None])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=25,
)


@settings(max_examples=120)
@given(value=VALUES, again=st.booleans())
def test_the_short_way_changes_the_time_and_nothing_else(value: Any, again: bool) -> None:
    nested = {"root": [value, {"x": value, "y": [value]}] if again else value}
    short = scrub_with_report(nested)
    whole = walk._Walk._is_copied
    walk._Walk._is_copied = lambda *_: False
    try:
        long = scrub_with_report(nested)
    finally:
        walk._Walk._is_copied = whole
    assert repr(short) == repr(long)
