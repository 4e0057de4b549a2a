"""Kinds of requests, on catalogs of bare functions whose order says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from selector import select_target_candidate

LOANS = {
    name: {"description": text}
    for name, text in {
        "borrowed_items": "Items that a reader has borrowed.",
        "cancel_hold": "Cancel a hold on an item.",
        "count_holds": "Number of holds.",
        "extend_loan": "Extend a loan by a week.",
        "find_items": "Find items by title or author.",
        "get_item": "Get one item by its id.",
        "list_cancelled_holds": "List the holds that were cancelled.",
        "list_holds": "List all holds of a reader.",
        "place_hold": "Place a hold on an item.",
        "remove_item": "Remove an item from the collection.",
    }.items()
}
CLINIC = {
    name: {"description": text}
    for name, text in {
        "bookAppointment": "진료 예약",
        "cancelAppointment": "진료 예약 취소",
        "getAppointmentDetail": "진료 예약 상세 조회",
        "getAppointmentList": "진료 예약 목록 조회",
        "getAppointmentCount": "진료 예약 건수 조회",
        "getCancelledAppointmentList": "취소된 진료 예약 목록 조회",
        "updateAppointmentTime": "진료 예약 시간 변경",
        "sendReminder": "환자에게 알림 발송",
    }.items()
}
DEPLOY = {
    name: {}
    for name in (
        "createService",
        "deleteService",
        "deleteServiceCollection",
        "listServices",
        "readService",
        "readServiceLog",
        "readServiceStatus",
        "replaceService",
        "restartService",
    )
}


def selected(query: str, tools: Mapping[str, Any]) -> object:
    return select_target_candidate(query, sorted(tools), tools)["selected_target"]


def selected_among_equals(query: str, tools: Mapping[str, Any]) -> object:
    return select_target_candidate(query, [{"name": name, "score": 1} for name in tools], tools)["selected_target"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cancel my hold on the atlas", "cancel_hold"),
        ("list the cancelled holds", "list_cancelled_holds"),
        ("how many holds are there?", "count_holds"),
        ("do not cancel anything, just list the holds", "list_holds"),
        ("I don't want to remove it, show me the item", "get_item"),
        ("could you please extend the loan for me", "extend_loan"),
        ("I'd like to place a hold on this book", "place_hold"),
        ("find an atlas by Mercator", "find_items"),
        ("delete item 77", "remove_item"),
        ("find the item and place a hold", "place_hold"),
        ("which items are borrowed?", "borrowed_items"),
    ],
)
def test_english(query: str, expected: str) -> None:
    assert selected(query, LOANS) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("진료 예약 취소해줘", "cancelAppointment"),
        ("진료 예약을 취소하고 싶어요", "cancelAppointment"),
        ("취소된 진료 예약 목록 보여줘", "getCancelledAppointmentList"),
        ("취소하지 말고 예약 상세만 보여줘", "getAppointmentDetail"),
        ("오늘 진료 예약 몇 건이야?", "getAppointmentCount"),
        ("예약 시간을 바꿔줘", "updateAppointmentTime"),
        ("예약 목록 찾아서 환자에게 알림 보내줘", "sendReminder"),
        ("진료 예약해줘", "bookAppointment"),
        ("appointment 12번 취소해줘", "cancelAppointment"),
        ("진료예약목록", "getAppointmentList"),
    ],
)
def test_korean(query: str, expected: str) -> None:
    assert selected(query, CLINIC) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("list services", "listServices"),
        ("status of service web", "readServiceStatus"),
        ("show the log of service web", "readServiceLog"),
        ("delete all services", "deleteServiceCollection"),
        ("delete the service web", "deleteService"),
        ("restart the service", "restartService"),
        ("call readServiceLog for web", "readServiceLog"),
        ("서비스 로그 보여줘", "readServiceLog"),
        ("서비스 재시작 말고 상태 확인해줘", "readServiceStatus"),
    ],
)
def test_names_alone(query: str, expected: str) -> None:
    assert selected(query, DEPLOY) == expected


def test_values_of_the_request_decide_between_signatures() -> None:
    number = {"type": "number"}
    tools = {
        "area_from_sides": {
            "description": "Area of a triangle.",
            "parameters": {"type": "object", "properties": dict.fromkeys("abc", number), "required": ["a", "b", "c"]},
        },
        "area_from_base": {
            "description": "Area of a triangle.",
            "parameters": {"type": "object", "properties": dict.fromkeys("bh", number), "required": ["b", "h"]},
        },
    }
    assert selected_among_equals("area of a triangle with 3, 4 and 5", tools) == "area_from_sides"
    assert selected_among_equals("area of a triangle with 3 and 4", tools) == "area_from_base"


def test_a_value_that_a_parameter_allows_speaks_for_its_tool() -> None:
    status = {"type": "array", "properties": {}}
    tools = {
        "find_by_colour": {"description": "Find cars.", "parameters": [{"name": "colour", "enum": ["red", "blue"]}]},
        "find_by_status": {"description": "Find cars.", "parameters": [{"name": "status", "enum": ["parked", "sold"]}]},
        "broken": {"description": "Find cars.", "parameters": [status, None, 7]},
    }
    assert selected_among_equals("show the sold cars", tools) == "find_by_status"
