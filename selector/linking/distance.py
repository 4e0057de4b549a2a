"""How far an output stands from what an input asks for: in the very collection of the path, or as a part of something.

A list of albums gives albums; a track's album is a part of the track, and who asks for albums and speaks of no track
does not mean it.
"""

from __future__ import annotations

from collections.abc import Iterable

from selector.linking.contract import Contract
from selector.linking.evidence import Supply
from selector.linking.names import name_nouns
from selector.linking.resources import is_envelope, path_parts

#: What speaks for the collection that a call's path leads through, and against a part of what is not spoken of.
_COLLECTION, _PART = -0.3, 0.3


def distance(
    supply: Supply, producer: Contract, thing: str, consumer: Contract, field: str, spoken: Iterable[str]
) -> float:
    """Return what an output costs more, or less, for where it stands.

    Args:
        supply: the output.
        producer: the contract of its tool.
        thing: the noun of what that tool is about.
        consumer: the contract of the tool that needs the output.
        field: the input that it would fill.
        spoken: the nouns of the request.
    """
    outer = _whole(supply.path, thing)
    part = outer and outer != supply.reference.noun and outer not in spoken
    return (_PART if part else 0.0) + (_COLLECTION if is_collection_of(producer.path, consumer.path, field) else 0.0)


def _whole(path: str, thing: str) -> str:
    """Return the noun of what an output's object is a part of; empty if it stands for itself.

    >>> _whole("$.tracks[*].album.id", "artist"), _whole("$.brand.id", "product"), _whole("$.items[*].id", "order")
    ('track', 'product', '')
    """
    segments = [one for one in path.split(".")[1:-1] if one and one != "metadata"]
    held = [(one.partition("[")[0], "[" in one) for one in segments]
    named = [i for i, (name, _) in enumerate(held) if not is_envelope(name)]
    if not named:
        return ""
    last = named[-1]
    if held[last][1] and not any(listed for _, listed in held[:last]):
        return ""
    outer = [name for name, _ in held[:last] if not is_envelope(name)]
    return name_nouns(outer[-1])[-1] if outer else thing


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
