"""Collections and what an operator set for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from pipeline.intake import Gate
from pipeline.learning.settings import CollectionSettings, Mode, Review
from storage.tables import collections
from storage.upsert import insert_missing, upsert


class SqlCollections:
    """The collections of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def gates(self) -> Mapping[str, Gate]:
        """What the border must know of each collection: its floor, its erasure, whether text is kept."""
        return {
            row.id: Gate(keep_text=read_settings(row.settings).keep_text, floor=row.floor, erased_at=row.erased_at)
            for row in self._connection.execute(select(collections))
        }

    def settings(self, collection_id: str) -> CollectionSettings:
        """The settings, the defaults where nobody set any."""
        query = select(collections.c.settings).where(collections.c.id == collection_id)
        return read_settings(self._connection.execute(query).scalar())

    def save_settings(self, collection_id: str, settings: CollectionSettings) -> None:
        """Stores the settings."""
        row = {"id": collection_id, "settings": settings_row(settings), "floor": None, "erased_at": None}
        upsert(self._connection, collections, [row], keep=("floor", "erased_at"))

    def remember(self, collection_ids: Iterable[str]) -> None:
        """Makes sure that each collection is listed."""
        insert_missing(self._connection, collections, [{"id": name} for name in sorted(collection_ids)])


def settings_row(settings: CollectionSettings) -> dict[str, Any]:
    """Settings as they are stored.

    >>> settings_row(CollectionSettings())["review"]
    'state-changing'
    """
    return {
        "mode": settings.mode.value,
        "review": settings.review.value,
        "trust_anonymous": settings.trust_anonymous,
        "keep_text": settings.keep_text,
        "state_changing": dict(settings.state_changing),
    }


def read_settings(row: Mapping[str, Any] | None) -> CollectionSettings:
    """Settings as they were stored; what a row does not name, or nobody set, is as by default.

    >>> read_settings(settings_row(CollectionSettings(mode=Mode.SHADOW))).mode.value
    'shadow'
    """
    if row is None:
        return CollectionSettings()
    return CollectionSettings(**{**row, "mode": Mode(row["mode"]), "review": Review(row["review"])})
