"""Counts over time as lines, one a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from console.drawing.scale import Scale, Tick, round_steps

WIDTH, HEIGHT = 640.0, 200.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 12.0, 8.0, 22.0
_LABELS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One name's line: its points as SVG takes them, and its last value and place."""

    name: str
    points: str
    last: int
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lines:
    """A chart of lines: its edges, its axes and the lines."""

    left: float
    right: float
    bottom: float
    ticks: tuple[Tick, ...]
    labels: tuple[tuple[str, float], ...]
    lines: tuple[Line, ...]


def lines(days: Sequence[tuple[str, Mapping[str, int]]], names: Sequence[str]) -> Lines:
    """Draws the counts of each name over the days; a name that is always zero has no line.

    Args:
        days: label and counts by name, in the order of the axis.
        names: the lines, in the order in which they are drawn.

    >>> drawn = lines([("1 May", {"kept": 2}), ("2 May", {"kept": 4})], ["kept", "lost"])
    >>> [(line.name, line.last) for line in drawn.lines]
    [('kept', 4)]
    """
    seen = [name for name in names if any(counts.get(name, 0) for _, counts in days)]
    steps = round_steps(max((counts.get(name, 0) for _, counts in days for name in seen), default=0))
    height = Scale(0, steps[-1], HEIGHT - _BOTTOM, _TOP)
    width = Scale(0, max(len(days) - 1, 1), _LEFT, WIDTH - _RIGHT)
    every = -(-len(days) // _LABELS) or 1
    labels = tuple((label, width.at(index)) for index, (label, _) in enumerate(days) if index % every == 0)
    drawn = []
    for name in seen:
        places = [(width.at(index), height.at(counts.get(name, 0))) for index, (_, counts) in enumerate(days)]
        points = " ".join(f"{x},{y}" for x, y in places)
        drawn.append(Line(name, points, days[-1][1].get(name, 0), places[-1]))
    ticks = tuple(Tick(value, height.at(value)) for value in steps)
    return Lines(_LEFT, WIDTH - _RIGHT, height.at(0), ticks, labels, tuple(drawn))
