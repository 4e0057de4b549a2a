"""The application: pages, API and access under one roof."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from console.access.gate import TooManyFailuresError
from console.access.requests import ForgedRequestError
from console.access.roles import ForbiddenError, NotFoundError, NotSignedInError
from console.access.routes import router as access
from console.api.routes import ConflictAnswer, answer_conflict
from console.api.routes import router as api
from console.bodies import BodyLimit
from console.headers import SecurityHeaders
from console.pages.rendering import FOLDER, render
from console.pages.routes import router as pages
from console.settings import ConsoleSettings
from console.site import Site
from console.subpath import BelowSubPath
from pipeline.errors import ConflictError, RejectedError, TransientError
from pipeline.process import Rules
from storage.clock import present
from storage.store import SqlStore

#: The status of an answer, by what went wrong; the first that fits.
_STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (NotSignedInError, 401),
    (ForbiddenError, 403),
    (ForgedRequestError, 403),
    (NotFoundError, 404),
    (TooManyFailuresError, 429),
    (ConflictError, 503),
    (TransientError, 503),
    (RejectedError, 400),
)
_API = "/api/"


def create_app(
    store: SqlStore,
    rules: Rules,
    settings: ConsoleSettings | None = None,
    clock: Callable[[], datetime] = present,
) -> FastAPI:
    """Makes the application.

    Args:
        store: the database; the caller closes it.
        rules: the border and the policy, as whoever takes events in has them.
        settings: what the console is told.
        clock: the present; it signs acts and tells what has expired, and decides nothing.
    """
    settings = settings or ConsoleSettings()
    app = FastAPI(
        title="Tooltrail",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.site = Site(store, rules, settings, clock)
    app.include_router(access)
    app.include_router(api)
    app.include_router(pages)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(BelowSubPath, root_path=settings.root_path)
    for kind in (RejectedError, TransientError, ConflictError):
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(ConflictAnswer, answer_conflict)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _plain)
    return app


def _refused(request: Request, error: Exception) -> Response:
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    return _told(request, status, str(error))


def _malformed(request: Request, error: Exception) -> Response:
    found = error.errors() if isinstance(error, RequestValidationError) else []
    said = "; ".join(f"{'.'.join(map(str, row['loc']))}: {row['msg']}" for row in found)
    return _told(request, 422, said or "the request cannot be read")


def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = str(error.detail) if isinstance(error, HTTPException) else "a fault of the program"
    response = _told(request, status, said)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def _told(request: Request, status: int, message: str) -> Response:
    """Says what went wrong: to a program as JSON, to a person as a page; who is not signed in is sent to the login."""
    root = request.scope.get("root_path", "")
    path = request.url.path.removeprefix(root)
    if path.startswith(_API):
        headers = {"www-authenticate": "Bearer"} if status == 401 else None
        return JSONResponse({"detail": message}, status_code=status, headers=headers)
    if status == 401:
        query = f"?{request.url.query}" if request.url.query else ""
        here = path + query if request.method == "GET" else "/"
        return RedirectResponse(f"{root}/login?next={quote(here, safe='')}", status_code=303)
    return render(request, "error.html", {"code": status, "message": message}, status=status)
