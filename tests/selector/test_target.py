"""The decisions of the specification: siblings, the override policy, ambiguity, reason codes."""

from __future__ import annotations

from typing import Any

import pytest

from selector import CompiledCatalog, select_target_candidate
from selector.learned import LEARNED_LIMIT
from selector.policy import _KINDS
from selector.signals import SIGNALS


def declared(summary: str, action: str, resource: str, shape: str, fields: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "description": summary,
        "metadata": {
            "ai_metadata": {"canonical_action": action, "primary_resource": resource, "result_shape": shape},
            "api_contract": {
                "consumes": [{"field_name": "memberNo", "required": True, "kind": "data"}],
                "produces": [{"field_name": field} for field in fields],
            },
        },
    }


DELIVERIES = {
    "getMemberDeliveryList": declared("회원 배송지 목록 조회", "search", "member_delivery", "list"),
    "getMemberDeliveryDetail": declared(
        "회원 배송지 상세 조회", "read", "member_delivery", "single", ("deliveryNo", "address")
    ),
    "getMemberInfo": declared("회원 정보 조회", "read", "member", "single"),
}
INVOICES = {
    name: {"description": text}
    for name, text in {
        "list_invoices": "List the invoices of an account.",
        "get_invoice": "Get one invoice by its number.",
        "count_invoices": "Count the invoices of an account.",
        "void_invoice": "Void an invoice for good.",
        "send_invoice": "Send an invoice to the customer.",
    }.items()
}


def test_detail_request_selects_the_detail_sibling_over_the_llm() -> None:
    rows = [
        {"name": "getMemberDeliveryList", "score": 0.9},
        {"name": "getMemberDeliveryDetail", "score": 0.88},
        {"name": "getMemberInfo", "score": 0.4},
    ]
    selection = select_target_candidate(
        "회원 배송지 상세 정보를 조회해줘", list(DELIVERIES), DELIVERIES, rows, llm_target="getMemberDeliveryList"
    )
    assert selection["selected_target"] == "getMemberDeliveryDetail"
    assert selection["overrode_llm"] is True
    assert selection["reason_codes"] == ["llm_target_overridden"]
    assert selection["llm_margin"] > 0


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("회원 배송지 상세 조회", "getMemberDeliveryDetail"),
        ("show the delivery detail of this member", "getMemberDeliveryDetail"),
        ("회원 배송지 목록을 보여줘", "getMemberDeliveryList"),
        ("list all deliveries of the member", "getMemberDeliveryList"),
        ("회원 정보 알려줘", "getMemberInfo"),
    ],
)
@pytest.mark.parametrize("described", [True, False])
def test_list_and_detail_siblings_in_both_languages(query: str, expected: str, described: bool) -> None:
    tools = DELIVERIES if described else {name: {**tool, "description": ""} for name, tool in DELIVERIES.items()}
    assert select_target_candidate(query, list(tools), tools)["selected_target"] == expected


def test_weak_margin_keeps_the_llm_target_and_says_so() -> None:
    tools = {
        "getOrderInfo": declared("주문 정보 조회", "read", "order", "single"),
        "getOrderSummary": declared("주문 요약 조회", "read", "order", "single"),
    }
    selection = select_target_candidate("주문 정보 조회", list(tools), tools, llm_target="getOrderSummary")
    assert selection["selected_target"] == "getOrderSummary"
    assert (selection["overrode_llm"], selection["ambiguous"]) == (False, True)
    assert selection["reason_codes"] == ["llm_target_preserved", "ambiguous_target"]


def test_no_override_without_visible_evidence() -> None:
    tools = {"getThingA": {}, "getThingB": {}}
    selection = select_target_candidate("show me the gadget", list(tools), tools, llm_target="getThingB")
    assert selection["selected_target"] == "getThingB"
    assert "llm_target_preserved" in selection["reason_codes"]


def test_llm_target_that_is_the_winner_is_kept() -> None:
    selection = select_target_candidate("void invoice 12", list(INVOICES), INVOICES, llm_target="void_invoice")
    assert selection["selected_target"] == selection["llm_target"] == "void_invoice"
    assert selection["overrode_llm"] is False
    assert selection["llm_margin"] == 0
    assert selection["reason_codes"] == ["selected_by_strong_evidence"]


def test_llm_target_outside_the_candidates_joins_the_comparison() -> None:
    selection = select_target_candidate(
        "void invoice 12", ["list_invoices", "get_invoice"], INVOICES, llm_target="void_invoice"
    )
    assert selection["selected_target"] == "void_invoice"
    assert {row["name"] for row in selection["rank_signals"]} == {"list_invoices", "get_invoice", "void_invoice"}


def test_unknown_llm_target_is_reported_and_never_selected() -> None:
    selection = select_target_candidate("void invoice 12", list(INVOICES), INVOICES, llm_target="burn_invoice")
    assert selection["selected_target"] == "void_invoice"
    assert selection["llm_target"] == "burn_invoice"
    assert "llm_target_not_in_candidates" in selection["reason_codes"]


def test_no_candidates_is_reported() -> None:
    selection = select_target_candidate("void invoice 12", ["elsewhere"], INVOICES, llm_target="burn_invoice")
    assert selection["selected_target"] is None
    assert selection["reason_codes"] == ["no_candidates", "llm_target_not_in_candidates"]
    assert selection["rank_signals"] == selection["candidate_evidence"] == []


def test_equal_candidates_are_a_tie() -> None:
    tools = {name: {"description": "Look something up."} for name in ("alpha", "beta")}
    rows = [{"name": name, "score": 0.5} for name in tools]
    selection = select_target_candidate("look something up", rows, tools)
    assert selection["selected_target"] == "alpha"
    assert (selection["margin"], selection["ambiguous"]) == (0, True)
    assert selection["reason_codes"] == ["selected_by_rank", "ambiguous_target", "candidate_tie"]


def test_several_steps_are_never_overridden() -> None:
    query = "send invoice 4 to the customer and then void it"
    selection = select_target_candidate(query, list(INVOICES), INVOICES, llm_target="get_invoice")
    assert selection["selected_target"] == "get_invoice"
    assert selection["ambiguous"] is True


def test_a_change_never_replaces_a_read_without_command() -> None:
    selection = select_target_candidate("the voided invoices", list(INVOICES), INVOICES, llm_target="list_invoices")
    assert selection["selected_target"] == "list_invoices"
    assert selection["overrode_llm"] is False


def test_a_close_decision_for_a_question_goes_to_the_tool_that_reads() -> None:
    tools = {
        "setParcelStatus": {"description": "Set the status of a parcel."},
        "getParcelState": {"description": "State of a parcel."},
    }
    rows = [{"name": "setParcelStatus", "score": 1.0}, {"name": "getParcelState", "score": 0.9}]
    selection = select_target_candidate("what is the parcel status", rows, tools)
    assert selection["selected_target"] == "getParcelState"


def test_a_request_to_be_told_overrides_a_target_that_would_change_something() -> None:
    tools = {
        "bookShuttle": {"description": "Book a seat on the airport shuttle for a guest."},
        "getTimetable": {"description": "Departure times by line and day."},
        "findStops": {"description": "Find stops near a place."},
    }
    query = "show me departure times by day for the guest shuttle"
    told = select_target_candidate(query, list(tools), tools, llm_target="bookShuttle")
    assert (told["selected_target"], told["overrode_llm"]) == ("getTimetable", True)


def test_several_words_that_one_candidate_alone_holds_are_a_support_of_their_own() -> None:
    tools = {
        "measure_roof": {"description": "Slope, pitch and drainage of a roof by storey and ridge height."},
        "measure_wall": {"description": "Thickness of a wall."},
    }
    rows = [{"name": name, "score": 1} for name in tools]
    one = select_target_candidate("the slope of it", rows, tools, llm_target="measure_wall")
    several = select_target_candidate("the slope of the roof", rows, tools, llm_target="measure_wall")
    assert (one["overrode_llm"], several["overrode_llm"]) == (False, True)


def test_unknown_policy_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown policy 'brave'.*'strong_evidence'"):
        select_target_candidate("x", [], {}, policy="brave")


def test_signals_and_learning_add_up_to_one_and_each_supports_one_kind_of_evidence() -> None:
    names = [name for name, _, _ in SIGNALS]
    assert sum(weight for _, weight, _ in SIGNALS) + LEARNED_LIMIT == pytest.approx(1)
    assert sorted(name for kind in _KINDS.values() for name in kind) == sorted(names)


def test_compiled_catalog_decides_as_the_plain_one() -> None:
    rows = [{"name": name, "score": 1 / place} for place, name in enumerate(INVOICES, 1)]
    for query in ("void invoice 12", "how many invoices", "청구서 목록", ""):
        plain = select_target_candidate(query, rows, INVOICES, llm_target="get_invoice")
        assert select_target_candidate(query, rows, CompiledCatalog(INVOICES), llm_target="get_invoice") == plain


def test_retrieval_results_say_the_order() -> None:
    tools = {name: {"description": "Look something up."} for name in ("alpha", "beta")}
    rows = [{"name": "beta", "score": 0.9}, {"name": "alpha", "score": 0.1}]
    assert select_target_candidate("look something up", ["alpha", "beta"], tools, rows)["selected_target"] == "beta"
