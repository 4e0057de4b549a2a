"""Rendering: templates with what every page needs. Whatever is stored is text: Jinja escapes all of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from console import keys
from console.access.roles import Caller, Role
from console.pages.formats import cut, figure, span
from console.pages.notes import Note, forget, left
from console.texts import LANGUAGES, Texts, preferred, read_texts

FOLDER = Path(__file__).parents[1]
LANGUAGE_COOKIE, THEME_COOKIE = "tooltrail_language", "tooltrail_theme"

_environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters.update(figure=figure, cut=cut, span=span)
_environment.globals.update(key_map=keys.as_json(), key_sheet=keys.by_scope(), keys_by_name=keys.BY_NAME)


def render(
    request: Request, name: str, context: Mapping[str, Any], *, caller: Caller | None = None, status: int = 200
) -> HTMLResponse:
    """Renders a template.

    Args:
        request: what is answered.
        name: the template.
        context: what it shows.
        caller: who is signed in, None for nobody.
        status: of the answer.
    """
    theme = request.cookies.get(THEME_COOKIE, "")
    theme = theme if theme in {"light", "dark"} else ""
    texts, note = texts_of(request), left(request)
    frame = {
        "t": texts,
        "caller": caller,
        "csrf_token": caller.csrf if caller else "",
        "may_act": caller is not None and caller.role.covers(Role.REVIEWER),
        "section": "",
        "theme": theme,
        "other_languages": [(code, read_texts(code)("language")) for code in LANGUAGES if code != texts.code],
        "here": _here(request),
        "url": lambda path, query=None: address(request, path, query),
        "note": note,
        "note_text": note_text(note, texts) if note else "",
    }
    page = HTMLResponse(_environment.get_template(name).render({**frame, **context}), status_code=status)
    if note is not None:
        forget(request, page)
    return page


def texts_of(request: Request) -> Texts:
    """The catalog of the reader's language."""
    asked = request.cookies.get(LANGUAGE_COOKIE)
    return read_texts(preferred(asked, request.headers.get("accept-language", "")))


def address(request: Request, path: str, query: Mapping[str, object] | None = None) -> str:
    """The URL of a page below the sub-path; parameters without a value are left out."""
    given = {name: value for name, value in (query or {}).items() if value not in {None, ""}}
    root: str = request.scope.get("root_path", "")
    return root + path + (f"?{urlencode(given)}" if given else "")


def note_text(note: Note, texts: Texts) -> str:
    """What a note says."""
    values = dict(note.values)
    if note.act:
        values["acted"] = texts(f"acted.{note.act}")
    return texts(f"done.{note.kind}", note.many, **values)


def _here(request: Request) -> str:
    """The page that is shown, to come back to; what was sent by a form cannot be shown again."""
    if request.method != "GET":
        return "/"
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    return f"{path}?{request.url.query}" if request.url.query else path
