"""Signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from console.access.gate import NameTakenError, TooManyFailuresError, WrongPasswordError
from console.access.oidc import NoRoleError, Provider, ProviderError
from console.access.requests import (
    CSRF_FIELD,
    LOGIN_COOKIE,
    SESSION_COOKIE,
    check_login_token,
    clear_session,
    inside,
    login_token,
    page_caller,
    set_login_token,
    set_session,
)
from console.access.roles import Caller, NotFoundError
from console.access.secrets import new_secret
from console.pages.rendering import render
from console.site import Site, site_of

router = APIRouter(include_in_schema=False)


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:  # noqa: A002  the name in the URL
    """The form of the login."""
    return _login(request, inside(next))


def _login(request: Request, target: str, name: str = "", error: str = "", status: int = 200) -> Response:
    token, oidc = login_token(request), site_of(request).settings.oidc
    context = {
        "login_token": token,
        "next": target,
        "name": name,
        "error": error,
        "provider": oidc.name if oidc else None,
    }
    response = render(request, "login.html", context, status=status)
    set_login_token(request, response, token)
    return response


@router.post("/login")
def sign_in(
    request: Request,
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1_000)] = "",
    token: Annotated[str, Form(alias=CSRF_FIELD, max_length=200)] = "",
    next: Annotated[str, Form(max_length=2_000)] = "/",  # noqa: A002  the name in the form
) -> Response:
    """Begins a session; one that was there before ends, so that nobody can leave one behind to be taken over."""
    check_login_token(request, token)
    gate, target = site_of(request).gate, inside(next)
    address = request.client.host if request.client else ""
    try:
        cookie = gate.sign_in(name, password, address)
    except TooManyFailuresError as error:
        response = _login(request, target, name, "too_many_failures", 429)
        response.headers["retry-after"] = str(error.seconds)
        return response
    except WrongPasswordError:
        return _login(request, target, name, "wrong_password", 401)
    return enter(request, cookie, target)


def enter(request: Request, cookie: str, target: str) -> Response:
    """Gives a browser a new session in place of any before, and sends it on."""
    before = request.cookies.get(SESSION_COOKIE)
    if before:
        site_of(request).gate.sign_out(before)
    response = RedirectResponse(request.scope.get("root_path", "") + target, status_code=303)
    set_session(request, response, cookie)
    return response


@router.post("/logout")
def sign_out(request: Request, _caller: Annotated[Caller, Depends(page_caller)]) -> Response:
    """Ends the session."""
    site_of(request).gate.sign_out(request.cookies[SESSION_COOKIE])
    response = RedirectResponse(request.scope.get("root_path", "") + "/login", status_code=303)
    clear_session(request, response)
    return response


@router.get("/oidc")
def to_provider(request: Request, next: str = "/") -> Response:  # noqa: A002  the name in the URL
    """Sends a browser to the identity provider."""
    site = site_of(request)
    departure, browser = _provider(site).depart(), new_secret()
    site.gate.leave_for_provider(departure, browser, inside(next))
    response = RedirectResponse(departure.url, status_code=303)
    set_login_token(request, response, browser)
    return response


@router.get("/oidc/back")
def from_provider(request: Request, state: str = "", code: str = "") -> Response:
    """Begins a session for who comes back from the identity provider."""
    site = site_of(request)
    provider, browser = _provider(site), request.cookies.get(LOGIN_COOKIE, "")
    left = site.gate.back_from_provider(state, browser)
    if left is None or not code:
        return _login(request, "/", error="sign_on_failed", status=401)
    try:
        identity = provider.arrive(code, left["verifier"], left["nonce"], site.clock())
        cookie = site.gate.by_provider(identity)
    except NoRoleError:
        return _login(request, "/", error="no_role", status=403)
    except (ProviderError, NameTakenError, WrongPasswordError):
        return _login(request, "/", error="sign_on_failed", status=401)
    return enter(request, cookie, inside(left["next"]))


def _provider(site: Site) -> Provider:
    """The identity provider.

    Raises:
        NotFoundError: there is none.
    """
    settings = site.settings
    if settings.oidc is None or settings.public_url is None:
        raise NotFoundError("there is no single sign-on here")
    return Provider(settings.oidc, f"{settings.public_url.rstrip('/')}/oidc/back")


@router.get("/once/{secret}")
def by_link(request: Request, secret: str) -> Response:
    """Begins a session by a one-time link."""
    cookie = site_of(request).gate.by_link(secret)
    if cookie is None:
        return _login(request, "/", error="used_link", status=401)
    return enter(request, cookie, "/")
