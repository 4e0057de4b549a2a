"""Dead letters: what was refused; replayed, or set aside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from console.access.requests import PageReviewer, PageViewer
from console.access.roles import Caller
from console.desk import Desk
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
    """An act that is to be done: on those letters (ids, with commas between), or on every one of a reason."""

    act: LetterAct
    item: str = ""
    every: Literal["", "yes"] = ""
    reason: ReasonChoice = ""
    count: Annotated[int, Form(ge=0, le=2**31)] = 0
    collection: Annotated[str, Form(max_length=200)] = ""
    assume_ts: Annotated[str, Form(max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class _Meant:
    """The letters that an act is on: those of some ids, or every one of a reason, or every one."""

    ids: tuple[str, ...]
    every: bool
    reason: str | None
    count: int


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
    if form.every:
        meant = _Meant((), every=True, reason=reason, count=_total(request, caller, reason))
    else:
        meant = _Meant(tuple(dict.fromkeys(form.item)), every=False, reason=reason, count=len(set(form.item)))
    if not meant.count:
        response: Response = RedirectResponse(_list(request, reason), status_code=303)
        leave(request, response, Note("letters_nothing"))
        return response
    return _confirm(request, caller, form.act, meant)


@router.post("/dead-letters/acts")
def act_page(request: Request, caller: PageReviewer, form: Annotated[LettersForm, Form()]) -> Response:
    """Replays letters or sets them aside; where there are others than were confirmed, asks anew."""
    texts, reason = texts_of(request), form.reason or None
    ids = () if form.every else tuple(filter(None, form.item.split(",")))
    meant = _Meant(ids, bool(form.every), reason, form.count or len(ids))
    if not form.every and not ids:
        return RedirectResponse(_list(request, reason), status_code=303)
    if form.every and (now := _total(request, caller, reason)) != form.count:
        changed = _Meant((), every=True, reason=reason, count=now)
        problem = texts("letters.changed", then=f"{form.count:,}", now=f"{now:,}")
        return _confirm(request, caller, form.act, changed, form, problem, status=409)
    moment = read_moment(form.assume_ts)
    if form.assume_ts and moment is None:
        return _confirm(request, caller, form.act, meant, form, texts("letters.bad_ts"), status=422)
    note = _do(Desk(site_of(request), caller), form, ids, moment)
    response = RedirectResponse(_list(request, None if form.every else reason), status_code=303)
    leave(request, response, note)
    return response


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


def _do(desk: Desk, form: LettersForm, ids: Sequence[str], assume_ts: datetime | None) -> Note:
    reason = form.reason or None
    of_reason = reason if form.every else None
    if form.act == "skip":
        return Note("letters_skipped", desk.skip_letters(ids, reason=of_reason))
    done = desk.replay_letters(ids, reason=of_reason, collection=form.collection or None, assume_ts=assume_ts)
    values = {
        "asked": done.asked,
        "accepted": done.accepted,
        "refused": sum(done.refused.values()),
        "lost": done.lost,
    }
    return Note("letters_replayed", values={name: f"{many:,}" for name, many in values.items()})


def _total(request: Request, caller: Caller, reason: str | None) -> int:
    return Desk(site_of(request), caller).letters(reason=reason, limit=1).total


def _list(request: Request, reason: str | None) -> str:
    return address(request, "/dead-letters", {"reason": reason})


def _confirm(  # noqa: PLR0913  a page and what it asks again
    request: Request,
    caller: Caller,
    act: LetterAct,
    meant: _Meant,
    form: LettersForm | None = None,
    problem: str = "",
    *,
    status: int = 200,
) -> Response:
    context = {
        "section": "dead_letters",
        "act": act,
        "count": meant.count,
        "every": meant.every,
        "items": meant.ids,
        "reason": meant.reason,
        "collection": form.collection if form else "",
        "assume_ts": form.assume_ts if form else "",
        "problem": problem,
    }
    return render(request, "letters_confirm.html", context, caller=caller, status=status)
