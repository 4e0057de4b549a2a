"""Access: who comes in and who does not, and what a hostile site, link or form may not do."""

from __future__ import annotations

import pytest

from console.access.gate import WrongPasswordError
from console.access.requests import LOGIN_COOKIE, SESSION_COOKIE
from console.access.roles import Role
from console.access.secrets import WeakPasswordError, hash_password
from console.settings import ConsoleSettings
from storage.review_tables import api_tokens, sessions, users
from tests.console.opening import PASSWORD, Browser, Opened, open_console
from tests.storage.content import rows


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost little: how long real ones take is argon2's business."""
    from argon2 import PasswordHasher

    monkeypatch.setattr("console.access.secrets._hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


def is_in(browser: Browser) -> bool:
    return bool(browser.client.get("/queue").status_code == 200)


def test_a_user_comes_in_by_name_and_password(opened: Opened) -> None:
    opened.user("kim", password=True)
    browser = opened.browser()
    assert not is_in(browser)
    done = browser.sign_in("kim")
    assert (done.status_code, done.headers["location"]) == (303, "/")
    assert is_in(browser)


@pytest.mark.parametrize(
    ("name", "password"), [("kim", "another one, as long"), ("lee", PASSWORD), ("", ""), ("\x00", "x")]
)
def test_a_wrong_name_or_password_says_neither_which(opened: Opened, name: str, password: str) -> None:
    opened.user("kim", password=True)
    browser = opened.browser()
    assert browser.sign_in(name, password).status_code == 401
    assert not is_in(browser)


def test_a_user_without_a_password_comes_in_by_none(opened: Opened) -> None:
    opened.user("kim")
    for password in ("", "None", PASSWORD):
        assert opened.browser().sign_in("kim", password).status_code == 401


def test_there_is_no_user_at_first(opened: Opened) -> None:
    assert rows(opened.loop.store, users) == []
    assert opened.browser().sign_in("admin", "admin").status_code == 401


def test_a_disabled_user_is_out_at_once(opened: Opened) -> None:
    program = opened.program("kim")
    browser = opened.browser("kim")
    assert is_in(browser)
    opened.accounts.disable_user("kim")
    assert not is_in(browser)
    assert program.get("/collections").status_code == 401
    with pytest.raises(WrongPasswordError):
        opened.gate.sign_in("kim", PASSWORD, "1.2.3.4")


def test_a_new_password_ends_the_sessions_of_the_old_one(opened: Opened) -> None:
    opened.user("kim", password=True)
    browser = opened.browser("kim")
    opened.accounts.set_password("kim", "another long password")
    assert not is_in(browser)
    assert browser.sign_in("kim", "another long password").status_code == 303


def test_a_session_ends_by_itself_and_by_signing_out(opened: Opened) -> None:
    opened.user("kim")
    browser, other = opened.browser("kim"), opened.browser("kim")
    stolen = browser.client.cookies[SESSION_COOKIE]
    assert browser.client.post("/logout", data={"csrf_token": browser.field("/queue")}).status_code == 303
    browser.client.cookies.set(SESSION_COOKIE, stolen)
    assert not is_in(browser)
    assert is_in(other)
    opened.clock.pass_by(hours=12)
    assert not is_in(other)


def test_failures_in_a_row_make_the_next_login_wait(opened: Opened) -> None:
    opened.user("kim", password=True)
    for _ in range(5):
        assert opened.browser().sign_in("kim", "wrong, and long enough").status_code == 401
    waiting = opened.browser().sign_in("kim")
    assert waiting.status_code == 429
    assert 0 < int(waiting.headers["retry-after"]) <= 16
    opened.clock.pass_by(seconds=20)
    assert opened.browser().sign_in("kim").status_code == 303


def test_an_address_that_tries_many_names_waits_too(opened: Opened) -> None:
    opened.user("kim", password=True)
    for number in range(5):
        opened.browser().sign_in(f"guess-{number}", "wrong, and long enough")
    assert opened.browser().sign_in("kim").status_code == 429


def test_a_session_that_was_there_before_a_login_is_not_taken_over(opened: Opened) -> None:
    opened.user("kim", password=True)
    opened.user("eve")
    browser = opened.browser("eve")
    left_behind = browser.client.cookies[SESSION_COOKIE]
    browser.client.cookies.clear()
    browser.client.cookies.set(SESSION_COOKIE, left_behind)
    browser.sign_in("kim")
    mine = [cookie.value for cookie in browser.client.cookies.jar if cookie.name == SESSION_COOKIE]
    assert set(mine) != {left_behind}
    assert opened.gate.by_session(left_behind) is None


def test_cookies_are_kept_from_scripts_and_travel_encrypted_beyond_this_machine(opened: Opened) -> None:
    opened.user("kim", password=True)
    here = opened.browser().sign_in("kim").headers["set-cookie"]
    assert "HttpOnly" in here
    assert "SameSite=lax" in here
    away = Browser(opened.app)
    away.client.base_url = "https://review.example"  # type: ignore[assignment]  # the client takes text
    answer = away.sign_in("kim")
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    plain = Browser(opened.app)
    plain.client.base_url = "http://review.example"  # type: ignore[assignment]  # the client takes text
    assert "Secure" in plain.client.get("/login").headers["set-cookie"]


def test_what_is_stored_lets_nobody_in(opened: Opened) -> None:
    opened.user("kim", password=True)
    browser = opened.browser("kim")
    text, token = opened.accounts.make_token("kim", "ci", None, None)
    stored = str(rows(opened.loop.store, api_tokens)) + str(rows(opened.loop.store, sessions))
    stored += str(rows(opened.loop.store, users))
    for secret in (text, browser.client.cookies[SESSION_COOKIE], PASSWORD):
        assert secret not in stored
    assert rows(opened.loop.store, users)[0]["password"].startswith("$argon2id$")
    assert opened.gate.by_token(token.hash) is None
    assert opened.gate.by_session(rows(opened.loop.store, sessions)[0]["id"]) is None


def test_a_token_ends_when_it_is_revoked_or_its_days_are_over(opened: Opened) -> None:
    opened.user("kim")
    first, token = opened.accounts.make_token("kim", "", None, None)
    second, _ = opened.accounts.make_token("kim", "", None, 30)
    assert opened.gate.by_token(first) is not None
    opened.accounts.revoke_token(token.id)
    assert opened.gate.by_token(first) is None
    assert opened.gate.by_token(second) is not None
    opened.clock.pass_by(days=30)
    assert opened.gate.by_token(second) is None
    assert opened.gate.by_token(second[:-1]) is None


def test_a_token_may_never_do_more_than_its_user(opened: Opened) -> None:
    opened.user("kim", Role.VIEWER)
    caller = opened.gate.by_token(opened.accounts.make_token("kim", "", Role.ADMIN, None)[0])
    assert caller is not None
    assert caller.role is Role.VIEWER


def test_a_link_signs_in_once(opened: Opened) -> None:
    opened.user("kim")
    secret = opened.gate.make_link("kim")
    browser = opened.browser()
    assert browser.client.get(f"/once/{secret}").headers["location"] == "/"
    assert is_in(browser)
    assert opened.browser().client.get(f"/once/{secret}").status_code == 401
    late = opened.gate.make_link("kim")
    opened.clock.pass_by(minutes=31)
    assert opened.browser().client.get(f"/once/{late}").status_code == 401


@pytest.mark.parametrize("password", ["short", "", "x" * 300])
def test_a_password_has_a_length(password: str) -> None:
    with pytest.raises(WeakPasswordError):
        hash_password(password)


# --- forged requests ---


def test_a_form_of_another_site_changes_nothing(opened: Opened) -> None:
    opened.user("kim")
    browser = opened.browser("kim")
    for path in ("/acts", "/acts/confirm", "/dead-letters/acts", "/dead-letters/confirm", "/logout"):
        for forged in ({}, {"csrf_token": ""}, {"csrf_token": "guessed"}):
            assert browser.client.post(path, data=forged).status_code == 403, path
    assert is_in(browser)


def test_a_session_token_of_somebody_else_is_none(opened: Opened) -> None:
    opened.user("kim")
    opened.user("eve")
    other = opened.browser("eve").field("/queue")
    assert opened.browser("kim").client.post("/logout", data={"csrf_token": other}).status_code == 403


def test_a_page_may_call_the_api_with_its_token_in_a_header_alone(opened: Opened) -> None:
    opened.user("kim", Role.ADMIN)
    browser = opened.browser("kim")
    assert browser.client.get("/api/v1/collections").status_code == 200
    body = {"ids": [], "reason": "not_json", "dry_run": True}
    assert browser.client.post("/api/v1/dead-letters/skip", json=body).status_code == 403
    named = {"x-csrf-token": browser.field("/queue")}
    assert browser.client.post("/api/v1/dead-letters/skip", json=body, headers=named).json() == {"skipped": 1}


def test_a_login_that_another_site_sends_is_refused(opened: Opened) -> None:
    opened.user("kim", password=True)
    form = {"name": "kim", "password": PASSWORD, "csrf_token": "chosen"}
    assert opened.browser().client.post("/login", data=form).status_code == 403
    browser = opened.browser()
    browser.field()
    assert browser.client.cookies[LOGIN_COOKIE] != "chosen"
    assert browser.client.post("/login", data=form).status_code == 403


@pytest.mark.parametrize(
    "target",
    [
        *("//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)"),
        *("/%0d%0aset-cookie:x=1", "/\r\nset-cookie: x=1", "///evil.example", "evil.example", ""),
    ],
)
def test_a_login_leads_nowhere_else(opened: Opened, target: str) -> None:
    opened.user("kim", password=True)
    answer = opened.browser().sign_in("kim", next=target)
    assert answer.status_code == 303
    assert answer.headers["location"] in {"/", "/%0d%0aset-cookie:x=1"}
    assert "x=1" not in str(answer.headers.get_list("set-cookie"))


def test_who_is_not_signed_in_comes_back_to_where_they_wanted(opened: Opened) -> None:
    opened.user("kim", password=True)
    browser = opened.browser()
    asked = browser.client.get("/audit?collection=shop")
    assert asked.headers["location"] == "/login?next=%2Faudit%3Fcollection%3Dshop"
    assert browser.sign_in("kim", next="/audit?collection=shop").headers["location"] == "/audit?collection=shop"


# --- what every answer says ---


@pytest.mark.parametrize("path", ["/login", "/queue", "/static/console.css", "/api/v1/collections", "/nowhere"])
def test_every_answer_says_what_a_browser_may_do(opened: Opened, path: str) -> None:
    opened.user("kim")
    headers = opened.browser("kim").client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert ("no-store" in headers.get("cache-control", "")) == ("/static/" not in path)


@pytest.mark.parametrize(
    "path",
    [
        *("/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd"),
        *("/static/....//app.py", "/static/..%5capp.py", "/static/%00", "/static/../templates/login.html"),
    ],
)
def test_no_file_beside_the_static_ones_is_served(opened: Opened, path: str) -> None:
    answer = opened.browser().client.get(path)
    assert answer.status_code in {303, 404}
    assert "import" not in answer.text


def test_it_works_below_a_sub_path(opened: Opened) -> None:
    opened.user("kim", password=True)
    with open_console(opened.loop, ConsoleSettings(root_path="/tooltrail")) as below:
        browser = Browser(below.app)
        asked = browser.client.get("/tooltrail/queue")
        assert asked.headers["location"] == "/tooltrail/login?next=%2Fqueue"
        form = {"name": "kim", "password": PASSWORD, "csrf_token": browser.field("/tooltrail/login"), "next": "/queue"}
        done = browser.client.post("/tooltrail/login", data=form)
        assert done.headers["location"] == "/tooltrail/queue"
        assert "Path=/tooltrail" in done.headers["set-cookie"]
        page = browser.client.get("/tooltrail/queue")
        assert page.status_code == 200
        assert 'href="/queue' not in page.text
        assert browser.client.get("/tooltrail/static/console.css").status_code == 200


@pytest.mark.parametrize("root", ["", "/tooltrail"])
def test_a_slash_too_many_leads_to_a_path_of_whatever_host(opened: Opened, root: str) -> None:
    with open_console(opened.loop, ConsoleSettings(root_path=root)) as below:
        client = Browser(below.app).client
        answer = client.get(f"{root}/queue/?status=any", headers={"host": "elsewhere.example"})
        assert (answer.status_code, answer.headers["location"]) == (307, f"{root}/queue?status=any")
