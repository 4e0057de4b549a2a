"""The audit trail."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from console.access.requests import PageViewer
from console.desk import Desk
from console.pages.rendering import render
from console.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/audit")
def audit_page(
    request: Request,
    caller: PageViewer,
    collection: Annotated[str, Query(max_length=200)] = "",
    before: Annotated[int | None, Query(ge=0, le=2**63 - 1)] = None,
) -> Response:
    """Who did what, when and why, the latest first."""
    desk = Desk(site_of(request), caller)
    view = desk.audit(collection=collection or None, before=before)
    context = {"section": "audit", "view": view, "collection": collection, "collections": desk.collections()}
    return render(request, "audit.html", context, caller=caller)
