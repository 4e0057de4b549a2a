"""The store as a program holds it: one database, from which it takes units of work and read models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import Self

from sqlalchemy import text

from pipeline.inspection import Inspector
from pipeline.scrub import Scrubber
from pipeline.seal import Keyring
from storage import schema
from storage.clock import present
from storage.engine import BUSY_SECONDS, one_moment, open_engine, reading, shown
from storage.inspection import Place, inspect
from storage.locks import Locks
from storage.mending import Mender
from storage.migration import prepare
from storage.outbox import SqlOutbox
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

    @property
    def name(self) -> str:
        """The database's URL as it may be shown: without its password."""
        return shown(self._engine)

    def require_schema(self) -> None:
        """Makes sure that the database answers and still has the schema of this program.

        Raises:
            UnknownSchemaError: somebody changed it.
            StoreError: the database does not answer.
        """
        schema.require(self._engine)

    def durability_flaws(self) -> list[str]:
        """The server's settings by which a crash of it loses what it answered COMMIT to."""
        if self._engine.dialect.name != "postgresql":
            return []
        with reading(self._engine).connect() as connection:
            found = {name: connection.scalar(text(f"SHOW {name}")) for name in ("fsync", "synchronous_commit")}
        return [f"{name} = {value}" for name, value in found.items() if value == "off"]

    def unit_of_work(self) -> SqlUnitOfWork:
        """A transaction that has not begun."""
        return SqlUnitOfWork(self._engine, self._clock)

    def outbox(self) -> SqlOutbox:
        """A transaction of the relay that has not begun."""
        return SqlOutbox(self._engine)

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

    def inspect(
        self, inspector: Inspector, on_table: Callable[[str, int], None] = lambda _table, _rows: None
    ) -> Counter[Place]:
        """What the rules of today find in the whole database, as of one moment, by table, column and class."""
        with reading(self._engine).connect() as connection:
            return inspect(connection, inspector, on_table)

    def mender(self, keyring: Keyring, scrubber: Scrubber) -> Mender:
        """What scrubs acts and what is told, by the rules of today."""
        return Mender(self._engine, keyring, scrubber, self._clock)

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
