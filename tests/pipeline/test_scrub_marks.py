"""A mark exempts itself and nothing else: what goes on behind it is judged as if the mark were not there."""

from __future__ import annotations

import pytest

from pipeline.scrub import scrub

TOLD = [
    ("password=[SECRET]hunter2Abc9", "password=[SECRET]"),
    ("password=[REDACTED]hunter2Abc9 end", "password=[SECRET] end"),
    ("password: [SECRET:3f9a]hunter2Abc9", "password: [SECRET]"),
    ('password="[SECRET]hunter2Abc9"', 'password="[SECRET]"'),
    ("비밀번호는 [SECRET]Zq9canaryX7", "비밀번호는 [SECRET]"),
    ("비밀번호는 [SECRET:3f9a]Zq9canaryX7입니다", "비밀번호는 [SECRET]입니다"),
    ("my password is [SECRET]hunter2Abc9.", "my password is [SECRET]."),
    ("<password>[SECRET]hunter2</password>", "<password>[SECRET]</password>"),
]


@pytest.mark.parametrize(("text", "scrubbed"), TOLD)
def test_a_value_that_begins_with_a_mark_and_goes_on_is_taken_whole(text: str, scrubbed: str) -> None:
    assert scrub(text) == scrubbed
    assert scrub(scrubbed) == scrubbed


def test_a_field_too() -> None:
    assert scrub({"password": "[SECRET]hunter2"}) == {"password": "[SECRET]"}


@pytest.mark.parametrize(
    "text",
    [
        "password=[SECRET]",
        "password=[SECRET]입니다.",
        "password=[HIDDEN], next",
        "a=1&password=[SECRET]&b=2",
        "비밀번호는 [SECRET:3f9a]입니다",
        "my password is [SECRET:3f9a].",
        "token [SECRET:3f9a]/[EMAIL:12ab]",
    ],
)
def test_a_mark_alone_stays(text: str) -> None:
    assert scrub(text) == text
