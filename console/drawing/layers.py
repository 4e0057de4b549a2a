"""A graph in layers from left to right: what produces stands left of what consumes.

The steps are those of Sugiyama, Tagawa and Toda (1981): break cycles, give each node a layer, order the layers so that
few edges cross, place. Cycles are broken by drawing all nodes of a strongly connected part in neighbouring layers, in
the order of their names; the order within layers is the barycentre heuristic, with a fixed number of sweeps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

#: A node's box and the room between boxes, in the units of the view box.
BOX_WIDTH, BOX_HEIGHT = 200.0, 34.0
_ACROSS, _DOWN, _EDGE = 96.0, 18.0, 14.0
#: Sweeps of the barycentre heuristic; more of them change little.
_SWEEPS = 8

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Box:
    """A node's place: its upper left corner."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Path:
    """The line from one node to another, as SVG takes it; `loop` where both are one."""

    source: str
    target: str
    line: str
    loop: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn graph: its size, boxes by name, and paths in the order in which their pairs were given."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    paths: tuple[Path, ...]


def layered(pairs: Sequence[Pair]) -> Sheet:
    """Draws the graph of those pairs (source, target); the same pairs give the same drawing, in any order.

    >>> sheet = layered([("find", "list"), ("list", "show"), ("list", "list")])
    >>> [(box.name, box.x) for box in sheet.boxes]
    [('find', 14.0), ('list', 310.0), ('show', 606.0)]
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(sorted({name for pair in pairs for name in pair}))
    graph.add_edges_from(sorted({pair for pair in pairs if pair[0] != pair[1]}))
    layers = _ordered(graph, _layers(graph))
    boxes = _placed(layers)
    tallest = max((len(layer) for layer in layers), default=0)
    width = _EDGE * 2 + len(layers) * BOX_WIDTH + max(len(layers) - 1, 0) * _ACROSS
    height = _EDGE * 2 + tallest * BOX_HEIGHT + max(tallest - 1, 0) * _DOWN
    paths = tuple(_path(boxes[source], boxes[target]) for source, target in pairs)
    return Sheet(width, height, tuple(boxes[name] for name in sorted(boxes)), paths)


def _layers(graph: nx.DiGraph[str]) -> list[list[str]]:
    """Nodes by layer: the generations of the graph of its strongly connected parts, each part spread over layers."""
    parts = sorted((sorted(part) for part in nx.strongly_connected_components(graph)), key=lambda part: part[0])
    part_of = {name: index for index, part in enumerate(parts) for name in part}
    begins = [0] * len(parts)
    condensed: nx.DiGraph[int] = nx.DiGraph()
    condensed.add_nodes_from(range(len(parts)))
    condensed.add_edges_from(
        (part_of[source], part_of[target]) for source, target in graph.edges if part_of[source] != part_of[target]
    )
    for index in nx.lexicographical_topological_sort(condensed):
        before = condensed.predecessors(index)
        begins[index] = max((begins[earlier] + len(parts[earlier]) for earlier in before), default=0)
    placed: dict[int, list[str]] = {}
    for index, part in enumerate(parts):
        for step, name in enumerate(part):
            placed.setdefault(begins[index] + step, []).append(name)
    return [sorted(placed[layer]) for layer in sorted(placed)]


def _ordered(graph: nx.DiGraph[str], layers: list[list[str]]) -> list[list[str]]:
    """The layers with each node near the middle of its neighbours, swept forth and back."""
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        row = {name: index for layer in layers for index, name in enumerate(layer)}
        for layer in layers if forward else reversed(layers):
            middles = {name: _middle(graph, name, row, forward=forward) for name in layer}
            layer.sort(key=lambda name: (middles[name], name))
            row.update({name: index for index, name in enumerate(layer)})
    return layers


def _middle(graph: nx.DiGraph[str], name: str, row: Mapping[str, int], *, forward: bool) -> float:
    neighbours = graph.predecessors(name) if forward else graph.successors(name)
    rows = [row[neighbour] for neighbour in neighbours]
    return sum(rows) / len(rows) if rows else float(row[name])


def _placed(layers: Sequence[Sequence[str]]) -> dict[str, Box]:
    tallest = max((len(layer) for layer in layers), default=0)
    boxes = {}
    for column, layer in enumerate(layers):
        above = (tallest - len(layer)) * (BOX_HEIGHT + _DOWN) / 2
        for index, name in enumerate(layer):
            x = _EDGE + column * (BOX_WIDTH + _ACROSS)
            boxes[name] = Box(name, x, round(_EDGE + above + index * (BOX_HEIGHT + _DOWN), 1))
    return boxes


def _path(source: Box, target: Box) -> Path:
    begin, begin_y = source.x + BOX_WIDTH, round(source.y + BOX_HEIGHT / 2, 1)
    end, end_y = target.x, round(target.y + BOX_HEIGHT / 2, 1)
    if source.name == target.name:
        top = source.y
        line = f"M{begin - 40},{top} C{begin - 40},{top - 14} {begin - 10},{top - 14} {begin - 10},{top}"
        return Path(source.name, target.name, line, loop=True)
    reach = _ACROSS / 2 if end > begin else _ACROSS
    line = f"M{begin},{begin_y} C{begin + reach},{begin_y} {end - reach},{end_y} {end},{end_y}"
    return Path(source.name, target.name, line, loop=False)
