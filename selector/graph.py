"""The tool graph: who gives what to whom, and who says so; read from and written to collection artifacts.

Edges lead as data flows, from the tool that gives to the tool that needs. networkx holds them; it is imported when a
graph is made, so that who only selects does not pay for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import copy, deepcopy
from errno import EISDIR
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, Final, Self

from selector.linking.chains import DirectSupplies
from selector.linking.contract import is_open, items, mapping, text
from selector.linking.evidence import CONFIDENCE, TIERS
from selector.linking.index import index_of
from selector.linking.links import CONTRACT, LINK, MANUAL, SEMANTIC, TRACE, ExplicitEdge
from selector.overlay import promoted_edges, read_edge
from selector.tools import CompiledCatalog

#: The artifact's format, and the relation of its edges that lead from who needs to who gives.
FORMAT_VERSION: Final = "1"
_REQUIRES: Final = "requires"
#: A field has at most so many producers by contract in a graph, the strongest first.
_CONTRACT_PRODUCERS: Final = 16
_SOURCE_NAMES: Final = {
    CONTRACT: "api_contract",
    LINK: "openapi_link",
    MANUAL: "manual",
    TRACE: "promoted_trace",
    SEMANTIC: "semantic",
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from networkx import MultiDiGraph


class ToolGraph:
    """Tools and the edges between them, each with its source, its field and its confidence.

    >>> produce, consume = [{"field_name": "orderNo"}], [{"field_name": "orderNo", "required": True}]
    >>> graph = ToolGraph.build({
    ...     "findOrders": {"metadata": {"method": "get", "path": "/orders", "produces": produce}},
    ...     "getInvoice": {"metadata": {"method": "get", "path": "/invoices", "consumes": consume}},
    ... })
    >>> [(row["producer"], row["field"], row["source"]) for row in graph.producers("getInvoice")]
    [('findOrders', 'orderNo', 'api_contract')]
    """

    def __init__(self, tools: Mapping[str, Any] | None = None, artifact: Mapping[str, Any] | None = None) -> None:
        """Hold tools without edges; `build`, `load` and `from_artifact` give graphs with edges."""
        import networkx as nx  # noqa: PLC0415 - only who makes a graph pays for it

        self._document: dict[str, Any] = deepcopy(dict(artifact)) if artifact else {}
        self._catalog = tools if isinstance(tools, CompiledCatalog) else CompiledCatalog(tools or {})
        self._graph: MultiDiGraph[str] = nx.MultiDiGraph()
        self._graph.add_nodes_from(sorted(name for name in self._catalog if isinstance(name, str)))
        self._explicit: tuple[ExplicitEdge, ...] | None = None
        self._removed: set[ExplicitEdge] = set()

    @classmethod
    def build(cls, tools: Mapping[str, Any]) -> Self:
        """Build a graph from tools' contracts: IO contracts, semantic links of high confidence, OpenAPI links."""
        graph = cls(tools)
        index = index_of(graph.tools)
        direct = DirectSupplies(index)
        for consumer in sorted(index.contracts):
            for need in index.needs(consumer):
                if not is_open(need.field):
                    continue
                for supply in direct.of(consumer, need)[:_CONTRACT_PRODUCERS]:
                    source = CONTRACT if TIERS[supply.evidence] <= 2 else SEMANTIC
                    graph.add(
                        ExplicitEdge(
                            supply.tool, supply.path, consumer, need.field.name, source, CONFIDENCE[supply.evidence]
                        )
                    )
        for edges in index.stated.edges.values():
            for edge in edges:
                graph.add(edge)
        return graph

    @classmethod
    def from_artifact(cls, artifact: Mapping[str, Any]) -> Self:
        """Read a collection artifact (graph-tool-call's format version 1); what it does not know stays in it.

        Raises:
            ValueError: for an artifact of another format version, or one that holds no tools.
        """
        version = artifact.get("format_version", FORMAT_VERSION)
        if str(version).removesuffix(".0") != FORMAT_VERSION:
            message = f"the artifact has format version {version!r}: this reads version {FORMAT_VERSION}"
            raise ValueError(message)
        tools = artifact.get("tools")
        if not isinstance(tools, Mapping):
            raise ValueError(  # noqa: TRY004 - of a file's content
                'the artifact holds no "tools": give a collection artifact, or build a graph from tools'
            )
        graph = cls(tools, artifact)
        for row in _edge_rows(artifact):
            edge = _contract_edge(row) or read_edge(row)
            if edge and edge.producer in tools and edge.consumer in tools:
                graph.add(edge, row)
        return graph

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a collection artifact from a file.

        Raises:
            ValueError: for a file that is no artifact of this format.
            OSError: for a file that cannot be read.
        """
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        except (ValueError, RecursionError):
            message = f"{path} is no JSON document in UTF-8"
            raise ValueError(message) from None
        if not isinstance(content, dict):
            message = f"{path} holds no collection artifact"
            raise ValueError(message)  # noqa: TRY004 - of a file's content
        return cls.from_artifact(content)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the graph as a collection artifact. The file is whole or as it was before."""
        target = Path(path)
        if target.is_dir():
            raise IsADirectoryError(EISDIR, "it is a directory", str(target))
        partial = target.with_name(target.name + ".partial")
        artifact = self.to_artifact()
        written = json.dumps(artifact, ensure_ascii=False, indent=2)
        try:
            data = written.encode()
        except UnicodeEncodeError:  # half a character: JSON can escape it
            data = json.dumps(artifact, indent=2).encode()
        try:
            partial.write_bytes(data + b"\n")
            partial.replace(target)
        except OSError:
            partial.unlink(missing_ok=True)
            raise

    @property
    def tools(self) -> CompiledCatalog:
        """The tools by name, compiled; accepted wherever a catalog is."""
        return self._catalog

    @property
    def graph(self) -> MultiDiGraph[str]:
        """The networkx graph, for reading: nodes are tools, edges carry source, field, path and confidence."""
        return self._graph

    @property
    def explicit_edges(self) -> tuple[ExplicitEdge, ...]:
        """The edges that are more than what contracts say, in a fixed order; closures take them from here."""
        if self._explicit is None:
            self._explicit = tuple(edge for edge in self.edges() if edge.source != CONTRACT)
        return self._explicit

    def edges(self) -> list[ExplicitEdge]:
        """Return every edge in a fixed order."""
        return sorted(_edge(giver, taker, data) for giver, taker, data in self._graph.edges(data=True))

    def add_edge(self, producer: str, consumer: str, field: str, path: str = "$", source: str = MANUAL) -> None:
        """State that a producer's output feeds a consumer's input.

        Raises:
            KeyError: for a tool that the graph does not have.
            ValueError: for a source that nobody can state.
        """
        if source not in {MANUAL, LINK}:
            message = f"source {source!r} cannot be stated: use {MANUAL!r} or {LINK!r}; traces come from a snapshot"
            raise ValueError(message)
        for name in (producer, consumer):
            if name not in self._graph:
                raise KeyError(name)
        self.add(ExplicitEdge(producer, path, consumer, field, source, 1.0))

    def remove_edge(self, producer: str, consumer: str, field: str, source: str = MANUAL) -> None:
        """Take an edge out; nothing happens if there is none."""
        for edge in self.edges() if self._graph.has_edge(producer, consumer) else ():
            if (edge.producer, edge.consumer, edge.field, edge.source) == (producer, consumer, field, source):
                self._drop(edge)

    def _drop(self, edge: ExplicitEdge) -> None:
        self._graph.remove_edge(edge.producer, edge.consumer, _key(edge))
        self._removed.add(edge._replace(confidence=0.0))
        self._explicit = None

    def with_promoted(self, suggestions: object) -> Self:
        """Return the graph with a collection's promoted ``data_flow_edge`` suggestions laid over it.

        Args:
            suggestions: a snapshot's view (`PromotedSnapshot.for_collection`), or plain rows of one collection. A run
                that was only observed adds nothing. Promoted traces that the graph holds and that are not among them
                any more go: they were demoted.
        """
        overlaid = copy(self)
        overlaid._graph = self._graph.copy()  # noqa: SLF001 - a copy of this class's own
        overlaid._lay(promoted_edges(suggestions))  # noqa: SLF001  a graph of its own kind, just made
        return overlaid

    def _lay(self, edges: Iterable[ExplicitEdge]) -> None:
        self._removed = set(self._removed)
        edges = tuple(edges)
        current = {edge._replace(confidence=0.0) for edge in edges}
        for edge in self.edges():
            if edge.source == TRACE and edge._replace(confidence=0.0) not in current:
                self._drop(edge)
        for edge in edges:
            if edge.producer in self._graph and edge.consumer in self._graph:
                self.add(edge)

    def producers(self, name: str) -> list[dict[str, Any]]:
        """Return who gives something to a tool, with field and evidence, field by field, the strongest first."""
        return _rows(_edge(giver, name, data) for giver, _, data in self._in(name))

    def consumers(self, name: str) -> list[dict[str, Any]]:
        """Return who takes something from a tool, with field and evidence."""
        found = self._graph.out_edges(name, data=True) if name in self._graph else ()
        return _rows(_edge(name, taker, data) for _, taker, data in found)

    def _in(self, name: str) -> Iterable[tuple[str, str, dict[str, Any]]]:
        return self._graph.in_edges(name, data=True) if name in self._graph else ()

    def add(self, edge: ExplicitEdge, row: Mapping[str, Any] | None = None) -> None:
        """Hold an edge as it is, with the artifact's row it was read from; `add_edge` is for what a person states."""
        attributes = {"source": edge.source, "field": edge.field, "path": edge.path, "confidence": edge.confidence}
        if row is not None:
            attributes["row"] = row
        self._graph.add_edge(edge.producer, edge.consumer, key=_key(edge), **attributes)
        self._explicit = None

    def to_artifact(self) -> dict[str, Any]:
        """Return the graph as a collection artifact: rows that were read stay as they were, new edges are added."""
        artifact = deepcopy(self._document)
        artifact.setdefault("format_version", FORMAT_VERSION)
        artifact["tools"] = {**mapping(artifact.get("tools")), **{name: self._catalog[name] for name in self._catalog}}
        inner = artifact.get("graph")
        inner = artifact["graph"] = dict(inner) if isinstance(inner, Mapping) else {}
        known = {text(mapping(row).get("id")) for row in items(inner.get("nodes"), _MANY)}
        added = [{"id": name, "node_type": "tool"} for name in self._graph if name not in known]
        inner["nodes"] = [*items(inner.get("nodes"), _MANY), *added]
        kept = [row for row in items(inner.get("edges"), _MANY) if not self._is_removed(mapping(row))]
        new = [_artifact_row(_edge(*edge)) for edge in self._graph.edges(data=True) if "row" not in edge[2]]
        inner["edges"] = [*kept, *sorted(new, key=lambda row: json.dumps(row, sort_keys=True))]
        return artifact

    def _is_removed(self, row: Mapping[Any, Any]) -> bool:
        edge = (_contract_edge(row) or read_edge(row)) if self._removed else None
        return edge is not None and edge._replace(confidence=0.0) in self._removed

    def to_dot(self) -> str:
        """Return the graph in the DOT language.

        >>> print(ToolGraph({"a": {}}).to_dot())
        digraph tools {
          "a";
        }
        """
        lines = [f"  {_quoted(name)};" for name in sorted(self._graph)]
        for edge in self.edges():
            label = _quoted(f"{edge.field} ({edge.source})" if edge.field else edge.source)
            lines.append(f"  {_quoted(edge.producer)} -> {_quoted(edge.consumer)} [label={label}];")
        return "\n".join(["digraph tools {", *lines, "}"])

    def to_graphml(self) -> str:
        """Return the graph in GraphML."""
        import networkx as nx  # noqa: PLC0415 - only who makes a graph pays for it

        plain: MultiDiGraph[str] = nx.MultiDiGraph()
        plain.add_nodes_from(map(_printable, sorted(self._graph)))
        for edge in self.edges():
            attributes = {"source": edge.source, "field": edge.field, "path": edge.path}
            plain.add_edge(
                _printable(edge.producer),
                _printable(edge.consumer),
                confidence=edge.confidence,
                **{key: _printable(value) for key, value in attributes.items()},
            )
        written = BytesIO()
        nx.write_graphml_xml(plain, written)
        return written.getvalue().decode()


#: A document's rows are read as far as this.
_MANY: Final = 1_000_000


def _edge_rows(artifact: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (mapping(row) for row in items(mapping(artifact.get("graph")).get("edges"), _MANY))


def _contract_edge(row: Mapping[Any, Any]) -> ExplicitEdge | None:
    """Read an edge that rests on contracts alone: it is shown; closures judge contracts themselves."""
    sources = items(row.get("evidence_sources"), 16)
    if row.get("relation") != _REQUIRES or row.get("deleted_by_user") is True or list(sources) != ["api_contract"]:
        return None
    flow = mapping(row.get("data_flow"))
    score = row.get("conf_score")
    confidence = float(score) if isinstance(score, int | float) and not isinstance(score, bool) else 1.0
    return ExplicitEdge(
        text(row.get("target")),
        text(flow.get("from_path")) or "$",
        text(row.get("source")),
        text(flow.get("to_field")),
        CONTRACT,
        confidence,
    )


def _key(edge: ExplicitEdge) -> str:
    return f"{edge.source}:{edge.field}:{edge.path}"


def _edge(producer: str, consumer: str, data: Mapping[str, Any]) -> ExplicitEdge:
    return ExplicitEdge(producer, data["path"], consumer, data["field"], data["source"], data["confidence"])


def _rows(edges: Iterable[ExplicitEdge]) -> list[dict[str, Any]]:
    ranked = sorted(edges, key=lambda edge: (edge.field, -edge.confidence, edge.producer, edge.consumer, edge.source))
    return [edge._asdict() for edge in ranked]


def _artifact_row(edge: ExplicitEdge) -> dict[str, Any]:
    row = {
        "source": edge.consumer,
        "target": edge.producer,
        "relation": _REQUIRES,
        "kind": "data",
        "conf_score": edge.confidence,
        "evidence_sources": [_SOURCE_NAMES.get(edge.source, edge.source)],
        "is_manual": edge.source == MANUAL,
        "deleted_by_user": False,
    }
    if edge.field:
        row["data_flow"] = {"from_path": edge.path, "from_field": edge.path.rpartition(".")[2], "to_field": edge.field}
    return row


def _quoted(name: str) -> str:
    name = name.encode("utf-8", "replace").decode()
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _printable(value: str) -> str:
    """Characters that XML forbids have no place in GraphML."""
    return "".join(char if char.isprintable() or char in "\t\n" else "\N{REPLACEMENT CHARACTER}" for char in value)
