"""The store as a program holds it: one database, from which it takes units of work and read models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import Self

from storage import schema
from storage.clock import present
from storage.engine import BUSY_SECONDS, one_moment, open_engine, reading
from storage.locks import Locks
from storage.migration import prepare
from storage.read_models import ReadModels
from storage.recount import Recount
from storage.review import ReviewReads
from storage.unit_of_work import SqlUnitOfWork
from storage.users import SqlUsers


class SqlStore:
    """A database with the schema of this program; close it, or use it in a `with` statement.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://...``.
        create: whether a SQLite file that does not exist is made, with its schema; a command that only reads says no.
        clock: gives the times of writing.
        busy_seconds: how long a transaction waits for another writer on SQLite.

    Raises:
        BadDatabaseUrlError: the URL names no database.
        UnusableDatabaseError: the database cannot be opened.
        UnknownSchemaError: the database has no schema, an older or a newer one.
    """

    def __init__(
        self,
        url: str,
        *,
        create: bool = True,
        clock: Callable[[], datetime] = present,
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        self._engine = open_engine(url, create=create, busy_seconds=busy_seconds)
        self._clock = clock
        try:
            if create:
                prepare(self._engine)
            else:
                schema.require(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    def unit_of_work(self) -> SqlUnitOfWork:
        """A transaction that has not begun."""
        return SqlUnitOfWork(self._engine, self._clock)

    @contextmanager
    def reading(self) -> Iterator[ReadModels]:
        """The read models as of one moment: what is committed meanwhile does not show, and no writer waits."""
        with reading(self._engine).connect() as connection:
            yield ReadModels(connection)

    @contextmanager
    def reviewing(self) -> Iterator[ReviewReads]:
        """What the console reads, as of one moment."""
        with reading(self._engine).connect() as connection:
            yield ReviewReads(connection)

    @contextmanager
    def access(self) -> Iterator[SqlUsers]:
        """Users and what they come in by, in a transaction that is committed where the block ends well."""
        with self._engine.begin() as connection:
            yield SqlUsers(connection)

    @contextmanager
    def access_reading(self) -> Iterator[SqlUsers]:
        """The same in a transaction that only reads."""
        with reading(self._engine).connect() as connection:
            yield SqlUsers(connection)

    def recount(self, collection_id: str, *, mend: bool = False) -> Counter[str]:
        """Counts anew what the attempts of a collection teach, as of one moment.

        Args:
            collection_id: the collection.
            mend: whether what differs is written as it should be; nobody else writes meanwhile.

        Returns:
            How many rows differ, or differed, by table.
        """
        if not mend:
            with one_moment(self._engine).connect() as connection:
                return Recount(connection, collection_id).differences()
        with self._engine.begin() as connection:
            Locks(connection).hold_database()
            recount = Recount(connection, collection_id)
            found = recount.differences()
            recount.mend()
            return found

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
