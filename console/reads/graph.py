"""The producer graph of a collection: which tool's output feeds which tool's input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.learning.suggestions import Row
from pipeline.learning.verdicts import Status


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A producer edge of the graph.

    Attributes:
        id: the suggestion.
        source: the producing tool.
        from_field: its output field.
        target: the consuming tool.
        to_field: its argument.
        standing: ``proven`` (promoted by values), ``declared`` (promoted by declarations alone) or ``candidate``.
        status: the suggestion's status.
        attempts: attempts that show it.
    """

    id: str
    source: str
    from_field: str
    target: str
    to_field: str
    standing: str
    status: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Graph:
    """The producer graph of a collection.

    Attributes:
        collection: its name.
        collections: the collections that the reader may see.
        tools: the tools that edges join, sorted.
        edges: the edges, by expected gain, the greatest first.
        total: how many edges there are; more than are shown where the collection has many.
        undeclared: tools that the declared catalog does not hold any more.
    """

    collection: str | None
    collections: tuple[str, ...]
    tools: tuple[str, ...]
    edges: tuple[GraphEdge, ...]
    total: int
    undeclared: frozenset[str]


def read_graph(
    collection: str | None, collections: tuple[str, ...], rows: Sequence[Row], total: int, declared: Mapping[str, bool]
) -> Graph:
    """The graph of a collection's edges.

    Args:
        collection: its name, None where the reader sees none.
        collections: the collections that the reader may see.
        rows: the stored edges that are shown.
        total: how many there are.
        declared: the tools of the declared catalog.
    """
    edges = tuple(
        GraphEdge(
            id=row["id"],
            **row["edge"],
            standing=_standing(row),
            status=row["status"],
            attempts=row["evidence"]["attempts"],
        )
        for row in rows
    )
    tools = tuple(sorted({name for edge in edges for name in (edge.source, edge.target)}))
    undeclared = frozenset(tools) - declared.keys() if declared else frozenset()
    return Graph(collection, collections, tools, edges, total, undeclared)


def _standing(row: Row) -> str:
    if row["status"] != Status.PROMOTED:
        return "candidate"
    return "declared" if row["evidence"].get("proof") == ["declared"] else "proven"
