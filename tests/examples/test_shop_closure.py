"""The shop's traces fill what a schema leaves open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from selector import CompiledCatalog, PromotedSnapshot, ToolGraph, complete_target_dependencies
from tests.examples.test_shop_traces import LEARNED, events
from tests.loop import Loop

CATALOG = Path(__file__).parents[2] / "examples" / "shop" / "catalog.json"


def without_outputs(tool: dict[str, Any]) -> dict[str, Any]:
    """The tool as a source describes it that declares no outputs."""
    contract = {**tool["metadata"]["api_contract"], "produces": []}
    return {**tool, "metadata": {**tool["metadata"], "api_contract": contract, "response_schema": None}}


def test_promoted_edges_alone_find_the_producers_of_a_delivery(tmp_path: Path) -> None:
    catalog = json.loads(CATALOG.read_text(encoding="utf-8"))
    tools = CompiledCatalog({name: without_outputs(tool) for name, tool in catalog.items()})
    target, query = "getOrderDeliveryTracking", "where is the parcel of my last order?"
    assert complete_target_dependencies(target, tools, query=query).required_dependencies == []
    with Loop(tmp_path) as loop:
        loop.learn(event for event in events())
        snapshot = PromotedSnapshot.from_rows(loop.rows(LEARNED)).for_collection("dalbit_shop")
    closure = complete_target_dependencies(target, tools, query=query, learning_suggestions=snapshot)
    assert closure.required_dependencies == ["findMember", "listOrders", "getOrderDetail"]
    assert {source for row in closure.evidence for source in row["sources"]} == {"promoted_trace"}
    graph = ToolGraph.build(tools).with_promoted(snapshot)
    assert complete_target_dependencies(target, tools, query=query, graph=graph) == closure
