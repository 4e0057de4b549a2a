"""The queue: what waits for a decision, what gains most first."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from console.reads.acts import ActEntry, read_act
from console.reads.subject import Subject, read_subject
from console.reads.version import version_of
from pipeline.errors import RejectedError
from pipeline.learning.suggestions import Row, as_listed
from storage.review_queue import QueuePlace


@dataclass(frozen=True, slots=True)
class Counts:
    """The raw counts of a suggestion; None where its kind has no such count."""

    attempts: int
    success: int | None
    failure: int | None
    corrected_to: int | None
    corrected_away: int | None
    environment: int | None
    principals: int | None
    days: int | None
    values: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One line of the queue.

    Attributes:
        subject: what it is about.
        version: what the page shows of it; an act gives it back, and is refused where the suggestion has changed.
        status: as it stands now, expiry included.
        gain: the expected gain, in requests.
        counts: the raw counts.
        rival: the other target that it competes with, None without one.
        blocked_by: why it stands no higher, by codes.
        last_evidence_at: the day of the last evidence.
        last_act: the act in force.
        endorsed_by: who asked for a promotion that needs another person, None where nobody did.
    """

    subject: Subject
    version: str
    status: str
    gain: float
    counts: Counts
    rival: str | None
    blocked_by: tuple[str, ...]
    last_evidence_at: datetime
    last_act: ActEntry | None
    endorsed_by: str | None


@dataclass(frozen=True, slots=True)
class QueueQuery:
    """The filter as a page asks for it; None for any.

    Attributes:
        collection: only this collection.
        kind: ``target_preference`` or ``data_flow_edge``.
        status: a status, or ``any``.
        changes_state: only targets that do, or do not.
        after: the cursor of the page before.
    """

    collection: str | None = None
    kind: str | None = None
    status: str = "promotable"
    changes_state: bool | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class QueuePage:
    """A page of the queue.

    Attributes:
        query: the filter.
        items: the lines.
        total: how many the filter shows in all.
        by_status: how many each status has under the rest of the filter.
        by_kind: how many each kind has under the rest of the filter.
        by_collection: how many each collection has under the rest of the filter.
        changing_state: how many of those the filter shows have a target that changes state.
        next_after: the cursor of the next page, None at the end.
    """

    query: QueueQuery
    items: tuple[QueueItem, ...]
    total: int
    by_status: Mapping[str, int]
    by_kind: Mapping[str, int]
    by_collection: Mapping[str, int]
    changing_state: int
    next_after: str | None


@dataclass(frozen=True, slots=True)
class Selection:
    """All that a filter shows, for an act on all of it.

    Attributes:
        items: (id, version) of each, at most `limit`.
        total: how many the filter shows; more than `limit` cannot be acted on at once.
        limit: how many one act takes.
    """

    items: tuple[tuple[str, str], ...]
    total: int
    limit: int


def read_counts(evidence: Mapping[str, Any]) -> Counts:
    """Reads the raw counts of a row's evidence."""
    found: dict[str, Any] = {name: evidence.get(name) for name in Counts.__dataclass_fields__}
    return Counts(**found)


def read_item(
    row: Row, at: datetime, expiry_days: int, declared: Mapping[str, bool], endorsed_by: str | None
) -> QueueItem:
    """Reads a line of the queue.

    Args:
        row: the stored row.
        at: the moment that decides what has expired.
        expiry_days: days without evidence after which a suggestion expires.
        declared: the tools of the collection's declared catalog.
        endorsed_by: who asked for a promotion that needs another person.
    """
    listed = as_listed(row, at, expiry_days)
    evidence = listed["evidence"]
    return QueueItem(
        subject=read_subject(row, declared),
        version=version_of(row),
        status=listed["status"],
        gain=float(evidence.get("gain") or 0.0),
        counts=read_counts(evidence),
        rival=evidence["rival"],
        blocked_by=tuple(evidence["blocked_by"]),
        last_evidence_at=datetime.fromisoformat(row["last_evidence_at"]),
        last_act=read_act(row["acts"][-1]) if row["acts"] else None,
        endorsed_by=endorsed_by,
    )


def write_cursor(place: QueuePlace) -> str:
    """The cursor of a page that comes after a place.

    >>> read_cursor(write_cursor(QueuePlace(2.5, "tp-9d72026235407852")))
    QueuePlace(gain=2.5, suggestion_id='tp-9d72026235407852')
    """
    return f"{place.gain!r}_{place.suggestion_id}"


def read_cursor(cursor: str) -> QueuePlace:
    """The place of a cursor.

    Raises:
        BadCursorError: it is none that a page gave out.
    """
    gain, separator, identity = cursor.partition("_")
    try:
        place = QueuePlace(float(gain), identity)
    except ValueError:
        separator = ""
    if not separator or not math.isfinite(place.gain) or not IDENTITY.fullmatch(identity):
        raise BadCursorError("that is no place in the queue: begin it anew")
    return place


#: How suggestions are known.
IDENTITY = re.compile(r"(tp|df)-[0-9a-f]{16}")


class BadCursorError(RejectedError):
    """A cursor is none that a page gave out: begin the queue anew."""
