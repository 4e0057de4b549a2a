"""Edges that are handed to a call: a graph's, a collection artifact's, and the promoted ones of a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from selector.learned import is_promoted
from selector.linking.contract import items, mapping, text
from selector.linking.index import CatalogIndex
from selector.linking.links import HIGH_CONFIDENCE, LINK, MANUAL, SEMANTIC, STRUCTURE, TRACE, ExplicitEdge, Stated
from selector.snapshot import CollectionSnapshot

#: Edges of an artifact are read as far as this.
_EDGES: Final = 200_000
_SOURCES: Final = {
    "manual": MANUAL,
    "openapi_link": LINK,
    "arazzo": LINK,
    "promoted_trace": TRACE,
    "llm_curated": SEMANTIC,
    "semantic": SEMANTIC,
}
#: Traces of runs; they count only where the edge says that it was promoted.
_OBSERVED: Final = frozenset({"run", "run_observed", "trace", "proven"})

Edges = Mapping[str, tuple[ExplicitEdge, ...]]


def stated_edges(index: CatalogIndex, graph: object, suggestions: object) -> Stated:
    """Return what is stated about who feeds whom: by links, the graph and promoted traces.

    What a `ToolGraph` and a snapshot state is put together once, as long as calls give the same ones.
    """
    if graph is None and suggestions is None:
        return index.stated
    explicit = getattr(graph, "explicit_edges", None)
    promoted = suggestions.edges if isinstance(suggestions, CollectionSnapshot) else None
    lasting = isinstance(explicit, tuple | None) and (graph is None) == (explicit is None)
    lasting = lasting and (suggestions is None) == (promoted is None)
    known = index.overlaid
    if lasting and known[0] is explicit and known[1] is promoted:
        return known[2]
    given = [*graph_edges(graph), *promoted_edges(suggestions)]
    linked = (edge for edges in index.stated.edges.values() for edge in edges)
    found = Stated.of((*linked, *given)) if given else index.stated
    if lasting:
        index.overlaid = (explicit, promoted, found)
    return found


def graph_edges(graph: object) -> tuple[ExplicitEdge, ...]:
    """Return the edges of a `ToolGraph` or of a plain artifact; of anything else none."""
    known = getattr(graph, "explicit_edges", None)
    if isinstance(known, tuple):
        return known
    return tuple(artifact_edges(graph)) if isinstance(graph, Mapping) else ()


def artifact_edges(artifact: object) -> Iterator[ExplicitEdge]:
    """Yield the edges of a collection artifact (graph-tool-call's format version 1) that are evidence.

    An edge there leads from the tool that needs to the tool that gives.
    """
    document = mapping(artifact)
    inner = document.get("graph")
    for row in items(mapping(inner).get("edges") or document.get("edges"), _EDGES):
        edge = read_edge(mapping(row))
        if edge:
            yield edge


def read_edge(row: Mapping[Any, Any]) -> ExplicitEdge | None:
    """Read an edge of an artifact; none for one that was deleted, of another relation, or without evidence."""
    consumer, producer = text(row.get("source")), text(row.get("target"))
    if not consumer or not producer or row.get("deleted_by_user") is True or row.get("relation") != "requires":
        return None
    flow = mapping(row.get("data_flow"))
    source = edge_source(row)
    if source is None:
        return None
    confidence = _confidence(row)
    if source == SEMANTIC and confidence < HIGH_CONFIDENCE:
        source = STRUCTURE
    field = input_of(text(flow.get("to_field")))
    path = text(flow.get("from_path")) or text(flow.get("from_field")) or "$"
    return ExplicitEdge(producer, path, consumer, field, source if field else STRUCTURE, confidence)


def edge_source(row: Mapping[Any, Any]) -> str | None:
    """Return the strongest source that an edge names; none for runs that nobody promoted, and for contracts.

    What contracts say is judged field by field from the contracts themselves.
    """
    named = {text(one) for one in items(row.get("evidence_sources"), 16)}
    if row.get("is_manual") is True:
        return MANUAL
    found = {_SOURCES[one] for one in named if one in _SOURCES}
    if named & _OBSERVED and is_promoted({"status": "promoted", **row}) and row.get("status") == "promoted":
        found.add(TRACE)
    for source in (MANUAL, LINK, TRACE, SEMANTIC):
        if source in found:
            return source
    return None if named & (_OBSERVED | {"api_contract"}) else STRUCTURE


def _confidence(row: Mapping[Any, Any]) -> float:
    value = row.get("conf_score")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1 else 1.0


def input_of(path: str) -> str:
    """Return the input that an argument path begins with.

    >>> input_of("items[].product_id"), input_of("order_id")
    ('items', 'order_id')
    """
    return path.removeprefix("$.").split(".")[0].split("[")[0]


def promoted_edges(suggestions: object) -> tuple[ExplicitEdge, ...]:
    """Return the promoted ``data_flow_edge`` suggestions of ONE collection: a snapshot's view, or plain rows."""
    if isinstance(suggestions, CollectionSnapshot):
        rows: Iterable[object] = suggestions.edges
    elif isinstance(suggestions, list | tuple):
        rows = [row for row in suggestions if isinstance(row, Mapping) and is_promoted(row)]
        if len({text(mapping(row).get("collection_id")) for row in rows}) > 1:
            return ()
    else:
        return ()
    return tuple(edge for row in rows if (edge := _promoted(mapping(row))))


def _promoted(row: Mapping[Any, Any]) -> ExplicitEdge | None:
    """Read a suggestion: here the source is the tool that gives, as data flows."""
    edge = mapping(row.get("edge"))
    flow = mapping(edge.get("data_flow")) or edge
    producer, consumer = text(edge.get("source")), text(edge.get("target"))
    field = input_of(text(flow.get("to_field")))
    if row.get("kind", row.get("type")) != "data_flow_edge" or not producer or not consumer or not field:
        return None
    path = text(flow.get("from_field")) or "$"
    evidence = mapping(row.get("evidence"))
    share = evidence.get("share")
    confidence = (
        float(share) if isinstance(share, int | float) and not isinstance(share, bool) and 0 < share <= 1 else 1.0
    )
    return ExplicitEdge(producer, path, consumer, field, TRACE, confidence)


def hints_of(edges: Edges, consumer: str) -> list[str]:
    """Return the tools that edges without a field name as neighbours: they may help, nothing says for what."""
    found = edges.get(consumer)
    return sorted({edge.producer for edge in found if edge.source == STRUCTURE}) if found else []
