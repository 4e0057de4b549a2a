"""What was refused, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection

from pipeline.intake import DeadLetter
from storage.tables import dead_letters
from storage.upsert import upsert


class SqlDeadLetters:
    """The dead letters of a store, in one transaction."""

    def __init__(self, connection: Connection, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._clock = clock

    def add(self, letters: Sequence[DeadLetter]) -> None:
        """Stores letters; the same (source, position, digest) twice is one, and its tries are counted."""
        seen_at = self._clock()
        rows = [
            {
                "source": letter.source,
                "position": letter.position,
                "digest": letter.digest,
                "id": letter_id(letter.source, letter.position, letter.digest),
                "reason": letter.reason.value,
                "detail": letter.detail,
                "collection_id": letter.collection_id,
                "body": None if letter.body is None else dict(letter.body),
                "tries": 1,
                "first_seen": seen_at,
                "last_seen": seen_at,
            }
            for letter in sorted(letters, key=lambda letter: (letter.source, letter.position, letter.digest))
        ]
        upsert(self._connection, dead_letters, rows, add=("tries",), keep=("id", "first_seen"))


def letter_id(source: str, position: str, digest: str) -> str:
    """The short name by which a person asks for a letter.

    >>> letter_id("file:traces.jsonl", "17", "5e0c")
    'dl-a4e15ed071da'
    """
    return "dl-" + hashlib.blake2b("\x1f".join((source, position, digest)).encode(), digest_size=6).hexdigest()
