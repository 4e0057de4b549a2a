"""The scrubber against a corpus of its own, in every surrounding, nesting and writing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.scrub import scrub
from tests.pipeline.scrub_corpus import SURROUNDINGS, Telling, ordinary, telling, tokens

ALL = [*telling(), *tokens()]


def within(text: str) -> list[str]:
    return [around.replace("{}", text) for around in SURROUNDINGS]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.kind)
def test_what_tells_something_is_gone_whatever_stands_around_it(case: Telling) -> None:
    leaked = [text for text in within(case.text) if case.hidden in scrub(text)]
    assert leaked == []


def test_what_was_scrubbed_stays_as_it_is() -> None:
    for case in ALL[::3]:
        for text in within(case.text)[::5]:
            once = scrub(text)
            assert scrub(once) == once


@pytest.mark.parametrize("text", ordinary())
def test_what_looks_alike_stays_whatever_stands_around_it(text: str) -> None:
    changed = {around: scrub(around) for around in within(text) if scrub(around) != around}
    # An address in a sign of a mark-up or behind an opening quotation mark is cut off at the wrong end: both are safe.
    assert [around for around in changed if around[:1] not in "<`"] == []


@pytest.mark.parametrize("case", ALL[::4], ids=lambda case: case.kind)
def test_nesting_hides_nothing(case: Telling) -> None:
    text = f"memo {case.text}"
    line = json.dumps({"a": [{"b": text}]}, ensure_ascii=False)
    shapes: list[Any] = [
        {"a": [{"b": text}]},
        {"log": line},
        {"log": json.dumps(line)},
        {text: 1},
        [("note", text)],
        {"raw": text.encode()},
        ValueError(text),
        f'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: {text}',
        f"env:\n  - name: X\n    value: 1\n# {text}\n",
    ]
    assert [shape for shape in shapes if case.hidden in json.dumps(scrub(shape), ensure_ascii=False)] == []
