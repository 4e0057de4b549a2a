"""The output contract: every documented field, always, for any JSON; and nothing that was given is changed."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector import CompiledCatalog, select_target_candidate

FIELDS = {
    "selected_target": (str, type(None)),
    "llm_target": (str, type(None)),
    "confidence": (float, int),
    "overrode_llm": (bool,),
    "ambiguous": (bool,),
    "reason_codes": (list,),
    "margin": (float, int),
    "llm_margin": (float, int),
    "policy": (str,),
    "rank_signals": (list,),
    "candidate_evidence": (list,),
    "target_action_priority": (dict,),
    "result_shape_priority": (dict,),
    "learning_applied": (bool,),
}
REASONS = {
    "selected_by_strong_evidence",
    "selected_by_rank",
    "llm_target_overridden",
    "llm_target_preserved",
    "llm_target_not_in_candidates",
    "ambiguous_target",
    "candidate_tie",
    "no_candidates",
}
NAMES = ["getOrder", "listOrders", "cancel_order", "주문조회", "x", ""]
KEYS = [
    *(
        "name",
        "score",
        "rank",
        "tool",
        "description",
        "parameters",
        "metadata",
        "ai_metadata",
        "api_contract",
        "openapi",
    ),
    *("canonical_action", "primary_resource", "result_shape", "method", "path", "consumes", "produces", "field_name"),
    *("required", "kind", "enum", "type", "properties", "inputSchema", "annotations", "readOnlyHint", "function"),
    *("status", "query_family", "query_terms", "target", "boost", "collection_id"),
]
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(10**400), 10**400)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from([*NAMES, "read", "list", "promoted", "target_preference", "get", "취소된 주문"])
)
hostile = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=20,
)
catalogs = st.dictionaries(st.sampled_from(NAMES), hostile, max_size=5)


def assert_documented(selection: dict[str, Any]) -> None:
    assert selection.keys() == FIELDS.keys()
    for field, types in FIELDS.items():
        assert isinstance(selection[field], types), field
    assert set(selection["reason_codes"]) <= REASONS
    assert selection["reason_codes"]
    assert ("ambiguous_target" in selection["reason_codes"]) == selection["ambiguous"]
    json.loads(json.dumps(selection, allow_nan=False))
    rows = selection["rank_signals"]
    assert [row["name"] for row in rows] == [row["name"] for row in selection["candidate_evidence"]]
    assert [row["name"] for row in rows if row["selected"]] == ([selection["selected_target"]] if rows else [])
    for row in rows:
        assert math.isclose(sum(row["signals"].values()), row["score"], abs_tol=1e-9)
        assert 0 <= row["score"] <= 1
        assert row["is_llm_target"] == (row["name"] == selection["llm_target"])


@settings(max_examples=120, deadline=None)
@given(
    query=hostile | st.text(max_size=60),
    candidates=hostile | st.lists(st.sampled_from(NAMES) | hostile, max_size=6),
    tools=catalogs | hostile,
    retrieval=hostile,
    llm=st.sampled_from(NAMES) | hostile,
    suggestions=hostile | st.lists(hostile, max_size=4),
)
def test_any_json_gives_the_documented_block_and_stays_as_it_was(
    query: Any, candidates: Any, tools: Any, retrieval: Any, llm: Any, suggestions: Any
) -> None:
    given_data = (query, candidates, tools, retrieval, llm, suggestions)
    before = copy.deepcopy(given_data)
    assert_documented(select_target_candidate(*given_data))
    assert repr(given_data) == repr(before)


ORDERS = {
    "getOrder": {"description": "Get an order.", "metadata": {"ai_metadata": {"primary_resource": "order"}}},
    "cancelOrder": {"description": "Cancel an order.", "parameters": [{"name": "orderNo", "required": True}]},
}


def test_evidence_is_compact_and_says_what_matched() -> None:
    selection = select_target_candidate(
        "cancel the order with order no 12", list(ORDERS), ORDERS, llm_target="getOrder"
    )
    assert_documented(selection)
    evidence = {row["name"]: row for row in selection["candidate_evidence"]}
    assert evidence["cancelOrder"]["action"] == "delete"
    assert evidence["cancelOrder"]["action_match"] is True
    assert evidence["cancelOrder"]["changes_state"] is True
    assert evidence["cancelOrder"]["matched_fields"] == ["orderNo"]
    assert "cancel" in evidence["cancelOrder"]["matched_terms"]
    assert evidence["getOrder"]["action_match"] is False
    assert evidence["getOrder"]["resource"] == "order"
    assert "Cancel an order" not in json.dumps(selection)


def test_the_request_is_shown_as_priorities() -> None:
    selection = select_target_candidate("주문 상세 조회", list(ORDERS), ORDERS)
    assert selection["target_action_priority"] == {"read": 3, "search": 2}
    assert selection["result_shape_priority"] == {"single": 3, "list": 1}


def test_margins_are_differences_of_scores() -> None:
    selection = select_target_candidate("cancel the order", list(ORDERS), ORDERS, llm_target="getOrder")
    scores = {row["name"]: row["score"] for row in selection["rank_signals"]}
    gap = scores["cancelOrder"] - scores["getOrder"]
    assert selection["margin"] == selection["llm_margin"] == pytest.approx(gap)
    assert selection["confidence"] == scores[selection["selected_target"]]


def test_a_name_counts_once_and_strangers_not_at_all() -> None:
    candidates = [
        "getOrder",
        {"name": "getOrder", "score": 1},
        "stranger",
        None,
        3,
        {"name": 4},
        {"tool": {"name": "cancelOrder"}},
    ]
    selection = select_target_candidate("order", candidates, ORDERS)
    assert sorted(row["name"] for row in selection["rank_signals"]) == ["cancelOrder", "getOrder"]


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -1, True, "0.9", 10**400])
def test_scores_that_are_no_scores_leave_the_order_of_the_rows(score: Any) -> None:
    rows = [{"name": "getOrder", "score": score}, {"name": "cancelOrder", "score": 0.1 if score != -1 else -2}]
    assert_documented(select_target_candidate("", rows, ORDERS))
    assert select_target_candidate("", rows, ORDERS)["selected_target"] == "getOrder"


def test_large_and_deep_input_is_no_matter() -> None:
    deep: Any = "end"
    for _ in range(500):
        deep = {"metadata": deep, "properties": [deep]}
    tools = {f"tool{i}": {"description": "order " * 2, "metadata": deep} for i in range(3_000)}
    tools["big"] = {"description": "cancel order " * 100_000, "parameters": [{"name": "x" * 10_000}] * 10_000}
    selection = select_target_candidate("cancel order " * 10_000, list(tools), tools)
    assert_documented(selection)


@pytest.mark.parametrize("compiled", [False, True])
def test_ten_thousand_candidates_are_all_compared(compiled: bool) -> None:
    tools: Any = {f"getThing{number}": {"description": f"Get thing {number}."} for number in range(10_000)}
    tools["cancelOrder"] = ORDERS["cancelOrder"]
    names = list(tools)
    selection = select_target_candidate("cancel the order", names, CompiledCatalog(tools) if compiled else tools)
    assert selection["selected_target"] == "cancelOrder"
    assert len(selection["rank_signals"]) == len(selection["candidate_evidence"]) == len(names)


def test_nesting_without_end_is_no_matter() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    tools = {
        "getOrder": {"description": deep, "metadata": {"openapi": deep}, "parameters": {"properties": {"a": deep}}}
    }
    rows = [{"name": "getOrder", "score": deep, "rank": deep}, deep]
    selection = select_target_candidate("order", rows, tools, deep, deep, [deep, {"status": deep}])
    assert_documented(selection)
    assert selection["selected_target"] == "getOrder"
    while deep:  # taken apart by hand: the interpreter would do it one call deep in another
        deep = deep.pop()


@pytest.mark.parametrize("nothing", [None, 0, "", b"", [], {}, (), float("nan"), object()])
def test_nothing_in_place_of_every_argument(nothing: Any) -> None:
    selection = select_target_candidate(nothing, nothing, nothing, nothing, nothing, nothing)
    assert_documented(selection)
    assert selection["reason_codes"] == ["no_candidates"]


@pytest.mark.parametrize("missing", [None, {}, [], "text", 7])
def test_metadata_that_is_missing_or_null(missing: Any) -> None:
    for key in ("metadata", "parameters", "description", "function", "annotations"):
        tools = {"getOrder": {key: missing}, "cancelOrder": {key: missing}}
        assert select_target_candidate("cancel order", list(tools), tools)["selected_target"] == "cancelOrder"
    for part in ("ai_metadata", "api_contract", "openapi", "response_schema", "method", "path"):
        tools = {name: {"metadata": {part: missing}} for name in ("getOrder", "cancelOrder")}
        assert select_target_candidate("cancel order", list(tools), tools)["selected_target"] == "cancelOrder"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), catalogs, st.sampled_from(NAMES))
def test_a_compiled_catalog_of_anything_decides_as_the_plain_one(query: str, tools: dict[str, Any], llm: str) -> None:
    plain = select_target_candidate(query, NAMES, tools, llm_target=llm)
    assert select_target_candidate(query, NAMES, CompiledCatalog(tools), llm_target=llm) == plain


def test_a_long_name_is_returned_whole() -> None:
    name = "get" + "Order" * 100
    assert select_target_candidate("get order", [name], {name: {}})["selected_target"] == name


@pytest.mark.parametrize("kind", [{}, [], ["data"], 7])
def test_a_kind_of_a_wrong_type_is_read_as_absent_or_as_another(kind: object) -> None:
    odd = {"description": "Odd.", "metadata": {"consumes": [{"field_name": "a", "kind": kind}]}}
    tools = {"getLamp": {"description": "Get a lamp."}, "odd": odd}
    for catalog in (tools, CompiledCatalog(tools)):
        assert select_target_candidate("get a lamp", ["getLamp", "odd"], catalog)["selected_target"] == "getLamp"
