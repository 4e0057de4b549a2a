"""Entries of the topic: a suggestion's identity, and as much of its row as a snapshot needs, or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from selector.learned import is_promoted

#: What a selector reads of a row, and what tells one row from another.
_FIELDS = (
    "id",
    "kind",
    "status",
    "collection_id",
    "mode",
    "policy_version",
    "last_evidence_at",
    "pinned",
    "approved_at",
    "query_family",
    "query_terms",
    "target",
    "boost",
    "edge",
)

#: Decimals of an edge's share, by which the producers of one argument are ordered: with more, every batch would tell
#: every edge anew.
_SHARE_DECIMALS = 2

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False).encode

Promotion = dict[str, Any]


class Entry(NamedTuple):
    """One message of the topic.

    Attributes:
        key: the suggestion's identity.
        value: its promotion; None is a tombstone, whatever ended it.
    """

    key: str
    value: Promotion | None


def promotion_of(row: Mapping[str, Any] | None) -> Promotion | None:
    """What the topic says of a row; None for one that no snapshot holds.

    >>> row = {"id": "tp-1", "status": "promoted", "target": "getOrder", "history": ["long"]}
    >>> promotion_of(row)
    {'id': 'tp-1', 'status': 'promoted', 'target': 'getOrder'}
    >>> promotion_of({**row, "mode": "shadow"}) is promotion_of(None) is None
    True
    """
    if row is None or not is_promoted(row):
        return None
    promotion = {name: row[name] for name in _FIELDS if name in row}
    evidence = row.get("evidence")
    if row.get("edge") is not None and isinstance(evidence, Mapping) and evidence.get("share") is not None:
        promotion["evidence"] = {"share": round(evidence["share"], _SHARE_DECIMALS)}
    return promotion


def entry_of(suggestion_id: str, payload: Mapping[str, Any]) -> Entry:
    """The entry that an outbox row becomes."""
    return Entry(suggestion_id, promotion_of(payload))


def encode(entry: Entry) -> tuple[bytes, bytes | None]:
    """Key and value as Kafka has them.

    >>> encode(Entry("tp-1", None))
    (b'tp-1', None)
    """
    return entry.key.encode(), None if entry.value is None else _ENCODE(entry.value).encode()
