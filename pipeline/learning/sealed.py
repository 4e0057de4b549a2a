"""What crosses the border: an accepted event, scrubbed and sealed, and nothing raw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

#: Characters of one fingerprint: 72 bits in the URL-safe base64 alphabet.
FINGERPRINT_LENGTH = 12

#: Characters of the longest text that is searched as it lies: two thousand fingerprints, some three hundred words.
_SEARCHED = 24_000

_EPOCH = date(1970, 1, 1).toordinal()


class Leaf(NamedTuple):
    """One scalar of an argument object or an output: where it stood and what it was, unreadably.

    Attributes:
        path: where it stood; list indexes as ``[]``, keys that are data as ``*`` or ``*{key}``, a bare value as ``$``.
        fingerprint: the keyed fingerprint of its canonical value; None marks a weak value, which matches by chance.
    """

    path: str
    fingerprint: str | None


class Scrubbing(NamedTuple):
    """How an event was scrubbed at the border.

    Attributes:
        rules: the version of the rules.
        removed: how much of each class was taken out.
        claimed: whether it came as scrubbed already, so that whatever was taken out had leaked.
    """

    rules: str
    removed: Mapping[str, int] = {}
    claimed: bool = False


class Removal(NamedTuple):
    """What is counted together of what the border took out of accepted events.

    Attributes:
        collection_id: the collection.
        adapter: who sent it: the agent that its trace metadata names; empty where it names none.
        day: the UTC day of the event, counted from 1970-01-01.
        rules: the version of the rules.
        claimed: whether it came as scrubbed already.
        label: the class.
    """

    collection_id: str
    adapter: str
    day: int
    rules: str
    claimed: bool
    label: str


@dataclass(frozen=True, slots=True)
class SealedEvent:
    """One event of the contract after the border.

    Attributes:
        collection_id: the API catalog it belongs to.
        type: the event type of the contract.
        attempt_id: the run it belongs to, where the sender gave one.
        plan_id: the plan it belongs to, where the sender gave one.
        event_id: the sender's id, else `content_hash`; while a key rotates, the hash under the key before.
        ts: when it happened, UTC.
        content_hash: hash of the sealed content, keys sorted, without an assumed time.
        principal: keyed hash of who asked, where known.
        session: keyed hash of the session, where known.
        body: the facts of its type, JSON-shaped; docs/events.md lists them. Fingerprints only, never a raw leaf.
        scrubbing: how it was scrubbed, where that is known: no part of what it says.
        hash_before: while a key rotates, the hash that the same content has under the key before: by it the event is
            known that came before the rotation. No part of what it says either.
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
    scrubbing: Scrubbing | None = field(default=None, compare=False)
    hash_before: str | None = field(default=None, compare=False)

    def removals(self) -> Iterator[tuple[Removal, int]]:
        """What the border took out of it, by what is counted together."""
        if self.scrubbing is None or not self.scrubbing.removed:
            return
        metadata = self.body.get("metadata")
        agent = metadata.get("agent") if isinstance(metadata, Mapping) else None
        adapter, day = (agent if isinstance(agent, str) else ""), self.ts.date().toordinal() - _EPOCH
        for label, count in sorted(self.scrubbing.removed.items()):
            rules, claimed = self.scrubbing.rules, self.scrubbing.claimed
            yield Removal(self.collection_id, adapter, day, rules, claimed, label), count


def leaves(rows: Iterable[Sequence[str | None]]) -> Iterator[Leaf]:
    """Reads the leaves of a body, in document order.

    >>> list(leaves([["items[].id", "AAAAAAAAAAAA"], ["ok", None]]))
    [Leaf(path='items[].id', fingerprint='AAAAAAAAAAAA'), Leaf(path='ok', fingerprint=None)]
    """
    return map(Leaf._make, rows)


def split_fingerprints(joined: str) -> Iterator[str]:
    """Reads the fingerprints of user text, which a body keeps as one string without separators.

    >>> list(split_fingerprints("AAAAAAAAAAAABBBBBBBBBBBB"))
    ['AAAAAAAAAAAA', 'BBBBBBBBBBBB']
    """
    for start in range(0, len(joined), FINGERPRINT_LENGTH):
        yield joined[start : start + FINGERPRINT_LENGTH]


def has_fingerprint(joined: str, fingerprint: str) -> bool:
    """Whether user text holds a fingerprint; only a few are ever asked for, so it is not taken apart for each.

    >>> has_fingerprint("AAAAAAAAAAAABBBBBBBBBBBB", "B" * 12), has_fingerprint("AAAAAABBBBBBBBBBBBAAAAAA", "B" * 12)
    (True, False)
    """
    if len(joined) > _SEARCHED:
        return fingerprint in _fingerprints(joined)
    place = joined.find(fingerprint)
    while place >= 0 and place % FINGERPRINT_LENGTH:
        place = joined.find(fingerprint, place + 1)
    return place >= 0


@lru_cache(maxsize=4)
def _fingerprints(joined: str) -> frozenset[str]:
    return frozenset(split_fingerprints(joined))
