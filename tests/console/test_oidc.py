"""Single sign-on against a small identity provider that runs on this machine: who comes in, and who does not."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from console.access.roles import Role
from console.settings import ConsoleSettings, OidcSettings
from tests.console.opening import Browser, Opened, open_console

KEY = RSAKey.generate_key(2048, {"kid": "one"})
BACK = "http://testserver/oidc/back"


@dataclass
class Provider:
    """An identity provider with one user; a test changes what it says."""

    url: str = ""
    key: RSAKey = field(default_factory=lambda: KEY)
    signed_by: Any = None
    algorithm: str = "RS256"
    claims: dict[str, Any] = field(default_factory=dict)
    document: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    refuses: bool = False
    requests: list[str] = field(default_factory=list)

    def answer(self, path: str, form: dict[str, str], now: int) -> tuple[int, dict[str, Any]]:
        self.requests.append(path)
        if path == "/.well-known/openid-configuration":
            named = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
            places = {name: self.url + place for name, place in named.items()}
            return 200, {"issuer": self.url, **places, **self.document}
        if path == "/keys":
            return 200, {"keys": [self.key.as_dict(private=False)]}
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        proves = challenge.decode() == self.asked["code_challenge"] and form["redirect_uri"] == BACK
        if self.refuses or not proves or form["code"] != "the-code" or "client_secret" in form:
            return 400, {"error": "invalid_grant"}
        return 200, {"access_token": "a", "token_type": "Bearer", "id_token": self.token(now)}

    def token(self, now: int) -> str:
        claims = {
            "iss": self.url,
            "aud": "console",
            "sub": "subject-1",
            "iat": now,
            "exp": now + 300,
            "nonce": self.asked["nonce"],
            "preferred_username": "jane",
            "groups": ["agents", "ops"],
            **self.claims,
        }
        header = {"alg": self.algorithm, "kid": "one"}
        return jwt.encode(header, claims, self.signed_by or self.key, algorithms=[self.algorithm])


@pytest.fixture
def provider(opened: Opened) -> Iterator[Provider]:
    found = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.tell({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            self.tell({name: values[0] for name, values in parse_qs(body).items()})

        def tell(self, form: dict[str, str]) -> None:
            status, body = found.answer(self.path, form, int(opened.clock.now.timestamp()))
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture
def console(opened: Opened, provider: Provider) -> Iterator[Opened]:
    oidc = OidcSettings(
        issuer=provider.url, client_id="console", roles={"agents": "reviewer", "ops": "viewer", "root": "admin"}
    )
    with open_console(opened.loop, ConsoleSettings(public_url="http://testserver", oidc=oidc)) as found:
        found.clock.now = opened.clock.now
        yield found


def leave(browser: Browser, provider: Provider, target: str = "/audit") -> dict[str, str]:
    """Goes to the provider, which notes what it was asked."""
    answer = browser.client.get("/oidc", params={"next": target})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(provider.url + "/authorize?")
    provider.asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    return provider.asked


def come_back(browser: Browser, asked: dict[str, str], code: str = "the-code") -> Any:
    return browser.client.get("/oidc/back", params={"state": asked["state"], "code": code})


def sign_in(console: Opened, provider: Provider) -> Any:
    browser = console.browser()
    return come_back(browser, leave(browser, provider))


def test_a_user_comes_in_with_the_best_role_of_their_groups(console: Opened, provider: Provider) -> None:
    browser = console.browser()
    assert "single sign-on" in browser.client.get("/login").text
    asked = leave(browser, provider)
    assert (asked["response_type"], asked["code_challenge_method"], asked["redirect_uri"]) == ("code", "S256", BACK)
    done = come_back(browser, asked)
    assert (done.status_code, done.headers["location"]) == (303, "/audit")
    caller = console.gate.by_session(browser.client.cookies["tooltrail_session"])
    assert caller is not None
    assert (caller.name, caller.role, caller.groups) == ("jane", Role.REVIEWER, {"agents", "ops"})


def test_role_and_groups_are_the_providers_each_time_and_the_name_stays(console: Opened, provider: Provider) -> None:
    sign_in(console, provider)
    provider.claims = {"groups": ["root"], "preferred_username": "janet"}
    assert sign_in(console, provider).status_code == 303
    with console.loop.store.access_reading() as users:
        found = users.all_users()
    assert [(user.name, user.role, user.groups) for user in found] == [("jane", "admin", ("root",))]


def test_who_is_in_no_group_does_not_come_in(console: Opened, provider: Provider) -> None:
    for groups in ([], ["others"], "agents", None):
        provider.claims = {"groups": groups}
        assert sign_in(console, provider).status_code == 403


def test_a_disabled_user_does_not_come_in(console: Opened, provider: Provider) -> None:
    sign_in(console, provider)
    console.accounts.disable_user("jane")
    assert sign_in(console, provider).status_code == 401


def test_nobody_takes_over_a_local_user_by_their_name(console: Opened, provider: Provider) -> None:
    console.user("jane", Role.ADMIN)
    assert sign_in(console, provider).status_code == 401


def test_an_address_signs_by_what_stands_before_its_at(console: Opened, provider: Provider) -> None:
    provider.claims = {"preferred_username": "mina@example.com"}
    assert sign_in(console, provider).status_code == 303
    with console.loop.store.access_reading() as users:
        assert users.user("mina") is not None


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "http://127.0.0.1:1"},
        {"aud": "another-client"},
        {"nonce": "replayed"},
        {"exp": 1},
        {"iat": 2**33},
        {"azp": "another-client"},
    ],
    ids=lambda claims: next(iter(claims)),
)
def test_a_token_for_somebody_else_is_refused(console: Opened, provider: Provider, claims: dict[str, Any]) -> None:
    provider.claims = claims
    assert sign_in(console, provider).status_code == 401


def test_a_token_that_the_provider_did_not_sign_is_refused(console: Opened, provider: Provider) -> None:
    provider.signed_by = RSAKey.generate_key(2048, {"kid": "one"})
    assert sign_in(console, provider).status_code == 401
    provider.signed_by = OctKey.import_key("console" * 8)
    provider.algorithm = "HS256"
    assert sign_in(console, provider).status_code == 401


def test_the_way_back_is_open_once_in_time_and_in_the_same_browser(console: Opened, provider: Provider) -> None:
    browser = console.browser()
    asked = leave(browser, provider)
    assert come_back(console.browser(), asked).status_code == 401
    assert come_back(browser, asked).status_code == 401  # the one try is spent
    asked = leave(browser, provider)
    console.clock.pass_by(minutes=11)
    assert come_back(browser, asked).status_code == 401
    assert come_back(browser, {"state": "made-up"}).status_code == 401


def test_a_code_that_the_provider_refuses_lets_nobody_in(console: Opened, provider: Provider) -> None:
    browser = console.browser()
    assert come_back(browser, leave(browser, provider), code="stolen").status_code == 401
    provider.refuses = True
    assert sign_in(console, provider).status_code == 401


def test_a_provider_that_says_it_is_another_is_not_followed(console: Opened, provider: Provider) -> None:
    provider.document = {"issuer": "https://evil.example"}
    assert console.browser().client.get("/oidc").status_code == 400
    provider.document = {"authorization_endpoint": "javascript:alert(1)"}
    assert console.browser().client.get("/oidc").status_code == 400


def test_the_way_leads_to_no_other_site(console: Opened, provider: Provider) -> None:
    browser = console.browser()
    done = come_back(browser, leave(browser, provider, "//evil.example"))
    assert done.headers["location"] == "/"


def test_without_settings_there_is_none(opened: Opened) -> None:
    assert opened.browser().client.get("/oidc").status_code == 404
    assert opened.browser().client.get("/oidc/back").status_code == 404
