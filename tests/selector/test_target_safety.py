"""A request that asks to be told never gets a change for sure, and a command is one however it is put."""

from __future__ import annotations

from typing import Any

import pytest

from selector import select_target_candidate
from selector.tools import changes_state

ORDERS: dict[str, Any] = {
    name: {"description": text}
    for name, text in {
        "getOrder": "Get one order. 주문 상세 조회",
        "listOrders": "List orders by status. 주문 목록 조회",
        "cancelOrder": "Cancel an order. 주문 취소",
        "refundOrder": "Refund an order. 주문 환불",
        "shipOrder": "Ship an order. 주문 발송",
        "deleteOrder": "Delete an order. 주문 삭제",
        "approveReturn": "Approve a return. 반품 승인",
        "listReturns": "List returns by status. 반품 목록 조회",
    }.items()
}
READING = ["getOrder", "listOrders", "listReturns"]
TOLD = [
    # questions about what was or may be
    "has order 81 been shipped already?",
    "is my order cancelled?",
    "were the orders of May refunded?",
    "did anybody delete order 81?",
    "did we refund the order?",
    "have you shipped order 81?",
    "can order 81 still be refunded?",
    "could an order be deleted by mistake?",
    "when was the order shipped?",
    "why did they cancel order 81?",
    "how do I refund an order?",
    "please, which orders were cancelled?",
    "hello, was the order refunded?",
    # states and noun phrases
    "cancelled orders",
    "shipped?",
    "the refunded ones",
    "orders that were deleted",
    "orders to be shipped",
    "orders we cancelled last month",
    "order cancellation history",
    "refund status of order 81",
    "order 81 details",
    "approved returns",
    # denials and other clauses
    "do not cancel order 81",
    "wait! don't ship order 81, I only want to look at it",
    "before refunding order 81 I want to see it",
    "before you delete the order, show me its details",
    "show order 81 without cancelling it",
    "order 81 shouldn't be cancelled; show it",
    # Korean: past, passive, possibility, whether
    "주문 취소됐어?",
    "주문 환불되었나요",
    "주문 발송했나요?",
    "주문을 삭제했었나요",
    "주문 취소됐는지 알려줘",
    "반품 승인 났나요?",
    "반품 승인됐습니까?",
    "주문 환불 가능한가요?",
    "주문 취소할 수 있나요?",
    "주문 발송 여부",
    "주문 삭제 방법 알려줘",
    "취소된 주문",
    "환불한 주문 목록",
    "주문 삭제하지 말고 보여줘",
    "주문 취소 금지, 조회만",
]
COMMANDED = {
    "get order 81 refunded": "refundOrder",
    "have order 81 shipped": "shipOrder",
    "I want my order cancelled": "cancelOrder",
    "order 81 needs to be shipped": "shipOrder",
    "the order should be refunded": "refundOrder",
    "make sure order 81 gets cancelled": "cancelOrder",
    "make sure to ship order 81": "shipOrder",
    "don't forget to refund order 81": "refundOrder",
    "do not hesitate to cancel order 81": "cancelOrder",
    "why don't you ship order 81": "shipOrder",
    "why not cancel order 81": "cancelOrder",
    "mark order 81 as shipped": "shipOrder",
    "get rid of order 81": "deleteOrder",
    "call the order off": "cancelOrder",
    "can you refund the cancelled order 81?": "refundOrder",
    "would it be possible to cancel order 81?": "cancelOrder",
    "before you ship it, cancel order 81": "cancelOrder",
    "I ordered it yesterday, cancel the order": "cancelOrder",
    "not a refund - cancel the order": "cancelOrder",
    "주문 취소해 주실 수 있나요?": "cancelOrder",
    "주문 환불했으면 좋겠어요": "refundOrder",
    "주문 지워줘": "deleteOrder",
    "주문했는데 취소해줘": "cancelOrder",
    "취소된 주문을 삭제해줘": "deleteOrder",
}


def decide(query: str, tools: dict[str, Any] = ORDERS, llm: str | None = None) -> dict[str, Any]:
    return select_target_candidate(query, list(tools), tools, llm_target=llm)


@pytest.mark.parametrize("query", TOLD)
def test_who_asks_to_be_told_gets_no_sure_change(query: str) -> None:
    alone = decide(query)
    assert alone["selected_target"] in READING or alone["ambiguous"]
    assert alone["selected_target"] in READING or alone["reason_codes"][0] == "selected_by_rank"


@pytest.mark.parametrize("query", TOLD)
@pytest.mark.parametrize("llm", READING)
def test_who_asks_to_be_told_gets_no_change_in_the_place_of_a_reading_target(query: str, llm: str) -> None:
    assert decide(query, llm=llm)["selected_target"] in READING


@pytest.mark.parametrize(("query", "expected"), COMMANDED.items())
def test_a_command_is_one_however_it_is_put(query: str, expected: str) -> None:
    assert decide(query)["selected_target"] == expected
    assert decide(query, llm=expected)["selected_target"] == expected


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("wipe_disk", ""),
        ("banMember", ""),
        ("unblockAccount", ""),
        ("reindexCatalog", ""),
        ("zap_device", "Zaps a device."),
        ("zap_device", "Zap the device."),
        ("get_or_create_ticket", ""),
        ("findAndModify", ""),
        ("loadAndDelete", ""),
        ("resolve_incident", "Resolves an incident."),
    ],
)
def test_an_unknown_verb_is_presumed_to_change_state(name: str, description: str) -> None:
    assert changes_state(name, {"description": description})


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("weather", "Weather of a city."),
        ("order_status", "Order status of a customer."),
        ("member_names", "Members of a group."),
        ("scan_host", "Scans a host."),
        ("borrowed_items", "Borrowed items of a reader."),
        ("getNameAndAddress", "Gets name and address."),
        ("rank_players", "Ranks players by score."),
    ],
)
def test_nouns_and_harmless_verbs_read(name: str, description: str) -> None:
    assert not changes_state(name, {"description": description})


def test_what_declares_that_it_reads_reads() -> None:
    assert not changes_state("zap_device", {"description": "Zaps it.", "annotations": {"readOnlyHint": True}})
    assert not changes_state("zap_device", {"description": "Zaps it.", "metadata": {"method": "GET"}})


DEVICES: dict[str, Any] = {
    "zap_device": {"description": "Zaps a device."},
    "suspend_member": {"description": "Suspends a member."},
    "get_device": {"description": "Gets a device."},
    "list_devices": {"description": "Lists devices by state."},
    "list_members": {"description": "Lists members by state."},
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("show zapped devices", "list_devices"),
        ("was device 4 zapped?", "get_device"),
        ("suspended members", "list_members"),
        ("do not zap device 4, show it", "get_device"),
    ],
)
def test_a_participle_earns_nothing_from_the_tool_whose_verb_it_is(query: str, expected: str) -> None:
    for llm in (expected, None):
        selection = decide(query, DEVICES, llm)
        assert selection["selected_target"].startswith(("get", "list"))
    evidence = {row["name"]: row for row in decide(query, DEVICES)["candidate_evidence"]}
    acting = [evidence[name]["matched_terms"] for name in ("zap_device", "suspend_member")]
    assert not {"zapped", "suspended"} & {term for terms in acting for term in terms}


@pytest.mark.parametrize(
    "query", ["show me the forecast", "do not delete order 81", "", "list the orders", "is it deleted?"]
)
@pytest.mark.parametrize("llm", [None, "deleteOrder", "nowhere"])
def test_a_lone_candidate_for_which_nothing_speaks_is_selected_by_rank(query: str, llm: str | None) -> None:
    selection = select_target_candidate(query, ["deleteOrder"], ORDERS, llm_target=llm)
    assert selection["selected_target"] == "deleteOrder"
    assert selection["reason_codes"][0] == "selected_by_rank"
    assert selection["ambiguous"]


@pytest.mark.parametrize(("query", "name"), [("delete order 81", "deleteOrder"), ("show the order", "getOrder")])
def test_a_lone_candidate_that_is_asked_for_is_sure(query: str, name: str) -> None:
    selection = select_target_candidate(query, [name], ORDERS)
    assert selection["reason_codes"] == ["selected_by_strong_evidence"]
    assert not selection["ambiguous"]


@pytest.mark.parametrize(
    "query",
    ["which returns were approved?", "how many orders are there", "ship order 81", "반품 목록", "주문 취소해줘"],
)
@pytest.mark.parametrize(
    "polite",
    [
        "please {}",
        "hi, {}",
        "{}, please",
        "{}. Thanks!",
        "{}. Thanks a lot in advance!",
        "{} 감사합니다",
        "안녕하세요 {}",
    ],
)
def test_courtesy_in_both_languages_changes_no_decision(query: str, polite: str) -> None:
    for llm in (None, "getOrder"):
        plain, courteous = decide(query, llm=llm), decide(polite.format(query), llm=llm)
        for field in ("selected_target", "reason_codes", "margin"):
            assert courteous[field] == plain[field]


@pytest.mark.parametrize("query", ["show the returns", "refund order 81", "주문 목록", "approve the return"])
def test_a_stranger_in_front_wins_nothing(query: str) -> None:
    tools = {"brewTea": {"description": "Brews tea."}, "poem": {}, **ORDERS}
    plain = decide(query)["selected_target"]
    assert select_target_candidate(query, ["brewTea", "poem", *ORDERS], tools)["selected_target"] == plain


@pytest.mark.parametrize(
    ("query", "llm"),
    [
        ("list the orders and cancel order 81", "listOrders"),
        ("cancel order 81, then delete order 82", "cancelOrder"),
        ("ship order 81; refund order 82", "shipOrder"),
        ("주문 취소하고 반품 승인해줘", "cancelOrder"),
        ("주문 조회한 뒤 삭제해줘", "getOrder"),
    ],
)
def test_several_steps_are_ambiguous_and_override_nothing(query: str, llm: str) -> None:
    assert decide(query)["ambiguous"]
    selection = decide(query, llm=llm)
    assert selection["ambiguous"]
    assert selection["selected_target"] == llm


@pytest.mark.parametrize(
    "query", ["find order 81 or show it", "ship order 81. Please ship it today.", "찾아서 주문 취소해줘"]
)
def test_one_act_said_twice_is_one_step(query: str) -> None:
    assert not decide(query)["ambiguous"] or decide(query)["margin"] < 0.06
