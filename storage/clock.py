"""The clock of the store: for times of writing and for expiry, never for a decision."""

from __future__ import annotations

from datetime import UTC, datetime


def present() -> datetime:
    """The present, UTC."""
    return datetime.now(UTC)
