"""The present, for what publishes, relays and expires; never for a decision."""

from __future__ import annotations

from datetime import UTC, datetime


def present() -> datetime:
    """The present, UTC."""
    return datetime.now(UTC)
