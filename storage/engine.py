"""Connections: from a URL to an engine whose transactions and errors mean the same on every database."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from storage.errors import BadDatabaseUrlError, StoreError, UnusableDatabaseError
from storage.failures import translated
from storage.types import canonical_json

#: Seconds that a transaction waits for another writer.
BUSY_SECONDS = 30.0
#: Seconds between two looks at a database that another program is just making.
_POLL_SECONDS = 0.05
#: Seconds that a server may take to answer the first time.
_CONNECT_SECONDS = 10

_SQLITE, _POSTGRESQL = "sqlite", "postgresql"
_MEMORY = frozenset({"", ":memory:"})
_READING = "reading"
#: Parameters of a URL that are as secret as the password before its host.
_SECRET = ("password", "sslpassword")


def open_engine(url: str, *, create: bool, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Opens a database; nothing is read or written before the first transaction.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://...``.
        create: whether a SQLite file that does not exist may be made.
        busy_seconds: how long a transaction waits for another writer.

    Raises:
        BadDatabaseUrlError: the URL names no database of these two, or its driver is not installed.
        UnusableDatabaseError: the SQLite file does not exist and must not be made.
    """
    parsed = _parse(url)
    is_sqlite = parsed.get_backend_name() == _SQLITE
    file = sqlite_file(parsed)
    if file is not None and not create and not file.exists():
        raise UnusableDatabaseError(f"{file} does not exist: check --db, or make it with `tooltrail replay`")
    arguments = {"timeout": busy_seconds, "isolation_level": None} if is_sqlite else _server_arguments(parsed)
    try:
        engine = create_engine(parsed, json_serializer=canonical_json, connect_args=arguments)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise BadDatabaseUrlError(
            f"{_shown(parsed)} needs a driver that is not installed ({error}): pip install 'tooltrail[postgresql]'"
        ) from error
    event.listen(engine, "handle_error", _explain)
    if is_sqlite:
        deadline = busy_seconds if create else None

        def set_up(connection: sqlite3.Connection, _record: object) -> None:
            _set_up_sqlite(connection, deadline)

        if file is not None and create:
            event.listen(engine, "do_connect", lambda *_: _make_private(file))
        event.listen(engine, "connect", set_up)
        event.listen(engine, "begin", _begin_sqlite)
    else:

        def bound_waiting(connection: Connection) -> None:
            if not _is_reading(connection):
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(busy_seconds * 1000)}")

        event.listen(engine, "begin", bound_waiting)
    return engine


def _make_private(file: Path) -> None:
    """Makes a new file that its owner alone reads; of what cannot be made SQLite tells."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def reading(engine: Engine) -> Engine:
    """The same database for transactions that only read, as of one moment: they hold no writer up."""
    if engine.dialect.name == _SQLITE:
        return engine.execution_options(**{_READING: True})
    return engine.execution_options(**{_READING: True}, isolation_level="REPEATABLE READ", postgresql_readonly=True)


def one_moment(engine: Engine) -> Engine:
    """The same database for transactions that see one moment, and write nothing but tables of their own."""
    if engine.dialect.name == _SQLITE:
        return reading(engine)
    return engine.execution_options(**{_READING: True}, isolation_level="REPEATABLE READ")


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite URL; None for a database in memory, on a server, or named by a URI of SQLite's own."""
    name = url.database or ""
    if url.get_backend_name() != _SQLITE or name in _MEMORY or name.startswith("file:"):
        return None
    return Path(name)


def shown(engine: Engine) -> str:
    """The URL of a database as it may be shown: without its password."""
    return _shown(engine.url)


def _shown(url: URL) -> str:
    file = sqlite_file(url)
    if file is not None:
        return f"sqlite:///{file}"
    return url.difference_update_query(_SECRET).render_as_string(hide_password=True)


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        named = "that" if "@" in url else repr(url)  # what stands before an @ may be a password
        raise BadDatabaseUrlError(f"{named} is no database URL: write sqlite:///FILE") from error
    if backend not in {_SQLITE, _POSTGRESQL}:
        raise BadDatabaseUrlError(f"{_shown(parsed)} is neither SQLite nor PostgreSQL: write sqlite:///FILE")
    if parsed.drivername == _POSTGRESQL:
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def _set_up_sqlite(connection: sqlite3.Connection, wal_seconds: float | None) -> None:
    """Foreign keys, and a journal that lets readers and one writer work at once.

    The journal mode is a property of the file; while another program is making the file, SQLite refuses to change it
    without waiting, so the wait is done here.
    """
    connection.execute("PRAGMA foreign_keys = ON")
    if wal_seconds is None:
        return
    deadline = time.monotonic() + wal_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                raise
            time.sleep(_POLL_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the write lock at once: a transaction that reads first and then writes could not wait for it."""
    connection.exec_driver_sql("BEGIN" if _is_reading(connection) else "BEGIN IMMEDIATE")


def _is_reading(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get(_READING, False))


def _server_arguments(url: URL) -> dict[str, Any]:
    """How to connect to PostgreSQL, where the URL does not say it.

    Nothing may live longer than a transaction, since a pooler may give each one another connection of the server:
    statements are prepared by none, and what is set is set for a transaction.
    """
    wanted: dict[str, Any] = {"connect_timeout": _CONNECT_SECONDS, "application_name": "tooltrail"}
    named = {name: value for name, value in wanted.items() if name not in url.query}
    return {"prepare_threshold": None, **named}


def _explain(context: ExceptionContext) -> None:
    """Raises an error of this project in place of one that the user, or time, can mend; the cause is kept."""
    original = context.original_exception
    if isinstance(original, StoreError):
        return
    database = shown(context.engine) if context.engine is not None else "the database"
    error = translated(original, database, is_disconnect=context.is_disconnect)
    if error is not None:
        raise error from original
