"""A score as a bar, with its thresholds as marks: one sees what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.drawing.scale import Scale

#: The sheet of a bar, in the units of its view box.
WIDTH, HEIGHT = 200.0, 14.0
#: What lies past the largest value, so that a mark at the edge is still seen.
_ROOM = 1.15


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from zero to a value.

    Attributes:
        left: where it begins.
        width: how long it is.
        zero: the place of zero.
        marks: the places of the thresholds, as they were given.
    """

    left: float
    width: float
    zero: float
    marks: tuple[float, ...]


def bar(value: float | None, bounds: Sequence[float]) -> Bar:
    """Places a score and its thresholds on one scale that holds zero, the score and every threshold.

    Args:
        value: the score, None where there is nothing to measure: a bar without length.
        bounds: the thresholds.

    >>> bar(2.0, [1.0, 4.0])
    Bar(left=0.0, width=87.0, zero=0.0, marks=(43.5, 173.9))
    >>> bar(-1.0, [1.0]).left < bar(-1.0, [1.0]).zero
    True
    """
    known = [0.0, *bounds] if value is None else [0.0, value, *bounds]
    scale = Scale(min(known) * _ROOM, max(known) * _ROOM, 0, WIDTH)
    zero = scale.at(0)
    end = zero if value is None else scale.at(value)
    return Bar(min(zero, end), round(abs(end - zero), 1), zero, tuple(map(scale.at, bounds)))
