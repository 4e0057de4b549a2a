"""Throttling of logins: tries at once gain nothing, and who knows the password costs nobody a try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest

from console.access.accounts import Accounts
from console.access.gate import Gate, TooManyFailuresError, WrongPasswordError
from console.access.roles import Role
from console.access.throttle import FREE
from tests.console.opening import NOON, PASSWORD
from tests.databases import Databases, borrowed
from tests.loop import Loop


@pytest.fixture
def gate(databases: Databases) -> Iterator[Gate]:
    def noon() -> datetime:
        return NOON

    with borrowed(databases) as url, Loop(url) as loop:
        Accounts(loop.store, noon).add_user("kim", Role.VIEWER, (), PASSWORD)
        yield Gate(loop.store, noon)


def tried(gate: Gate, name: str, password: str, address: str) -> str:
    try:
        gate.sign_in(name, password, address)
    except (WrongPasswordError, TooManyFailuresError) as error:
        return type(error).__name__
    return "in"


@pytest.mark.parametrize("by", ["name", "address"])
def test_of_many_tries_at_once_the_free_ones_get_through(gate: Gate, by: str) -> None:
    def guess(number: int) -> str:
        name, address = ("kim", f"10.0.0.{number}") if by == "name" else (f"guess-{number}", "10.0.0.1")
        return tried(gate, name, "wrong, and long enough", address)

    with ThreadPoolExecutor(8) as threads:
        found = Counter(threads.map(guess, range(16)))
    assert found == {"WrongPasswordError": FREE, "TooManyFailuresError": 16 - FREE}


def test_who_knows_the_password_costs_an_address_no_try(gate: Gate) -> None:
    assert [tried(gate, "kim", PASSWORD, "10.0.0.1") for _ in range(FREE + 2)] == ["in"] * (FREE + 2)
    failed = [tried(gate, f"guess-{number}", "wrong, and long enough", "10.0.0.1") for number in range(FREE)]
    assert failed == ["WrongPasswordError"] * FREE
    assert tried(gate, "kim", PASSWORD, "10.0.0.1") == "TooManyFailuresError"
    assert tried(gate, "kim", PASSWORD, "10.0.0.2") == "in"
