"""One string: its normal form, its cap, what hides in it, and that it settles."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.scrub import is_clean, scrub, scrub_text, scrub_with_report
from pipeline.scrub.json_text import MAX_JSON_DEPTH
from pipeline.scrub.text import MAX_TEXT
from selector.families import query_family

#: Pieces that rules look at, in any order: what a person might paste and what an attacker might try.
PIECES = [
    "kim@example.com", "이순신@보기.한국", "010-2345-6789", "+82 10 2345 6789", "4242 4242 4242 4242", "900228-1234567",
    "password", "비밀번호는 ", "=", ": ", "'", '"', "\\", "{", "}", "[", "]", "[EMAIL]", "[SECRET:0a1b]", "[CUT]",
    "q1w2e3", "Bearer ", "Authorization: ", "postgres://a:b@c/", "&token=", "<password>", "</", "OTP 550718",
    "ey" + "JhbGciOiJI.", "gh" + "p_" + "a1B2" * 9, "-----BEGIN PRI" + "VATE KEY-----", "-----END", "\n", " ", "，",
    "０１０", "\u200b", "\0", "\ud800", "e\u0301", "은", "입니다", "신한은행 ", "110-234-567890", "//", "@", "1",
    "9" * 7, "--", "GB33BUKB20201555555555", '{"password": "q1w2"}', '"{\\"pin\\": 3064}"', "주문번호 ",
    "order_id: ", "phone ",
    "여권 M20437731",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=9).map("".join)


@given(texts)
@settings(max_examples=400, deadline=None)
def test_scrubbed_text_is_clean(text: str) -> None:
    once = scrub_text(text)
    assert scrub_text(once) == once
    assert is_clean(once)


@given(texts)
@settings(max_examples=200, deadline=None)
def test_text_settles_and_is_not_withheld(text: str) -> None:
    assert "WITHHELD" not in scrub_with_report(text).removed


@given(texts, st.sampled_from(["cs@example.org", "010-8765-4321", "4242-4242-4242-4242", "gl" + "pat-" + "a1B2" * 6]))
@settings(max_examples=200, deadline=None)
def test_a_datum_between_spaces_never_survives_whatever_stands_around_it(text: str, datum: str) -> None:
    assert datum not in scrub_text(f"{text} {datum} {text}")


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_comes_out_storable_and_as_it_was_or_normal(text: str) -> None:
    scrubbed = scrub_text(text)
    readable = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text if c != "\0")
    assert scrubbed == readable or unicodedata.is_normalized("NFKC", scrubbed)
    assert "\0" not in scrubbed
    scrubbed.encode("utf-8")


@pytest.mark.parametrize("text", ["안돼요ㅠㅠ ㅋㅋ", "x²", "①번 상품", "㈜가나", "ＡＢＣ", "cafe\u0301", "ﬁle…"])
def test_text_in_which_nothing_is_found_stays_as_it_was_written(text: str) -> None:
    assert scrub(text) == text
    assert scrub({"note": text, text: [text]}) == {"note": text, text: [text]}
    assert query_family(scrub_text(text)).key == query_family(text).key


def test_json_with_a_datum_keeps_its_fractions_as_they_were_written() -> None:
    text = '{"price": 1.10, "big": 12345678901234567890.10, "to": "kim@example.com"}'
    assert scrub(text) == '{"price":1.10,"big":12345678901234567890.10,"to":"[EMAIL]"}'
    assert scrub('{"n": 1e999, "to": "kim@example.com"}') == '{"n":null,"to":"[EMAIL]"}'


def test_wide_json_is_read_as_json() -> None:
    for value in ('｛"password"："q1w2"｝', {"note": '｛"pin"："q1w2"｝'}):
        assert "q1w2" not in json.dumps(scrub(value))


def test_wide_and_decomposed_letters_are_brought_to_one_form_before_the_rules() -> None:
    assert scrub_text("ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ") == "[EMAIL]"
    assert scrub_text("０１０－２３４５－６７８９") == "[PHONE]"
    assert scrub_text(unicodedata.normalize("NFD", "비밀번호: q1w2e3")) == "비밀번호: [SECRET]"


def test_nul_and_lone_surrogates_do_not_reach_a_database() -> None:
    assert scrub_text("a\0b\ud800c") == "ab\ufffdc"


def test_a_number_wrapped_in_invisible_characters_is_seen_and_other_text_keeps_them() -> None:
    assert scrub_text("010\u200b-2345\u200b-6789") == "[PHONE]"
    assert scrub_text("가\u200b나") == "가\u200b나"


def test_long_text_is_cut_visibly_and_nothing_that_straddles_the_cap_is_left() -> None:
    datum = "kim@example.com"
    text = "가" * (MAX_TEXT - 8) + " " + datum + " " + "나" * 100
    report = scrub_with_report(text)
    assert len(report.value) <= MAX_TEXT
    assert report.value.endswith("[CUT]")
    assert "kim" not in report.value
    assert report.removed["CUT"] == 1
    assert is_clean(report.value)


def test_marks_piled_on_one_letter_are_cut() -> None:
    report = scrub_with_report("a" + "\u0301\u0316" * 50_000)
    assert report.removed == {"CUT": 1}
    assert is_clean(report.value)


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ('{"password": "q1w2", "n": 1}', '{"password":"[SECRET]","n":1}'),
        ('{"a": {"to": "kim@example.com"}}', '{"a":{"to":"[EMAIL]"}}'),
        ('"{\\"pin\\": 3064}"', '"{\\"pin\\":\\"[SECRET]\\"}"'),
        ('{"to": "kim\\u0040example.com"}', '{"to":"[EMAIL]"}'),
        ('["{\\"apiKey\\": \\"q1w2\\"}"]', '["{\\"apiKey\\":\\"[SECRET]\\"}"]'),
        ('결과: {"password": "q1w2"}', '결과: {"password": "[SECRET]"}'),
        ('{"preview": "x", "password": "q1w2', '{"preview": "x", "password": "[SECRET]'),
    ],
)
def test_json_in_text_is_scrubbed_as_json(text: str, scrubbed: str) -> None:
    assert scrub_text(text) == scrubbed


@pytest.mark.parametrize(
    "text", ['{ "b" : 1.10, "a": [1e3] }', " [1, 2]\n", '{"a": 1, "a": 2}', "[EMAIL]", '"word"', " padded "]
)
def test_text_in_which_nothing_is_found_is_kept_letter_by_letter(text: str) -> None:
    assert scrub_text(text) == text


def test_a_key_that_occurs_twice_hides_nothing() -> None:
    assert "kim@example.com" not in scrub_text('{"a": "kim@example.com", "a": "b"}')


def test_json_nested_beyond_the_cap_is_cut() -> None:
    assert scrub_text("[" * (MAX_JSON_DEPTH + 1) + "]" * (MAX_JSON_DEPTH + 1)) == "[CUT]"
    assert scrub_text('["[[[["]') == '["[[[["]'
    assert json.loads(scrub_text("[" * MAX_JSON_DEPTH + "]" * MAX_JSON_DEPTH)) != "[CUT]"


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_a_piece_repeated_many_times_comes_through(piece: str) -> None:
    assert isinstance(scrub(piece * (20_000 // len(piece))), str)
