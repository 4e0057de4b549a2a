"""Preferences of a reader: the language and the colours, each in a cookie."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from console.access.requests import inside, is_secure
from console.pages.rendering import LANGUAGE_COOKIE, THEME_COOKIE, address

router = APIRouter(include_in_schema=False)
_YEAR = 31_536_000


@router.post("/preferences")
def save_preferences(
    request: Request,
    language: Annotated[Literal["", "en", "ko"], Form()] = "",
    theme: Annotated[Literal["", "light", "dark"], Form()] = "",
    next: Annotated[str, Form(max_length=2_000)] = "/",  # noqa: A002  the name in the form
) -> Response:
    """Keeps a choice, and shows the same page again. It changes nothing that is stored, so anybody may."""
    response = RedirectResponse(address(request, "") + inside(next), status_code=303)
    for name, value in ((LANGUAGE_COOKIE, language), (THEME_COOKIE, theme)):
        if value:
            path = request.scope.get("root_path", "") or "/"
            response.set_cookie(name, value, max_age=_YEAR, path=path, secure=is_secure(request), samesite="lax")
    return response
