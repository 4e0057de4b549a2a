"""The producer graph of a collection."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from console.access.requests import PageViewer
from console.desk import Desk
from console.drawing.layers import layered
from console.pages.rendering import render
from console.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/graph")
def graph_page(
    request: Request,
    caller: PageViewer,
    collection: Annotated[str, Query(max_length=200)] = "",
    tool: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Which output feeds which input: of the whole collection, or of one tool."""
    view = Desk(site_of(request), caller).graph(collection or None)
    edges = [edge for edge in view.edges if not tool or tool in {edge.source, edge.target}]
    sheet = layered([(edge.source, edge.target) for edge in edges])
    context = {
        "section": "graph",
        "view": view,
        "tool": tool,
        "edges": edges,
        "sheet": sheet,
        "drawn": list(zip(edges, sheet.paths, strict=True)),
    }
    return render(request, "graph.html", context, caller=caller)
