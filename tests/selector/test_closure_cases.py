"""Closure on the cases and the real traces that the machine may have."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from selector import CompiledCatalog, PromotedSnapshot, complete_target_dependencies
from tests.loop import Loop

#: The first of the real events, as many as the edges need.
EVENTS = 2_500
ROOT = Path(__file__).parents[2]


def test_closure_cases(shared: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    script = [sys.executable, shared / "bench" / "score_selection.py", "selector", "--part", "closure"]
    subprocess.run([*script, "--json", report], cwd=ROOT, check=True, capture_output=True)
    suites = json.loads(report.read_text())["closure"]
    floors = {"xgen": 0.95, "goal_completion": 0.95, "restbench_tmdb": 0.75, "paper_openapi_closure": 1.0}
    assert {suite: row["recall"] >= floors[suite] for suite, row in suites.items()} == dict.fromkeys(floors, True)
    assert max(row["extra"] for row in suites.values()) <= 0.3


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
