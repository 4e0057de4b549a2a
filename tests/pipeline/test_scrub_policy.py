"""A policy file: what it adds, what it switches, and what it is refused for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scrub import OPTIONAL_RULES, BadPolicyError, Rule, Scrubber, read_policy, scrub
from pipeline.scrub.linear import UnsafePatternError, safe_pattern

RULE = """
[[rules]]
name = "staff_number"
pattern = "STAFF-[0-9]{6}"
reason = "the number on a badge"
matches = ["badge STAFF-204711"]
misses = ["STAFF-2047"]
"""
STAFF = f'version = "2026-03"\n{RULE}'


def with_policy(text: str) -> Scrubber:
    return Scrubber(read_policy(text))


def test_a_rule_of_the_house_is_applied_beside_the_built_in_ones() -> None:
    house = with_policy(STAFF)
    text = "STAFF-204711입니다, kim@example.com"
    assert house.scrub(text) == "[CUSTOM]입니다, [EMAIL]"
    assert house.scrub({"STAFF-204711": ["STAFF-204711"]}) == {"[CUSTOM]": ["[CUSTOM]"]}
    assert house.scrub(house.scrub(text)) == house.scrub(text)
    assert scrub(text) == "STAFF-204711입니다, [EMAIL]"


def test_a_rule_of_the_house_finds_what_holds_no_digit_or_sign() -> None:
    house = with_policy(
        STAFF.replace("STAFF-[0-9]{6}", "(?i)project[ ]bluebird").replace("STAFF-204711", "Project Bluebird")
    )
    assert house.scrub({"note": "on project bluebird"}) == {"note": "on [CUSTOM]"}


def test_a_rule_may_name_a_class() -> None:
    assert (
        with_policy(STAFF.replace("reason", 'label = "NATIONAL_ID"\nreason')).scrub("STAFF-204711") == "[NATIONAL_ID]"
    )


def test_a_rule_is_switched_off_and_another_on() -> None:
    text = "사업자 104-81-36565, 203.0.113.7, 2001:db8::7, kim@example.com"
    house = with_policy('version = "1"\noff = ["business_number", "named_business_number"]\non = ["ipv4_address"]')
    assert house.scrub(text) == "사업자 104-81-36565, [IP_ADDRESS], 2001:db8::7, [EMAIL]"
    assert scrub(text) == "사업자 [BUSINESS_NUMBER], 203.0.113.7, 2001:db8::7, [EMAIL]"


def test_sets_of_rules_do_not_share_what_they_remember() -> None:
    house = with_policy(STAFF)
    for scrubber, expected in ((Scrubber(), "STAFF-204711"), (house, "[CUSTOM]"), (Scrubber(), "STAFF-204711")):
        assert scrubber.scrub({"id": "STAFF-204711"}) == {"id": expected}


def test_the_version_tells_the_policy_and_its_content() -> None:
    built_in = Scrubber().version
    first, second = with_policy(STAFF).version, with_policy(STAFF.replace("{6}", "{5,6}")).version
    assert first.startswith(f"{built_in}+2026-03+")
    assert first != second


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version = ", "TOML"),
        ("on = []", "version"),
        ('version = "1"\nof = []', "'of'"),
        ('version = "1"\noff = ["emails"]', "'emails'"),
        ('version = "1"\non = ["email_address"]', "'email_address'"),
        (STAFF.replace("staff_number", "Staff"), "name"),
        (STAFF.replace("staff_number", "email_address"), "email_address"),
        (STAFF + RULE, "another rule"),
        (STAFF.replace("reason", 'label = "BADGE"\nreason'), "label"),
        (STAFF.replace('reason = "the number on a badge"', ""), "reason"),
        (STAFF.replace('matches = ["badge STAFF-204711"]', ""), "matches"),
        (STAFF.replace("badge STAFF-204711", "badge"), "matches: example 1"),
        (STAFF.replace('misses = ["STAFF-2047"]', 'misses = ["STAFF-204711"]'), "misses: example 1"),
        (STAFF.replace("STAFF-[0-9]{6}", "STAFF-[0-9]+"), "without bound"),
        (STAFF.replace("STAFF-[0-9]{6}", "[A-Z_]{3,8}").replace("badge STAFF-204711", "ABC"), "placeholder"),
    ],
)
def test_what_is_no_policy_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadPolicyError, match=said):
        read_policy(text)


@pytest.mark.parametrize(
    "pattern",
    [
        "a+",
        "a*b",
        "(a|b)*",
        "a{2,}",
        r"(a)\1",
        r"\bword\b",
        "(?P<x>a)",
        "(?=",
        "a)",
        "[a",
        "a{300}",
        "(?:a{100}){100}",
        "",
        "a?",
        "x{,3}",
    ],
)
def test_a_pattern_that_could_take_long_is_refused(pattern: str) -> None:
    with pytest.raises(UnsafePatternError):
        safe_pattern(pattern)


def test_nested_and_adjoining_repetitions_take_linear_time() -> None:
    """A matcher that goes back doubles its steps with each letter of this text, and would never end."""
    assert safe_pattern("(?:(?:a|aa|a?a){1,20}){1,20}b").search("a" * 3_000) is None


@given(st.text(alphabet="ab(|)[]{}?*+.\\d1,^$=!<:P", max_size=25))
def test_any_pattern_is_compiled_or_refused(pattern: str) -> None:
    try:
        compiled = safe_pattern(pattern)
    except UnsafePatternError:
        return
    compiled.search("ab1" * 50)


OPTIONAL = [(rule, text) for rule in OPTIONAL_RULES for text in rule.matches]


@pytest.mark.parametrize(("rule", "text"), OPTIONAL)
def test_an_optional_rule_finds_what_it_must_once_it_is_on(rule: Rule, text: str) -> None:
    start, end = next(rule.spans(text))
    assert text[start:end] in scrub(text)
    assert text[start:end] not in with_policy(f'version = "1"\non = ["{rule.name}"]').scrub(text)


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule in OPTIONAL_RULES for text in rule.misses])
def test_an_optional_rule_leaves_what_looks_alike(rule: Rule, text: str) -> None:
    assert list(rule.spans(text)) == []
