"""A console on a database that has learned something, asked as a browser or a program asks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

from console.access.accounts import Accounts
from console.access.gate import Gate
from console.access.roles import Caller, Role
from console.app import create_app
from console.desk import Desk
from console.reads.queue import QueueItem, QueueQuery
from console.settings import ConsoleSettings
from tests.commands.running import traces
from tests.loop import RULES, Loop
from tests.traces import Event, flatten, outcome

PASSWORD = "a long password of the tests"
NOON = datetime(2026, 1, 12, 12, tzinfo=UTC)


@dataclass
class Clock:
    """A clock that moves a second at every look, or as far as it is told."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


class Program:
    """A program that calls the API with a token."""

    def __init__(self, client: TestClient, token: str) -> None:
        self._client = client
        self._headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str, **parameters: Any) -> Any:
        return self._client.get(f"/api/v1{path}", params=parameters or None, headers=self._headers)

    def post(self, path: str, body: Any) -> Any:
        return self._client.post(f"/api/v1{path}", json=body, headers=self._headers)

    def items(self, **parameters: Any) -> dict[str, dict[str, Any]]:
        """The queue by target, or by source of an edge."""
        found = self.get("/suggestions", **{"status": "any", "limit": 200, **parameters}).json()["items"]
        return {item["subject"]["target"]: item for item in found}

    def act(self, act: str, *items: dict[str, Any], **why: str) -> Any:
        shown = [{"id": item["subject"]["id"], "version": item["version"]} for item in items]
        return self.post("/acts", {"act": act, "items": shown, **why})


class Browser:
    """A browser, signed in or not."""

    def __init__(self, app: FastAPI) -> None:
        self.client = TestClient(app, follow_redirects=False)

    def field(self, path: str = "/login") -> str:
        """What the form of a page says in its hidden field."""
        found = re.search(r'name="csrf_token"\s+value="([^"]+)"', self.client.get(path).text)
        assert found, f"{path} has no form"
        return found.group(1)

    def sign_in(self, name: str, password: str = PASSWORD, **more: str) -> Any:
        form = {"name": name, "password": password, "csrf_token": self.field(), **more}
        return self.client.post("/login", data=form)


@dataclass(frozen=True)
class Opened:
    """A console that is open, and the database behind it."""

    loop: Loop
    app: FastAPI
    clock: Clock

    @property
    def gate(self) -> Gate:
        found: Gate = self.app.state.site.gate
        return found

    @property
    def accounts(self) -> Accounts:
        return Accounts(self.loop.store, self.clock)

    def user(self, name: str, role: Role = Role.REVIEWER, groups: tuple[str, ...] = (), password: bool = False) -> str:
        self.accounts.add_user(name, role, groups, PASSWORD if password else None)
        return name

    def program(self, name: str = "kim", role: Role = Role.REVIEWER, groups: tuple[str, ...] = ()) -> Program:
        self.user(name, role, groups)
        return Program(
            TestClient(self.app, follow_redirects=False), self.accounts.make_token(name, "tests", None, None)[0]
        )

    def browser(self, name: str | None = None) -> Browser:
        opened = Browser(self.app)
        if name is not None:
            opened.client.cookies.set("tooltrail_session", self.gate.begin_session(name))
        return opened

    def desk(self, name: str = "kim", role: Role = Role.REVIEWER, groups: tuple[str, ...] = ()) -> Desk:
        return Desk(self.app.state.site, Caller(name, role, frozenset(groups)))

    def items(self, status: str = "any") -> dict[str, QueueItem]:
        return {item.subject.target: item for item in self.desk().queue(QueueQuery(status=status), 200).items}

    def routes(self) -> list[tuple[str, str]]:
        """Every route that the console answers: (method, path)."""
        return sorted(
            (method, context.path)
            for context in iter_route_contexts(self.app.routes)
            for method in (context.methods or ())
            if method not in {"HEAD", "OPTIONS"}
        )


@contextmanager
def open_console(loop: Loop, settings: ConsoleSettings | None = None) -> Iterator[Opened]:
    clock = Clock()
    yield Opened(loop, create_app(loop.store, RULES, settings, clock), clock)


def learned_events() -> list[Event]:
    """What the tests of the commands learn, and a correction towards a tool that changes state."""
    return [*traces(), *risky_events()]


def risky_events(query: str = "please stop my parcel", first: int = 5_000, days: int = 4) -> list[Event]:
    """Corrections towards a tool that changes state: promotable, until an operator approves."""
    return flatten(
        outcome(
            first + 5 * day + who,
            "getParcelState",
            day=day,
            principal=f"person-{who}",
            query=query,
            corrected_to="cancelParcel",
        )
        for day in range(days)
        for who in range(5)
    )
