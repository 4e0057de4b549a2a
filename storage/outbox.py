"""The outbox as the relay reads it: rows in their order, which go when they are safe elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from sqlalchemy import Engine, delete, select

from pipeline.promotions.relay import Told
from storage.chunks import chunks
from storage.locks import Locks
from storage.tables import outbox


class SqlOutbox:
    """One transaction on the outbox, which no other relay shares.

    The rows of one suggestion are in the order of its changes: who changes it holds its collection's lock until the
    commit, so the next one's number is higher. A row of another collection may come late with a lower number, which
    changes the order of nothing that a reader compares.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Begins; on SQLite it waits for the writer that is at work."""
        with ExitStack() as opening:
            self._connection = opening.enter_context(self._engine.connect())
            self._transaction = self._connection.begin()
            self._open = opening.pop_all()
        self._locks = Locks(self._connection)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Ends; closing the connection rolls back what was not committed."""
        self._open.close()

    def take(self, limit: int) -> Sequence[Told] | None:
        """The oldest rows, in their order; None where another relay is at work."""
        if not self._locks.try_relay():
            return None
        columns = outbox.c
        query = select(columns.id, columns.suggestion_id, columns.payload, columns.written_at)
        return [Told(*row) for row in self._connection.execute(query.order_by(columns.id).limit(limit))]

    def forget(self, rows: Sequence[Told]) -> None:
        """Removes rows that were sent, and commits."""
        self._locks.share_database()
        for chunk in chunks([row.id for row in rows]):
            self._connection.execute(delete(outbox).where(outbox.c.id.in_(chunk)))
        self._transaction.commit()
