"""Acts: what an operator decides, on one suggestion or on many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import RedirectResponse, Response

from console.access.requests import PageReviewer, inside
from console.desk import Desk
from console.desk.acts import REJECT_REASONS, Verb
from console.pages.filters import FilterFields, parameters
from console.pages.notes import Note, leave
from console.pages.rendering import address, render, texts_of
from console.reads.conflict import Conflict, Outcome
from console.reads.queue import QueueItem, QueueQuery
from console.site import site_of
from console.texts import Texts

router = APIRouter(include_in_schema=False)

#: How many of those that an act is on are shown one by one before it is confirmed.
_NAMED = 10
Item = tuple[str, str]


class ChosenForm(FilterFields):
    """What was chosen on the queue: an act, and what it is on. An item is an id and a version, with a space between."""

    act: Verb
    item: list[str] = Field(default_factory=list)
    every: Literal["", "yes"] = ""


class ActForm(FilterFields):
    """An act that is to be done. `item` holds one or more items, with commas between."""

    act: Verb
    item: str
    comment: Annotated[str, Form(max_length=2_000)] = ""
    reason: Annotated[str, Form(max_length=200)] = ""
    next: Annotated[str, Form(max_length=200)] = ""
    back: Annotated[str, Form(max_length=2_000)] = ""


@router.post("/acts/confirm")
def confirm_page(request: Request, caller: PageReviewer, form: Annotated[ChosenForm, Form()]) -> Response:
    """Says what an act would be on, how many, and asks why."""
    desk, query = Desk(site_of(request), caller), form.query()
    items, total = _chosen(desk, query, form)
    if not items:
        response: Response = RedirectResponse(address(request, "/queue", parameters(query)), status_code=303)
        leave(request, response, Note("nothing"))
        return response
    page = desk.queue(query).items
    context = {
        "section": "queue",
        "act": form.act.value,
        "items": [" ".join(item) for item in items],
        "count": len(items),
        "total": total,
        "shown": _shown(page, items),
        "reasons": REJECT_REASONS,
        "query": parameters(query),
        "next_id": _after(page, items),
    }
    return render(request, "confirm.html", context, caller=caller)


@router.post("/acts")
def act_page(request: Request, caller: PageReviewer, form: Annotated[ActForm, Form()]) -> Response:
    """Does an act, all of it or nothing, and goes on to what comes next."""
    items = [read_item(text) for text in form.item.split(",")]
    outcome = Desk(site_of(request), caller).act(form.act, items, form.comment, form.reason)
    query = parameters(form.query())
    if outcome.conflicts:
        lines = [(one, _differences(one, texts_of(request))) for one in outcome.conflicts]
        context = {"section": "queue", "conflicts": lines, "query": query}
        return render(request, "conflict.html", context, caller=caller, status=409)
    response = RedirectResponse(_onwards(request, form, query), status_code=303)
    leave(request, response, _note(form.act, outcome))
    return response


def read_item(text: str) -> Item:
    """An id and a version; what has no version was shown in none, and conflicts.

    >>> read_item("tp-a7bcfdbb3f5ab9f3 eyJ9"), read_item("tp-a7bcfdbb3f5ab9f3")
    (('tp-a7bcfdbb3f5ab9f3', 'eyJ9'), ('tp-a7bcfdbb3f5ab9f3', ''))
    """
    identity, _, version = text.strip().partition(" ")
    return identity, version


def _chosen(desk: Desk, query: QueueQuery, form: ChosenForm) -> tuple[Sequence[Item], int]:
    """What an act is on: what was ticked, or all that the filter shows, and how many that is."""
    if form.every:
        selection = desk.selection(query)
        return selection.items, selection.total
    items = [read_item(text) for text in form.item]
    return items, len(items)


def _shown(page: Sequence[QueueItem], items: Sequence[Item]) -> list[tuple[str, QueueItem | None]]:
    """Some of the items with what the queue says of them; None of one that is not on its page any more."""
    on_page = {item.subject.id: item for item in page}
    return [(identity, on_page.get(identity)) for identity, _ in items[:_NAMED]]


def _after(page: Sequence[QueueItem], items: Sequence[Item]) -> str:
    """The first suggestion of the page that comes after the last one chosen; empty where none does."""
    named = {identity for identity, _ in items}
    last = max((index for index, item in enumerate(page) if item.subject.id in named), default=len(page))
    return next((item.subject.id for item in page[last + 1 :] if item.subject.id not in named), "")


def _onwards(request: Request, form: ActForm, query: Mapping[str, str]) -> str:
    """Where to go after an act: back to where it was done, to a line of the queue, or to what comes after a place."""
    if form.back:
        return address(request, "") + inside(form.back)
    if form.next.startswith("#"):
        return address(request, "/queue", query) + form.next
    return (
        address(request, "/queue/next", {**query, "after": form.next})
        if form.next
        else address(request, "/queue", query)
    )


def _note(act: Verb, outcome: Outcome) -> Note:
    first = outcome.done[0]
    if any(done.waits for done in outcome.done):
        return Note("waits", about=first.id if len(outcome.done) == 1 else "")
    if len(outcome.done) > 1:
        return Note("many", len(outcome.done), act.value)
    undo = "" if act is Verb.ROLLBACK else f"{first.id} {first.version}"
    return Note("many", 1, act.value, undo=undo, about=first.id)


def _differences(conflict: Conflict, texts: Texts) -> list[tuple[str, str, str]]:
    """What changed, in words: the fact, then, now."""
    return [
        (_fact(one.code, texts), _said(one.code, one.then, texts), _said(one.code, one.now, texts))
        for one in conflict.differences
    ]


def _fact(code: str, texts: Texts) -> str:
    group = "fact" if f"fact.{code}" in texts.entries else "score"
    return texts.code_of(group, code)


def _said(code: str, value: str, texts: Texts) -> str:
    if code == "status":
        return texts.code_of("status", value)
    if code == "mode":
        return texts.code_of("mode", value)
    if code == "blocked_by":
        return "; ".join(texts.code_of("blocked", part) for part in value.split(", ") if part) or "–"
    if code == "last_act" and value:
        act, _, rest = value.partition(" ")
        actor, _, at = rest.rpartition(" ")
        return f"{actor}: {texts.code_of('acted', act)}, {at[:16].replace('T', ' ')}"
    return value or "–"
