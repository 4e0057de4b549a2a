"""Weak values, rule by rule, as the rules' own examples have them."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.seal import WEAK_RULES, Keyring, WeakRule

SEAL = Keyring.demonstration().for_collection("shop")
WEAK = [pytest.param(rule, value, id=f"{rule.name}-{value}") for rule in WEAK_RULES for value in rule.weak]
STRONG = [pytest.param(rule, value, id=f"{rule.name}-{value}") for rule in WEAK_RULES for value in rule.strong]


@pytest.mark.parametrize(("rule", "value"), WEAK)
def test_a_weak_value_has_no_fingerprint(rule: WeakRule, value: Any) -> None:
    assert SEAL.leaf(value) is None


@pytest.mark.parametrize(("rule", "value"), STRONG)
def test_a_value_beside_it_has_one(rule: WeakRule, value: Any) -> None:
    assert SEAL.leaf(value)
