"""Bodies of requests: who calls is asked first, and nobody's body is read beyond a limit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from console.access.roles import Role
from console.bodies import LARGEST
from tests.console.opening import Opened

ACTS = "/api/v1/acts"


@pytest.mark.parametrize("path", [ACTS, "/api/v1/dead-letters/skip", "/api/v1/dead-letters/replay"])
@pytest.mark.parametrize("body", ["{", "[]", "{}", "x" * (LARGEST + 1)], ids=["cut", "list", "empty", "large"])
def test_who_calls_is_asked_before_the_body_is_read(opened: Opened, path: str, body: str) -> None:
    client = opened.browser().client
    kind = {"content-type": "application/json"}
    assert client.post(path, content=body, headers=kind).status_code == 401
    wrong = {**kind, "authorization": "Bearer tooltrail_000000000000_x"}
    assert client.post(path, content=body, headers=wrong).status_code == 401
    token = opened.accounts.make_token(opened.user("kim", Role.ADMIN), "", None, None)[0]
    known = client.post(path, content=body, headers={**kind, "authorization": f"Bearer {token}"})
    assert known.status_code == (413 if len(body) > LARGEST else 400 if "dead" in path and body == "{}" else 422)


def test_a_body_that_does_not_say_its_length_is_read_as_far_as_the_limit(opened: Opened) -> None:
    token = opened.accounts.make_token(opened.user("kim"), "", None, None)[0]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def stream() -> Iterator[bytes]:
        yield from [b" " * 65_536] * 32

    answer = opened.browser().client.post(ACTS, content=stream(), headers=headers)
    assert (answer.status_code, "at most" in answer.json()["detail"]) == (413, True)


def test_a_form_is_limited_too(opened: Opened) -> None:
    browser = opened.browser(opened.user("kim"))
    for path in ("/login", "/acts", "/acts/confirm", "/dead-letters/acts", "/logout"):
        form = {"csrf_token": browser.field("/queue"), "comment": "x" * LARGEST}
        assert browser.client.post(path, data=form).status_code == 413, path


def test_what_is_within_the_limit_is_read(opened: Opened) -> None:
    token = opened.accounts.make_token(opened.user("kim"), "", None, None)[0]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    body = "{}" + " " * (LARGEST - 2)
    assert opened.browser().client.post(ACTS, content=body, headers=headers).status_code == 422
