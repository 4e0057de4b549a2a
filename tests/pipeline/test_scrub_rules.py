"""Every rule against its own examples, and the shortcuts that must never pass one of them over."""

from __future__ import annotations

import pytest

from pipeline.scrub import OPTIONAL_RULES, RULES, Rule, is_clean, scrub, scrub_text, scrub_with_report
from pipeline.scrub import text as text_module
from pipeline.scrub.placeholders import PLACEHOLDER
from pipeline.scrub.rule import RuleGroup
from pipeline.scrub.rules import GROUPS
from pipeline.scrub.text import is_plain
from pipeline.scrub.vendors import PREFIXES, VENDOR_TOKENS

MATCHES = [pytest.param(rule, text, id=f"{rule.name}-{n}") for rule in RULES for n, text in enumerate(rule.matches)]
MISSES = [pytest.param(rule, text, id=f"{rule.name}-{n}") for rule in RULES for n, text in enumerate(rule.misses)]
GATED = [
    pytest.param(group, text, id=f"{rule.name}-{n}")
    for group in GROUPS
    for rule in group.rules
    for n, text in enumerate(rule.matches)
]


@pytest.mark.parametrize(("rule", "text"), MATCHES)
def test_a_rule_finds_what_it_must(rule: Rule, text: str) -> None:
    assert list(rule.spans(text))


@pytest.mark.parametrize(("rule", "text"), MISSES)
def test_a_rule_leaves_what_looks_alike(rule: Rule, text: str) -> None:
    assert list(rule.spans(text)) == []


@pytest.mark.parametrize(("rule", "text"), MATCHES)
def test_what_a_rule_finds_is_gone_from_the_text_and_what_stands_around_it_is_not(rule: Rule, text: str) -> None:
    start, end = next(rule.spans(text))
    scrubbed = scrub_text(text)
    assert text[start:end] not in scrubbed
    assert PLACEHOLDER.search(scrubbed)
    assert scrubbed.startswith(text[:start]) or PLACEHOLDER.search(scrubbed, 0, start)


@pytest.mark.parametrize(("rule", "text"), MATCHES)
def test_scrubbing_an_example_twice_changes_nothing_more(rule: Rule, text: str) -> None:
    once = scrub_text(text)
    assert scrub_text(once) == once


@pytest.mark.parametrize(("group", "text"), GATED)
def test_the_gate_of_a_group_lets_every_example_in(group: RuleGroup, text: str) -> None:
    assert group.gate.search(text.lower())


@pytest.mark.parametrize(("rule", "text"), MATCHES)
def test_no_example_is_taken_for_plain_text(rule: Rule, text: str) -> None:
    assert not is_plain(text)


@pytest.mark.parametrize("rule", [*RULES, *OPTIONAL_RULES], ids=lambda rule: rule.name)
def test_no_example_is_taken_for_an_ordinary_text(rule: Rule) -> None:
    assert [text for text in rule.matches if text_module._is_ordinary(text)] == []


def test_rules_are_data_with_a_reason_and_with_examples_of_both_kinds() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.reason
        assert rule.matches
        assert rule.misses


@pytest.mark.parametrize("prefix", PREFIXES, ids=lambda prefix: prefix.maker)
def test_every_makers_prefix_alone_is_no_credential(prefix) -> None:
    assert list(VENDOR_TOKENS.spans(f"the prefix {prefix.sample} alone")) == []


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("연락은 010-2345-6789로 주세요", "연락은 [PHONE]로 주세요"),
        ("lee@example.kr으로보내줘", "[EMAIL]으로보내줘"),
        ("제 카드4242424242424242이에요", "제 카드[CARD]이에요"),
        ("주민번호900228-1234567입니다", "주민번호[RRN]입니다"),
        ("postgres://app:pw@db:5432/prod에 접속", "postgres://[URL_CREDENTIAL]@db:5432/prod에 접속"),
        ("계좌 GB33BUKB20201555555555, 확인", "계좌 [IBAN], 확인"),
        ("a=1&password=q1w2e3&b=2", "a=1&password=[SECRET]&b=2"),
        ("키는 " + "gh" + "p_" + "a1B2" * 9 + "예요", "키는 [SECRET]예요"),
    ],
)
def test_a_placeholder_stands_exactly_where_the_datum_stood(text: str, scrubbed: str) -> None:
    assert scrub(text) == scrubbed


@pytest.mark.parametrize(
    "text",
    [
        "주문 20260301-0007 배송 조회",
        "ORD-2026-000123",
        "2026-03-01T08:15:30.123+09:00",
        "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
        "12345678-1234-1234-1234-123456789012",
        "trace 0af7651916cd43dd8448eb211c80319c",
        "0x4242424242424242",
        "총액 1,234,567,890원",
        "2.71828182845904",
        "바코드 8801007125886",
        "tracking 415-555-2671",
        "비밀번호를 잊어버렸어요",
        "use SHA-256 for the password hash",
        "https://example.com/items?page=2&sort=asc",
        "[EMAIL]으로 보내고 [PHONE:0a1b]로 전화",
    ],
)
def test_what_is_no_secret_and_nobodys_stays(text: str) -> None:
    assert is_clean(text)


def test_the_report_counts_what_was_removed_by_class() -> None:
    report = scrub_with_report({"q": "lee@example.kr, kim@example.kr", "otp": "550718"})
    assert report.value == {"q": "[EMAIL], [EMAIL]", "otp": "[SECRET]"}
    assert dict(report.removed) == {"EMAIL": 2, "SECRET": 1}


def test_a_key_makes_equal_data_comparable_however_they_are_written() -> None:
    first, second, other = (scrub_text(f"tel {n}", key=b"k") for n in ("010-2345-6789", "01023456789", "010-2345-6780"))
    assert first == second != other
    assert scrub_text(first) == scrub_text(first, key=b"another") == first
    assert scrub_text("tel 010-2345-6789", key=b"another") != first
