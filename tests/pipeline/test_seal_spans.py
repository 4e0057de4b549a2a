"""Spans: which values a user's text is found to hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.seal import Keyring, user_spans
from pipeline.seal.canonical import canonical_text
from pipeline.seal.spans import MAX_SPAN, MAX_WORD, MAX_WORDS


def says(text: str, value: object) -> bool:
    seal = Keyring.demonstration().for_collection("shop")
    fingerprint = seal.leaf(value)
    assert fingerprint is not None
    joined = seal.joined(user_spans(text)[0])
    return fingerprint in {joined[place : place + 12] for place in range(0, len(joined), 12)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my parcel is PX-10442", "px-10442"),
        ("my parcel is PX-10442.", "PX-10442"),
        ("(PX-10442)", "PX-10442"),
        ("“PX-10442”, please", "PX-10442"),
        ("parcel #10442 is late", 10_442),
        ("parcel #10442, is late", "#10442"),
        ("parcel (#A10442)", "A10442"),
        ("it cost $1250.50!", 1250.5),
        ("I live at 22 Rose Garden Lane, Sejong", "22 Rose Garden Lane"),
        ("I live\nat 22\tRose   Garden Lane", "22 rose garden lane"),
        ("call me Ana-María O'Neil.", "Ana-María O'Neil"),
        ("소포 PX-10442을 찾아줘", "PX-10442"),
        ("소포 10442번이요.", "10442"),
        ('"PX-10442"라고 적혀 있어요', "PX-10442"),
        ("kim@example.com으로 보내줘", "kim@example.com"),
        ("(주)하늘상사 앞으로", "(주)하늘상사"),
        ("서울특별시 종로구로 보내", "서울특별시 종로구로"),
        ("-4000 degrees", -4000),
        ("handle @ana_maria, thanks", "@ana_maria"),
        ("one two three four five six seven eight", "one two three four five six seven eight"),
    ],
)
def test_a_text_says_a_value(text: str, value: object) -> None:
    assert says(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my parcel is PX-10442", "PX-1044"),
        ("my parcel is PX 10442", "PX-10442"),
        ("서울특별시에서 왔어요", "서울특별시"),
        ("one two three four five six seven eight nine", "one two three four five six seven eight nine"),
        ("parcel A B", "parcel B"),
    ],
)
def test_a_text_does_not_say_another(text: str, value: object) -> None:
    assert not says(text, value)


def test_weak_words_have_no_span_of_their_own() -> None:
    spans, _ = user_spans("yes 42 me")
    assert spans == [b"yes 42", b"yes 42 me", b"42 me"]


def test_words_past_the_cap_are_counted_and_not_read() -> None:
    text = " ".join(f"word{number}" for number in range(MAX_WORDS)) + "  last  words\nhere "
    spans, cut = user_spans(text)
    assert cut == 3
    assert b"word1999" in spans
    assert b"last" not in spans
    assert user_spans("short text")[1] == 0


def test_a_word_that_is_too_long_breaks_the_spans() -> None:
    spans, _ = user_spans(f"before {'x' * (MAX_WORD + 1)} after this")
    assert spans == [b"before", b"after", b"after this", b"this"]


def test_two_thousand_words_have_no_more_spans_than_words_times_length() -> None:
    spans, _ = user_spans(" ".join(["plain"] * MAX_WORDS))
    assert len(spans) <= MAX_WORDS * MAX_SPAN


def test_no_text_has_no_spans() -> None:
    assert user_spans("") == ([], 0)
    assert user_spans(" \n ") == ([], 0)
    assert user_spans("… !!")[1] == 0


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=12), min_size=1, max_size=12
    )
)
def test_every_run_of_words_is_a_span_unless_it_is_weak(words: list[str]) -> None:
    spans = set(user_spans(" ".join(words))[0])
    for start in range(len(words)):
        for end in range(start + 1, min(start + MAX_SPAN, len(words)) + 1):
            canonical = canonical_text(" ".join(words[start:end]))
            assert canonical is None or canonical in spans


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    spans, cut = user_spans(text)
    assert cut == 0
    assert all(spans)
