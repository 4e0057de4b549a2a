"""Endorsements: what one person asked for where two must."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from storage.chunks import chunks
from storage.review_tables import endorsements, users
from storage.upsert import upsert
from storage.users import User, joined_user


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEndorsement:
    """What one person asked for.

    Attributes:
        suggestion_id: of which suggestion.
        collection_id: of which collection.
        kind: the act.
        actor: who asked.
        at: when.
        comment: why, scrubbed.
        reason: a reason code.
        claim: what the suggestion claimed then; once it claims something else, the endorsement is void.
        user: who asked, as they are known now; None for nobody who is known.
    """

    suggestion_id: str
    collection_id: str
    kind: str
    actor: str
    at: datetime
    comment: str
    reason: str
    claim: str
    user: User | None = None


class SqlEndorsements:
    """The endorsements of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, suggestion_ids: Collection[str]) -> Mapping[str, StoredEndorsement]:
        """The endorsements of those suggestions that have one."""
        return endorsements_of(self._connection, suggestion_ids)

    def save(self, given: Collection[StoredEndorsement]) -> None:
        """Stores endorsements in place of earlier ones."""
        rows = [{column.name: getattr(row, column.name) for column in endorsements.c} for row in given]
        upsert(self._connection, endorsements, sorted(rows, key=lambda row: str(row["suggestion_id"])))

    def remove(self, suggestion_ids: Collection[str]) -> None:
        """Removes endorsements that were followed, or that another act made void."""
        for chunk in chunks(sorted(suggestion_ids)):
            self._connection.execute(delete(endorsements).where(endorsements.c.suggestion_id.in_(chunk)))


def endorsements_of(connection: Connection, suggestion_ids: Collection[str]) -> Mapping[str, StoredEndorsement]:
    """The endorsements of those suggestions that have one."""
    found: dict[str, StoredEndorsement] = {}
    for chunk in chunks(sorted(suggestion_ids)):
        query = select(endorsements, users).join(users, users.c.name == endorsements.c.actor, isouter=True)
        for row in connection.execute(query.where(endorsements.c.suggestion_id.in_(chunk))).mappings():
            given = {column.name: row[column] for column in endorsements.c}
            found[given["suggestion_id"]] = StoredEndorsement(**given, user=joined_user(row))
    return found
