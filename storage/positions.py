"""How far each source was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.tables import positions
from storage.upsert import upsert


class SqlPositions:
    """The positions of a store, in one transaction."""

    def __init__(self, connection: Connection, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._clock = clock

    def advance(self, last: Mapping[str, Any]) -> None:
        """Stores the last position of each source."""
        seen_at = self._clock()
        rows = [{"source": source, "position": last[source], "seen_at": seen_at} for source in sorted(last)]
        upsert(self._connection, positions, rows)
