"""The content hash: one name for one content, however its keys were ordered."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from json import JSONEncoder
from typing import Any

#: Fields of a body whose rows are a set: their order follows the order of keys, which is no content.
_UNORDERED = ("args", "output", "bindings")

_CANONICAL = JSONEncoder(sort_keys=True, separators=(",", ":"))


def content_hash(identity: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """The hash of a sealed event (32 hexadecimal digits): over canonical JSON, keys sorted.

    Args:
        identity: type, ids and time, the time only where the sender gave it.
        body: the sealed facts.

    >>> one = content_hash({"type": "step.started"}, {"args": [["a", "x"], ["b", None]]})
    >>> one == content_hash({"type": "step.started"}, {"args": [["b", None], ["a", "x"]]})
    True
    """
    canonical = _CANONICAL.encode([identity, _ordered(body)])
    return blake2b(canonical.encode(), digest_size=16).hexdigest()


def _ordered(body: Mapping[str, Any]) -> dict[str, Any]:
    ordered = dict(body)
    for name in _UNORDERED:
        if name in ordered:
            ordered[name] = "\n".join(sorted([" ".join(map(str, row)) for row in ordered[name]]))
    for name in ("steps", "trace_steps"):
        if name in ordered:
            ordered[name] = [_ordered(step) for step in ordered[name]]
    return ordered
