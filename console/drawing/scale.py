"""A straight scale from values to places on a sheet, and the round numbers that an axis names."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` lie between the places `begin` and `end`, which may run backwards.

    >>> Scale(0, 10, 0, 200).at(2.5)
    50.0
    >>> Scale(0, 10, 100, 0).at(10)
    0.0
    """

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value, to a tenth; what lies outside stands at the edge, and where all is one, the begin."""
        if self.high <= self.low:
            return round(self.begin, 1)
        inside = min(max(value, self.low), self.high)
        part = (inside - self.low) / (self.high - self.low)
        return round(self.begin + part * (self.end - self.begin), 1)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its value and its place."""

    value: float
    place: float


def round_steps(high: float, wanted: int = 4) -> list[int]:
    """Whole numbers from 0 up to the first that is not below `high`, by steps of 1, 2 or 5 times a power of ten.

    Args:
        high: the largest value, at least 0.
        wanted: about how many steps.

    >>> round_steps(7)
    [0, 2, 4, 6, 8]
    >>> round_steps(0)
    [0, 1]
    >>> round_steps(230)
    [0, 100, 200, 300]
    """
    raw = max(high / wanted, 1)
    power = 10 ** math.floor(math.log10(raw))
    step = next(int(power * factor) for factor in (1, 2, 5, 10) if power * factor >= raw)
    return [step * index for index in range(max(math.ceil(high / step), 1) + 1)]
