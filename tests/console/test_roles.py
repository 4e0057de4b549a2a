"""The role matrix: every route with every role and with none; another group's collection is not there for anybody."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from console.access.roles import NotFoundError, Role
from console.reads.queue import QueueQuery
from tests.console.opening import Opened, risky_events
from tests.traces import flatten, outcome

#: Routes that everybody may ask: they are the way in, or change nothing that is stored.
OPEN = {
    ("GET", "/login"),
    ("POST", "/login"),
    ("GET", "/oidc"),
    ("GET", "/oidc/back"),
    ("GET", "/once/{secret}"),
    ("POST", "/preferences"),
    ("GET", "/api/v1/openapi.json"),
}
#: Routes of reviewers; every other is for viewers.
ACTING = {
    ("POST", "/acts"),
    ("POST", "/acts/confirm"),
    ("POST", "/dead-letters/acts"),
    ("POST", "/dead-letters/confirm"),
    ("POST", "/api/v1/acts"),
    ("POST", "/api/v1/dead-letters/replay"),
    ("POST", "/api/v1/dead-letters/skip"),
}


def filled(opened: Opened, path: str) -> str:
    identity = next(iter(opened.items().values())).subject.id
    letter = opened.desk(role=Role.ADMIN).letters().letters[0].id
    return path.replace("{suggestion_id}", identity).replace("{letter_id}", letter).replace("{secret}", "unknown")


def ask(opened: Opened, client: TestClient, method: str, path: str, headers: dict[str, str]) -> Any:
    body: dict[str, Any] = {}
    if method == "POST" and path.startswith("/api/"):
        body = {"json": {"reason": "not_json", "dry_run": True} if "dead" in path else {}}
    return client.request(method, filled(opened, path), headers=headers, **body)


def test_nobody_comes_in_without_signing_in(opened: Opened) -> None:
    client = opened.browser().client
    for method, path in opened.routes():
        if (method, path) in OPEN:
            continue
        answer = ask(opened, client, method, path, {})
        if path.startswith("/api/"):
            assert answer.status_code == 401, path
        else:
            assert answer.status_code == 303, path
            assert answer.headers["location"].startswith("/login?next="), path


@pytest.mark.parametrize("role", list(Role))
def test_every_route_knows_every_role(opened: Opened, role: Role) -> None:
    opened.user("kim", role)
    token = opened.accounts.make_token("kim", "", None, None)[0]
    for method, path in opened.routes():
        if (method, path) in OPEN or path == "/logout":
            continue
        browser = opened.browser("kim")
        headers = {"x-csrf-token": browser.field("/queue")}
        if path.startswith("/api/"):
            browser.client.cookies.clear()
            headers = {"authorization": f"Bearer {token}"}
        answer = ask(opened, browser.client, method, path, headers)
        may = (method, path) not in ACTING or role.covers(Role.REVIEWER)
        assert (answer.status_code != 403) is may, (method, path, answer.text)
        assert answer.status_code not in {401, 500}, (method, path)


def test_the_matrix_has_every_route(opened: Opened) -> None:
    routes = set(opened.routes())
    assert routes >= OPEN | ACTING
    assert {route for route in routes if route[0] != "GET"} <= OPEN | ACTING | {("POST", "/logout")}


# --- groups ---


def limited(opened: Opened) -> str:
    """A second collection that only the group billing may see; returns a suggestion of it."""
    events = flatten(
        outcome(number, "openInvoice", day=number % 4, principal=f"person-{number % 5}", query="show my invoice")
        for number in range(20)
    )
    for event in events:
        event["trace_metadata"]["collection_id"] = "invoices"
    bad = '{"type": "step.teleported", "trace_metadata": {"collection_id": "invoices"}}'
    opened.loop.learn([*events, bad])
    opened.loop.settle("invoices", groups=("billing",))
    page = opened.desk(role=Role.ADMIN).queue(QueueQuery(collection="invoices", status="any"))
    return page.items[0].subject.id


def test_another_groups_collection_is_not_there_anywhere(opened: Opened) -> None:
    hidden = limited(opened)
    letters = opened.desk(role=Role.ADMIN).letters().letters
    letter = next(letter.id for letter in letters if letter.collection_id == "invoices")
    version = next(
        item.version
        for item in opened.desk(role=Role.ADMIN).queue(QueueQuery(status="any")).items
        if item.subject.id == hidden
    )
    program = opened.program("eve", Role.REVIEWER, ("support",))
    assert program.get("/collections").json() == ["shop"]
    for path in (
        f"/suggestions/{hidden}",
        f"/dead-letters/{letter}",
        "/suggestions?collection=invoices",
        "/graph?collection=invoices",
        "/audit?collection=invoices",
        f"/audit?suggestion={hidden}",
    ):
        assert program.get(path).status_code == 404, path
    body = {"act": "approve", "items": [{"id": hidden, "version": version}]}
    assert program.post("/acts", body).status_code == 404
    assert program.post("/dead-letters/skip", {"ids": [letter]}).status_code == 404
    assert program.post("/dead-letters/replay", {"ids": [letter]}).status_code == 404
    mine = {"reason": "not_json", "collection": "invoices"}
    assert program.post("/dead-letters/replay", mine).status_code == 404
    shown = (
        "".join(program.get(path, limit=200).text for path in ("/suggestions?status=any", "/audit", "/dead-letters"))
        + program.get("/overview").text
    )
    assert "invoices" not in shown
    assert "openInvoice" not in shown
    assert hidden not in shown


def test_pages_hide_it_too(opened: Opened) -> None:
    hidden = limited(opened)
    opened.user("eve", Role.REVIEWER, ("support",))
    client = opened.browser("eve").client
    for path in (f"/suggestions/{hidden}", "/queue?collection=invoices", "/graph?collection=invoices"):
        assert client.get(path).status_code == 404, path
    for path in ("/queue?status=any", "/overview", "/audit", "/dead-letters", "/graph"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "openInvoice" not in answer.text


def test_its_group_and_admins_see_it(opened: Opened) -> None:
    hidden = limited(opened)
    for name, role, groups in (("lee", Role.VIEWER, ("billing", "x")), ("root", Role.ADMIN, ())):
        program = opened.program(name, role, groups)
        assert program.get("/collections").json() == ["invoices", "shop"]
        assert program.get(f"/suggestions/{hidden}").status_code == 200


def test_select_all_means_what_the_caller_sees(opened: Opened) -> None:
    limited(opened)
    opened.loop.learn(risky_events(first=9_500, days=1))
    everything = opened.desk(role=Role.ADMIN).selection(QueueQuery(status="any"))
    seen = opened.desk("eve", groups=("support",)).selection(QueueQuery(status="any"))
    assert 0 < seen.total < everything.total
    assert len(seen.items) == seen.total


def test_letters_of_no_collection_are_for_admins(opened: Opened) -> None:
    """Even where nothing is limited: nobody knows whose they are."""
    admin = opened.desk(role=Role.ADMIN)
    stray = [letter for letter in admin.letters().letters if letter.collection_id is None]
    assert stray
    for role in (Role.VIEWER, Role.REVIEWER):
        desk = opened.desk("eve", role)
        assert desk.letters().total == len(admin.letters().letters) - len(stray)
        assert sum(desk.overview().dead_letters.values()) == desk.letters().total
        with pytest.raises(NotFoundError):
            desk.letter(stray[0].id)
    with pytest.raises(NotFoundError):
        opened.desk("eve").skip_letters([stray[0].id])
    assert opened.desk("eve").skip_letters(reason=stray[0].reason) == 0
    assert admin.letter(stray[0].id).reason == stray[0].reason
