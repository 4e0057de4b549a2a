"""The comparison table of a decision."""

from __future__ import annotations

import json
from typing import Any

import pytest

from selector import explain, query_family, select_target_candidate

TOOLS: dict[str, Any] = {
    "listPayslips": {
        "description": "List the payslips of a year.",
        "metadata": {
            "ai_metadata": {"canonical_action": "search", "primary_resource": "payslip", "result_shape": "list"},
            "openapi": {"path_module": "payroll"},
        },
        "parameters": [{"name": "year", "required": True}, {"name": "kind", "enum": ["monthly", "bonus"]}],
    },
    "getPayslip": {"description": "Get one payslip."},
    "deletePayslip": {"description": "Delete a payslip."},
}
QUERY = "list all bonus payslips of the year"


def rows(query: str = QUERY, **arguments: Any) -> list[dict[str, Any]]:
    return explain(select_target_candidate(query, arguments.pop("candidates", list(TOOLS)), TOOLS, **arguments))


def test_a_row_a_candidate_best_first() -> None:
    block = select_target_candidate(QUERY, list(TOOLS), TOOLS)
    table = explain(block)
    assert [(row["name"], row["rank"], row["score"]) for row in table] == [
        (row["name"], row["rank"], row["score"]) for row in block["rank_signals"]
    ]


def test_what_matched_is_named_and_nothing_else() -> None:
    first = rows()[0]
    assert first["name"] == "listPayslips"
    matched = {key.removeprefix("matched_"): value for key, value in first.items() if key.startswith("matched_")}
    assert matched["action"] == "search"
    assert (matched["resource"], matched["shape"]) == ("payslip", "list")
    assert {"bonus", "payslips", "year"} <= set(matched["terms"])
    assert (matched["fields"], matched["values"]) == (["year"], ["bonus"])
    last = next(row for row in rows() if row["name"] == "deletePayslip")
    assert (last["matched_action"], last["matched_shape"], last["matched_fields"]) == ("", "", [])


def test_badges_of_an_override_and_of_doubt() -> None:
    overridden = {row["name"]: row for row in rows(llm_target="deletePayslip")}
    assert overridden["listPayslips"]["badges"] == ["override"]
    assert overridden["listPayslips"]["reasons"] == ["llm_target_overridden"]
    assert (overridden["deletePayslip"]["llm_target"], overridden["deletePayslip"]["final"]) == (True, False)
    doubtful = rows("payslip", llm_target="deletePayslip")
    final = next(row for row in doubtful if row["final"])
    assert (final["name"], final["badges"]) == ("deletePayslip", ["uncertain"])


def test_a_target_that_is_no_candidate_stands_at_the_end() -> None:
    last = rows(llm_target="burnPayslip")[-1]
    assert (last["name"], last["rank"], last["score"], last["badges"]) == ("burnPayslip", None, None, ["unknown"])


def test_nothing_to_select_from_is_a_row_too() -> None:
    final, llm = rows(candidates=["elsewhere"], llm_target="burnPayslip")
    assert (final["name"], final["final"], final["badges"]) == (None, True, ["uncertain"])
    assert (llm["name"], llm["llm_target"], llm["badges"]) == ("burnPayslip", True, ["unknown"])


def test_what_learning_added_and_from_where() -> None:
    query = "show me the payslip sheet"
    suggestion = {
        "id": "s1",
        "kind": "target_preference",
        "status": "promoted",
        "query_family": query_family(query).key,
        "target": "getPayslip",
        "boost": 0.05,
    }
    learned = {row["name"]: row for row in rows(query, learning_suggestions=[suggestion])}
    assert (learned["getPayslip"]["learning"], learned["getPayslip"]["learned_from"]) == (0.05, "s1")
    assert (learned["deletePayslip"]["learning"], learned["deletePayslip"]["learned_from"]) == (0.0, "")


@pytest.mark.parametrize("llm_target", [None, "getPayslip", "burnPayslip"])
@pytest.mark.parametrize("candidates", [[], list(TOOLS), ["getPayslip"]])
def test_one_final_row_one_of_the_llm_and_json(candidates: list[str], llm_target: str | None) -> None:
    block = select_target_candidate(QUERY, candidates, TOOLS, llm_target=llm_target)
    table = explain(block)
    assert [row["name"] for row in table if row["final"]] == [block["selected_target"]]
    assert [row["name"] for row in table if row["llm_target"]] == ([llm_target] if llm_target else [])
    assert explain(json.loads(json.dumps(block))) == json.loads(json.dumps(table)) == table


@pytest.mark.parametrize("value", [None, [], {}, "block", {"selected_target": "x"}])
def test_what_is_no_block_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="no selector block"):
        explain(value)
