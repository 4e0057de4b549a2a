"""`tooltrail console`, `tooltrail demo --console`, and `tooltrail suggestions --api`: a console that really listens."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from console.access.accounts import Accounts
from console.access.roles import Role
from storage.clock import present
from storage.store import SqlStore
from tests.commands.running import AS_OF, Command
from tests.console.opening import risky_events
from tests.loop import Loop

ROOT = Path(__file__).parents[2]


@contextmanager
def started(*arguments: str | Path, pattern: str = r"(http://\S+)") -> Iterator[str]:
    """Runs a command that serves until it is interrupted; yields what a line of its output says by a pattern."""
    command = [sys.executable, "-m", "tooltrail", *map(str, arguments)]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield next(found.group(1) for line in process.stdout if (found := re.search(pattern, line)))
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
    assert process.returncode in {0, 130}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """A console that listens: its URL, its database and an API token of a reviewer."""
    database = f"sqlite:///{tmp_path_factory.mktemp('served') / 'remote.db'}"
    with Loop(database) as loop:
        loop.learn(risky_events())
    with SqlStore(database) as store:
        accounts = Accounts(store, present)
        accounts.add_user("kim", Role.REVIEWER, (), None)
        token = accounts.make_token("kim", "", None, None)[0]
    with started("console", "--port", "0", "--db", database) as url:
        yield url, database, token


@pytest.fixture
def remote(served: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of the console; database and token are those of the settings."""
    url, database, token = served
    monkeypatch.setenv("TOOLTRAIL_API_TOKEN", token)
    monkeypatch.setenv("TOOLTRAIL_DB", database)
    return url


def test_suggestions_are_the_same_by_the_api_as_from_the_database(tooltrail: Command, remote: str) -> None:
    here = ("--as-of", AS_OF, "--format", "jsonl")
    local = tooltrail("suggestions", "list", *here)
    assert local.rows
    assert tooltrail("suggestions", "list", *here, "--api", remote).out == local.out
    only = ("--status", "promotable", "--kind", "target_preference", "--collection", "shop", "--limit", "1")
    assert tooltrail("suggestions", "list", *here, *only, "--api", remote).out == (
        tooltrail("suggestions", "list", *here, *only).out
    )
    identity = next(row["id"] for row in local.rows if row["target"] == "cancelParcel")
    shown = tooltrail("suggestions", "show", identity, "--as-of", AS_OF, "--api", remote).text
    assert '"please stop my parcel" -> cancelParcel' in shown

    done = tooltrail("suggestions", "approve", identity, "--comment", "by the API", "--api", remote)
    assert "-> promoted" in done.text
    act = next(row for row in tooltrail("suggestions", "list", *here).rows if row["id"] == identity)["acts"][-1]
    assert (act["actor"], act["comment"]) == ("kim", "by the API")
    assert "a rejection says why" in tooltrail.refuses("suggestions", "reject", identity, "--api", remote)
    undone = tooltrail("suggestions", "rollback", identity, "--api", remote).text
    assert "promoted -> demoted" in undone  # by the clock of the console it has expired since


def test_what_a_console_refuses_is_told(tooltrail: Command, remote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    list_there = ("suggestions", "list", "--api")
    assert "no such suggestion" in tooltrail.refuses("suggestions", "show", "tp-0123456789abcdef", "--api", remote)
    assert "no collection" in tooltrail.refuses(*list_there, remote, "--collection", "nowhere")
    assert "name one" in tooltrail.refuses(*list_there, remote, "--db", "sqlite:///x.db")
    assert "leave --actor" in tooltrail.refuses(
        "suggestions", "pin", "tp-0123456789abcdef", "--actor", "me", "--api", remote
    )
    assert "https" in tooltrail.refuses(*list_there, "http://console.example")
    assert "no URL" in tooltrail.refuses(*list_there, "file:///etc/passwd")
    assert "does not answer" in tooltrail.refuses(*list_there, "http://127.0.0.1:1", code=3)
    monkeypatch.setenv("TOOLTRAIL_API_TOKEN", "tooltrail_000000000000_x")
    assert "unknown, revoked or expired" in tooltrail.refuses(*list_there, remote)
    monkeypatch.delenv("TOOLTRAIL_API_TOKEN")
    assert "tokens create" in tooltrail.refuses(*list_there, remote)


def test_the_demonstration_opens_by_a_link_that_works_once(folder: Path) -> None:
    with started("demo", "--console", pattern=r"(http://\S+/once/\S+)") as link:
        browser = build_opener(HTTPCookieProcessor())
        with browser.open(link) as page:
            assert page.status == 200
            assert "/queue" in page.url
        base = link.partition("/once/")[0]
        with browser.open(f"{base}/api/v1/overview") as answer:
            found = json.load(answer)["collections"][0]
        assert found["id"] == "dalbit_shop"
        assert found["learning"]["reordered"] > 0
        with pytest.raises(HTTPError) as refused:
            build_opener().open(link)
        assert refused.value.code == 401
        refused.value.close()


def test_a_console_without_its_packages_says_what_to_install(
    tooltrail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tooltrail.serving.find_spec", lambda name: None if name == "fastapi" else object())
    assert "pip install 'tooltrail[console]'" in tooltrail.refuses("console")
    assert "pip install 'tooltrail[console]'" in tooltrail.refuses("demo", "--console")


@pytest.mark.parametrize("command", ["users", "tokens"])
def test_so_do_the_commands_of_its_users(tooltrail: Command, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.delitem(sys.modules, f"tooltrail.{command}", raising=False)
    monkeypatch.setitem(sys.modules, "console.access.accounts", None)
    assert "pip install 'tooltrail[console]'" in tooltrail.refuses(command, "list")


def test_a_sub_path_is_one(tooltrail: Command) -> None:
    for path in ("tooltrail", "/tooltrail/", "//x", "/a/../b", "/.", "/a b", "/a?b", "/a\n", "/<a>"):
        assert "no sub-path" in tooltrail.refuses("console", "--root-path", path)


def test_an_identity_provider_is_named_whole(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLTRAIL_OIDC_ISSUER", "https://id.example")
    assert "TOOLTRAIL_OIDC_CLIENT_ID" in tooltrail.refuses("console")
    monkeypatch.setenv("TOOLTRAIL_OIDC_CLIENT_ID", "console")
    monkeypatch.setenv("TOOLTRAIL_PUBLIC_URL", "https://review.example")
    monkeypatch.setenv("TOOLTRAIL_OIDC_ROLES", "ops=owner")
    assert "TOOLTRAIL_OIDC_ROLES" in tooltrail.refuses("console")


def test_a_port_that_is_taken_is_told_in_a_line(tooltrail: Command) -> None:
    tooltrail("users", "add", "kim", "--no-password", "--db", "sqlite:///taken.db")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = tooltrail.refuses("console", "--port", str(taken.getsockname()[1]), "--db", "sqlite:///taken.db")
    assert "cannot listen on 127.0.0.1" in said
