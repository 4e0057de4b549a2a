"""`tooltrail users` and `tooltrail tokens`: who may use the console, and what programs come in by."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from console.access.gate import Gate
from storage.clock import present
from storage.review_tables import api_tokens, users
from storage.store import SqlStore
from tests.commands.running import Command
from tests.storage.content import rows

PASSWORD = "a long password of the tests"


@pytest.fixture(autouse=True)
def typed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("TOOLTRAIL_DB", f"sqlite:///{folder / 'console.db'}")
    type_in(monkeypatch, PASSWORD)


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def store(folder: Path) -> SqlStore:
    return SqlStore(f"sqlite:///{folder / 'console.db'}", create=False)


def test_a_user_is_added_listed_and_disabled(tooltrail: Command, folder: Path) -> None:
    assert "may come in as reviewer" in tooltrail("users", "add", "kim", "--role", "reviewer", "--groups", "ops, x").out
    listed = tooltrail("users", "list", "--format", "jsonl").rows[0]
    assert (listed["name"], listed["role"], listed["groups"]) == ("kim", "reviewer", ["ops", "x"])
    assert listed["comes_in_by"] == "password"
    assert "argon2" not in tooltrail("users", "list").out + str(listed)
    with store(folder) as opened:
        assert Gate(opened, present).sign_in("kim", PASSWORD, "here")
    tooltrail("users", "disable", "kim")
    assert tooltrail("users", "list", "--format", "jsonl").rows[0]["disabled_at"]


def test_the_password_is_stored_as_a_hash_and_can_be_set_anew(
    tooltrail: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tooltrail("users", "add", "kim")
    with store(folder) as opened:
        before = rows(opened, users)[0]["password"]
    assert before.startswith("$argon2id$")
    type_in(monkeypatch, "another long password")
    tooltrail("users", "password", "kim")
    with store(folder) as opened:
        assert Gate(opened, present).sign_in("kim", "another long password", "here")


def test_no_password_is_made_up(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    assert "line of standard input" in tooltrail.refuses("users", "add", "kim")
    type_in(monkeypatch, "short")
    assert "12 to 256 characters" in tooltrail.refuses("users", "add", "kim")
    assert "No user yet" in tooltrail("users", "list").out


@pytest.mark.parametrize(
    "name", ["kim@example.com", " kim", "", "x" * 101, "tab\tbed", "kim [with lee]", "kim,lee", "a/b"]
)
def test_a_name_that_could_not_sign_acts_is_refused(tooltrail: Command, name: str) -> None:
    assert "cannot sign acts" in tooltrail.refuses("users", "add", name)


def test_a_name_is_there_once(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tooltrail("users", "add", "kim")
    type_in(monkeypatch, PASSWORD)
    assert "already" in tooltrail.refuses("users", "add", "kim")
    assert "users list" in tooltrail.refuses("users", "disable", "lee")


def test_a_token_is_shown_once(tooltrail: Command, folder: Path) -> None:
    tooltrail("users", "add", "kim", "--no-password", "--role", "reviewer")
    token = tooltrail("tokens", "create", "kim", "--label", "ci", "--role", "viewer", "--days", "30").out.strip()
    listed = tooltrail("tokens", "list")
    assert token not in listed.out
    row = tooltrail("tokens", "list", "--user", "kim", "--format", "jsonl").rows[0]
    assert (row["user"], row["role"], row["label"]) == ("kim", "viewer", "ci")
    assert row["id"] in token
    with store(folder) as opened:
        assert token not in str(rows(opened, api_tokens))
        assert Gate(opened, present).by_token(token) is not None
        tooltrail("tokens", "revoke", row["id"])
        assert Gate(opened, present).by_token(token) is None


def test_a_token_needs_a_user_and_an_id(tooltrail: Command) -> None:
    tooltrail("users", "add", "kim", "--no-password")
    assert "users list" in tooltrail.refuses("tokens", "create", "lee")
    assert "tokens list" in tooltrail.refuses("tokens", "revoke", "000000000000")


def test_a_collection_can_be_limited_to_groups_and_ask_for_two_people(tooltrail: Command) -> None:
    told = tooltrail("collections", "set", "shop", "--groups", "ops,billing", "--two-people").text
    assert "groups everybody -> billing, ops" in told
    assert "two-people no -> yes" in told
    row = tooltrail("collections", "list", "--format", "jsonl").rows[0]
    assert (row["groups"], row["two_people"]) == (["billing", "ops"], True)
    tooltrail("collections", "set", "shop", "--groups", "", "--no-two-people")
    row = tooltrail("collections", "list", "--format", "jsonl").rows[0]
    assert (row["groups"], row["two_people"]) == ([], False)


def test_a_name_is_one_however_it_is_written(tooltrail: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tooltrail("users", "add", "Kim")
    type_in(monkeypatch, PASSWORD)
    assert "'Kim' already" in tooltrail.refuses("users", "add", "kIM")
    with store(folder) as opened:
        cookie = Gate(opened, present).sign_in("kim", PASSWORD, "here")
        caller = Gate(opened, present).by_session(cookie)
    assert caller is not None
    assert caller.name == "Kim"


def test_a_user_gets_another_role_and_other_groups(tooltrail: Command) -> None:
    tooltrail("users", "add", "kim", "--no-password", "--groups", "ops")
    assert "kim is reviewer, groups ops" in tooltrail("users", "set", "kim", "--role", "reviewer").text
    assert "kim is reviewer, groups none" in tooltrail("users", "set", "kim", "--groups", "").text
    assert "--role or --groups" in tooltrail.refuses("users", "set", "kim")
    assert "users list" in tooltrail.refuses("users", "set", "lee", "--role", "admin")


def test_a_disabled_user_gets_no_token_until_enabled(tooltrail: Command, folder: Path) -> None:
    tooltrail("users", "add", "kim", "--no-password")
    tooltrail("users", "disable", "kim")
    assert "users enable kim" in tooltrail.refuses("tokens", "create", "kim")
    assert "kim is disabled" in tooltrail("users", "password", "kim").err
    assert "may come in as viewer" in tooltrail("users", "enable", "kim").text
    token = tooltrail("tokens", "create", "kim").out.strip()
    with store(folder) as opened:
        assert Gate(opened, present).by_token(token) is not None
