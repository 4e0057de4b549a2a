"""Notes: what was just done, told on the page that comes after, and kept in a cookie until it is shown."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from fastapi import Request
from starlette.responses import Response

from console.access.requests import is_secure
from console.desk.acts import Verb

#: What a note may say that was done; empty for what is no act on suggestions.
ACTS = ("", *(verb.value for verb in Verb))
#: The kinds of notes with the values of their texts, and those that tell a number.
_VALUES = {
    "many": (),
    "waits": (),
    "nothing": (),
    "letters_replayed": ("asked", "accepted", "refused", "lost"),
    "letters_skipped": (),
    "letters_nothing": (),
    "letters_gone": (),
}
_COUNTED = frozenset({"many", "letters_skipped"})
_COOKIE = "tooltrail_note"
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Note:
    """What was done.

    Attributes:
        kind: which text of ``done`` tells it.
        many: how many it was done to; None where the text has no number.
        act: the act, where it was one.
        undo: the suggestion, as a form names it, that one step takes back; empty where none does.
        about: the suggestion that it is about, where it is one.
        values: other values of the text.
    """

    kind: str
    many: int | None = None
    act: str = ""
    undo: str = ""
    about: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


def leave(request: Request, response: Response, note: Note) -> None:
    """Leaves a note for the page that comes next."""
    text = base64.urlsafe_b64encode(json.dumps(asdict(note)).encode()).decode()
    response.set_cookie(
        _COOKIE,
        text,
        max_age=_SECONDS,
        path=_path(request),
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def left(request: Request) -> Note | None:
    """The note that was left; None where there is none that the console wrote."""
    text = request.cookies.get(_COOKIE)
    if not text:
        return None
    try:
        given = json.loads(base64.urlsafe_b64decode(text))
        note = Note(**given)
    except (binascii.Error, ValueError, TypeError, RecursionError):
        return None
    return note if _is_ours(note) else None


def _is_ours(note: Note) -> bool:
    texts = (note.kind, note.act, note.undo, note.about)
    has_texts = all(isinstance(text, str) for text in texts) and isinstance(note.values, dict)
    is_known = has_texts and note.act in ACTS and set(note.values) == set(_VALUES.get(note.kind, ("?",)))
    return is_known and (isinstance(note.many, int) if note.kind in _COUNTED else note.many is None)


def forget(request: Request, response: Response) -> None:
    """Takes the note away: it was shown."""
    response.delete_cookie(_COOKIE, path=_path(request))


def _path(request: Request) -> str:
    return request.scope.get("root_path", "") or "/"
