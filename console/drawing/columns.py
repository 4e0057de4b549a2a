"""Counts by day as stacked columns: what speaks for something above the line, what speaks against it below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from console.drawing.scale import Scale, Tick, round_steps

WIDTH, HEIGHT = 640.0, 180.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 8.0, 8.0, 22.0
#: A column takes so much of its day's room, and is never wider than this.
_FILLED, _WIDEST = 0.7, 34.0
#: Labels that fit below one another's side.
_LABELS = 8


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a column: what it counts and how many, and where it stands."""

    name: str
    count: int
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """A day: its label, whether the axis names it, where it stands, and its parts."""

    label: str
    named: bool
    left: float
    width: float
    middle: float
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of columns: its axis, the line of zero, and the columns."""

    left: float
    right: float
    zero: float
    ticks: tuple[Tick, ...]
    columns: tuple[Column, ...]


def columns(days: Sequence[tuple[str, Mapping[str, int]]], above: Sequence[str], below: Sequence[str] = ()) -> Chart:
    """Stacks the counts of each day.

    Args:
        days: label and counts by name, in the order of the axis.
        above: the names that are stacked upwards, the first one at the line.
        below: the names that are stacked downwards.

    >>> chart = columns([("1 May", {"yes": 3, "no": 1}), ("2 May", {"yes": 1})], ["yes"], ["no"])
    >>> [[(part.name, part.count) for part in day.segments] for day in chart.columns]
    [[('yes', 3), ('no', 1)], [('yes', 1)]]
    """
    highest = max((_total(counts, above) for _, counts in days), default=0)
    deepest = max((_total(counts, below) for _, counts in days), default=0)
    steps = round_steps(max(highest, deepest))
    step = steps[1]
    up = -(-highest // step) * step or step
    down = -(-deepest // step) * step
    scale = Scale(-down, up, HEIGHT - _BOTTOM, _TOP)
    room = (WIDTH - _LEFT - _RIGHT) / max(len(days), 1)
    width = min(room * _FILLED, _WIDEST)
    every = -(-len(days) // _LABELS) or 1
    drawn = []
    for index, (label, counts) in enumerate(days):
        middle = _LEFT + room * (index + 0.5)
        parts = (*_stacked(counts, above, scale, 1), *_stacked(counts, below, scale, -1))
        left = round(middle - width / 2, 1)
        drawn.append(Column(label, index % every == 0, left, round(width, 1), round(middle, 1), parts))
    ticks = tuple(Tick(abs(value), scale.at(value)) for value in range(-down, up + 1, step))
    return Chart(_LEFT, WIDTH - _RIGHT, scale.at(0), ticks, tuple(drawn))


def _total(counts: Mapping[str, int], names: Sequence[str]) -> int:
    return sum(counts.get(name, 0) for name in names)


def _stacked(counts: Mapping[str, int], names: Sequence[str], scale: Scale, sign: int) -> list[Segment]:
    present = [(name, counts[name]) for name in names if counts.get(name, 0) > 0]
    edges = [0]
    for _, count in present:
        edges.append(edges[-1] + count)
    segments = []
    for (name, count), (inner, outer) in zip(present, pairwise(edges), strict=True):
        first, second = scale.at(sign * inner), scale.at(sign * outer)
        segments.append(Segment(name, count, min(first, second), round(abs(first - second), 1)))
    return segments
