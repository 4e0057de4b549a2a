"""What a collection has learned, for commands that take it from the database or from a file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pipeline.errors import RejectedError
from selector import PromotedSnapshot
from selector.snapshot import CollectionSnapshot
from storage import snapshots
from tooltrail import wiring


class BadSnapshotError(RejectedError):
    """A file is no snapshot: give rows as `tooltrail suggestions list --format jsonl` writes them."""


def read_learned(collection: str | None, file: Path | None, at: datetime, db: str | None) -> CollectionSnapshot | None:
    """Reads what is promoted as of a moment; None where no collection is named.

    Raises:
        BadSnapshotError: the file is no snapshot, or nobody said which of its collections is meant.
        StoreError: the database cannot be used.
    """
    if collection is None:
        if file is not None:
            raise BadSnapshotError("a snapshot holds several collections: say which one with --collection")
        return None
    if file is None:
        return snapshots.load(wiring.database_url(db), at).for_collection(collection)
    try:
        return PromotedSnapshot.from_file(file, as_of=at).for_collection(collection)
    except OSError as error:
        raise BadSnapshotError(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BadSnapshotError(str(error)) from error
