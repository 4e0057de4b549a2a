"""What was refused, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, Table, exists, select, tuple_

from pipeline.intake import DeadLetter
from pipeline.ports import LetterName
from storage.chunks import chunks
from storage.tables import dead_letters, skipped_letters
from storage.upsert import delete_keys, insert_missing, upsert


class SqlDeadLetters:
    """The dead letters of a store, in one transaction."""

    def __init__(self, connection: Connection, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._clock = clock

    def add(self, letters: Sequence[DeadLetter]) -> None:
        """Stores letters; the same (source, position, digest) twice is one, and its tries are counted."""
        if not letters:
            return
        seen_at = self._clock()
        places: dict[str, set[str]] = {}
        for letter in letters:
            places.setdefault(letter.source, set()).add(letter.position)
        aside = set(self._named(skipped_letters, places))
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
                "scrub_rules": letter.scrub_rules,
                "tries": 1,
                "first_seen": seen_at,
                "last_seen": seen_at,
            }
            for letter in sorted(letters, key=lambda letter: (letter.source, letter.position, letter.digest))
            if (letter.source, letter.position, letter.digest) not in aside
        ]
        upsert(self._connection, dead_letters, rows, add=("tries",), keep=("id", "first_seen"))

    def at(self, places: Mapping[str, Collection[str]]) -> Collection[LetterName]:
        """The letters of those positions, by source."""
        return list(self._named(dead_letters, places))

    def _named(self, table: Table, places: Mapping[str, Collection[str]]) -> Iterator[LetterName]:
        """The rows of a table of letters at those positions; a source of which there is none costs one look."""
        for source, positions in sorted(places.items()):
            if not self._connection.scalar(select(exists().where(table.c.source == source))):
                continue
            for chunk in chunks(sorted(positions)):
                query = select(*table.primary_key).where(table.c.source == source, table.c.position.in_(chunk))
                yield from map(LetterName._make, self._connection.execute(query).all())

    def remove(self, names: Collection[LetterName]) -> int:
        """Removes letters of what was accepted after all; returns how many there were."""
        present = self._present(names)
        delete_keys(self._connection, dead_letters, [row for row, _, _, _ in present])
        return len(present)

    def skip(self, names: Collection[LetterName], actor: str) -> int:
        """Sets letters aside; who did, when, and why it was refused stays. Returns how many there were."""
        skipped_at = self._clock()
        present = self._present(names)
        insert_missing(
            self._connection,
            skipped_letters,
            [
                {
                    **name,
                    "id": identity,
                    "reason": reason,
                    "collection_id": collection_id,
                    "actor": actor,
                    "skipped_at": skipped_at,
                }
                for name, identity, reason, collection_id in present
            ],
        )
        delete_keys(self._connection, dead_letters, [row for row, _, _, _ in present])
        return len(present)

    def _present(self, names: Collection[LetterName]) -> list[tuple[dict[str, str], str, str, str | None]]:
        """Those of the letters that there are: name, id, reason and collection, in key order."""
        key, columns = list(dead_letters.primary_key), dead_letters.c
        found: list[tuple[dict[str, str], str, str, str | None]] = []
        for chunk in chunks(sorted(names)):
            query = select(*key, columns.id, columns.reason, columns.collection_id).where(tuple_(*key).in_(chunk))
            found += [
                (LetterName(row.source, row.position, row.digest)._asdict(), row.id, row.reason, row.collection_id)
                for row in self._connection.execute(query.order_by(*key))
            ]
        return found


def letter_id(source: str, position: str, digest: str) -> str:
    """The short name by which a person asks for a letter.

    >>> letter_id("file:traces.jsonl", "17", "5e0c")
    'dl-a4e15ed071da'
    """
    return "dl-" + hashlib.blake2b("\x1f".join((source, position, digest)).encode(), digest_size=6).hexdigest()
