"""What an object is, told by its shape: a record with a person's fields is a person, whatever the field is called.

A response names many objects by their role (``cast``, ``owner``, ``results``). Where neither a schema nor the holding
field says what they are, they are compared with objects of which it is known, field by field; a field that few
objects have tells more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log
from typing import Final, NamedTuple

#: An object of fewer fields beside its identifier has no shape of its own.
_LEAST_FIELDS: Final = 2
#: A fifth of what an object's fields weigh must be fields of the thing (a role adds fields of its own), and clearly
#: more than of any other thing.
_LEAST_SHARE, _LEAD = 0.2, 1.25


class Shapes(NamedTuple):
    """The fields of each known thing, and what each field tells."""

    fields: Mapping[str, frozenset[str]]
    weights: Mapping[str, float]


def learn_shapes(objects: Iterable[tuple[str, frozenset[str]]]) -> Shapes:
    """Return the shapes of things.

    Args:
        objects: all objects of a catalog: the thing, empty where it is not known, and the names of its fields.
    """
    found: dict[str, set[str]] = {}
    counted: dict[str, int] = {}
    total = 0
    for thing, fields in objects:
        total += 1
        for field in fields:
            counted[field] = counted.get(field, 0) + 1
        if thing:
            found.setdefault(thing, set()).update(fields)
    weights = {field: log((1 + total) / count) for field, count in counted.items()}
    return Shapes({thing: frozenset(found[thing]) for thing in sorted(found)}, weights)


def shape_thing(fields: frozenset[str], shapes: Shapes) -> str:
    """Return the thing that has an object's fields; empty if none stands out.

    >>> shapes = learn_shapes([("person", frozenset({"name", "born"})), ("firm", frozenset({"name", "seat", "ceo"}))])
    >>> shape_thing(frozenset({"name", "born", "role"}), shapes), shape_thing(frozenset({"name", "x", "y"}), shapes)
    ('person', '')
    """
    if len(fields) < _LEAST_FIELDS:
        return ""
    weigh = shapes.weights
    whole = sum(weigh.get(field, 0.0) for field in sorted(fields))
    ranked = sorted(
        (
            (sum(weigh.get(field, 0.0) for field in sorted(fields & known)), thing)
            for thing, known in shapes.fields.items()
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not ranked or whole <= 0 or ranked[0][0] < _LEAST_SHARE * whole:
        return ""
    return ranked[0][1] if len(ranked) == 1 or ranked[0][0] >= _LEAD * ranked[1][0] else ""
