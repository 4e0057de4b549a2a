"""The scrubber on what nobody thought of: no crash, no leak, and few looks at each character."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.scrub import scrub, scrub_with_report
from pipeline.scrub import text as text_module
from pipeline.scrub.text import MAX_TEXT
from tests.pipeline.scrub_corpus import telling, tokens

PLANTED = [case for case in (*telling(), *tokens()) if case.kind in ("token", "email", "phone", "rrn", "card")]
KOREAN = st.text(alphabet="가나다라마바사아자차카타파하은는이가을를로 .,!?\n", max_size=30)
ENGLISH = st.text(alphabet="abcdefghijklmnopqrstuvwxyz ABC.,!?;\n", max_size=30)
#: What touches a datum on either side: never a character that could make it a part of something else.
LEFT = st.one_of(KOREAN, ENGLISH).map(lambda text: f"{text} ")
RIGHT = st.one_of(KOREAN.map(lambda text: f"입니다 {text}"), ENGLISH.map(lambda text: f" {text}"))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=20)
    | st.binary(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=15,
)


@settings(max_examples=100)
@given(case=st.sampled_from(PLANTED), before=LEFT, after=RIGHT)
def test_a_planted_datum_never_stays(case: Any, before: str, after: str) -> None:
    assert case.hidden not in scrub(before + case.text + after)


@settings(max_examples=60)
@given(value=JSON, case=st.sampled_from(PLANTED), key=st.sampled_from(["note", "메모", "a b", "items"]))
def test_any_value_gives_json_and_hides_nothing(value: Any, case: Any, key: str) -> None:
    report = scrub_with_report({"around": value, key: [value, f"memo {case.text}"]})
    written = json.dumps(report.value, ensure_ascii=False, allow_nan=False)
    assert case.hidden not in written
    assert report.removed
    assert scrub(report.value) == report.value


UNITS = [
    "a", "a.", "a@", "1 ", "1-", "ey" + "J", "Bearer ", "password=", "//a:", "-----BEGIN ", "비밀번호 ", "'", "\\",
    "<a>", "가", "OTP 550718", "4242424242424242", "a@b.kr", "010-2345-6789", '{"a":', "일공",
]  # fmt: skip


def characters_read(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Characters that are handed to the rules, counted once for each group that is tried on them."""
    read = 0

    def counting(groups: Any, text: str, redactor: Any) -> str:
        nonlocal read
        read += len(text)
        return applied(groups, text, redactor)

    applied = text_module._applied
    with monkeypatch.context() as patched:
        patched.setattr(text_module, "_applied", counting)
        scrub(text)
    return read


@pytest.mark.parametrize("unit", UNITS)
def test_the_rules_read_a_text_of_twice_the_length_no_more_than_twice_as_often(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    once, twice = (characters_read(unit * repeats, monkeypatch) for repeats in (500, 1_000))
    assert twice <= 2 * once + 1_000
    assert once <= 40 * len(unit) * 500


@pytest.mark.parametrize("unit", UNITS[::5])
def test_a_text_of_any_length_is_kept_to_its_cap(unit: str) -> None:
    report = scrub_with_report(unit * (MAX_TEXT // len(unit) + 2_000))
    assert len(report.value) <= MAX_TEXT
    assert report.removed, "what was left out is counted"
