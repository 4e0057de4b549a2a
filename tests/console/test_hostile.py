"""Hostile content and hostile questions: what was stored stays text, and a filter is no way into the database."""

from __future__ import annotations

import pytest

from console.access.roles import Role
from console.reads.queue import QueueQuery
from tests.console.opening import Opened, risky_events
from tests.traces import flatten, outcome

MARKUP = "<img src=x onerror=alert(1)>"
BREAKING = [
    *("' OR 1=1 --", "'; DROP TABLE suggestions; --", '" OR ""="', "%", "_", "\\", "shop'", "shop\x00", "\u202eshop"),
    *("${7*7}", "{{7*7}}", "../../etc/passwd", "shop" * 200),
]
FILTERS = {
    "/api/v1/suggestions": ("collection", "kind", "status", "changes_state", "after", "limit"),
    "/api/v1/rows": ("collection", "kind", "status", "as_of", "after", "limit"),
    "/api/v1/graph": ("collection",),
    "/api/v1/audit": ("collection", "suggestion", "before", "limit"),
    "/api/v1/dead-letters": ("reason", "after", "limit"),
    "/api/v1/overview": ("days",),
    "/queue": ("collection", "kind", "status", "changes_state", "after"),
    "/graph": ("collection", "tool"),
    "/audit": ("collection", "before"),
    "/dead-letters": ("reason", "after"),
    "/shadow": ("collection",),
}


@pytest.mark.parametrize("path", FILTERS)
def test_no_filter_is_a_way_into_the_database(opened: Opened, path: str) -> None:
    opened.user("kim")
    client = opened.browser("kim").client
    before = opened.loop.digest()
    for name in FILTERS[path]:
        for value in BREAKING:
            answer = client.get(path, params={name: value})
            assert answer.status_code in {200, 303, 400, 404, 422}, (name, value, answer.text)
            assert "49" not in answer.text or "7*7" not in value or "{{7*7}}" not in value
    assert opened.loop.digest() == before


@pytest.mark.parametrize("value", BREAKING)
def test_no_path_is_either(opened: Opened, value: str) -> None:
    from urllib.parse import quote

    opened.user("kim")
    client = opened.browser("kim").client
    for path in ("/suggestions/{}", "/dead-letters/{}", "/api/v1/suggestions/{}", "/api/v1/dead-letters/{}"):
        assert client.get(path.format(quote(value, safe=""))).status_code in {400, 404, 422}, path


def test_markup_in_queries_tools_comments_and_letters_stays_text(opened: Opened) -> None:
    events = flatten(
        outcome(
            7_000 + 5 * day + who,
            MARKUP,
            day=day,
            principal=f"person-{who}",
            query=f"please open {MARKUP} now",
            corrected_to=f"tool{MARKUP}",
        )
        for day in range(4)
        for who in range(5)
    )
    opened.loop.learn([*events, f'{{"type": "{MARKUP}", "trace_metadata": {{"collection_id": "shop"}}}}'])
    item = opened.items()[f"tool{MARKUP}"]
    opened.desk().act("pin", [(item.subject.id, item.version)], f"because {MARKUP}")
    opened.user("kim", Role.ADMIN)
    client = opened.browser("kim").client
    letter = next(
        letter.id
        for letter in opened.desk(role=Role.ADMIN).letters().letters
        if letter.body and MARKUP in str(letter.body)
    )
    for path in (
        f"/suggestions/{item.subject.id}",
        "/queue?status=any",
        "/graph",
        "/audit",
        "/overview",
        "/dead-letters",
        f"/dead-letters/{letter}",
        "/shadow?collection=shop",
    ):
        page = client.get(path)
        assert page.status_code == 200, path
        assert "<img src=x" not in page.text, path
    assert "&lt;img src=x" in client.get(f"/suggestions/{item.subject.id}").text


def test_a_name_that_is_tried_at_the_login_comes_back_as_text(opened: Opened) -> None:
    page = opened.browser().sign_in(f'"><script>{MARKUP}</script>')
    assert page.status_code == 401
    assert "<script>" not in page.text
    assert "<img" not in page.text


def test_a_comment_with_what_no_database_holds_is_refused(opened: Opened) -> None:
    program = opened.program()
    item = program.items()["cancelParcel"]
    assert program.act("approve", item, comment="a\x00b").status_code == 422
    assert program.act("approve", item, comment="x" * 2_001).status_code == 422
    body = f'{{"act": "approve", "items": [{{"id": "{item["subject"]["id"]}", "version": "x"}}], "comment": "\\ud800"}}'
    headers = {**program._headers, "content-type": "application/json"}
    answer = program._client.post("/api/v1/acts", content=body, headers=headers)
    assert answer.status_code in {400, 422}
    assert opened.items()["cancelParcel"].status == "promotable"


def test_a_filter_that_names_nothing_there_is_refused(opened: Opened) -> None:
    client = opened.program()
    assert client.get("/suggestions", status="owned").status_code == 422
    assert client.get("/suggestions", after="1_tp-x").status_code == 400
    assert client.get("/suggestions", after="nan_tp-0123456789abcdef").status_code == 400
    assert opened.desk().queue(QueueQuery(status="any")).total > 0
    opened.loop.learn(risky_events(first=9_900, days=1))
