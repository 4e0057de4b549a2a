"""The pages, all under one router."""

from __future__ import annotations

from fastapi import APIRouter

from console.pages import acts, audit, graph, letters, overview, preferences, queue

router = APIRouter(include_in_schema=False)
for _pages in (queue, acts, graph, audit, letters, overview, preferences):
    router.include_router(_pages.router)
