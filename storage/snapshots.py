"""Snapshots: what is promoted, for the online selector."""

from __future__ import annotations

import hashlib
from datetime import datetime

from sqlalchemy import Connection

from pipeline.learning.policy import Policy
from pipeline.learning.settings import Mode
from pipeline.learning.suggestions import Row
from pipeline.learning.verdicts import Status
from selector.snapshot import PromotedSnapshot
from storage import schema
from storage.clock import present
from storage.engine import open_engine, reading
from storage.read_models import ReadModels, SuggestionFilter
from storage.types import canonical_json


def load(url: str, as_of: datetime | None = None, *, expiry_days: int = Policy().expiry_days) -> PromotedSnapshot:
    """Loads what is promoted and not expired, of the collections whose mode lets a snapshot hold it.

    Args:
        url: the database.
        as_of: the moment that decides what has expired; None for the present.
        expiry_days: days without evidence after which a suggestion expires.

    Raises:
        StoreError: the database cannot be read; keep the snapshot that you have.
    """
    engine = open_engine(url, create=False)
    try:
        schema.require(engine)
        with reading(engine).connect() as connection:
            return read_snapshot(connection, as_of or present(), expiry_days)
    finally:
        engine.dispose()


def read_snapshot(connection: Connection, as_of: datetime, expiry_days: int) -> PromotedSnapshot:
    """The snapshot as of one moment; its version is a hash of what it holds."""
    hashed = hashlib.blake2b(digest_size=8)
    rows: list[Row] = []
    wanted = SuggestionFilter(status=Status.PROMOTED, as_of=as_of, expiry_days=expiry_days)
    for row in ReadModels(connection).suggestions(wanted):
        if row["mode"] == Mode.PROMOTE.value:
            rows.append(row)
            hashed.update(canonical_json(row).encode())
    return PromotedSnapshot.from_rows(rows, version=hashed.hexdigest())
