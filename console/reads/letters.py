"""Dead letters: what was refused, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class LetterView:
    """A dead letter: where it came from, why it was refused (a code, and what to do), and what was kept of it."""

    id: str
    source: str
    position: str
    reason: str
    detail: str
    collection_id: str | None
    body: Mapping[str, Any] | None
    tries: int
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class LetterPage:
    """A page of dead letters.

    Attributes:
        reason: the filter, None for any.
        letters: the letters.
        by_reason: how many there are of each reason.
        total: how many the filter shows.
        next_after: the id that the next page comes after, None at the end.
    """

    reason: str | None
    letters: tuple[LetterView, ...]
    by_reason: Mapping[str, int]
    total: int
    next_after: str | None


@dataclass(frozen=True, slots=True)
class Redelivery:
    """What became of dead letters that were replayed: how many were accepted, refused by reason, not tried."""

    asked: int
    accepted: int
    refused: Mapping[str, int]
    lost: int
