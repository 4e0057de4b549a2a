"""The overview, and what learning changes in one collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from console.access.requests import PageViewer
from console.access.roles import NotFoundError
from console.desk import Desk
from console.drawing.columns import columns
from console.drawing.lines import lines
from console.pages.rendering import render
from console.reads.overview import Overview
from console.site import site_of

router = APIRouter(include_in_schema=False)

_STATUSES = ("promoted", "promotable", "suggested", "demoted", "rejected")


@router.get("/overview")
def overview_page(request: Request, caller: PageViewer) -> Response:
    """How learning stands."""
    view = Desk(site_of(request), caller).overview()
    labels = [day.strftime("%m-%d") for day in view.days]
    by_day = list(zip(labels, _by_day(view), strict=True))
    context = {
        "section": "overview",
        "view": view,
        "status_names": _STATUSES,
        "status_days": by_day,
        "statuses": lines(by_day, _STATUSES),
        "attempts": columns(
            [(label, {"attempts": many}) for label, many in zip(labels, view.attempts_by_day, strict=True)],
            ["attempts"],
        ),
        "looked_at": sum(one.learning.decisions for one in view.collections),
        "changed": sum(one.learning.changed + one.learning.reordered for one in view.collections),
    }
    return render(request, "overview.html", context, caller=caller)


@router.get("/shadow")
def shadow_page(
    request: Request, caller: PageViewer, collection: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """What learning changed in a collection's recorded decisions, or would have changed.

    Raises:
        NotFoundError: the caller sees no such collection.
    """
    view = Desk(site_of(request), caller).overview()
    found = next((one for one in view.collections if one.id == collection), None)
    if found is None:
        raise NotFoundError(f"there is no collection {collection!r}")
    return render(request, "shadow.html", {"section": "overview", "one": found}, caller=caller)


def _by_day(view: Overview) -> list[Mapping[str, int]]:
    return [{name: counts[index] for name, counts in view.status_by_day.items()} for index in range(len(view.days))]
