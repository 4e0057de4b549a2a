"""Rendering: templates with what every page needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse

from console.access.roles import Caller

FOLDER = Path(__file__).parents[1]

_environment = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


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
    root = request.scope.get("root_path", "")
    page = _environment.get_template(name).render(
        caller=caller, root=root, csrf_token=caller.csrf if caller else "", **context
    )
    return HTMLResponse(page, status_code=status)
