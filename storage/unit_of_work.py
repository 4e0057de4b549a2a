"""One transaction, and the repositories in it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy import Engine

from pipeline import ports
from storage.acts import SqlActs
from storage.attempts import SqlAttempts
from storage.catalogs import SqlCatalogs
from storage.collections import SqlCollections
from storage.dead_letters import SqlDeadLetters
from storage.disposal import SqlDisposal
from storage.endorsements import SqlEndorsements
from storage.evidence import SqlEvidence
from storage.locks import Locks
from storage.positions import SqlPositions
from storage.removals import SqlRemovals
from storage.suggestions import SqlSuggestions


class SqlUnitOfWork:
    """One transaction; leaving it without `commit` undoes everything. Entered again, it begins anew."""

    collections: ports.Collections
    attempts: ports.Attempts
    evidence: ports.EvidenceCells
    suggestions: ports.Suggestions
    acts: ports.Acts
    dead_letters: ports.DeadLetters
    positions: ports.Positions
    removals: ports.Removals
    disposal: ports.Disposal
    endorsements: SqlEndorsements
    catalogs: SqlCatalogs

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Begins; waits for another writer where the database has one at a time."""
        with ExitStack() as opening:
            connection = opening.enter_context(self._engine.connect())
            self._transaction = connection.begin()
            self._open = opening.pop_all()
        self._locks = Locks(connection)
        self._ledger = SqlAttempts(connection, self._locks)
        self.collections = SqlCollections(connection)
        self.attempts = self._ledger
        self.evidence = SqlEvidence(connection, self._locks)
        self._suggested = SqlSuggestions(connection, self._clock)
        self.suggestions = self._suggested
        self.acts = SqlActs(connection)
        self.dead_letters = SqlDeadLetters(connection, self._clock)
        self.positions = SqlPositions(connection, self._clock)
        self.removals = SqlRemovals(connection)
        self.disposal = SqlDisposal(connection, self._clock)
        self.endorsements = SqlEndorsements(connection)
        self.catalogs = SqlCatalogs(connection)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Ends; closing the connection rolls back what was not committed."""
        self._open.close()

    def among_others(self) -> None:
        """Waits until what a person decided is carried out, and holds the next such thing up until the end."""
        self._locks.share_database()

    def alone(self) -> None:
        """Waits until nobody else writes, and lets nobody write until the end."""
        self._locks.hold_database()

    def commit(self) -> None:
        """Makes everything durable."""
        self._ledger.finish()
        self._suggested.flush()
        self._transaction.commit()
