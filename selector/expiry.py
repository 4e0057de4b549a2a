"""When a promoted suggestion no longer counts: 90 days without evidence, as of a moment that the caller names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

#: What has had no evidence for longer is not held by a snapshot.
EVIDENCE_LIFETIME: Final = timedelta(days=90)


def read_moment(value: str | datetime) -> datetime:
    """Return a moment with a zone; UTC if it names none.

    Raises:
        ValueError: for a text that is no ISO 8601 moment.

    >>> read_moment("2026-01-06T00:00:00Z") == read_moment("2026-01-06")
    True
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            message = f"{value!r} is no moment: write it as 2026-01-06T00:00:00Z"
            raise ValueError(message) from None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def expired(row: Mapping[Any, Any], moment: datetime) -> bool:
    """Tell whether a row's last evidence is over 90 days old; a pinned row and one without a date never expire.

    >>> expired({"last_evidence_at": "2026-01-01T00:00:00Z"}, read_moment("2026-04-02"))
    True
    >>> expired({"last_evidence_at": "2026-01-01T00:00:00Z", "pinned": True}, read_moment("2026-04-02"))
    False
    """
    last = row.get("last_evidence_at")
    if row.get("pinned") is True or not isinstance(last, str):
        return False
    try:
        return moment - read_moment(last) > EVIDENCE_LIFETIME
    except (ValueError, OverflowError):
        return False
