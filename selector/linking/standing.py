"""Where outputs stand: for themselves, or as a part of something; in the collection that a path leads through."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from selector.linking.evidence import Supply
from selector.linking.names import Reference, name_nouns
from selector.linking.resources import is_envelope, path_parts


@lru_cache(maxsize=16_384)
def whole_of(path: str, thing: str) -> str:
    """Return the noun of what an output's object is a part of; empty if it stands for itself.

    >>> whole_of("$.tracks[*].album.id", "artist"), whole_of("$.brand.id", "shoe"), whole_of("$.items[*].id", "order")
    ('track', 'shoe', '')
    """
    segments = [one for one in path.split(".")[1:-1] if one and one != "metadata"]
    held = [(one.partition("[")[0], "[" in one) for one in segments]
    named = [i for i, (name, _) in enumerate(held) if not is_envelope(name)]
    if not named:
        return ""
    last = named[-1]
    if any(listed for _, listed in held[last:]) and not any(listed for _, listed in held[:last]):
        return ""
    outer = [name for name, _ in held[:last] if not is_envelope(name)]
    return name_nouns(outer[-1])[-1] if outer else thing


def outermost(supplies: Iterable[Supply]) -> list[Supply]:
    """Leave out of a tool's outputs for one thing those that stand deeper than another and are of no other type."""
    found: dict[tuple[str, Reference, str], list[tuple[tuple[bool, int], Supply]]] = {}
    for supply in supplies:
        depth = (bool(whole_of(supply.path, "")), supply.path.count("."))
        found.setdefault((supply.tool, supply.reference, supply.type), []).append((depth, supply))
    return [supply for group in found.values() for depth, supply in group if depth == min(one for one, _ in group)]


@lru_cache(maxsize=16_384)
def is_collection_of(producer: str, consumer: str, field: str) -> bool:
    """Tell whether a path is the collection from which a parameter of another chooses.

    >>> is_collection_of("/rooms/{r}/seats", "/rooms/{room}/seats/{seat}/price", "seat")
    True
    >>> is_collection_of("/seats", "/rooms/{room}/seats/{seat}", "seat")
    False
    """
    parts = path_parts(consumer)
    place = next((i for i, part in enumerate(parts) if part == (field, True)), 0)
    return bool(place) and _shape(path_parts(producer)) == _shape(parts[:place])


def _shape(parts: Iterable[tuple[str, bool]]) -> list[str]:
    return ["" if parameter else part for part, parameter in parts]
