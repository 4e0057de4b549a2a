"""Who a request is from: the session of a browser, or the token of a program; and that a form is the console's own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.datastructures import UploadFile
from starlette.responses import Response

from console.access.gate import SESSION
from console.access.roles import AccessError, Caller, NotSignedInError, Role
from console.access.secrets import new_secret, same
from console.site import site_of

SESSION_COOKIE, LOGIN_COOKIE = "tooltrail_session", "tooltrail_login"
CSRF_FIELD, CSRF_HEADER = "csrf_token", "x-csrf-token"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "testserver"})


class ForgedRequestError(AccessError):
    """A request did not come from a page of the console: load the page anew."""


async def page_caller(request: Request) -> Caller:
    """Who asks for a page, by the session's cookie; what changes something must show the session's token.

    Raises:
        NotSignedInError: there is no session.
        ForgedRequestError: the token is missing or another one.
    """
    cookie = request.cookies.get(SESSION_COOKIE, "")
    caller = site_of(request).gate.by_session(cookie) if cookie else None
    if caller is None:
        raise NotSignedInError("sign in")
    if request.method not in _SAFE and not same(await _given_token(request), caller.csrf or ""):
        raise ForgedRequestError("the page is too old, or not the console's: load it anew")
    return caller


async def api_caller(request: Request) -> Caller:
    """Who calls the API: by ``Authorization: Bearer TOKEN``, else by the session of a page.

    Raises:
        NotSignedInError: neither is there, or it is worth nothing.
        ForgedRequestError: the call is a page's and does not show the session's token.
    """
    known: Caller | None = getattr(request.state, "caller", None)
    if known is None:
        known = request.state.caller = await _api_caller(request)
    return known


async def _api_caller(request: Request) -> Caller:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return await page_caller(request)
    caller = site_of(request).gate.by_token(token.strip())
    if caller is None:
        raise NotSignedInError("the API token is unknown, revoked or expired")
    return caller


async def _given_token(request: Request) -> str:
    header = request.headers.get(CSRF_HEADER)
    if header is not None:
        return header
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        return ""
    given = (await request.form()).get(CSRF_FIELD, "")
    return "" if isinstance(given, UploadFile) else given


def _page_role(role: Role) -> object:
    def check(caller: Annotated[Caller, Depends(page_caller)]) -> Caller:
        caller.must(role)
        return caller

    return Depends(check)


def _api_role(role: Role) -> object:
    def check(caller: Annotated[Caller, Depends(api_caller)]) -> Caller:
        caller.must(role)
        return caller

    return Depends(check)


class CallerFirst(APIRoute):
    """A call whose body is looked at for those alone who are known."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Puts the question who calls before everything else."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            await api_caller(request)
            return await handle(request)

        return answer


PageViewer = Annotated[Caller, _page_role(Role.VIEWER)]
PageReviewer = Annotated[Caller, _page_role(Role.REVIEWER)]
PageAdmin = Annotated[Caller, _page_role(Role.ADMIN)]
ApiViewer = Annotated[Caller, _api_role(Role.VIEWER)]
ApiReviewer = Annotated[Caller, _api_role(Role.REVIEWER)]


# --- cookies ---


def is_secure(request: Request) -> bool:
    """Whether cookies may travel encrypted alone: always, but by plain HTTP on this very machine."""
    return request.url.scheme == "https" or request.url.hostname not in _LOOPBACK


def set_session(request: Request, response: Response, cookie: str) -> None:
    """Gives a browser its session."""
    _set(request, response, SESSION_COOKIE, cookie, int(SESSION.total_seconds()))


def clear_session(request: Request, response: Response) -> None:
    """Takes it back."""
    response.delete_cookie(SESSION_COOKIE, path=_path(request))


def login_token(request: Request) -> str:
    """What the form of the login must say: it is the same as a cookie that no other site can set or read."""
    return request.cookies.get(LOGIN_COOKIE) or new_secret()


def set_login_token(request: Request, response: Response, token: str) -> None:
    """Gives a browser the cookie that the form of the login is compared with."""
    _set(request, response, LOGIN_COOKIE, token, 3_600)


def check_login_token(request: Request, given: str) -> None:
    """Makes sure that the form of a login is the console's own.

    Raises:
        ForgedRequestError: it is not.
    """
    expected = request.cookies.get(LOGIN_COOKIE, "")
    if not expected or not same(given, expected):
        raise ForgedRequestError("the login page is too old, or not the console's: load it anew")


def _set(request: Request, response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(
        name, value, max_age=seconds, path=_path(request), secure=is_secure(request), httponly=True, samesite="lax"
    )


def _path(request: Request) -> str:
    return request.scope.get("root_path", "") or "/"


def inside(target: str | None) -> str:
    """A path of the console to go to, as it was asked for; the start page for what leads anywhere else.

    >>> inside("/suggestions/tp-1?x=1"), inside("//evil.example"), inside("https://evil.example"), inside(None)
    ('/suggestions/tp-1?x=1', '/', '/', '/')
    """
    if not target or not target.startswith("/") or target.startswith("//") or not target.isprintable():
        return "/"
    parts = urlsplit(target)
    return "/" if "\\" in target or parts.scheme or parts.netloc else target
