"""One request in the words in which people put it: counts, phrasal verbs, native Korean verbs, short forms, all."""

from __future__ import annotations

from typing import Any

import pytest

from selector import select_target_candidate


def tools(**described: str) -> dict[str, Any]:
    return {name: {"description": text} for name, text in described.items()}


STAFF = tools(
    listTeachers="교사 목록 조회. List teachers.",
    getTeacher="교사 상세 조회. Get one teacher.",
    countTeachers="교사 수 조회. Count teachers.",
    hireTeacher="교사 채용. Hire a teacher.",
)
HOUSE = tools(
    turn_on_fan="Turns a fan on.",
    turn_off_fan="Turns a fan off.",
    get_fan_state="Tells whether a fan is on or off.",
    lock_gate="Locks a gate.",
    open_gate="Opens a gate.",
    list_gates="Lists gates with their state.",
)
WORK = tools(
    stop_worker="Stops a worker.",
    list_workers="Lists workers.",
    rollback_release="Rolls a release back.",
    create_release="Creates a release.",
    list_releases="Lists releases.",
    assign_ticket="Assigns a ticket to somebody.",
    get_ticket="Gets a ticket.",
    remove_ticket="Removes a ticket.",
    merge_branch="Merges a branch.",
    list_branches="Lists branches.",
)
MONEY = tools(
    get_account_balance="Balance of an account.",
    list_accounts="Lists accounts.",
    list_transactions="Lists transactions.",
    block_account="Blocks an account.",
)
PLACES = tools(
    listRegionalShops="List the shops in a region",
    listShopsForAllRegions="List the shops in all regions",
    getShop="Get the specified shop",
)


@pytest.mark.parametrize(
    ("query", "catalog", "expected"),
    [
        ("how many teachers do we have?", STAFF, "countTeachers"),
        ("number of teachers", STAFF, "countTeachers"),
        ("교사 수 알려줘", STAFF, "countTeachers"),
        ("교사 수", STAFF, "countTeachers"),
        ("교사 총 수", STAFF, "countTeachers"),
        ("교사가 몇 명이에요?", STAFF, "countTeachers"),
        ("교사 목록", STAFF, "listTeachers"),
        ("switch off the fan", HOUSE, "turn_off_fan"),
        ("switch the fan off please", HOUSE, "turn_off_fan"),
        ("turn the fan on", HOUSE, "turn_on_fan"),
        ("fan 꺼줘", HOUSE, "turn_off_fan"),
        ("fan 켜줘", HOUSE, "turn_on_fan"),
        ("gate 잠가줘", HOUSE, "lock_gate"),
        ("gate 열어줘", HOUSE, "open_gate"),
        ("bring the worker down", WORK, "stop_worker"),
        ("shut down worker 3", WORK, "stop_worker"),
        ("roll back release 7", WORK, "rollback_release"),
        ("release 롤백해줘", WORK, "rollback_release"),
        ("hand ticket 9 to Ann", WORK, "assign_ticket"),
        ("get rid of ticket 9", WORK, "remove_ticket"),
        ("branch 머지해줘", WORK, "merge_branch"),
        ("acct bal", MONEY, "get_account_balance"),
        ("txns since March", MONEY, "list_transactions"),
        ("계정 정지시켜줘", MONEY, "block_account"),
        ("show shops everywhere", PLACES, "listShopsForAllRegions"),
        ("list shops across regions", PLACES, "listShopsForAllRegions"),
        ("모든 지역의 shop 조회", PLACES, "listShopsForAllRegions"),
    ],
)
def test_wordings(query: str, catalog: dict[str, Any], expected: str) -> None:
    rows = [{"name": name, "score": 1} for name in catalog]
    assert select_target_candidate(query, rows, catalog)["selected_target"] == expected


@pytest.mark.parametrize("query", ["how many teachers do we have?", "교사 총 수", "교사가 몇 명이에요?"])
def test_a_count_is_chosen_though_the_list_is_retrieved_first(query: str) -> None:
    selection = select_target_candidate(query, list(STAFF), STAFF)
    assert selection["selected_target"] == "countTeachers"


@pytest.mark.parametrize("query", ["교사 만날 수 있는지 알려줘", "교사를 찾을 수 없어"])
def test_ability_is_no_count(query: str) -> None:
    assert select_target_candidate(query, list(STAFF), STAFF)["result_shape_priority"] == {}
