"""The producer graph of a collection: which tool's output feeds which tool's input."""

from __future__ import annotations

from dataclasses import dataclass


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
