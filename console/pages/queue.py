"""The queue, and one suggestion of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from console.access.requests import PageViewer
from console.desk import Desk
from console.desk.acts import REJECT_REASONS, Verb
from console.drawing.bars import bar
from console.drawing.columns import columns
from console.pages.filters import STATUSES, AskedQuery, parameters
from console.pages.rendering import address, render
from console.reads.queue import write_cursor
from console.reads.suggestion import DayCounts, SuggestionView
from console.site import site_of
from storage.review_queue import QueuePlace

router = APIRouter(include_in_schema=False)

#: What is drawn of a day: what speaks for a target above the line, what speaks against it below.
_FOR, _AGAINST, _NEITHER = ("success", "corrected_to"), ("failure", "corrected_away"), ("environment",)
#: The same of an edge.
_SHOWN = ("attempts",)
Chosen = Verb | Literal[""]


@router.get("/")
def start_page(request: Request, _caller: PageViewer) -> Response:
    """The console opens with the queue."""
    return RedirectResponse(address(request, "/queue"), status_code=303)


@router.get("/queue")
def queue_page(request: Request, caller: PageViewer, query: AskedQuery) -> Response:
    """The queue: what gains most first."""
    view = Desk(site_of(request), caller).queue(query)
    every = sum(view.by_status.values())
    tabs = [(status, every if status == "any" else view.by_status.get(status, 0)) for status in STATUSES]
    context = {"section": "queue", "view": view, "tabs": tabs, "queue_query": parameters}
    return render(request, "queue.html", context, caller=caller)


@router.get("/queue/next")
def next_page(request: Request, caller: PageViewer, query: AskedQuery) -> Response:
    """Goes on to the suggestion that comes after a place in the queue; at its end back to the queue.

    The place is looked up when somebody goes there, so that the queue may have changed meanwhile.
    """
    following = Desk(site_of(request), caller).queue(query, limit=1).items
    filtered = parameters(replace(query, after=None))
    path = f"/suggestions/{following[0].subject.id}" if following else "/queue"
    return RedirectResponse(address(request, path, filtered), status_code=303)


@router.get("/suggestions/{suggestion_id}")
def suggestion_page(
    request: Request, caller: PageViewer, suggestion_id: str, query: AskedQuery, act: Chosen = ""
) -> Response:
    """One suggestion: what it claims, why, what it would change, and what can be decided."""
    view = Desk(site_of(request), caller).suggestion(suggestion_id)
    shown = _names(view)
    days = [(one.day.strftime("%m-%d"), _counts(view, one)) for one in view.days]
    context = {
        "section": "queue",
        "view": view,
        "query": parameters(query),
        "place": write_cursor(QueuePlace(view.gain, view.subject.id)),
        "chosen": act,
        "reasons": REJECT_REASONS,
        "bars": [(score, bar(score.value, [mark.bound for mark in score.marks])) for score in view.bars],
        "chart": columns(
            days, [name for name in shown if name not in _AGAINST], [name for name in shown if name in _AGAINST]
        ),
        "shown_outcomes": shown,
        "day_rows": [(one.day.isoformat(), _counts(view, one)) for one in view.days],
    }
    return render(request, "suggestion.html", context, caller=caller)


def _names(view: SuggestionView) -> tuple[str, ...]:
    """The outcomes that occur, in the order in which they are stacked."""
    names = _SHOWN if view.subject.edge else (*_FOR, *_NEITHER, *_AGAINST)
    return tuple(name for name in names if any(_counts(view, day)[name] for day in view.days))


def _counts(view: SuggestionView, day: DayCounts) -> dict[str, int]:
    if view.subject.edge:
        return {"attempts": day.success}
    return {name: getattr(day, name) for name in (*_FOR, *_NEITHER, *_AGAINST)}
