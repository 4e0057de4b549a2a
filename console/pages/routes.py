"""The pages."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.requests import PageViewer
from console.desk import Desk
from console.pages.rendering import render
from console.reads.queue import QueueQuery
from console.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/")
def queue_page(request: Request, caller: PageViewer) -> Response:
    """The queue."""
    page = Desk(site_of(request), caller).queue(QueueQuery())
    return render(request, "queue.html", {"page": page}, caller=caller)
