"""Collections and what an operator set for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, delete, select, update

from pipeline.intake import Gate
from pipeline.learning.settings import RETENTION_DAYS, CollectionSettings, Mode, Review
from storage.review_tables import catalogs, endorsements
from storage.tables import collections
from storage.upsert import insert_missing, upsert


class SqlCollections:
    """The collections of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def gates(self) -> Mapping[str, Gate]:
        """What the border must know of each collection: its floor, its erasure, whether text is kept."""
        query = select(collections).order_by(collections.c.id)
        return {
            row.id: Gate(keep_text=read_settings(row.settings).keep_text, floor=row.floor, erased_at=row.erased_at)
            for row in self._connection.execute(query)
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

    def names(self) -> Sequence[str]:
        """Every collection, sorted."""
        return list(self._connection.scalars(select(collections.c.id).order_by(collections.c.id)))

    def raise_floor(self, collection_id: str, floor: datetime) -> datetime:
        """Refuses events from before the floor from now on; a floor never sinks. Returns the one in force."""
        return self._raise(collections.c.floor, collection_id, floor)

    def mark_erased(self, collection_id: str, at: datetime) -> datetime:
        """Refuses events from before the moment from now on, likewise, and forgets the declared catalog."""
        moment = self._raise(collections.c.erased_at, collection_id, at)
        settings = self.settings(collection_id)
        if settings.state_changing:
            self.save_settings(collection_id, replace(settings, state_changing={}))
        for table in (catalogs, endorsements):
            self._connection.execute(delete(table).where(table.c.collection_id == collection_id))
        return moment

    def _raise(self, column: Column[datetime], collection_id: str, moment: datetime) -> datetime:
        """Moves a moment of a collection forward, never back; its row is locked before it is read."""
        self.remember([collection_id])
        named = collections.c.id == collection_id
        found = self._connection.scalar(select(column).where(named).with_for_update())
        if found is not None and found >= moment:
            return found
        self._connection.execute(update(collections).where(named).values({column: moment}))
        return moment


def settings_row(settings: CollectionSettings) -> dict[str, Any]:
    """Settings as they are stored.

    >>> settings_row(CollectionSettings())["review"]
    'state-changing'
    """
    row: dict[str, Any] = {
        "mode": settings.mode.value,
        "review": settings.review.value,
        "trust_anonymous": settings.trust_anonymous,
        "keep_text": settings.keep_text,
        "state_changing": dict(settings.state_changing),
    }
    if settings.retention_days != RETENTION_DAYS:  # a row from before there was one is the row of the default
        row["retention_days"] = settings.retention_days
    if settings.two_people:
        row["two_people"] = True
    if settings.groups:
        row["groups"] = list(settings.groups)
    return row


def read_settings(row: Mapping[str, Any] | None) -> CollectionSettings:
    """Settings as they were stored; what a row does not name, or nobody set, is as by default.

    >>> read_settings(settings_row(CollectionSettings(mode=Mode.SHADOW))).mode.value
    'shadow'
    """
    if row is None:
        return CollectionSettings()
    read = {"mode": Mode(row["mode"]), "review": Review(row["review"]), "groups": tuple(row.get("groups", ()))}
    return CollectionSettings(**{**row, **read})
