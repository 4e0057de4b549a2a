"""What crosses the border: an accepted event, scrubbed and sealed, and nothing raw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

#: Characters of one fingerprint: 72 bits in the URL-safe base64 alphabet.
FINGERPRINT_LENGTH = 12


class Leaf(NamedTuple):
    """One scalar of an argument object or an output: where it stood and what it was, unreadably.

    Attributes:
        path: where it stood; list indexes as ``[]``, keys that are data as ``*`` or ``*{key}``, a bare value as ``$``.
        fingerprint: the keyed fingerprint of its canonical value; None marks a weak value, which matches by chance.
    """

    path: str
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class SealedEvent:
    """One event of the contract after the border.

    Attributes:
        collection_id: the API catalog it belongs to.
        type: the event type of the contract.
        attempt_id: the run it belongs to, where the sender gave one.
        plan_id: the plan it belongs to, where the sender gave one.
        event_id: the sender's id, else `content_hash`.
        ts: when it happened, UTC.
        content_hash: hash of the sealed content, keys sorted, without an assumed time.
        principal: keyed hash of who asked, where known.
        session: keyed hash of the session, where known.
        body: the facts of its type, JSON-shaped; docs/events.md lists them. Fingerprints only, never a raw leaf.
    """

    collection_id: str
    type: str
    attempt_id: str | None
    plan_id: str | None
    event_id: str
    ts: datetime
    content_hash: str
    principal: str | None
    session: str | None
    body: Mapping[str, Any]


def leaves(rows: Sequence[Sequence[str | None]]) -> Iterator[Leaf]:
    """Reads the leaves of a body, in document order.

    >>> list(leaves([["items[].id", "AAAAAAAAAAAA"], ["ok", None]]))
    [Leaf(path='items[].id', fingerprint='AAAAAAAAAAAA'), Leaf(path='ok', fingerprint=None)]
    """
    for path, fingerprint in rows:
        yield Leaf(str(path), fingerprint)


def split_fingerprints(joined: str) -> Iterator[str]:
    """Reads the fingerprints of user text, which a body keeps as one string without separators.

    >>> list(split_fingerprints("AAAAAAAAAAAABBBBBBBBBBBB"))
    ['AAAAAAAAAAAA', 'BBBBBBBBBBBB']
    """
    for start in range(0, len(joined), FINGERPRINT_LENGTH):
        yield joined[start : start + FINGERPRINT_LENGTH]
