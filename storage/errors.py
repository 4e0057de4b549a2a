"""What can go wrong with a store; every message says what to do."""

from __future__ import annotations

from pipeline.errors import ConflictError, RejectedError, TooltrailError, TransientError


class StoreError(TooltrailError):
    """Something is wrong with the database."""


class BadDatabaseUrlError(StoreError, RejectedError):
    """The URL names no database: write sqlite:///FILE, or sqlite:////FILE with an absolute path."""


class UnusableDatabaseError(StoreError, RejectedError):
    """The database cannot be opened or written: check the path and the rights."""


class UnknownSchemaError(StoreError, RejectedError):
    """The database has no schema, or one that this program does not know."""


class DatabaseBusyError(StoreError, TransientError):
    """Another program holds the database: try again when it is done."""


class DatabaseLostError(StoreError, TransientError):
    """The database stopped answering; what was committed stands: try again when it is back."""


class DatabaseConflictError(StoreError, ConflictError):
    """Another transaction came in between, and this one was undone: the same may go through at once."""
