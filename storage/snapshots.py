"""Snapshots: what is promoted, for the online selector; a reader that stays open reads what has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, select

from pipeline.learning.policy import Policy
from pipeline.learning.settings import Mode
from pipeline.learning.suggestions import Row
from pipeline.learning.verdicts import Status
from selector.expiry import expires_at
from selector.snapshot import PromotedSnapshot
from storage import schema
from storage.clock import present
from storage.engine import open_engine, reading
from storage.read_models import ReadModels, SuggestionFilter
from storage.tables import snapshot_versions
from storage.types import canonical_json

_EVER, _NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def load(url: str, as_of: datetime | None = None, *, expiry_days: int = Policy().expiry_days) -> PromotedSnapshot:
    """Loads what is promoted and not expired, of the collections whose mode lets a snapshot hold it.

    Args:
        url: the database.
        as_of: the moment that decides what has expired; None for the present.
        expiry_days: days without evidence after which a suggestion expires.

    Raises:
        StoreError: the database cannot be read; keep the snapshot that you have.
    """
    with SnapshotReader(url, expiry_days=expiry_days) as reader:
        return reader.refresh(as_of)


class SnapshotReader:
    """Reads a database again and again; hand its `refresh` to a `selector.SnapshotHolder`.

    Each collection has a version, which moves with what is promoted in it. A refresh reads the versions, and the rows
    of those collections whose version moved; what has expired meanwhile it knows by itself. Where nothing changed it
    gives the same snapshot again.

    Args:
        url: the database; nothing is read before the first refresh.
        expiry_days: days without evidence after which a suggestion expires.
        clock: gives the moment that decides what has expired.
    """

    def __init__(
        self, url: str, *, expiry_days: int = Policy().expiry_days, clock: Callable[[], datetime] = present
    ) -> None:
        self._engine = open_engine(url, create=False)
        self._expiry_days = expiry_days
        self._clock = clock
        self._parts: dict[str, _Part] = {}
        self._snapshot: PromotedSnapshot | None = None

    def refresh(self, as_of: datetime | None = None) -> PromotedSnapshot:
        """The snapshot as of a moment; None for the present.

        Raises:
            StoreError: the database cannot be read; keep the snapshot that you have.
        """
        at = as_of or self._clock()
        if self._snapshot is None:
            schema.require(self._engine)
        with reading(self._engine).connect() as connection:
            parts = self._read(connection, at)
        if self._snapshot is None or parts != self._parts:
            self._parts = parts
            self._snapshot = _snapshot_of(parts)
        return self._snapshot

    def _read(self, connection: Connection, at: datetime) -> dict[str, _Part]:
        query = select(snapshot_versions.c.collection_id, snapshot_versions.c.version)
        parts = {}
        for collection_id, version in connection.execute(query.order_by(snapshot_versions.c.collection_id)).all():
            part = self._parts.get(collection_id)
            if part is None or part.version != version or not part.since <= at < part.until:
                rows = part.rows if part is not None and part.version == version else _rows(connection, collection_id)
                part = self._part(version, rows, at)
            parts[collection_id] = part
        return parts

    def _part(self, version: int, rows: tuple[Row, ...], at: datetime) -> _Part:
        since, until, live = _EVER, _NEVER, []
        hashed = hashlib.blake2b(digest_size=8)
        for row in rows:
            end = expires_at(row, self._expiry_days)
            if end is not None and end <= at:
                since = max(since, end)
                continue
            until = until if end is None else min(until, end)
            live.append(row)
            hashed.update(canonical_json(row).encode())
        return _Part(version, rows, since, until, tuple(live), hashed.hexdigest())

    def close(self) -> None:
        """Closes every connection; snapshots stay as they are."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """What is promoted in one collection at one version.

    Attributes:
        version: the version.
        rows: every promoted row that a snapshot may hold, also the expired ones.
        since: from when on the live ones are these, as long as the version stays.
        until: until when.
        live: those that have not expired.
        digest: a hash of these.
    """

    version: int
    rows: tuple[Row, ...]
    since: datetime
    until: datetime
    live: tuple[Row, ...]
    digest: str


def _rows(connection: Connection, collection_id: str) -> tuple[Row, ...]:
    wanted = SuggestionFilter(status=Status.PROMOTED, collection_id=collection_id)
    return tuple(row for row in ReadModels(connection).suggestions(wanted) if row["mode"] == Mode.PROMOTE.value)


def _snapshot_of(parts: dict[str, _Part]) -> PromotedSnapshot:
    """The snapshot of all parts; its version is a hash of what it holds."""
    hashed = hashlib.blake2b(digest_size=8)
    rows: list[Row] = []
    for collection_id, part in parts.items():
        if part.live:
            hashed.update(canonical_json([collection_id, part.digest]).encode())
            rows += part.live
    return PromotedSnapshot.from_rows(rows, version=hashed.hexdigest())
