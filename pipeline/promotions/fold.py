"""The fold over a topic: pairs of key and value, in the order of the log, become what is promoted now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any

from selector.learned import is_promoted
from selector.snapshot import PromotedSnapshot

Key = bytes | str | None
Value = bytes | str | None


class Promotions:
    """What the topic has said so far.

    It says the same for any log of which each key's last pair is the same: duplicates, and whatever compaction removes,
    change nothing.

    Attributes:
        changes: how often something changed; a reader that has seen the number has seen the state.
        unreadable: pairs that are no entries; their key counts as withdrawn.

    >>> log = [(b"tp-1", b'{"status":"promoted","kind":"target_preference","query_family":"f","target":"a"}')]
    >>> len(Promotions(log).snapshot()), len(Promotions([*log, (b"tp-1", None)]).snapshot())
    (1, 0)
    """

    def __init__(self, log: Iterable[tuple[Key, Value]] = ()) -> None:
        self.changes = 0
        self.unreadable = 0
        self._rows: dict[str, Mapping[str, Any]] = {}
        for key, value in log:
            self.apply(key, value)

    def apply(self, key: Key, value: Value) -> None:
        """Takes in the next pair of the log; None as a value is a tombstone."""
        name = key.decode(errors="replace") if isinstance(key, bytes) else key
        if name is None:
            self.unreadable += 1
            return
        row = None if not value else self._read(value)
        if row != self._rows.get(name):
            self.changes += 1
        if row is None:
            self._rows.pop(name, None)
        else:
            self._rows[name] = row

    def rows(self) -> list[Mapping[str, Any]]:
        """What is promoted, in the order in which suggestions are listed."""
        return [row for _, row in sorted(self._rows.items(), key=_place)]

    def snapshot(self, as_of: datetime | None = None) -> PromotedSnapshot:
        """The snapshot; its version is a hash of what it holds before anything expired.

        Args:
            as_of: the moment that decides what has expired; without it nothing expires.
        """
        rows = self.rows()
        hashed = blake2b(json.dumps(rows, sort_keys=True).encode(), digest_size=8)
        return PromotedSnapshot.from_rows(rows, hashed.hexdigest(), as_of)

    def __len__(self) -> int:
        """How many promotions there are."""
        return len(self._rows)

    def _read(self, value: bytes | str) -> Mapping[str, Any] | None:
        try:
            row = json.loads(value)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not is_promoted(row):
            self.unreadable += 1
            return None
        return row


def _place(item: tuple[str, Mapping[str, Any]]) -> tuple[str, ...]:
    name, row = item
    found = row.get("edge")
    edge = found if isinstance(found, dict) else {}
    words = (
        row.get("collection_id"),
        row.get("kind"),
        row.get("query_family"),
        *(edge.get(part) for part in ("source", "from_field")),
        row.get("target"),
        edge.get("to_field"),
        name,
    )
    return tuple(word if isinstance(word, str) else "" for word in words)
