"""The mutation gate reads a fact in whatever place and shape it is written, and takes no reading tool for another."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from selector import assemble_tool_bundle, complete_target_dependencies, expand_candidates_with_producers
from selector.safety import asked_changes, judge
from tests.selector.test_mutation_gate import doors

Tool = dict[str, Any]


def posted(path: str = "/parcels", **rest: Any) -> Tool:
    return {"metadata": {"method": "post", "path": path, "ai_metadata": {"canonical_action": "search"}}, **rest}


#: What is said of a tool named ``depot``, in shapes and places that documents have.
SHAPES: dict[str, Tool] = {
    "a posted collection, whatever its label says": posted(description="Parcels"),
    "methods in a list": {"metadata": {"method": ["GET", "DELETE"]}},
    "methods in a text": {"metadata": {"method": "GET|DELETE"}},
    "an invisible character": {"metadata": {"method": "DELETE\u200b"}},
    "a method that is no text": {"metadata": {"method": {"verb": "x"}}},
    "an unreadable method": {"metadata": {"method": "  "}},
    "a request method": {"metadata": {"request_method": "DELETE"}},
    "a method of http": {"metadata": {"http": {"method": "PUT"}}},
    "labels in a list": {"metadata": {"ai_metadata": {"canonical_action": ["read", "delete"]}}},
    "an operation": {"metadata": {"ai_metadata": {"operation": "delete"}}},
    "an intent": {"metadata": {"ai_metadata": {"intent": "to remove a depot"}}},
    "a mutation of GraphQL": {"metadata": {"graphql": {"operation": "mutation"}}},
    "an operation of the metadata": {"metadata": {"operation": "mutation"}},
    "a hint that is a number": {"annotations": {"readOnlyHint": 0}},
    "a hint that is a word": {"annotations": {"destructiveHint": "yes"}},
    "a denial that is a word": {"annotations": {"readOnlyHint": "no"}},
    "an extension": {"metadata": {"x-mutating": True}},
    "a note of the protocol": {"_meta": {"destructive": True}},
    "a tag": {"tags": ["delete"]},
    "a description of the metadata": {"metadata": {"description": "Deletes a depot."}},
    "a summary of the metadata": {"metadata": {"summary": "Deletes a depot."}},
    "an action in the path": {"metadata": {"method": "get", "path": "/depots?action=delete"}},
    "the end of a long description": {"description": "Tells about depots. " * 900 + "Deletes the depot."},
}
NAMES = [
    *("unregisterDepot", "incrementStock", "bumpVersion", "undoMove", "revertMove", "downgradePlan", "finishLoad"),
    *("retryJob", "splitPart", "zapDepot", "claimParcel", "popQueue", "consumeEvent", "regenerateKey", "delegateTask"),
    *("cordonNode", "requeueJob", "snoozeAlarm", "seedData", "initDb", "vacuumTable", "expelUser", "flagParcel"),
    *(
        "reportUser",
        "invokeLambda",
        "hangUp",
        "dialNumber",
        "rm_depot",
        "del_depot",
        "updDepot",
        "insDepot",
        "crtDepot",
    ),
    *("crtDepot", "deleteparcel", "removedepot", "de\u200blete_depot", "ｄｅｌｅｔｅDepot", "d" * 300 + "_delete"),
    *(
        "소포보내기",
        "소포지우기",
        "소포만들기",
        "주소바꾸기",
        "소포없애기",
        "소포버리기",
        "소포넣기",
        "소포빼기",
        "소포옮기기",
    ),
    *("문닫기", "문열기", "불켜기", "불끄기", "글올리기", "창내리기", "소포담기", "포인트적립", "서버기동", "배포롤백"),
    *("계약체결", "보험청약", "팔로우", "글좋아요", unicodedata.normalize("NFD", "소포삭제"), "삭제_소포"),
]
SENTENCES = [
    *("Irreversibly destroys a depot", "Completely clears the depot", "Can be used to modify depots"),
    *("Used to move depots", "Warning: destructive operation", "HTTP DELETE wrapper", "Bulk deletion endpoint"),
    *("Data removal service", "This endpoint is not read-only", "소포를 모두 날린다", "새로운 글을 쓴다"),
]
READING: dict[str, Tool] = {
    "searchDepots": posted("/depots/search"),
    "depots": posted("/depots", description="Find depots by their town."),
    "depotLookup": posted("/depots/lookup"),
    "listMoveRequests": {"metadata": {"method": "get", "path": "/move_requests"}},
    "listShelves": {"description": "Lists shelves of a depot. To create a shelf use createShelf."},
    "compareDepots": {"description": "Compare depots, shelves or commits"},
    "resolveAddress": {"description": "Resolve an address to a place"},
    "priceFeed": {"description": "Daily update of prices"},
    "depotGuide": {"description": "Returns the cancellation policy", "metadata": {"method": "get"}},
    "소포내보내기": {},
    "삭제_이력_조회": {},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_fact_counts_in_whatever_shape_and_place(shape: str) -> None:
    tool = SHAPES[shape]
    assert judge("depot", tool).changes
    assert not any(doors("depot", tool, "find the parcel of Kim", allow=True).values())


def test_names_and_sentences_of_change() -> None:
    assert [name for name in NAMES if not judge(name, {}).changes] == []
    assert [said for said in SENTENCES if not judge("depot", {"description": said}).changes] == []


@pytest.mark.parametrize("name", READING)
def test_what_reads_stays_reading(name: str) -> None:
    assert not judge(name, READING[name]).changes, judge(name, READING[name]).facts


def test_a_verb_that_no_table_knows_changes_unless_something_says_that_it_reads() -> None:
    told = {"description": "Frobs a depot."}
    assert judge("frob_depot", {"description": "Frobs the depot."}).changes
    assert not judge("frob_depot", {**told, "annotations": {"readOnlyHint": True}}).changes
    assert not judge("weather_map", {"description": "Weather of a town."}).changes


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        *(("취소하려면 얼마야?", ""), ("update me on the parcel", ""), ("send me the list of depots", "")),
        *(("kill the depot", "delete"), ("wipe the shelf", "delete"), ("get rid of the old shelves", "delete")),
        *(("소포 다 날려버려", "delete"), ("send me the list of depots and delete the last one", "delete")),
    ],
)
def test_which_change_a_request_asks_for(query: str, asked: str) -> None:
    assert asked_changes(query) == frozenset(filter(None, [asked]))


@pytest.mark.parametrize(
    ("query", "tool", "passes"),
    [
        *(("find my parcel and cancel it", name, name == "cancelParcel") for name in ("cancelParcel", "deleteDepot")),
        ("find my parcel and cancel it", "createParcel", False),
        ("look at the depot and delete the parcel", "deleteDepot", False),
        ("look at the depot and delete the parcel", "deleteParcel", True),
        ("창고를 조회하고 소포를 삭제해줘", "deleteParcel", True),
        ("창고를 조회하고 소포를 삭제해줘", "deleteWarehouse", False),
        ("delete it", "deleteParcel", False),
        ("create a label for my parcel", "createParcel", False),
    ],
)
def test_a_request_permits_by_thing_as_well_as_by_verb(query: str, tool: str, passes: bool) -> None:
    opened = doors(tool, {}, query, allow=True)
    assert opened["closure"] is opened["expansion"] is opened["manual"] is opened["trace"] is passes
    giving = {"produces": [{"field_name": "parcelId"}]}
    bundle = assemble_tool_bundle(
        query, "view", {"view": {}, tool: giving}, target_alternatives=[tool], allow_mutation=True
    )
    assert (tool in bundle.admitted_tools) is passes


def test_without_permission_nothing_that_changes_passes() -> None:
    tools = {
        "locate": {"consumes": [{"field_name": "parcelId", "required": True}], "metadata": {"method": "get"}},
        **{name: {"produces": [{"field_name": "parcelId"}]} for name in NAMES},
    }
    assert complete_target_dependencies("locate", tools, query="find the parcel").required_dependencies == []
    assert expand_candidates_with_producers(["locate"], tools, query="delete the parcel") == ["locate"]
