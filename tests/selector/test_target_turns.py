"""Turns of speech: particles apart from their verbs, what is put where, what is so, what was done and is not to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from selector import select_target_candidate
from selector.implied import implied_terms
from selector.query import read_query


def selected(query: str, tools: Mapping[str, Any]) -> object:
    return select_target_candidate(query, sorted(tools), tools)["selected_target"]


STUDIO = {
    name: {"description": text}
    for name, text in {
        "add_to_shelf": "Add a vase to a shelf.",
        "turn_off_kiln": "Turn off a kiln.",
        "turn_on_kiln": "Turn on a kiln.",
        "remove_from_shelf": "Remove a vase from a shelf.",
        "list_vases": "List vases.",
        "get_vase": "Get a vase.",
        "get_firing_status": "Status of a firing.",
        "list_firings": "List firings.",
        "finish_vase": "Mark a vase as finished.",
        "move_vase": "Move a vase to another room.",
        "check_in_guest": "Check a guest in.",
        "list_guests": "List guests.",
    }.items()
}
POOL = {
    name: {"description": text}
    for name, text in {
        "getLaneList": "레인 목록 조회",
        "getLaneDetail": "레인 상세 조회",
        "reserveLane": "레인 예약",
        "getLockerPayment": "락커 이용료 조회",
        "payLocker": "락커 이용료 납부",
        "getRepairStatus": "수리 상태 조회",
        "getRepairList": "수리 목록 조회",
        "reportBreakage": "파손 신고",
        "cancelBreakageReport": "파손 신고 취소",
        "listCancelledLanes": "취소된 레인 예약 목록 조회",
    }.items()
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("turn the kiln off in the back room", "turn_off_kiln"),
        ("turn the kiln on", "turn_on_kiln"),
        ("put the vase on the shelf", "add_to_shelf"),
        ("take the vase off the shelf", "remove_from_shelf"),
        ("take it out of the shelf", "remove_from_shelf"),
        ("how is the firing going?", "get_firing_status"),
        ("show the vases in the window", "list_vases"),
        ("show the vase in the window", "get_vase"),
        ("please check in guest 5", "check_in_guest"),
        ("instead of finishing the vase move it to the window", "move_vase"),
        ("without removing anything, show the vases", "list_vases"),
    ],
)
def test_english(query: str, expected: str) -> None:
    assert selected(query, STUDIO) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("레인 뭐 있지?", "getLaneList"),
        ("어떤 레인이 있나요", "getLaneList"),
        ("락커 이용료 납부할게요", "payLocker"),
        ("수리 어떻게 되고 있나요?", "getRepairStatus"),
        ("파손 신고해 주세요", "reportBreakage"),
        ("파손 신고 취소해 주세요", "cancelBreakageReport"),
        ("취소된 레인 예약 보여줘", "listCancelledLanes"),
    ],
)
def test_korean(query: str, expected: str) -> None:
    assert selected(query, POOL) == expected


@pytest.mark.parametrize(
    ("query", "acts"),
    [
        ("switch that lamp off for me", ["turnof"]),
        ("turn it on", ["turnon"]),
        ("check the vases out of order", ["check"]),
        ("switch which lamps are off", ["switch"]),
        ("check in the log whether it burns", ["check"]),
        ("check in for tomorrow", ["checkin"]),
        ("look this up", ["search"]),
        ("put on the kiln", ["start"]),
        ("rather than cancelling, extend it", ["extend"]),
        ("cancel it without refunding anything", ["cancel"]),
    ],
)
def test_acts_of_verbs_in_two_parts_and_of_denials(query: str, acts: list[str]) -> None:
    assert [act.verb for act in read_query(query).acts] == acts


def test_an_excluded_act_keeps_its_thing() -> None:
    weights = {term.stem: term.weight for term in read_query("instead of removing the vase paint it").terms}
    assert weights["remov"] < 0.1
    assert weights["vas"] == 1.0


def test_what_the_speaker_did_is_no_state_and_no_question() -> None:
    query = read_query("I finished the vase")
    assert query.commanded is None
    assert [term.state for term in query.terms] == [False, False]
    assert read_query("the finished vase").terms[0].state


def test_whether_something_was_done_denies_nothing() -> None:
    query = read_query("레인 취소됐는지 알려줘")
    assert query.denied == frozenset()
    assert query.commanded is False


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("which vases did i paint", ["i"]),
        ("how do i paint a vase", []),
        ("how is the glaze coming along", ["status"]),
        ("how is it made", []),
        ("prices over the last year", ["history"]),
        ("the last vase", []),
    ],
)
def test_what_is_implied(text: str, words: list[str]) -> None:
    assert [term.word for term in implied_terms(text, asks=True, counts=False)] == words


def test_a_question_of_the_speaker_does_not_ask_for_what_is_current() -> None:
    (own,) = implied_terms("do i owe rent", asks=True, counts=False)
    assert "current" not in dict(own.keys)
    assert "authenticat" in dict(own.keys)


@pytest.mark.parametrize(
    ("query", "acts", "commanded"),
    [
        ("레인 취소하면 환불 얼마예요?", ["get"], False),
        ("레인 취소하려면 어떻게 해요", [], False),
        ("레인 취소하면 좋겠어요", ["취소"], True),
        ("레인 취소했으면 좋겠어요", ["취소"], True),
        ("내 레인 예약 내역", [], False),
        ("레인", [], None),
    ],
)
def test_korean_conditions_and_noun_phrases(query: str, acts: list[str], commanded: bool | None) -> None:
    read = read_query(query)
    assert ([act.verb for act in read.acts], read.commanded) == (acts, commanded)


@pytest.mark.parametrize("query", ["내 책 목록", "제 책을 보여줘", "나의 책"])
def test_korean_says_whose_a_thing_is(query: str) -> None:
    assert {"my", "책"} <= {term.stem for term in read_query(query).terms}


def test_nouns_of_one_syllable_are_translated() -> None:
    tools = {"open_door": {"description": "Open a door."}, "open_valve": {"description": "Open a valve."}}
    assert select_target_candidate("문을 열어줘", ["open_valve", "open_door"], tools)["selected_target"] == "open_door"


@pytest.mark.parametrize(
    "query", ["is the vase finished", "how was the firing in 1970", "do I own a vase", "what vases are there"]
)
def test_courtesy_changes_no_question(query: str) -> None:
    plain, polite = read_query(query), read_query(f"Please, {query}? Thanks!")
    assert (polite.verbs, polite.shapes, polite.actions) == (plain.verbs, plain.shapes, plain.actions)
    assert [term.stem for term in polite.terms] == [term.stem for term in plain.terms]


@pytest.mark.parametrize("text", ["어디까지 왔어", "how was the firing", "what vases are there", "do i owe rent"])
def test_what_is_implied_is_looked_up_best_key_first(text: str) -> None:
    (term,) = implied_terms(text, asks=True, counts=False)
    strengths = [strength for _, strength in term.keys]
    assert strengths == sorted(strengths, reverse=True)


DESK = {
    "list_appointments": {"description": "List appointments of a patient."},
    "book_appointment": {"description": "Book a new appointment."},
    "cancel_appointment": {"description": "Cancel an appointment."},
}


@pytest.mark.parametrize("query", ["예약 조회", "내 예약 알려줘", "취소된 예약 보여줘", "show my bookings"])
def test_a_thing_that_is_called_as_an_act_asks_for_no_act(query: str) -> None:
    assert selected(query, DESK) == "list_appointments"


@pytest.mark.parametrize(
    "query",
    [
        "cancel my appointment",
        "Would you mind cancelling my appointment?",
        "I was wondering if you could cancel my appointment",
        "예약 취소해줘",
        "예약 취소 부탁드립니다",
        "예약 취소를 부탁해요",
    ],
)
def test_a_roundabout_way_to_ask_asks_for_the_same(query: str) -> None:
    block = select_target_candidate(query, sorted(DESK), DESK)
    assert (block["selected_target"], block["ambiguous"]) == ("cancel_appointment", False)
