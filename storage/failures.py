"""Failures: what a database says went wrong, as an error of this project that says what to do."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from typing import Any

from storage.errors import (
    DatabaseBusyError,
    DatabaseConflictError,
    DatabaseLostError,
    StoreError,
    UnusableDatabaseError,
)

_Meaning = tuple[type[StoreError], str]

#: What SQLite's primary result codes (https://www.sqlite.org/rescode.html) mean to a user, who can mend it.
_SQLITE: Mapping[int, _Meaning] = {
    sqlite3.SQLITE_BUSY: (DatabaseBusyError, "is locked by another program: try again when it is done"),
    sqlite3.SQLITE_LOCKED: (DatabaseBusyError, "is locked by another transaction: try again when it is done"),
    sqlite3.SQLITE_FULL: (DatabaseLostError, "has no room left: free some space, then try again"),
    sqlite3.SQLITE_IOERR: (DatabaseLostError, "cannot be read or written: check the disk, then try again"),
    sqlite3.SQLITE_NOTADB: (UnusableDatabaseError, "is no SQLite database: give another file"),
    sqlite3.SQLITE_CORRUPT: (
        UnusableDatabaseError,
        "is damaged: restore a backup, or replay the events into a new file",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        UnusableDatabaseError,
        "cannot be opened: check that it is a file in a folder that exists and that you may write in",
    ),
    sqlite3.SQLITE_READONLY: (
        UnusableDatabaseError,
        "cannot be written, which SQLite must even to read it: check the rights of the file and its folder",
    ),
    sqlite3.SQLITE_PERM: (UnusableDatabaseError, "cannot be opened: check the rights of the file and its folder"),
}

#: The same for PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html).
_POSTGRESQL: Mapping[str, _Meaning] = {
    "40001": (DatabaseConflictError, "undid this transaction for another that came first: try again"),
    "40P01": (DatabaseConflictError, "undid this transaction, which waited in a circle with another: try again"),
    "55P03": (DatabaseBusyError, "is locked by another transaction: try again when it is done"),
    "53100": (DatabaseLostError, "has no room left: free some space, then try again"),
    "53200": (DatabaseLostError, "has no memory left: try again when there is less to do"),
    "53300": (DatabaseLostError, "has no connection left: try again when there is less to do"),
    "57P01": (DatabaseLostError, "is shutting down: try again when it is back"),
    "57P02": (DatabaseLostError, "broke down: try again when it is back"),
    "57P03": (DatabaseLostError, "is starting: try again when it is up"),
    "25006": (UnusableDatabaseError, "takes reading only: give the primary server's URL"),
    "42501": (UnusableDatabaseError, "does not let this user do that: grant the rights, or give another user"),
}
#: What a server says that will take connections later; any other refusal stays one.
_LATER = re.compile(r"starting up|shutting down|recovery|too many|connection slots")


def translated(error: BaseException, database: str, *, is_disconnect: bool) -> StoreError | None:
    """The error that a user can act on; None for one that only a programmer can.

    Args:
        error: what the driver raised.
        database: the URL as it may be shown.
        is_disconnect: whether the connection is gone.
    """
    meaning = _meaning(error)
    if meaning is not None:
        family, sentence = meaning
        return family(f"{database} {sentence}")
    if _is_refused_connection(error):
        reason = str(error).splitlines()[0].rpartition("failed: ")[2].removeprefix("FATAL:").strip()
        if "FATAL" in str(error) and not _LATER.search(str(error)):
            return UnusableDatabaseError(f"{database} refuses the connection ({reason}): check the URL and the rights")
        return DatabaseLostError(f"{database} cannot be reached ({reason}): check that it runs, then try again")
    if hasattr(error, "sqlstate") and "resolve host" in str(error):
        # Where a password holds an unescaped @, what is taken for the host is a part of it: it is not shown.
        return UnusableDatabaseError(
            "the host in the database's URL is not known: check it; write an @ before it as %40"
        )
    if hasattr(error, "sqlstate") and str(error).startswith("invalid connection option"):
        return UnusableDatabaseError("the database's URL has an option after its ? that the driver does not know")
    if is_disconnect:
        return DatabaseLostError(f"{database} stopped answering: try again when it is back")
    return None


def _meaning(error: BaseException) -> _Meaning | None:
    code: Any = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code & 0xFF)
    return _POSTGRESQL.get(getattr(error, "sqlstate", None) or "")


def _is_refused_connection(error: BaseException) -> bool:
    """Whether no connection came about; the client library reports that without a code, in these words."""
    return hasattr(error, "sqlstate") and str(error).startswith(("connection failed", "connection timeout"))
