"""Dead letters: what was refused; replayed, or set aside."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from console.access.requests import PageReviewer, PageViewer
from console.access.roles import Caller, NotFoundError
from console.desk import Desk
from console.desk.letters import TOGETHER
from console.pages.notes import Note, leave
from console.pages.rendering import address, render, texts_of
from console.site import site_of
from pipeline.intake import Reason

router = APIRouter(include_in_schema=False)

ReasonChoice = Reason | Literal[""]
LetterAct = Literal["replay", "skip"]


class ChosenForm(BaseModel):
    """What was chosen in the list: an act, and the letters that it is on."""

    act: LetterAct
    item: list[str] = Field(default_factory=list)
    every: Literal["", "yes"] = ""
    reason: ReasonChoice = ""


class LettersForm(BaseModel):
    """An act that is to be done on those letters: ids, with commas between."""

    act: LetterAct
    item: str
    reason: ReasonChoice = ""
    collection: Annotated[str, Form(max_length=200)] = ""
    assume_ts: Annotated[str, Form(max_length=40)] = ""


@router.get("/dead-letters")
def letters_page(
    request: Request,
    caller: PageViewer,
    reason: ReasonChoice = "",
    after: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The dead letters, by reason."""
    view = Desk(site_of(request), caller).letters(reason=reason or None, after=after or None)
    return render(request, "letters.html", {"section": "dead_letters", "view": view}, caller=caller)


@router.get("/dead-letters/{letter_id}")
def letter_page(request: Request, caller: PageViewer, letter_id: str) -> Response:
    """One dead letter, with what was kept of it."""
    letter = Desk(site_of(request), caller).letter(letter_id)
    body = None if letter.body is None else json.dumps(letter.body, ensure_ascii=False, indent=2, sort_keys=True)
    context = {"section": "dead_letters", "letter": letter, "body": body}
    return render(request, "letter.html", context, caller=caller)


@router.post("/dead-letters/confirm")
def confirm_page(request: Request, caller: PageReviewer, form: Annotated[ChosenForm, Form()]) -> Response:
    """Says what an act would be on, and how many."""
    reason = form.reason or None
    ids, total = tuple(dict.fromkeys(form.item)), len(set(form.item))
    if form.every:
        view = Desk(site_of(request), caller).letters(reason=reason, limit=TOGETHER)
        ids, total = tuple(letter.id for letter in view.letters), view.total
    if not ids:
        return _back(request, reason, Note("letters_nothing"))
    form_again = LettersForm(act=form.act, item=",".join(ids), reason=form.reason)
    return _confirm(request, caller, form_again, total)


@router.post("/dead-letters/acts")
def act_page(request: Request, caller: PageReviewer, form: Annotated[LettersForm, Form()]) -> Response:
    """Replays letters or sets them aside: all that were confirmed, or none where one of them is gone."""
    moment = read_moment(form.assume_ts)
    if form.assume_ts.strip() and moment is None:
        return _confirm(request, caller, form, 0, texts_of(request)("letters.bad_ts"), status=422)
    desk, reason = Desk(site_of(request), caller), form.reason or None
    collection = form.collection.strip() or None
    if collection is not None and collection not in desk.collections():
        return _confirm(request, caller, form, 0, texts_of(request)("letters.bad_collection"), status=422)
    try:
        note = _do(desk, form, collection, moment)
    except NotFoundError:
        note = Note("letters_gone")
    return _back(request, reason, note)


def read_moment(text: str) -> datetime | None:
    """A moment with a zone; None for what is none.

    >>> read_moment("2026-01-05T09:00:00Z")
    datetime.datetime(2026, 1, 5, 9, 0, tzinfo=datetime.timezone.utc)
    >>> read_moment("2026-01-05T09:00:00") is read_moment("soon") is None
    True
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def _do(desk: Desk, form: LettersForm, collection: str | None, assume_ts: datetime | None) -> Note:
    ids = _ids(form)
    if form.act == "skip":
        return Note("letters_skipped", desk.skip_letters(ids))
    done = desk.replay_letters(ids, collection=collection, assume_ts=assume_ts)
    values = {
        "asked": done.asked,
        "accepted": done.accepted,
        "refused": sum(done.refused.values()),
        "lost": done.lost,
    }
    return Note("letters_replayed", values={name: f"{many:,}" for name, many in values.items()})


def _ids(form: LettersForm) -> tuple[str, ...]:
    return tuple(filter(None, form.item.split(",")))


def _back(request: Request, reason: str | None, note: Note) -> Response:
    response = RedirectResponse(address(request, "/dead-letters", {"reason": reason}), status_code=303)
    leave(request, response, note)
    return response


def _confirm(
    request: Request, caller: Caller, form: LettersForm, total: int, problem: str = "", *, status: int = 200
) -> Response:
    """The page that asks again; `total` is how many the filter shows, which may be more than one act takes."""
    context = {
        "section": "dead_letters",
        "form": form,
        "count": len(_ids(form)),
        "total": total,
        "problem": problem,
    }
    return render(request, "letters_confirm.html", context, caller=caller, status=status)
