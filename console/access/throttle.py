"""Throttling of logins: after some failures in a row each further one makes the next wait longer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from storage.users import Failures

#: Failures in a row that cost nothing: people mistype.
FREE = 5
#: The wait after the first failure that costs, doubled by each further one, and the longest.
_FIRST, _LONGEST = timedelta(seconds=15), timedelta(minutes=15)
#: Failures that are this old are forgotten.
FORGOTTEN = timedelta(hours=24)


def wait(failures: Iterable[Failures], now: datetime) -> timedelta:
    """How long the next login must wait, by the failures of its name and of its address; zero for not at all.

    >>> from datetime import UTC
    >>> monday = datetime(2026, 1, 5, tzinfo=UTC)
    >>> [wait([Failures(many, monday)], monday).seconds for many in (4, 5, 6, 60)]
    [0, 15, 30, 900]
    """
    ends = [row.last_at + _pause(row.failures) for row in failures if row.failures >= FREE]
    return max((end - now for end in ends), default=timedelta()) if any(end > now for end in ends) else timedelta()


def _pause(failures: int) -> timedelta:
    doubled: int = 2 ** min(failures - FREE, 16)
    return min(_LONGEST, _FIRST * doubled)


def keys_of(name: str, address: str) -> tuple[str, str]:
    """What failures are counted by: a name from wherever, large or small, and an address whatever the name."""
    return f"name {name.casefold()[:200]}", f"address {address[:200]}"
