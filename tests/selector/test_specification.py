"""The specification's own examples and quality checks, in English and Korean.

Tools and requests of the examples are the specification's; what it leaves open, the fields of the contracts, is filled
in here.
"""

from __future__ import annotations

from typing import Any

import pytest

from selector import query_family, select_target_candidate


def tool(summary: str, action: str, resource: str, shape: str, *fields: str) -> dict[str, Any]:
    return {
        "description": summary,
        "metadata": {
            "ai_metadata": {
                "one_line_summary": summary,
                "canonical_action": action,
                "primary_resource": resource,
                "result_shape": shape,
            },
            "api_contract": {"produces": [{"field_name": field} for field in fields]},
        },
    }


SIBLINGS = {
    "en": {
        "getMemberDeliveryList": tool("List the delivery addresses of a member", "search", "member_delivery", "list"),
        "getMemberDeliveryDetail": tool(
            "Get a delivery address of a member in detail", "read", "member_delivery", "single", "deliveryNo", "zipCode"
        ),
        "getMemberInfo": tool("Get the profile of a member", "read", "member", "single"),
    },
    "ko": {
        "getMemberDeliveryList": tool("회원 배송지 목록 조회", "search", "member_delivery", "list"),
        "getMemberDeliveryDetail": tool(
            "회원 배송지 상세 조회", "read", "member_delivery", "single", "deliveryNo", "zipCode"
        ),
        "getMemberInfo": tool("회원 정보 조회", "read", "member", "single"),
    },
}
DETAIL = {
    "en": "show me the member delivery detail",
    "ko": "회원 배송지 상세 정보를 조회해줘",
}
LIST = {"en": "list all member deliveries", "ko": "회원 배송지 목록을 조회해줘"}
LANGUAGES = pytest.mark.parametrize("language", ["en", "ko"])
RETRIEVED = [{"name": name, "score": score} for name, score in zip(SIBLINGS["en"], (0.92, 0.9, 0.55), strict=True)]


def select(query: str, tools: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    return select_target_candidate(query=query, candidates=list(tools), tools=tools, **arguments)


def test_basic() -> None:
    tools = {
        "listOrders": tool("List orders", "search", "order", "list"),
        "getRefundReadyOrderDetail": tool("Details of an order that is ready for refund", "read", "order", "single"),
        "refundOrder": tool("Refund an order", "action", "order", "mutation"),
    }
    assert select("find refund-ready order details", tools)["selected_target"] == "getRefundReadyOrderDetail"


@LANGUAGES
def test_detail_against_list_sibling(language: str) -> None:
    selection = select(
        DETAIL[language], SIBLINGS[language], retrieval_results=RETRIEVED, llm_target="getMemberDeliveryList"
    )
    assert selection["selected_target"] == "getMemberDeliveryDetail"
    assert selection["overrode_llm"] is True
    assert "llm_target_overridden" in selection["reason_codes"]


@LANGUAGES
def test_no_override_where_shape_and_fields_are_not_visible(language: str) -> None:
    names = ["getMemberDelivery", "fetchMemberDelivery"]
    summary = SIBLINGS[language]["getMemberDeliveryDetail"]["description"]
    tools = {name: {"description": summary} for name in names}
    selection = select(DETAIL[language], tools, llm_target="fetchMemberDelivery")
    assert selection["overrode_llm"] is False
    assert selection["selected_target"] == "fetchMemberDelivery"


@pytest.mark.parametrize(
    ("query", "info", "summary"),
    [("주문 정보 조회", "주문 정보 조회", "주문 요약 조회"), ("get order info", "Get order info", "Get order summary")],
)
def test_weak_margin_keeps_the_llm_target(query: str, info: str, summary: str) -> None:
    tools = {
        "getOrderInfo": tool(info, "read", "order", "single"),
        "getOrderSummary": tool(summary, "read", "order", "single"),
    }
    selection = select(query, tools, llm_target="getOrderSummary")
    assert selection["ambiguous"] is True
    assert selection["selected_target"] == "getOrderSummary"
    assert "ambiguous_target" in selection["reason_codes"]
    assert selection["candidate_evidence"]


@LANGUAGES
def test_exact_target_match(language: str) -> None:
    for name in SIBLINGS[language]:
        assert select(f"{name}", SIBLINGS[language], llm_target=name)["selected_target"] == name


@LANGUAGES
def test_detail_query_chooses_single_and_list_query_chooses_list(language: str) -> None:
    tools = SIBLINGS[language]
    assert select(DETAIL[language], tools)["selected_target"] == "getMemberDeliveryDetail"
    assert select(LIST[language], tools)["selected_target"] == "getMemberDeliveryList"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_strong_evidence_overrides_the_wrong_sibling_the_other_way_round(language: str) -> None:
    selection = select(LIST[language], SIBLINGS[language], llm_target="getMemberInfo")
    assert selection["selected_target"] == "getMemberDeliveryList"
    assert selection["overrode_llm"] is True


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (DETAIL["ko"], "getMemberDeliveryDetail"),
        (LIST["ko"], "getMemberDeliveryList"),
        ("member 배송지 list 보여줘", "getMemberDeliveryList"),
        ("getMemberInfo 호출해줘", "getMemberInfo"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_korean_query_with_english_operation_ids(query: str, expected: str, language: str) -> None:
    assert select(query, SIBLINGS[language])["selected_target"] == expected


@pytest.mark.parametrize("query", ["show the order", "주문 보여줘"])
def test_promoted_learning_improves_rank_but_does_not_dominate(query: str) -> None:
    tools = {
        "getOrderCard": tool("Order card", "read", "order", "single"),
        "getOrderSheet": tool("Order sheet", "read", "order", "single"),
        "deleteMember": tool("Delete a member", "delete", "member", "mutation"),
    }
    family = query_family(query)
    row = {"kind": "target_preference", "status": "promoted", "query_family": family.key, "boost": 0.055}
    before = select(query, tools)
    lifted = select(query, tools, learning_suggestions=[{**row, "target": "getOrderSheet"}])
    assert (before["selected_target"], lifted["selected_target"]) == ("getOrderCard", "getOrderSheet")
    assert lifted["learning_applied"] is True
    dominated = select(query, tools, learning_suggestions=[{**row, "target": "deleteMember", "boost": 1e9}])
    assert dominated["selected_target"] == "getOrderCard"
    assert dominated["learning_applied"] is False


@pytest.mark.parametrize(
    ("candidates", "llm_target", "reason"),
    [
        ([], None, "no_candidates"),
        (["elsewhere"], None, "no_candidates"),
        (["getMemberInfo"], "elsewhere", "llm_target_not_in_candidates"),
        (["getMemberInfo"], "getMemberInfo", "selected_by_strong_evidence"),
    ],
)
def test_reason_codes(candidates: list[str], llm_target: str | None, reason: str) -> None:
    selection = select_target_candidate("show the member", candidates, SIBLINGS["en"], llm_target=llm_target)
    assert reason in selection["reason_codes"]
