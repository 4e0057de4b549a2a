"""Canonical values: which leaves are the same value, and which match by chance."""

from __future__ import annotations

import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.seal import Keyring, decode_json
from pipeline.seal.canonical import canonical_number, canonical_text

SEAL = Keyring.demonstration().for_collection("shop")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (" Seoul ", "SEOUL"),
        ("Straße", "STRASSE"),
        ("caf\u00e9 noir", "CAFE\u0301 NOIR"),
        (unicodedata.normalize("NFD", "주문번호"), "주문번호"),
        ("1250", 1250),
        ("1250.50", Decimal("1250.5")),
        ("1250.000", 1250),
        ("-1250", -1250),
        (1_000, Decimal("1E+3")),
        (12_345.5, "12345.50"),
        ("9" * 64, int("9" * 64)),
    ],
)
def test_equal_values_have_one_fingerprint_however_they_are_written(one: object, other: object) -> None:
    assert SEAL.leaf(one) is not None
    assert SEAL.leaf(one) == SEAL.leaf(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("02134", 2134),
        ("12e5", 1_200_000),
        ("+1250", 1250),
        ("1,250", 1250),
        (".1250", Decimal("0.1250")),
        ("1250.", 1250),
        ("9" * 65, int("9" * 65)),
        ("１２５０", 1250),
        ("W-1250", "W1250"),
    ],
)
def test_text_that_no_plain_number_spells_stays_text(one: object, other: object) -> None:
    assert SEAL.leaf(one) is not None
    assert SEAL.leaf(one) != SEAL.leaf(other)


@pytest.mark.parametrize(
    "weak",
    [
        None,
        True,
        False,
        "",
        "   ",
        "yes",
        "서울시",
        "999",
        "-999.99",
        0,
        999,
        Decimal("0.123456789"),
        Decimal("0E+999"),
    ],
)
def test_what_matches_by_chance_has_no_fingerprint(weak: object) -> None:
    assert SEAL.leaf(weak) is None


@pytest.mark.parametrize(
    "strong",
    ["four", "서울특별", 1000, -1000, Decimal("1000.0"), "1000", Decimal("1E+400"), pytest.param(10**5000, id="huge")],
)
def test_what_hardly_matches_by_chance_has_one(strong: object) -> None:
    assert SEAL.leaf(strong) is not None


def test_the_length_of_a_text_is_that_of_its_canonical_value() -> None:
    assert SEAL.leaf("   abc   ") is None
    assert SEAL.leaf("ßß") is not None


@given(st.integers() | st.decimals(allow_nan=False, allow_infinity=False, places=4))
def test_a_number_and_the_text_that_spells_it_agree(number: int | Decimal) -> None:
    spelled = str(number) if isinstance(number, int) else format(number, "f")
    assert canonical_number(number) == canonical_text(spelled) or len(spelled) > 60


@given(st.text(), st.text())
def test_canonical_text_is_a_function_of_the_folded_text(one: str, other: str) -> None:
    folded = [
        unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).strip().casefold()) for text in (one, other)
    ]
    if folded[0] == folded[1]:
        assert canonical_text(one) == canonical_text(other)
    assert canonical_text(f"  {one}\n") == canonical_text(one)


@given(st.text(min_size=4), st.integers(min_value=1000))
def test_no_text_is_taken_for_a_number_by_its_bytes(text: str, number: int) -> None:
    if canonical_text(text) == canonical_number(number):
        assert Decimal(text.strip()) == number


@pytest.mark.parametrize(
    "literal", ["1e99999999999999999999", "9" * 5_000, "0." + "1" * 5_000, "-1E-99999999999999999999"]
)
def test_numbers_of_any_length_are_read(literal: str) -> None:
    value = decode_json(f'{{"n": {literal}}}')
    SEAL.leaf(value["n"])


def test_numbers_keep_every_digit() -> None:
    written = "0.1234567890123456789012345678901234567890"
    assert decode_json(written) == Decimal(written)
    long = f"1234{written[1:]}"
    assert SEAL.leaf(decode_json(long)) == SEAL.leaf(long) is not None
    assert SEAL.leaf(decode_json(long[:-1] + "1")) != SEAL.leaf(long)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", '{"a": NaN}'])
def test_nan_and_the_infinities_are_no_json(constant: str) -> None:
    with pytest.raises(ValueError, match="no JSON number"):
        decode_json(constant)
