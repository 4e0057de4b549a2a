"""Pages, asked without a browser: what forms and links carry, and what becomes of what does not belong in them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from console import pages
from console.access.roles import Role
from console.reads.queue import QueueQuery
from tests.console.opening import Browser, Opened

CONSOLE = Path(pages.__file__).parents[1]
#: htmx.org 4.0.1, as its package holds it.
HTMX = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"
#: What somebody may write where a value is asked for.
HOSTILE = (
    "' OR 1=1 --",
    "1; DROP TABLE suggestions",
    "../../etc/passwd",
    "%00",
    "🙂" * 300,
    "-1",
    "99999999999999999999",
)


@pytest.fixture
def browser(opened: Opened) -> Browser:
    opened.user("kim", Role.ADMIN)
    return opened.browser("kim")


def send(browser: Browser, path: str, **fields: Any) -> Any:
    return browser.client.post(path, data={"csrf_token": browser.field("/queue"), **fields})


def item(opened: Opened, target: str = "cancelParcel") -> str:
    found = opened.items()[target]
    return f"{found.subject.id} {found.version}"


def follow(browser: Browser, answer: Any) -> str:
    """The page that an answer leads to, by as many steps as it takes."""
    while answer.status_code == 303:
        answer = browser.client.get(answer.headers["location"])
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        *(("/queue", name) for name in ("collection", "kind", "status", "changes_state", "after")),
        *(("/queue/next", name) for name in ("collection", "after")),
        *(("/graph", name) for name in ("collection", "tool")),
        *(("/audit", name) for name in ("collection", "before")),
        *(("/dead-letters", name) for name in ("reason", "after")),
        ("/shadow", "collection"),
        ("/overview", "days"),
    ],
)
def test_a_filter_takes_what_it_knows_and_refuses_the_rest(browser: Browser, path: str, name: str) -> None:
    for value in HOSTILE:
        answer = browser.client.get(path, params={name: value})
        assert answer.status_code in {200, 303, 400, 404, 422}, value
        assert answer.headers.get("content-type", "text/html").startswith("text/html")
    assert "cancelParcel" in browser.client.get("/queue?status=any").text


@pytest.mark.parametrize(
    "path", ["/suggestions/tp-0000000000000000", "/suggestions/x", "/dead-letters/dl-0", "/nowhere"]
)
def test_what_is_not_there_is_a_page_that_says_so(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert answer.status_code == 404
    assert "Not found" in answer.text


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_no_form_leads_to_another_site(opened: Opened, browser: Browser, target: str) -> None:
    assert send(browser, "/preferences", language="ko", next=target).headers["location"] == "/"
    done = send(browser, "/acts", act="approve", item=item(opened), back=target)
    assert done.headers["location"] == "/"


@pytest.mark.parametrize("name", ["next", "collection", "status"])
def test_where_an_act_leads_stays_in_the_console(opened: Opened, browser: Browser, name: str) -> None:
    fields = {"next": "/evil", "collection": "//evil.example"} | ({"status": "any"} if name == "status" else {})
    location = send(browser, "/acts", act="approve", item=item(opened), **fields).headers["location"]
    assert re.match(r"/queue(/next)?\?", location)


def test_preferences_are_kept(browser: Browser) -> None:
    assert (
        send(browser, "/preferences", language="ko", next="/queue?status=any").headers["location"]
        == "/queue?status=any"
    )
    send(browser, "/preferences", theme="dark")
    shown = browser.client.get("/queue").text
    assert '<html lang="ko" data-theme="dark">' in shown


def test_the_browsers_language_is_answered_in(browser: Browser) -> None:
    assert '<html lang="ko">' in browser.client.get("/queue", headers={"accept-language": "ko-KR,en;q=0.5"}).text


def test_an_act_on_nothing_says_so(browser: Browser) -> None:
    shown = follow(browser, send(browser, "/acts/confirm", act="approve", status="any"))
    assert "Select at least one suggestion" in shown
    assert "Select at least one suggestion" not in browser.client.get("/queue").text, "a note is told once"
    assert "Select at least one dead letter" in follow(browser, send(browser, "/dead-letters/confirm", act="skip"))


def test_all_that_the_filter_shows_is_counted_before_it_is_acted_on(opened: Opened, browser: Browser) -> None:
    total = len(opened.items())
    shown = send(browser, "/acts/confirm", act="demote", every="yes", status="any").text
    assert f"Demote {total} suggestions" in shown
    named = re.search(r'name="item" value="([^"]+)"', shown)
    assert named
    assert len(named[1].split(",")) == total
    done = follow(browser, send(browser, "/acts", act="demote", item=named[1], status="any", comment="all of them"))
    assert f"{total} suggestions: demoted." in done
    assert {found.status for found in opened.items().values()} == {"demoted"}


def test_more_than_one_act_takes_is_said(opened: Opened, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.desk.desk.TOGETHER", 2)
    monkeypatch.setattr("console.pages.letters.TOGETHER", 1)
    total = len(opened.items())
    shown = send(browser, "/acts/confirm", act="pin", every="yes", status="any").text
    assert "Pin 2 suggestions" in shown
    assert f"The filter shows {total}. One act takes the first 2." in shown
    shown = send(browser, "/dead-letters/confirm", act="skip", every="yes").text
    assert "The filter shows 2. One act takes the first 1." in shown


def test_a_suggestion_that_is_gone_from_the_page_is_named_by_its_id(opened: Opened, browser: Browser) -> None:
    shown = send(browser, "/acts/confirm", act="approve", item=item(opened), status="rejected").text
    assert item(opened).split()[0] in shown


def test_after_the_last_one_comes_the_queue(opened: Opened, browser: Browser) -> None:
    last = list(opened.desk().queue(QueueQuery(status="any"), 200).items)[-1]
    answer = browser.client.get("/queue/next", params={"status": "any", "after": f"{last.gain!r}_{last.subject.id}"})
    assert answer.headers["location"] == "/queue?status=any"


def test_the_first_of_two_people_is_told_that_it_waits(opened: Opened, browser: Browser) -> None:
    opened.loop.settle(two_people=True)
    shown = follow(browser, send(browser, "/acts", act="approve", item=item(opened), comment="asked the owner"))
    assert "A second person has to decide the same" in shown
    page = browser.client.get(f"/suggestions/{item(opened).split()[0]}").text
    assert "asked the owner" in page
    assert opened.items()["cancelParcel"].status == "promotable"
    opened.user("lee")
    other = opened.browser("lee")
    assert "1 suggestion: approved." in follow(other, send(other, "/acts", act="approve", item=item(opened)))
    assert opened.items()["cancelParcel"].status == "promoted"


@pytest.mark.parametrize(
    ("name", "value"), [("assume_ts", "yesterday"), ("assume_ts", "2026-01-05T09:00:00"), ("collection", "no")]
)
def test_a_replay_with_a_value_that_is_none_asks_again(opened: Opened, browser: Browser, name: str, value: str) -> None:
    letters = opened.desk("kim", Role.ADMIN).letters().letters
    answer = send(browser, "/dead-letters/acts", act="replay", item=letters[0].id, **{name: value})
    assert answer.status_code == 422
    assert letters[0].id in answer.text
    assert len(opened.desk("kim", Role.ADMIN).letters().letters) == len(letters)


def test_a_target_that_the_declared_catalog_no_longer_holds_is_marked(opened: Opened, browser: Browser) -> None:
    assert "not in the catalog" not in browser.client.get("/queue?status=any").text
    opened.loop.settle(state_changing={name: False for name in opened.items() if name != "cancelParcel"})
    shown = browser.client.get("/queue?status=any").text
    assert "not in the catalog" in shown
    page = browser.client.get(f"/suggestions/{item(opened).split()[0]}").text
    assert "The declared catalog no longer holds this tool." in page


def test_letters_that_somebody_else_set_aside_stop_an_act_on_them(opened: Opened, browser: Browser) -> None:
    ids = [letter.id for letter in opened.desk("kim", Role.ADMIN).letters().letters]
    opened.desk("lee", Role.ADMIN).skip_letters(ids[:1])
    shown = follow(browser, send(browser, "/dead-letters/acts", act="skip", item=",".join(ids)))
    assert "Some of them are gone meanwhile" in shown
    assert [letter.id for letter in opened.desk("kim", Role.ADMIN).letters().letters] == ids[1:]


@pytest.mark.parametrize(
    "left",
    [
        "no note",
        base64.urlsafe_b64encode(b"[]").decode(),
        base64.urlsafe_b64encode(json.dumps({"kind": "many", "many": "x"}).encode()).decode(),
        base64.urlsafe_b64encode(json.dumps({"kind": "letters_replayed", "values": {"a": 1}}).encode()).decode(),
        base64.urlsafe_b64encode(json.dumps({"kind": "many", "many": 1, "act": "<b>"}).encode()).decode(),
    ],
)
def test_a_note_that_the_console_did_not_leave_is_not_told(browser: Browser, left: str) -> None:
    browser.client.cookies.set("tooltrail_note", left)
    shown = browser.client.get("/queue")
    assert shown.status_code == 200
    assert 'role="status"' not in shown.text


def test_htmx_is_the_file_that_was_published_and_its_licence_lies_beside_it() -> None:
    static = CONSOLE / "static"
    assert hashlib.sha256((static / "htmx.min.js").read_bytes()).hexdigest() == HTMX
    assert "Permission to use, copy, modify" in (static / "htmx.LICENSE.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("template", sorted(CONSOLE.glob("templates/*.html")), ids=lambda path: path.name)
def test_nothing_that_the_policy_forbids_stands_in_a_page(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|javascript:|\|\s*safe", text) == []
