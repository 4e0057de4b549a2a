"""Locks: what a transaction holds against other writers until it ends, always taken in one order.

SQLite has one writer at a time, so nothing is locked there. On PostgreSQL a transaction takes, in this order:

1. the *database*: shared by all that take events in or out; alone by one that carries out what a person decided, which
   may concern any row that the others are about to write;
2. of each collection, in order of their names, its *plans* (shared by those that look a plan's attempt up, alone by one
   that ties plans, since a tie renames what the others looked up), then the *attempts*, by their rows, in key order;
3. of each collection, in the same order, its *learning*: counts and suggestions, alone. All that happens to a
   collection's counts goes to a few hot rows in any case; held as one, no judgement misses what another adds.

The *relay* of the outbox has a lock of its own, which nobody waits for: it is taken before the database's, and whoever
finds it taken stands by.

Each is released by the end of the transaction, never by a session: a pooler may lie between (invariant 1).
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, func, select


class Locks:
    """What one transaction holds.

    Args:
        connection: a transaction that writes.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._are_needed = connection.dialect.name == "postgresql"
        self._held: set[str] = set()

    @property
    def are_needed(self) -> bool:
        """Whether the database lets several write at once."""
        return self._are_needed

    def share_database(self) -> None:
        """Waits until what a person decided is carried out, and holds the next such thing up."""
        if "database, alone" not in self._held:
            self._take("database", alone=False)

    def hold_database(self) -> None:
        """Waits until nobody else writes, and lets nobody write."""
        self._take("database", alone=True)

    def hold_plans(self, collection_id: str, *, alone: bool) -> None:
        """Keeps the plans of a collection where they are; alone, they may be moved."""
        self.share_database()
        self._take(f"plans of {collection_id}", alone=alone)

    def hold_learning(self, collection_id: str) -> None:
        """Lets nobody else count or judge in a collection."""
        self.share_database()
        self._take(f"learning of {collection_id}", alone=True)

    def try_relay(self) -> bool:
        """Whether this is the only relay at work, until the end; on SQLite it is the only writer."""
        if not self._are_needed:
            return True
        return bool(self._connection.scalar(select(func.pg_try_advisory_xact_lock(_number("relay")))))

    def _take(self, name: str, *, alone: bool) -> None:
        mark = f"{name}, {'alone' if alone else 'shared'}"
        if not self._are_needed or mark in self._held:
            return
        lock = func.pg_advisory_xact_lock if alone else func.pg_advisory_xact_lock_shared
        self._connection.execute(select(lock(_number(name))))
        self._held.add(mark)


def lock_schema(connection: Connection) -> None:
    """Lets one transaction at a time change the schema, where the database does not see to it."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_number("schema"))))


def _number(name: str) -> int:
    """The 64 bits, signed, by which PostgreSQL knows a lock."""
    return int.from_bytes(hashlib.blake2b(f"tooltrail {name}".encode(), digest_size=8).digest(), signed=True)
