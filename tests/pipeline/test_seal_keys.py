"""Keys: what separates fingerprints, and what never shows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.learning.sealed import FINGERPRINT_LENGTH, split_fingerprints
from pipeline.seal import Keyring, Purpose

SECRET = "correct horse battery staple, and more"


def test_a_fingerprint_is_a_function_of_secret_collection_and_value() -> None:
    one, again = Keyring.from_secret(SECRET), Keyring.from_secret(f"  {SECRET}\n")
    assert one.for_collection("a").text("W-10442") == again.for_collection("a").text("W-10442")
    assert one.for_collection("a").text("W-10442") != one.for_collection("b").text("W-10442")
    assert one.for_collection("a").text("W-10442") != one.for_collection("a").text("W-10443")
    assert one.for_collection("a").text("W-10442") != Keyring.from_secret(SECRET + "!").for_collection("a").text(
        "W-10442"
    )


def test_a_fingerprint_means_one_thing_only() -> None:
    seal = Keyring.from_secret(SECRET).for_collection("a")
    marks = {
        seal.text("user-1042"),
        *(seal.name("user-1042", purpose) for purpose in Purpose if purpose != Purpose.VALUE),
    }
    assert len(marks) == len(Purpose)


def test_ids_are_compared_exactly_and_values_are_folded() -> None:
    seal = Keyring.from_secret(SECRET).for_collection("a")
    assert seal.text("USER-1042") == seal.text("user-1042 ")
    assert seal.name("USER-1042", Purpose.NAME) != seal.name("user-1042", Purpose.NAME)


@given(st.text())
def test_fingerprints_have_one_length_and_one_alphabet(text: str) -> None:
    seal = Keyring.demonstration().for_collection("shop")
    assert re.fullmatch(rf"[A-Za-z0-9_-]{{{FINGERPRINT_LENGTH}}}", seal.name(text, Purpose.NAME))


def test_joined_fingerprints_are_those_of_the_values_each_once() -> None:
    seal = Keyring.demonstration().for_collection("shop")
    joined = seal.joined([b"lotus", b"maple", b"lotus"])
    assert list(split_fingerprints(joined)) == [seal.text("Lotus"), seal.text("Maple")]


def test_a_short_secret_is_refused_with_what_to_do() -> None:
    with pytest.raises(ValueError, match="openssl rand -hex 32"):
        Keyring.from_secret("hunter2")


def test_the_key_id_names_the_key_and_can_be_given() -> None:
    assert Keyring.from_secret(SECRET).key_id == Keyring.from_secret(SECRET).key_id
    assert Keyring.from_secret(SECRET).key_id != Keyring.from_secret(SECRET + "!").key_id
    assert Keyring.from_secret(SECRET, key_id="2026-03").for_collection("a").key_id == "2026-03"


def test_the_demonstration_key_says_so() -> None:
    assert Keyring.demonstration().is_demonstration
    assert Keyring.demonstration().key_id == "demonstration"
    assert not Keyring.from_secret(SECRET).is_demonstration


def test_no_representation_shows_the_key() -> None:
    ring = Keyring.from_secret(SECRET)
    shown = f"{ring!r} {ring.for_collection('a')!r}"
    assert SECRET not in shown
    assert ring._master.hex()[:16] not in shown
    assert "\\x" not in shown


def test_the_digest_of_a_message_is_keyed() -> None:
    one, other = Keyring.from_secret(SECRET), Keyring.from_secret(SECRET + "!")
    assert one.digest(b"{}") == Keyring.from_secret(SECRET).digest(b"{}")
    assert one.digest(b"{}") != other.digest(b"{}")
    assert one.digest(b"{}") != one.digest(b"{} ")
