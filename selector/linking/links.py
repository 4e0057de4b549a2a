"""Edges that somebody stated: OpenAPI links, manual edges, promoted traces. They need no likeness of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Self

from selector.linking.contract import Contract

LINK: Final = "openapi_link"
MANUAL: Final = "manual"
TRACE: Final = "promoted_trace"
CONTRACT: Final = "api_contract"
SEMANTIC: Final = "semantic"
STRUCTURE: Final = "structural"
#: Which of them state that one tool feeds another's field, strongest first.
STATING: Final = (MANUAL, LINK, TRACE)


#: A semantic edge below this is no evidence.
HIGH_CONFIDENCE: Final = 0.8


class ExplicitEdge(NamedTuple):
    """A producer's output feeds a consumer's input.

    Attributes:
        producer: the tool that gives.
        path: where the value stands in its output; ``$`` if that is not said.
        consumer: the tool that needs.
        field: the input; empty for an edge between tools that names none.
        source: `MANUAL`, `LINK`, `TRACE`, `CONTRACT`, `SEMANTIC` or `STRUCTURE`.
        confidence: 0 to 1.
    """

    producer: str
    path: str
    consumer: str
    field: str
    source: str
    confidence: float


def is_evidence(edge: ExplicitEdge) -> bool:
    """Tell whether an edge can fill an input: it is stated, or semantic with high confidence."""
    return bool(edge.field) and (
        edge.source in STATING or (edge.source == SEMANTIC and edge.confidence >= HIGH_CONFIDENCE)
    )


class Stated(NamedTuple):
    """What is stated of who feeds whom, by consumer.

    Attributes:
        edges: all of it.
        evidence: what of it can fill an input; consumers without any are absent.
    """

    edges: Mapping[str, tuple[ExplicitEdge, ...]]
    evidence: Mapping[str, tuple[ExplicitEdge, ...]]

    @classmethod
    def of(cls, edges: Iterable[ExplicitEdge]) -> Self:
        """Return edges by consumer."""
        found = by_consumer(edges)
        stated = {consumer: tuple(filter(is_evidence, listed)) for consumer, listed in found.items()}
        return cls(found, {consumer: listed for consumer, listed in stated.items() if listed})


def link_edges(contracts: Mapping[str, Contract]) -> list[ExplicitEdge]:
    """Return the edges of OpenAPI links; links to operations that the catalog has not are left out."""
    by_operation: dict[str, str] = {}
    for name, contract in contracts.items():
        by_operation.setdefault(_reference(contract.path, contract.method), name)
        if contract.operation:
            by_operation[contract.operation] = name
    by_operation.update({name: name for name in contracts})
    return [
        ExplicitEdge(name, link.path, by_operation[operation], link.field, LINK, 1.0)
        for name, contract in contracts.items()
        for link in contract.links
        if (operation := link.operation.rpartition("#")[2]) in by_operation
    ]


def _reference(path: str, method: str) -> str:
    """Return how an ``operationRef`` points to an operation."""
    return f"/paths/{path.replace('~', '~0').replace('/', '~1')}/{method}" if path else ""


def by_consumer(edges: Iterable[ExplicitEdge]) -> dict[str, tuple[ExplicitEdge, ...]]:
    """Return edges by consumer, each once, in a fixed order."""
    found: dict[str, list[ExplicitEdge]] = {}
    for edge in sorted(set(edges)):
        found.setdefault(edge.consumer, []).append(edge)
    return {consumer: tuple(found[consumer]) for consumer in sorted(found)}
