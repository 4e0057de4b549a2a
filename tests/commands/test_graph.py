"""`tooltrail graph`: build, show, export, measure."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.commands.running import Command
from tests.selector.catalogs import LIBRARY


@pytest.fixture
def catalog(folder: Path) -> Path:
    path = folder / "catalog.json"
    path.write_text(json.dumps(LIBRARY), encoding="utf-8")
    return path


def test_build_writes_an_artifact_that_show_and_export_read(tooltrail: Command, catalog: Path) -> None:
    done = tooltrail("graph", "build", "--catalog", catalog, "-o", "collection.json")
    assert done.code == 0
    assert "11 tools" in done.text
    for source in (catalog, Path("collection.json")):
        rows = tooltrail("graph", "show", "listCopies", "--catalog", source, "--format", "jsonl").rows
        producers = {row["producer"] for row in rows if row["role"] == "producer"}
        assert producers == {"searchBooks", "listNewBooks"}
        assert {row["consumer"] for row in rows if row["role"] == "consumer"} == {"borrowCopy", "getBranch"}
        assert {row["source"] for row in rows} == {"api_contract"}
    table = tooltrail("graph", "show", "listCopies", "--catalog", "collection.json")
    assert "2 producers of listCopies" in table.text
    assert "$.results[*].id" in table.text


def test_export_is_graphml_or_dot(tooltrail: Command, catalog: Path) -> None:
    graph = ET.fromstring(tooltrail("graph", "export", "--catalog", catalog).out)  # noqa: S314 - what the command wrote
    namespace = "{http://graphml.graphdrawing.org/xmlns}"
    assert {node.get("id") for node in graph.iter(f"{namespace}node")} == set(LIBRARY)
    assert any(edge.get("target") == "getBranch" for edge in graph.iter(f"{namespace}edge"))
    tooltrail("graph", "export", "--catalog", catalog, "--format", "dot", "-o", "graph.dot")
    assert '"listCopies" -> "getBranch" [label="branchCode (api_contract)"];' in Path("graph.dot").read_text()


def test_promoted_edges_lie_over_the_graph(tooltrail: Command, catalog: Path) -> None:
    edge = {"source": "getBook", "from_field": "publisher.imprint", "target": "getBranch", "to_field": "branchCode"}
    row = {"kind": "data_flow_edge", "status": "promoted", "collection_id": "library", "target": "getBranch"}
    rows = [
        {**row, "id": "e1", "edge": edge},
        {**row, "id": "e2", "status": "suggested", "edge": {**edge, "source": "getPublisher"}},
    ]
    Path("rows.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    options = ("--catalog", catalog, "--collection", "library", "--snapshot", "rows.jsonl", "--format", "jsonl")
    found = tooltrail("graph", "show", "getBranch", *options).rows
    assert {(one["producer"], one["source"]) for one in found} == {
        ("getBook", "promoted_trace"),
        ("listCopies", "api_contract"),
    }


def test_measure_prints_the_figures_of_the_specification(tooltrail: Command, catalog: Path) -> None:
    cases = [
        {
            "query": "reviews of the book Dune",
            "target": "getBookReviews",
            "required": ["searchBooks"],
            "suite": "found",
        },
        {"query": "reviews of book 7", "target": "getBookReviews", "required": [], "suite": "given"},
        {"query": "reviews of book 8", "target": "getBookReviews", "required": ["searchBooks"], "suite": "given"},
    ]
    packed = Path("cases.json.gz")
    packed.write_bytes(gzip.compress(json.dumps({"closure": cases}).encode()))
    found = {
        row["suite"]: row
        for row in tooltrail("graph", "measure", packed, "--catalog", catalog, "--format", "jsonl").rows
    }
    assert list(found) == ["found", "given", "ALL"]
    assert found["found"]["required_producer_recall"] == found["found"]["complete_coverage"] == 1.0
    assert found["given"]["required_producer_recall"] == 0.0
    assert found["given"]["complete_coverage"] == 0.5
    assert found["ALL"]["max_candidates"] == 2
    assert found["ALL"]["unexpected_dependencies"] == 0.0
    assert found["given"]["user_input_slots"] == 1.0
    assert "recall" in tooltrail("graph", "measure", packed, "--catalog", catalog).out


def test_what_cannot_be_used_is_refused_in_one_line(tooltrail: Command, catalog: Path) -> None:
    assert "'nothing' is not in" in tooltrail.refuses("graph", "show", "nothing", "--catalog", catalog)
    Path("old.json").write_text(json.dumps({"format_version": "9", "graph": {}, "tools": {"a": {}}}))
    assert "format version '9'" in tooltrail.refuses("graph", "show", "a", "--catalog", "old.json")
    assert "cannot be read" in tooltrail.refuses("graph", "build", "--catalog", "none.json", "-o", "x.json")
    Path("empty.json").write_text("[]")
    assert "no closure cases" in tooltrail.refuses("graph", "measure", "empty.json", "--catalog", catalog)
    Path("cases.json").write_text('[{"target": "a", "required": [], "catalog": "elsewhere"}]')
    Path("catalogs.json").write_text('{"here": {"tools": {}}}')
    assert "no catalog 'elsewhere'" in tooltrail.refuses("graph", "measure", "cases.json", "--catalog", "catalogs.json")
    assert "say which one" in tooltrail.refuses(
        "graph", "show", "getBook", "--catalog", catalog, "--snapshot", "old.json"
    )


def test_an_openapi_document_is_told_what_is_wanted(tooltrail: Command, folder: Path) -> None:
    Path("openapi.json").write_text('{"openapi": "3.1.0", "paths": {"/pets": {"get": {}}}}')
    done = tooltrail("graph", "build", "--catalog", "openapi.json", "-o", "out.json")
    assert done.code == 2
    assert "is an OpenAPI document" in done.err


def test_a_place_that_cannot_be_written_is_told(tooltrail: Command, catalog: Path) -> None:
    for place in ("missing/out.json", "."):
        for command in (("build",), ("export", "--format", "dot")):
            done = tooltrail("graph", *command, "--catalog", catalog, "-o", place)
            assert done.code == 2
            assert "cannot be written" in done.err


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({"query": 7}, "query"),
        ({"target": ""}, "target"),
        ({"required": "searchBooks"}, "required"),
        ({"context": [1]}, "context"),
    ],
)
def test_a_case_with_a_wrong_field_is_refused(tooltrail: Command, catalog: Path, case: object, field: str) -> None:
    right = {"query": "find it", "target": "getBook", "required": []}
    Path("cases.json").write_text(json.dumps([right, {**right, **case}]))  # type: ignore[dict-item]  # as it is written
    done = tooltrail("graph", "measure", "cases.json", "--catalog", catalog)
    assert done.code == 2
    assert f'case 2 has a wrong "{field}"' in " ".join(done.err.split())


def test_unknown_targets_are_counted(tooltrail: Command, catalog: Path) -> None:
    Path("cases.json").write_text(json.dumps([{"query": "find it", "target": "nothing", "required": []}]))
    rows = tooltrail("graph", "measure", "cases.json", "--catalog", catalog, "--format", "jsonl").rows
    assert [row["unknown_targets"] for row in rows] == [1, 1]
