"""A console elsewhere, asked by its API: the same reads and acts as on a database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from pipeline.errors import RejectedError, TransientError
from pipeline.learning.suggestions import Row
from tooltrail.serving import is_loopback
from tooltrail.settings import read_settings

#: Rows that are asked for at once, and seconds that an answer may take.
_PAGE, _SECONDS = 200, 30


class NoApiTokenError(RejectedError):
    """No API token is set: `tooltrail tokens create NAME` makes one, TOOLTRAIL_API_TOKEN holds it."""


class BadApiUrlError(RejectedError):
    """That is no URL of a console, or the token would travel where everybody can read it."""


class ConsoleRefusedError(RejectedError):
    """The console does not do what was asked."""


class ConsoleLostError(TransientError):
    """The console does not answer."""


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: the token would go along, to wherever it leads."""

    def redirect_request(self, *_: object) -> None:
        """Leaves a redirect as the answer that it is."""


def _opener(host: str) -> OpenerDirector:
    """What asks a console: this very machine by no proxy, whatever the environment says."""
    direct = (ProxyHandler({}),) if is_loopback(host) else ()
    return build_opener(_NoRedirect, *direct)


class RemoteConsole:
    """A console, by its URL and an API token.

    Args:
        url: where browsers see it.
        token: of `tooltrail tokens create`.

    Raises:
        BadApiUrlError: the URL is none, or plain HTTP to another machine.
    """

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
            raise BadApiUrlError(f"{url!r} is no URL of a console: write https://HOST/PATH")
        if parts.scheme == "http" and not is_loopback(parts.hostname):
            raise BadApiUrlError("the token would travel for everybody to read: write https://")
        self._opener = _opener(parts.hostname)
        self._url = f"{url.rstrip('/')}/api/v1"
        self._token = token

    def rows(self, limit: int | None, **wanted: str | None) -> Iterator[Row]:
        """Suggestion rows in the order of `suggestions list`, a page at a time."""
        after = wanted.pop("after", None)
        while limit is None or limit > 0:
            many = _PAGE if limit is None else min(limit, _PAGE)
            page: list[Row] = self._ask("/rows", {**wanted, "after": after, "limit": str(many)})
            yield from page
            if len(page) < many:
                return
            after = page[-1]["id"]
            limit = None if limit is None else limit - len(page)

    def row(self, identity: str, as_of: str) -> Row:
        """One suggestion row as it stands at a moment."""
        found: Row = self._ask(f"/rows/{identity}", {"as_of": as_of})
        return found

    def act(self, verb: str, ids: Sequence[str], comment: str, reason: str) -> Sequence[Mapping[str, Any]]:
        """Does one thing to suggestions as they are now, all of them or none; returns what became of each.

        Raises:
            ConsoleRefusedError: one of them changed meanwhile, or the act cannot be done.
        """
        items = [{"id": name, "version": self._ask(f"/suggestions/{name}", {})["version"]} for name in ids]
        body = {"act": verb, "items": items, "comment": comment, "reason": reason}
        done: list[Mapping[str, Any]] = self._ask("/acts", {}, body)["done"]
        return done

    def _ask(self, path: str, parameters: Mapping[str, str | None], body: object = None) -> Any:
        query = urlencode({name: value for name, value in parameters.items() if value is not None})
        request = Request(  # noqa: S310  the scheme was looked at
            f"{self._url}{path}{'?' + query if query else ''}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self._token}", "content-type": "application/json"},
        )
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise _told(error) from None
        except (URLError, TimeoutError, HTTPException, OSError) as error:
            raise ConsoleLostError(f"the console does not answer: {error}") from error
        except ValueError as error:
            raise ConsoleRefusedError(f"{self._url} is no console's API") from error


def _told(error: HTTPError) -> RejectedError | TransientError:
    """What a console said in place of an answer."""
    if 300 <= error.code < 400:
        where = error.headers.get("location", "elsewhere")
        return ConsoleRefusedError(f"the console sends on to {where!r}, which is not followed: give its final URL")
    try:
        said = json.load(error)
    except ValueError:
        said = {}
    if error.code == 409:
        named = ", ".join(row["id"] for row in said.get("conflicts", ()))
        return ConsoleRefusedError(f"{named} changed meanwhile, and nothing was done: look again, then decide")
    detail = str(said.get("detail") or f"it answers {error.code}") if isinstance(said, dict) else str(error.code)
    return ConsoleLostError(detail) if error.code >= 500 else ConsoleRefusedError(detail)


def open_console(url: str) -> RemoteConsole:
    """The console of a URL, with the token of the settings.

    Raises:
        NoApiTokenError: there is none.
        BadApiUrlError: the URL is none.
    """
    token = read_settings().api_token
    if token is None:
        raise NoApiTokenError("TOOLTRAIL_API_TOKEN is not set: `tooltrail tokens create NAME` makes a token")
    return RemoteConsole(url, token.get_secret_value())
