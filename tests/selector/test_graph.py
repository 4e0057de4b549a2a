"""The tool graph and its artifact."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from selector import PromotedSnapshot, ToolGraph, complete_target_dependencies
from tests.selector.catalogs import LIBRARY

ARTIFACT: dict[str, Any] = {
    "format_version": "1",
    "library_version": "0.47.0",
    "metadata": {"built_at": "2026-01-01", "source_urls": ["x"]},
    "retrieval_state": {"weights": {"keyword": 0.4}},
    "custom": [1, {"a": None}],
    "graph": {
        "directed": True,
        "nodes": [
            {"id": "getBook", "node_type": "tool", "colour": "red"},
            {"id": "books", "node_type": "category"},
        ],
        "edges": [
            {"source": "getBook", "target": "books", "relation": "belongs_to"},
            {
                "source": "getBranch",
                "target": "getBook",
                "relation": "requires",
                "evidence_sources": ["manual"],
                "is_manual": True,
                "note": "ours",
                "data_flow": {"from_path": "$.shelf", "to_field": "branchCode"},
            },
            {"source": "getBranch", "target": "searchBooks", "relation": "requires", "weight": 1.0},
            {
                "source": "getBranch",
                "target": "listNewBooks",
                "relation": "requires",
                "is_manual": True,
                "deleted_by_user": True,
                "data_flow": {"from_path": "$.x", "to_field": "branchCode"},
            },
        ],
    },
    "tools": LIBRARY,
}


def test_unknown_fields_survive_a_save(tmp_path: Path) -> None:
    ToolGraph.from_artifact(ARTIFACT).save(tmp_path / "collection.json")
    saved = json.loads((tmp_path / "collection.json").read_text(encoding="utf-8"))
    added = [node for node in saved["graph"]["nodes"] if node not in ARTIFACT["graph"]["nodes"]]
    assert {node["id"] for node in added} == set(LIBRARY) - {"getBook"}
    saved["graph"]["nodes"] = [node for node in saved["graph"]["nodes"] if node not in added]
    assert saved == ARTIFACT
    assert ToolGraph.load(tmp_path / "collection.json").edges() == ToolGraph.from_artifact(ARTIFACT).edges()


def test_stated_edges_are_evidence_and_others_are_hints() -> None:
    for graph in (ToolGraph.from_artifact(ARTIFACT), ARTIFACT):
        closure = complete_target_dependencies("getBranch", LIBRARY, graph=graph, query="show the branch")
        assert closure.required_dependencies[-1] == "getBook"
        assert closure.evidence[0]["sources"] == ["manual"]
        assert "listNewBooks" not in json.dumps(closure.to_dict()["evidence"])
    unscoped = {"tools": LIBRARY, "graph": {"edges": [ARTIFACT["graph"]["edges"][2]]}}
    hinted = complete_target_dependencies("getBranch", LIBRARY, graph=unscoped, query="show the branch of copy 3")
    assert "searchBooks" in [*hinted.optional_dependencies, *hinted.required_dependencies]


def test_manual_and_promoted_edges_are_saved_and_read(tmp_path: Path) -> None:
    graph = ToolGraph.build(LIBRARY)
    graph.add_edge("getBook", "getBranch", "branchCode", "$.shelf.branch")
    edge = {"source": "getPublisher", "from_field": "city", "target": "getBranch", "to_field": "branchCode"}
    rows = [{"kind": "data_flow_edge", "status": "promoted", "collection_id": "c", "edge": edge}]
    overlaid = graph.with_promoted(PromotedSnapshot.from_rows(rows).for_collection("c"))
    assert len(graph.producers("getBranch")) + 1 == len(overlaid.producers("getBranch"))
    overlaid.save(tmp_path / "c.json")
    again = ToolGraph.load(tmp_path / "c.json")
    assert again.edges() == overlaid.edges()
    again.remove_edge("getBook", "getBranch", "branchCode")
    again.save(tmp_path / "d.json")
    sources = {row["source"] for row in ToolGraph.load(tmp_path / "d.json").producers("getBranch")}
    assert sources == {"api_contract", "promoted_trace"}


def test_traces_cannot_be_stated_and_strangers_are_refused() -> None:
    graph = ToolGraph.build(LIBRARY)
    with pytest.raises(ValueError, match="cannot be stated"):
        graph.add_edge("getBook", "getBranch", "branchCode", source="promoted_trace")
    with pytest.raises(KeyError):
        graph.add_edge("nobody", "getBranch", "branchCode")
    with pytest.raises(ValueError, match="format version '2'"):
        ToolGraph.from_artifact({"format_version": "2", "tools": {}})
    with pytest.raises(ValueError, match='no "tools"'):
        ToolGraph.from_artifact({})
    assert graph.producers("nobody") == graph.consumers("nobody") == []


def test_two_edges_of_one_field_with_different_paths_both_stay(tmp_path: Path) -> None:
    graph = ToolGraph(LIBRARY)
    for path in ("$.shelf", "$.home.code"):
        graph.add_edge("getBook", "getBranch", "branchCode", path)
    graph.save(tmp_path / "collection.json")
    loaded = ToolGraph.load(tmp_path / "collection.json")
    assert [edge.path for edge in loaded.edges()] == ["$.home.code", "$.shelf"]
    loaded.remove_edge("getBook", "getBranch", "branchCode")
    assert loaded.edges() == []
    assert loaded.to_artifact()["graph"]["edges"] == []


def test_a_demoted_trace_goes_with_the_next_snapshot(tmp_path: Path) -> None:
    edge = {"source": "getBook", "from_field": "$.shelf", "target": "getBranch", "to_field": "branchCode"}
    row = {"kind": "data_flow_edge", "status": "promoted", "collection_id": "library", "edge": edge}
    other = {**row, "edge": {**edge, "source": "listNewBooks"}}
    ToolGraph.from_artifact(ARTIFACT).with_promoted([row, other]).save(tmp_path / "collection.json")
    again = ToolGraph.load(tmp_path / "collection.json").with_promoted([other])
    again.save(tmp_path / "collection.json")
    kept = [edge for edge in ToolGraph.load(tmp_path / "collection.json").edges() if edge.source == "promoted_trace"]
    assert [edge.producer for edge in kept] == ["listNewBooks"]
    assert any(edge.source == "manual" for edge in again.edges())


@pytest.mark.parametrize("version", ["1", 1, 1.0, "1.0"])
def test_the_first_format_opens_however_its_version_is_written(version: object) -> None:
    assert ToolGraph.from_artifact({**ARTIFACT, "format_version": version}).edges()
