"""Query families: which wordings are one request, and which are not."""

from __future__ import annotations

import itertools
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from selector.families import NEAR, QueryFamily, query_family, similarity


def key(text: str) -> str:
    return query_family(text).key


@pytest.mark.parametrize(
    "wordings",
    [
        # politeness
        [
            "archive invoice 12",
            "please archive invoice 12",
            "Could you archive invoice 12 for me, please?",
            "Hello, I'd like to archive invoice 12",
            "i need you to archive the invoice 12, thanks!",
            "is it possible to archive invoice 12",
            "are you able to archive invoice 12?",
            "Is there a way to archive invoice 12?",
            "do you know how to archive invoice 12",
            "help me archive invoice 12",
        ],
        # being told
        ["tell me the parking fee", "let me know the parking fee", "give me the parking fee", "the parking fee please"],
        # inflection
        ["rename the folders", "renaming folders", "rename a folder", "renamed folder"],
        ["cancelled flights", "canceled flights", "cancelling a flight", "cancel flight"],
        ["copied the files", "copying files", "copies of file", "copy the file's"],
        ["I lost my badge", "losing a badge"],
        # order and width
        [
            "mute the hall speaker",
            "the hall speaker: mute",
            "ＭＵＴＥ　ＨＡＬＬ　ＳＰＥＡＫＥＲ",
            "mute hall speaker!!!",
        ],
        # slots
        ["book a table for 4", "book a table for twelve", "book a table for two"],
        ["wait 5 minutes", "wait half an hour", "wait an hour", "wait 1 hour 30 minutes"],
        [
            "remind me at 7:30 am",
            "remind me at 6 pm",
            "remind me at 19:00",
            "remind me tomorrow",
            "remind me on Friday",
        ],
        ["sales on March 3rd", "sales on 2026-03-05", "sales on 12/25", "sales last week", "sales in december"],
        ["pay $75", "pay 1,310.50 euros", "pay £20", "pay twenty dollars"],
        ["trace shipment ZX-4410-K", "trace shipment #88A21", "trace shipment 7781"],
        ["open 'draft one'", 'open "the other draft"', "open `draft`", "open “Son's draft”"],
        ["write to ann@example.org", "write to bob.b@mail.example.com"],
        ["fetch https://example.org/a?b=c", "fetch www.example.net", "fetch example.com/x"],
        # one negation for all
        ["don't archive it", "do not archive it", "dont archive it", "never archive it"],
    ],
)
def test_wordings_of_one_english_request_share_a_key(wordings: list[str]) -> None:
    assert len({key(wording) for wording in wordings}) == 1, [query_family(wording).terms for wording in wordings]
    assert key(wordings[0])


@pytest.mark.parametrize(
    "wordings",
    [
        # 하다 and its styles
        [
            "환전 신청",
            "환전 신청해",
            "환전 신청해줘",
            "환전을 신청해 주세요",
            "환전을 신청하고 싶어요",
            "환전 신청할래",
            "환전 신청 부탁드립니다",
            "환전을 신청해주실래요?",
            "환전 신청하려고 합니다",
            "환전을 신청해 주십시오",
            "환전 신청할 수 있나요?",
            "환전 신청 가능한가요?",
            "환전을 신청해주실 수 있을까요",
            "환전은 어떻게 신청하나요?",
            "환전을 신청하는 방법",
            "환전을 신청해도 될까요",
        ],
        # native verbs, contracted and irregular
        ["선풍기 꺼", "선풍기를 꺼줘", "선풍기 끄기", "선풍기 끄고 싶어", "선풍기를 끌래", "선풍기 좀 꺼 주시겠어요"],
        ["화면 켜", "화면을 켜줘", "화면 켜기", "화면 켜 주세요", "화면을 켜려면", "화면 켜놔", "화면 켜 둬"],
        ["자막 바꿔", "자막을 바꿔줘", "자막 바꾸기", "자막 바꾸고 싶어요", "자막 바꿔줄래"],
        ["창문 열어", "창문을 열어줘", "창문 열기", "창문 여는 법", "창문을 열어 주실래요", "창문 좀 열어봐"],
        ["색상 골라줘", "색상 고르기", "색상을 고르고 싶어"],
        ["현관 잠가", "현관을 잠가줘", "현관 잠그기"],
        # a verb that no list holds
        ["사진 뭉개줘", "사진을 뭉개주세요", "사진 뭉개주실래요"],
        # particles
        ["동생에게 편지 보내", "동생한테 편지를 보내줘", "동생에게 편지를 보내 주세요"],
        ["서재의 조명 상태는", "서재 조명의 상태", "서재에서는 조명 상태가"],
        # being told
        ["서재 습도 알려줘", "서재 습도 뭐야", "서재 습도가 궁금해요", "서재 습도를 알고 싶어", "서재 습도 어때?"],
        # slots with units and particles
        [
            "7월 2일 매출 조회",
            "2026-07-02 매출 조회",
            "9월 30일에 매출을 조회해줘",
            "어제 매출 조회",
            "지난 주 매출 조회해줘",
        ],
        ["표 두 장 예매", "표 3장 예매해줘", "표 열 장을 예매해 주세요", "표 다섯 장 예매"],
        ["오전 9시 기상 알림", "오후 세시 기상 알림", "아침 7시에 기상 알림", "10시 반에 기상 알림"],
        ["20분 뒤에 깨워줘", "삼십분 후에 깨워줘", "한 시간 후에 깨워 줘"],
        ["밝기 40%로 설정", "밝기를 70 퍼센트로 설정해줘", "밝기 오십 퍼센트로 설정"],
        ["'일지' 파일 열어줘", '"회의록 2" 파일을 열어 주세요'],
        # English words with Hangul tails
        ["API를 호출해줘", "api 호출", "API 호출해 주세요"],
        ["order의 상태 조회", "orders 상태를 조회해줘"],
        # denial
        ["구독 해지하지 마", "구독 해지하지 마세요", "구독을 해지하지 말아줘", "구독 해지하지 않기"],
        ["로그인이 안 돼요", "로그인 안돼", "로그인이 되지 않아요", "로그인이 안 됩니다"],
        # mixed script
        ["ＴＶ 꺼줘", "tv 꺼", "TV를 꺼 주세요"],
    ],
)
def test_wordings_of_one_korean_request_share_a_key(wordings: list[str]) -> None:
    assert len({key(wording) for wording in wordings}) == 1, [query_family(wording).terms for wording in wordings]
    assert key(wordings[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rename the folder", "remove the folder"),
        ("rename the folder", "rename the album"),
        ("rooms with a balcony", "rooms without a balcony"),
        ("archive the invoice", "don't archive the invoice"),
        ("is the gate closed", "close the gate"),
        ("tell me if the gate is closed", "close the gate"),
        ("switch the heater on", "switch the heater off"),
        ("turn the sound up", "turn the sound down"),
        ("trips before the fair", "trips after the fair"),
        ("when was my parcel sent", "how much was my parcel sent for"),
        ("why was the refund refused", "when was the refund refused"),
        ("remove all notes", "remove the note"),
        ("raise the limit by 5", "raise the limit to 5"),
        ("what is your address", "what is my address"),
        ("note the meeting", "not the meeting"),
        ("list the planes", "list the plans"),
        ("선풍기 켜줘", "선풍기 꺼줘"),
        ("선풍기 켜줘", "선풍기가 켜져 있어"),
        ("선풍기 켜줘", "선풍기가 켜져있는지 알려줘"),
        ("환전 신청해줘", "환전 신청됐어"),
        ("환전 신청해줘", "환전 신청했나요"),
        ("구독 해지해줘", "구독 해지하지 마"),
        ("주차 되는 가게", "주차 안 되는 가게"),
        ("주차 있는 가게", "주차 없는 가게"),
        ("공지 목록 조회", "공지 상세 조회"),
        ("마감 전 공지 조회", "마감 후 공지 조회"),
        ("3일 전 공지 조회", "3일 후 공지 조회"),
        ("청소 시작", "청소기 시작"),
        ("보고서 작성", "보고 작성해줘"),
        ("언제 출발했어", "왜 출발했어"),
    ],
)
def test_different_requests_have_different_keys_and_are_not_near(one: str, other: str) -> None:
    a, b = query_family(one), query_family(other)
    assert a.key != b.key
    assert similarity(a, b) < NEAR


@pytest.mark.parametrize(
    "text", ["", " ", "please", "could you please", "the", "???", "what is it", "ㅋㅋ", "좀", "주세요", "알려줘", None]
)
def test_without_a_content_term_there_is_no_family(text: str | None) -> None:
    assert query_family(text) == QueryFamily("", ())


def test_what_is_no_text_has_no_family() -> None:
    assert query_family(17) == QueryFamily("", ())  # type: ignore[arg-type]  # what a careless caller hands over


def test_terms_are_sorted_and_distinct_and_the_key_is_a_short_hash() -> None:
    family = query_family("sort the tickets, then sort the tickets by 5")
    assert family.terms == ("#", "by", "sort", "ticket")
    assert len(family.key) == 16
    assert int(family.key, 16) >= 0


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("문이 잠겨 있어?", ("?", "문", "잠기다")),
        ("재고 있나요", ("?", "재고")),
        ("파일을 열 수 없어요", ("not", "열다", "파일")),
        ("삭제한 파일을 찾아줘", ("삭제", "찾다", "파일")),
        ("만료된 쿠폰", ("되다", "만료", "쿠폰")),
        ("환불이 언제 되나요", ("되다", "언제", "환불")),
        ("권한을 부여해줘", ("권한", "부여")),
        ("고객문의 등록", ("고객문의", "등록")),
        ("첫 번째 글", ("#", "글")),
        ("물을 주문해줘", ("물", "주문")),
        ("지금 몇 시야", ("몇", "시")),
        ("이십 퍼센트 이상 할인", ("#", "이상", "할인")),
    ],
)
def test_korean_terms_are_nouns_and_dictionary_forms(text: str, terms: tuple[str, ...]) -> None:
    assert query_family(text).terms == terms


@pytest.mark.parametrize(
    "placeholder", ["[EMAIL]", "[PHONE:12ab]", "[CARD]", "[SECRET:0f3e]", "[REDACTED]", "[BANK_ACCOUNT]"]
)
def test_the_scrubbers_placeholders_are_slots(placeholder: str) -> None:
    assert key(f"call {placeholder} back") == key("call 0101 back")
    assert key(f"{placeholder}으로 초대장 보내줘") == key("ann@example.org로 초대장을 보내줘")


@pytest.mark.parametrize(
    "value",
    [
        "+44 20 7946 0958",
        "(02) 345-6789",
        "5555-5555-5555-4444",
        "900228-1234567",
        "GB33 BUKB 2020 1555 5555 55",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.a1b2c3",
        "ghp_" + "Ab1" * 12,
        "postgres://app:p%40ss@db.internal:5432/x",
        "ann (at) example (dot) org",
        "550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_personal_data_and_secrets_are_one_slot_whatever_their_punctuation(value: str) -> None:
    assert query_family(f"look up {value} again").terms == ("#", "look", "up")
    assert query_family(f"{value} 조회해줘").terms == ("#", "조회")


def test_the_value_of_a_secret_is_a_slot_and_its_name_is_not() -> None:
    assert query_family("reset it with password: hunter").terms == ("#", "password", "reset")
    assert query_family("비밀번호=가나다라 로 재설정").terms == ("#", "비밀번호", "재설정")


def test_only_the_beginning_of_a_long_query_counts() -> None:
    beginning = "sort the tickets " * 200
    assert key(beginning + "and print the labels") == key(beginning)
    assert key(beginning[:1500] + " and print the labels") != key(beginning)


@dataclass(frozen=True)
class Stored:
    """A family as a store hands it back."""

    key: str
    terms: tuple[str, ...]


def test_similarity_is_the_share_of_common_terms() -> None:
    a, b = Stored("1", ("a", "b", "c", "d")), Stored("2", ("a", "b", "c", "e"))
    assert similarity(a, b) == pytest.approx(3 / 5)
    assert similarity(a, Stored("3", ("a", "b", "c"))) == pytest.approx(3 / 4)
    assert similarity(a, Stored("4", ("w", "x", "y", "z"))) == 0


def test_a_family_is_like_itself_and_no_family_is_like_none() -> None:
    assert similarity(Stored("1", ("a",)), Stored("1", ("a",))) == 1.0
    assert similarity(Stored("", ()), Stored("", ())) == 0.0


@pytest.mark.parametrize("deciding", ["not", "?", "off", "before", "when", "언제", "후"])
def test_families_that_differ_in_what_decides_are_never_near(deciding: str) -> None:
    shared = ("a", "b", "c", "d", "e", "f", "g")
    assert similarity(Stored("1", shared), Stored("2", (*shared, deciding))) == 0.0


def test_two_terms_are_too_few_to_be_near() -> None:
    assert similarity(Stored("1", ("a", "b")), Stored("2", ("a", "b", "c"))) == 0.0


@pytest.mark.parametrize(
    ("name", "precision", "recall"),
    [
        ("ha-intents en", 0.98, 0.045),
        ("ha-intents ko", 0.99, 0.018),
        ("banking77 en", 0.95, 0.010),
        ("clinc150 en", 0.90, 0.020),
    ],
)
def test_real_utterances_with_one_key_have_one_intent(shared: Path, name: str, precision: float, recall: float) -> None:
    lines = (shared / "data/query_families/utterances.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [
        row for row in map(json.loads, lines) if f"{row['source']} {row['lang']}" == name and row["intent"] != "oos"
    ]
    by_key: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        by_key[key(row["text"])][row["intent"]] += 1
    right = sum(n * (n - 1) // 2 for intents in by_key.values() for n in intents.values())
    wrong = sum(a * b for intents in by_key.values() for a, b in itertools.combinations(intents.values(), 2))
    pairs = sum(n * (n - 1) // 2 for n in Counter(row["intent"] for row in rows).values())
    assert right / (right + wrong) >= precision
    assert right / pairs >= recall
