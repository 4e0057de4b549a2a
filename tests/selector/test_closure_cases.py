"""Closure on the cases and the real traces that the machine may have."""

from __future__ import annotations

import json
from pathlib import Path

from selector import CompiledCatalog, PromotedSnapshot, complete_target_dependencies
from tests.loop import Loop
from tooltrail.closure_figures import measure_closures, read_cases

#: The first of the real events, as many as the edges need.
EVENTS = 1_600


def test_closure_cases(shared: Path) -> None:
    folder = shared / "data" / "selection"
    found = measure_closures(read_cases(folder / "cases.json.gz", folder / "catalogs.json.gz"), max_hops=3)
    figures = {suite: one.to_dict() for suite, one in found.items() if suite != "ALL"}
    floors = {"xgen": 0.95, "goal_completion": 0.95, "restbench_tmdb": 0.75, "paper_openapi_closure": 1.0}
    assert {suite for suite, floor in floors.items() if figures[suite]["required_producer_recall"] < floor} == set()
    assert max(one["unexpected_dependencies"] for one in figures.values()) <= 0.3


def test_traces_give_producers_where_no_schema_declares_outputs(shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "taubench_retail"
    tools = CompiledCatalog(json.loads((folder / "catalog.json").read_text(encoding="utf-8")))
    query = "my name is Kim Lee, find my order and return the lamp"
    target = "return_delivered_order_items"
    assert complete_target_dependencies(target, tools, query=query).required_dependencies == []
    with Loop(tmp_path) as loop:
        loop.settle("taubench_retail", trust_anonymous=False)
        loop.learn((folder / "events.jsonl").read_text(encoding="utf-8").splitlines()[:EVENTS])
        observed = PromotedSnapshot.from_rows(loop.rows()).for_collection("taubench_retail")
        before = complete_target_dependencies(target, tools, query=query, learning_suggestions=observed)
        assert before.required_dependencies == []
        loop.settle("taubench_retail", trust_anonymous=True)
        promoted = PromotedSnapshot.from_rows(loop.rows()).for_collection("taubench_retail")
    closure = complete_target_dependencies(target, tools, query=query, learning_suggestions=promoted)
    assert closure.required_dependencies[-2:] == ["get_user_details", "get_order_details"]
    assert len(closure.required_dependencies) == 3
    assert {source for row in closure.evidence for source in row["sources"]} == {"promoted_trace"}
