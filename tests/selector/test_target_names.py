"""How tools are named: tags, verbs in front and behind, whose a thing is, all of it, its opposite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from selector import select_target_candidate
from selector.acts import front_of, lead_verb, name_verb
from selector.opposites import opposites_of
from selector.tools import read_tool


def tools_of(**described: str) -> dict[str, dict[str, str]]:
    return {name: {"description": text} for name, text in described.items()}


def selected(query: str, tools: Mapping[str, Any]) -> object:
    return select_target_candidate(query, sorted(tools), tools)["selected_target"]


ORCHARD = {
    name: {"description": text}
    for name, text in {
        "trees/list": "List trees.",
        "trees/list-for-authenticated-user": "List trees of the authenticated user.",
        "trees/list-for-keeper": "List trees of a keeper.",
        "trees/list-harvests": "List harvests of a tree.",
        "trees/get": "Get a tree.",
        "pickers/list-trees-in-row": "List trees in a row.",
    }.items()
}
ROWS = tools_of(
    listRowedTree="list objects of kind Tree",
    listTreeForAllRows="list objects of kind Tree",
    readRowedTree="read the specified Tree",
)
GATES = {
    "gates.admit": {"description": "Let a cart pass a gate."},
    "gates.latch": {"description": "Latch a gate."},
    "gates.unlatch": {"description": "Unlatch a gate."},
    "gates.lock": {"description": "Gate lock: bolt it."},
    "gates.unlock": {"description": "Gate lock: undo it."},
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("which trees do I keep?", "trees/list-for-authenticated-user"),
        ("list my trees", "trees/list-for-authenticated-user"),
        ("show the harvests of tree 7", "trees/list-harvests"),
        ("show tree 7", "trees/get"),
        ("list the trees in row 4", "pickers/list-trees-in-row"),
    ],
)
def test_operations_filed_under_a_tag(query: str, expected: str) -> None:
    assert selected(query, ORCHARD) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("list all trees in the row", "listRowedTree"),
        ("list the trees of all rows", "listTreeForAllRows"),
        ("list trees across rows", "listTreeForAllRows"),
    ],
)
def test_all_of_a_thing_is_not_one(query: str, expected: str) -> None:
    assert selected(query, ROWS) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [("lock gate 3", "gates.lock"), ("unlock gate 3", "gates.unlock"), ("3번 게이트 잠금 해제해줘", "gates.unlock")],
)
def test_an_act_is_not_its_opposite(query: str, expected: str) -> None:
    assert selected(query, GATES) == expected


def test_an_llm_target_that_does_the_opposite_is_replaced() -> None:
    tools = tools_of(muteBell="Mute the bell of a tower.", unmuteBell="Unmute the bell of a tower.")
    selection = select_target_candidate("mute the bell of the tower", sorted(tools), tools, llm_target="unmuteBell")
    assert (selection["selected_target"], selection["overrode_llm"]) == ("muteBell", True)


def test_opposites_go_both_ways() -> None:
    assert "clos" in opposites_of("open")
    assert "open" in opposites_of("clos")
    assert "unpin" in opposites_of("pin")
    assert "pin" in opposites_of("unpin")
    assert "pin" not in opposites_of("pin")


@pytest.mark.parametrize(
    ("name", "description", "verb", "action"),
    [
        ("get_record", "Record details.", "get", "read"),
        ("get_record", "Record a song.", "record", "create"),
        ("bells_zap", "Zap a bell in the tower.", "zap", "action"),
        ("towers/zap-bell", "Zap a bell.", "zap", "action"),
        ("towers/approve-visit-run", "", "approv", "action"),
        ("visits.check_in", "", "checkin", "action"),
    ],
)
def test_verbs_of_tools(name: str, description: str, verb: str, action: str) -> None:
    facts = read_tool(name, {"description": description})
    assert (facts.verb, facts.action) == (verb, action)


def test_a_name_begins_behind_its_tag() -> None:
    assert front_of("towers/approve-visit") == 1
    assert front_of("bell towers/") == 0
    assert name_verb(("towers", "approve", "visit", "run"), front=1) == 1
    assert name_verb(("approve", "towers", "visit"), front=1) == 0


def test_a_description_that_begins_with_nothing_has_no_verb() -> None:
    assert lead_verb(("bell",), -1, []) == ""


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("list-doors-for-tower", "door"),
        ("getDoorDetailList", "door"),
        ("add_to_tower", "tower"),
        ("search", ""),
        ("search_everything", "everyth"),
    ],
)
def test_what_a_name_is_about(name: str, head: str) -> None:
    assert read_tool(name, {}).head == head


def test_a_word_for_who_asks_is_no_noun_of_a_name() -> None:
    assert read_tool("listBellsOfCurrentUser", {}).nouns == ("bel", "current")
    assert read_tool("listBellsOfUser", {}).nouns == ("bel", "user")


def test_where_no_verb_answers_a_plain_one_does() -> None:
    tools = tools_of(
        **{"bells/polish": "Polish a bell.", "bells/update": "Update a bell.", "bells/hide": "Hide a bell."}
    )
    rows = [{"name": name, "score": 1} for name in sorted(tools)]
    for query, expected in (("rename bell 4", "bells/update"), ("hide bell 4", "bells/hide")):
        assert select_target_candidate(query, rows, tools)["selected_target"] == expected


def test_a_narrower_thing_leaves_no_doubt_and_another_does() -> None:
    narrower = tools_of(**{"bells/delete": "Delete a bell.", "bells/delete-rope": "Delete a bell rope."})
    other = tools_of(delete_bell_rope="Delete a rope.", delete_bell_wheel="Delete a wheel.")
    assert select_target_candidate("delete bell 4", sorted(narrower), narrower)["ambiguous"] is False
    assert select_target_candidate("delete bell 4", sorted(other), other)["ambiguous"] is True


def test_a_tag_is_no_narrower_thing() -> None:
    tools = tools_of(ring_bell="Ring a bell.", **{"tower.ring_bell": "Ring a bell."})
    assert select_target_candidate("ring the bell", sorted(tools), tools)["ambiguous"] is True


def test_a_question_for_yes_or_no_is_answered_by_what_checks() -> None:
    tools = tools_of(
        listFollowedKeepers="List followed keepers.", checkFollowingKeeper="Check the following of a keeper."
    )
    rows = [{"name": name, "score": 1} for name in sorted(tools)]
    assert select_target_candidate("do I follow keeper Ann?", rows, tools)["selected_target"] == "checkFollowingKeeper"


@pytest.mark.parametrize("query", ["delete the bell old-tom", "delete the bell called Tom", "delete bell Tom"])
def test_the_name_of_a_thing_is_not_what_a_request_is_about(query: str) -> None:
    tools = tools_of(**{"bells/delete": "Delete a bell.", "bells/delete-rope": "Delete a bell rope."})
    assert selected(query, tools) == "bells/delete"
