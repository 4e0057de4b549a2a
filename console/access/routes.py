"""Signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from console.access.gate import TooManyFailuresError, WrongPasswordError
from console.access.requests import (
    CSRF_FIELD,
    SESSION_COOKIE,
    check_login_token,
    clear_session,
    inside,
    login_token,
    page_caller,
    set_login_token,
    set_session,
)
from console.access.roles import Caller
from console.pages.rendering import render
from console.site import site_of

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


@router.get("/once/{secret}")
def by_link(request: Request, secret: str) -> Response:
    """Begins a session by a one-time link."""
    cookie = site_of(request).gate.by_link(secret)
    if cookie is None:
        return _login(request, "/", error="used_link", status=401)
    return enter(request, cookie, "/")
