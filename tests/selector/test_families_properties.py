"""What holds of the family of every query."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from selector.families import query_family, similarity

SENTENCES = st.sampled_from(
    [
        "rename the folder",
        "archive invoice 12",
        "is the gate closed",
        "turn off the hall heater",
        "how many seats are free tomorrow",
        "refund the second ticket to my card",
        "창문 열어줘",
        "환전을 신청해 주세요",
        "서재 조명이 켜져 있어",
        "7월 2일 매출 조회",
        "구독 해지하지 마",
        "API 목록을 조회해줘",
    ]
)
ENGLISH = st.sampled_from(
    ["rename the folder", "archive an invoice", "print labels for the parcels", "mute the hall speaker"]
)
KOREAN_NOUNS = st.sampled_from(["환전 신청", "좌석 예약", "영수증 출력", "주차 등록", "공지 삭제", "번역 요청서 검토"])
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)
WORD = st.sampled_from(
    [
        "folder",
        "invoice",
        "창문",
        "열어",
        "not",
        "is",
        "12",
        "'a'",
        "5분",
        "안",
        "지",
        "마",
        "due",
        "by",
        "한",
        "two",
        "off",
    ]
)
WORDS = st.lists(WORD, max_size=12)
STYLES = st.sampled_from(
    [
        *(
            "해",
            "해줘",
            "해주세요",
            "하기",
            "할래",
            "할게요",
            "해주실래요",
            "해주시겠어요",
            "하고싶어요",
            "하려고",
            "합시다",
        ),
        *(
            "하십시오",
            "해야해",
            "해도 될까요",
            "할수있나요",
            "할 수 있을까요",
            " 부탁드려요",
            " 좀",
            " 가능해요?",
            "하는 방법",
        ),
    ]
)


@given(ANY_TEXT)
def test_any_text_has_a_family(text: str) -> None:
    family = query_family(text)
    assert list(family.terms) == sorted(set(family.terms))
    assert (family.key == "") == (family.terms == ())
    assert query_family(text) == family


@given(
    st.lists(
        st.sampled_from(
            ["\x00", "\ud800", "\udfff", "\ue000", "가", "ᄀ", "'", "@", "5", "지", " ", "é", "ﷺ", "\u202e"]
        ),
        max_size=200,
    )
)
def test_odd_characters_have_a_family(characters: list[str]) -> None:
    family = query_family("".join(characters))
    assert len(family.key) in (0, 16)


def test_a_megabyte_has_the_family_of_its_beginning() -> None:
    for piece in ("rename the folder ", "창문을 열어줘 ", "밤 ", "a@b.", "'", "한", "password: ", "1a-"):
        long = piece * (1_000_000 // len(piece))
        assert query_family(long) == query_family(long[:8_000])


@given(SENTENCES, st.sampled_from([str.upper, str.title, str.swapcase, str.casefold]))
def test_case_does_not_matter(sentence: str, change: object) -> None:
    assert callable(change)
    assert query_family(change(sentence)).key == query_family(sentence).key


@given(SENTENCES)
def test_width_and_space_and_closing_marks_do_not_matter(sentence: str) -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" < c <= "~" else "\u3000" if c == " " else c for c in sentence)
    spaced = "  " + sentence.replace(" ", "   ") + " !!"
    assert {query_family(wide).key, query_family(spaced).key} == {query_family(sentence).key}


@given(
    ENGLISH,
    st.lists(
        st.sampled_from(["please", "hi", "could you", "I want to", "help me", "I'd like to", "can you"]), max_size=3
    ),
)
def test_politeness_before_an_english_request_does_not_matter(request: str, openings: list[str]) -> None:
    assert query_family(" ".join([*openings, request])).key == query_family(request).key
    assert query_family(f"{request}, please, thanks").key == query_family(request).key


@given(
    KOREAN_NOUNS,
    STYLES,
    st.sampled_from(["", "좀 ", "혹시 ", "지금 ", "제발 "]),
)
def test_the_style_of_a_korean_request_does_not_matter(request: str, style: str, opening: str) -> None:
    assert query_family(f"{opening}{request}{style}").key == query_family(request).key


@given(KOREAN_NOUNS)
def test_the_right_particle_does_not_matter(request: str) -> None:
    noun, act = request.rsplit(" ", 1)
    closed = (ord(noun[-1]) - ord("가")) % 28 != 0
    for particle in ("을", "은", "이라는") if closed else ("를", "는", "라는"):
        assert query_family(f"{noun}{particle} {act}").key == query_family(request).key


@given(st.permutations(["remove", "broken", "lamps", "upstairs"]), st.permutations(["서재", "모든", "조명", "꺼줘"]))
def test_the_order_of_words_does_not_matter(english: list[str], korean: list[str]) -> None:
    assert query_family(" ".join(english)).key == query_family("remove broken lamps upstairs").key
    assert query_family(" ".join(korean)).key == query_family("서재 모든 조명 꺼줘").key


@given(st.integers(0, 10**9), st.sampled_from(["{}", "{:,}", "{}.5", "#{}", "${}", "AB-{}", "{}th"]))
def test_the_value_of_a_number_or_an_id_does_not_matter(number: int, form: str) -> None:
    value = form.format(number)
    assert query_family(f"track parcel {value} now").key == query_family("track parcel 7 now").key
    assert query_family(f"소포 {value} 추적").key == query_family("소포 7 추적").key


@given(st.dates(), st.times())
def test_the_value_of_a_date_or_a_time_does_not_matter(date: object, time: object) -> None:
    expected = query_family("book the hall on 2026-03-05").key
    for text in (f"{date}", f"{date:%B} {date:%d}", f"{date:%d.%m.%Y}", f"{date:%A}", f"{time:%H:%M}", f"{time:%I} pm"):
        assert query_family(f"book the hall on {text}").key == expected
    korean = query_family("강당 예약 3월 5일").key
    for text in (
        f"{date:%m}월 {date:%d}일",
        f"{date:%Y}년 {date:%m}월에",
        f"오후 {time:%I}시 {time:%M}분",
        f"{time:%H:%M}에",
    ):
        assert query_family(f"강당 예약 {text}").key == korean


@given(st.text("abcdefgh 가나다!.", min_size=1, max_size=30))
def test_what_is_quoted_does_not_matter(content: str) -> None:
    assert query_family(f'open the file "{content}" again').key == query_family('open the file "x" again').key


@given(SENTENCES)
def test_a_denial_makes_another_family(sentence: str) -> None:
    if "not" not in query_family(sentence).terms:
        denied = query_family(f"not {sentence}")
        assert denied.key != query_family(sentence).key
        assert similarity(denied, query_family(sentence)) == 0.0


@given(WORDS, WORDS)
def test_similarity_is_symmetric_and_between_none_and_one(first: list[str], second: list[str]) -> None:
    a, b = query_family(" ".join(first)), query_family(" ".join(second))
    assert 0.0 <= similarity(a, b) == similarity(b, a) <= 1.0
    assert (similarity(a, b) == 1.0) == (a.key == b.key != "")
    assert similarity(a, a) == (1.0 if a.key else 0.0)


@given(WORDS)
def test_text_beyond_the_limit_does_not_matter(words: list[str]) -> None:
    beginning = " ".join(words).ljust(2_000)
    assert query_family(beginning + "and rename the folder").key == query_family(" ".join(words)).key


def test_no_hash_order_shows() -> None:
    script = (
        "from selector.families import query_family, similarity\n"
        "a = query_family('turn off the hall heater, the lamp and the fan by 5')\n"
        "b = query_family('turn off the heater, the lamp and the fan by 9')\n"
        "print(ascii((a, b, query_family('서재 조명 꺼줘 please'), similarity(a, b))))"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(p or "." for p in sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(results) == 1
