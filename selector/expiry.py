"""When a suggestion no longer counts: 90 days without evidence, as of a moment that the caller names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

#: Days without evidence after which a suggestion has expired (design: Expiry).
EXPIRY_DAYS: Final = 90


def read_moment(value: object) -> datetime:
    """Return a moment with a zone; UTC if it names none.

    Raises:
        ValueError: for what is no ISO 8601 moment.

    >>> read_moment("2026-01-06T00:00:00Z") == read_moment("2026-01-06")
    True
    """
    moment = value
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
    if not isinstance(moment, datetime):
        message = f"{value!r} is no moment: write it as 2026-01-06T00:00:00Z"
        raise ValueError(message)  # noqa: TRY004 - what is read came from outside; one error tells it
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def expires_at(row: Mapping[Any, Any], days: int = EXPIRY_DAYS) -> datetime | None:
    """Return when a row expires if nothing more comes; None for a pinned row and for one without a date.

    The time of an approval counts from the later of its own moment and the last evidence.

    >>> row = {"last_evidence_at": "2026-01-01T00:00:00Z", "approved_at": "2026-02-01T00:00:00Z"}
    >>> expires_at(row).isoformat()
    '2026-05-02T00:00:00+00:00'
    """
    if row.get("pinned") is True:
        return None
    try:
        moments = [read_moment(row[name]) for name in ("last_evidence_at", "approved_at") if row.get(name)]
        return max(moments) + timedelta(days=days) if moments else None
    except (ValueError, OverflowError):
        return None


def expired(row: Mapping[Any, Any], moment: datetime, days: int = EXPIRY_DAYS) -> bool:
    """Tell whether a row has been without evidence for too long.

    >>> expired({"last_evidence_at": "2026-01-01T00:00:00Z"}, read_moment("2026-04-01"))
    True
    >>> expired({"last_evidence_at": "2026-01-01T00:00:00Z", "pinned": True}, read_moment("2026-04-01"))
    False
    """
    end = expires_at(row, days)
    return end is not None and moment >= end
