"""Suggestions: found by family, argument and id; every change of a status is audited and told."""

from __future__ import annotations

import pytest

from pipeline.learning.attempts import Edge
from pipeline.ports import SuggestionChange
from storage.store import SqlStore
from storage.tables import audit, outbox, suggestions
from tests.storage.content import EDGE, data_flow, preference, rows

BOOK = preference("3f9a", "bookRoom")
LIST = preference("3f9a", "listRooms")
OTHER_FAMILY = preference("77c0", "bookRoom")
ELSEWHERE = preference("3f9a", "bookRoom", collection_id="airline")
FLOW = data_flow(EDGE)


@pytest.fixture
def full(store: SqlStore) -> SqlStore:
    write(store, *(SuggestionChange(row, None) for row in (BOOK, LIST, OTHER_FAMILY, ELSEWHERE, FLOW)))
    return store


def write(store: SqlStore, *changes: SuggestionChange) -> None:
    with store.unit_of_work() as work:
        work.suggestions.write(changes)
        work.commit()


def test_preferences_are_found_by_family(full: SqlStore) -> None:
    with full.unit_of_work() as work:
        found = work.suggestions.of_families("hotel", ["3f9a", "none"])
    assert {family: sorted(row["target"] for row in found[family]) for family in found} == {
        "3f9a": ["bookRoom", "listRooms"]
    }


def test_edges_are_found_by_the_argument_they_fill(full: SqlStore) -> None:
    with full.unit_of_work() as work:
        assert work.suggestions.of_arguments("hotel", [("bookRoom", "guest_id"), ("x", "y")]) == [FLOW]
        assert work.suggestions.of_arguments("hotel", [("bookRoom", "name"), ("other", "guest_id")]) == []
        assert work.suggestions.of_arguments("airline", [("bookRoom", "guest_id")]) == []


def test_rows_come_back_by_id_as_they_were_written(full: SqlStore) -> None:
    with full.unit_of_work() as work:
        assert work.suggestions.get([FLOW["id"], BOOK["id"], "tp-none"]) == {FLOW["id"]: FLOW, BOOK["id"]: BOOK}


def test_text_and_numbers_of_a_row_survive(store: SqlStore) -> None:
    row = preference(
        "3f9a", "예약", query_example='방 "하나" \U0001f6cf', evidence={"blocked_by": [], "n": 0.1 + 0.2, "z": -0.0}
    )
    write(store, SuggestionChange(row, None))
    with store.unit_of_work() as work:
        assert work.suggestions.get([row["id"]]) == {row["id"]: row}


def test_a_written_row_replaces_the_stored_one(full: SqlStore) -> None:
    now = {**BOOK, "boost": 0.01}
    write(full, SuggestionChange(now, BOOK))
    with full.unit_of_work() as work:
        assert work.suggestions.get([BOOK["id"]]) == {BOOK["id"]: now}


def test_only_a_change_of_status_is_audited_and_told(store: SqlStore) -> None:
    promoted = {
        **BOOK,
        "status": "promoted",
        "history": [{"day": 20_458, "status": "promoted", "reasons": ["evidence"], "cause": "evidence"}],
        "acts": [{"act": "approve", "actor": "kim"}],
    }
    write(store, SuggestionChange(BOOK, None))
    write(store, SuggestionChange({**BOOK, "boost": 0.01}, BOOK))
    write(store, SuggestionChange(promoted, BOOK))
    with store.reading() as reader:
        changes = reader.status_changes(BOOK["id"])
        assert reader.status_changes("tp-none") == []
    assert [(change.before, change.after) for change in changes] == [(None, "suggested"), ("suggested", "promoted")]
    assert changes[1].cause == {
        "blocked_by": [],
        "transition": promoted["history"][0],
        "act": promoted["acts"][0],
        "policy_version": "1-test",
        "evidence": promoted["evidence"],
        "acted": True,
    }
    assert [row["payload"] for row in rows(store, outbox)] == [BOOK, promoted]
    written = [row["written_at"] for row in rows(store, outbox)]
    assert written == sorted(written)


def test_what_exists_no_more_leaves_a_tombstone(full: SqlStore) -> None:
    write(full, SuggestionChange(None, BOOK))
    with full.unit_of_work() as work:
        assert work.suggestions.get([BOOK["id"]]) == {}
    assert rows(full, audit)[-1]["after"] is None
    assert rows(full, outbox)[-1]["payload"] == {
        "id": BOOK["id"],
        "kind": "target_preference",
        "collection_id": "hotel",
        "tombstone": True,
    }


def test_edges_that_differ_in_one_field_are_several(store: SqlStore) -> None:
    other = Edge("findGuest", "guests[].name", "bookRoom", "guest_id")
    write(store, SuggestionChange(FLOW, None), SuggestionChange(data_flow(other), None))
    assert len(rows(store, suggestions)) == 2
    with store.unit_of_work() as work:
        assert len(work.suggestions.of_arguments("hotel", [("bookRoom", "guest_id")])) == 2
