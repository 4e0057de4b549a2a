"""What the API answers with when it does not do what was asked, as its document tells it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from console.reads.conflict import Outcome


class Problem(BaseModel):
    """What went wrong, in words."""

    detail: str


_ALWAYS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "It cannot be done as it was asked for."},
    401: {"model": Problem, "description": "No API token, or one that is unknown, revoked or expired."},
    403: {"model": Problem, "description": "The role does not allow it, or the request is not the console's own."},
    404: {"model": Problem, "description": "There is no such thing, or it is another group's."},
    413: {"model": Problem, "description": "The body is larger than 1 MiB."},
    422: {"model": Problem, "description": "The request cannot be read."},
    503: {"model": Problem, "description": "The database did not answer; nothing is half done: try again."},
}
#: What any read may answer.
READS = _ALWAYS
#: What an act on suggestions may answer besides.
ACTS: dict[int | str, dict[str, Any]] = {
    **_ALWAYS,
    409: {"model": Outcome, "description": "Suggestions have changed since they were read; nothing was done."},
}
