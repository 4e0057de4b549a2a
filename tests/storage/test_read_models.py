"""What the commands show: suggestions as of a moment, collections, counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pipeline.learning.attempts import Edge
from pipeline.learning.settings import CollectionSettings, Mode
from pipeline.learning.suggestions import Kind, Row
from pipeline.learning.verdicts import Status
from pipeline.ports import SuggestionChange
from storage.read_models import SuggestionFilter
from storage.store import SqlStore
from tests.storage.content import EDGE, MONDAY, data_flow, entries, preference, summary

FRESH, LONG_AFTER = MONDAY + timedelta(days=1), MONDAY + timedelta(days=200)
ROWS = [
    preference("77c0", "bookRoom", "promoted"),
    preference("3f9a", "listRooms", "rejected"),
    preference("3f9a", "bookRoom", "suggested", pinned=True),
    data_flow(EDGE, "promoted"),
    data_flow(Edge("findGuest", "guests[].id", "bookRoom", "guest"), "demoted"),
    data_flow(Edge("addGuest", "id", "bookRoom", "guest_id"), "promotable"),
    preference("3f9a", "bookRoom", "promoted", collection_id="airline"),
]


@pytest.fixture
def full(store: SqlStore) -> SqlStore:
    with store.unit_of_work() as work:
        work.suggestions.write([SuggestionChange(row, None) for row in ROWS])
        work.commit()
    return store


def listed(store: SqlStore, **wanted: Any) -> list[Row]:
    with store.reading() as reader:
        return list(reader.suggestions(SuggestionFilter(**wanted)))


def test_suggestions_come_by_collection_kind_and_then_family_or_edge(full: SqlStore) -> None:
    with full.reading() as reader:
        rows = list(reader.suggestions())
    assert [(row["collection_id"], row["query_family"] or row["edge"]["source"], row["target"]) for row in rows] == [
        ("airline", "3f9a", "bookRoom"),
        ("hotel", "addGuest", "bookRoom"),
        ("hotel", "findGuest", "bookRoom"),
        ("hotel", "findGuest", "bookRoom"),
        ("hotel", "3f9a", "bookRoom"),
        ("hotel", "3f9a", "listRooms"),
        ("hotel", "77c0", "bookRoom"),
    ]
    assert [row["edge"]["to_field"] for row in rows[2:4]] == ["guest", "guest_id"]


def test_suggestions_are_filtered_by_kind_and_collection(full: SqlStore) -> None:
    assert len(listed(full, kind=Kind.DATA_FLOW_EDGE)) == 3
    assert [row["id"] for row in listed(full, collection_id="airline")] == [ROWS[-1]["id"]]
    assert listed(full, collection_id="airline", kind=Kind.DATA_FLOW_EDGE) == []


@pytest.mark.parametrize("as_of", [None, FRESH])
@pytest.mark.parametrize("status", list(Status))
def test_suggestions_are_filtered_by_the_status_they_have(
    full: SqlStore, status: Status, as_of: datetime | None
) -> None:
    found = listed(full, status=status, as_of=as_of)
    assert {row["id"] for row in found} == {row["id"] for row in ROWS if row["status"] == status}


def test_what_had_no_evidence_for_long_is_listed_and_found_as_demoted(full: SqlStore) -> None:
    expired = {row["id"] for row in ROWS if row["status"] in {"promoted", "promotable"}}
    already = {row["id"] for row in ROWS if row["status"] == "demoted"}
    assert {row["id"] for row in listed(full, status=Status.DEMOTED, as_of=LONG_AFTER)} == expired | already
    assert listed(full, status=Status.PROMOTED, as_of=LONG_AFTER) == []
    assert len(listed(full, status=Status.REJECTED, as_of=LONG_AFTER)) == 1
    assert len(listed(full, status=Status.SUGGESTED, as_of=LONG_AFTER)) == 1
    row = listed(full, kind=Kind.TARGET_PREFERENCE, collection_id="airline", as_of=LONG_AFTER)[0]
    assert row["evidence"]["blocked_by"] == ["expired"]
    assert row["boost"] == 0


def test_days_until_expiry_are_the_callers(full: SqlStore) -> None:
    assert listed(full, status=Status.PROMOTED, as_of=LONG_AFTER, expiry_days=201) != []
    assert listed(full, status=Status.PROMOTED, as_of=FRESH, expiry_days=1) == []


def test_suggestions_are_shown_by_id_as_they_are_stored(full: SqlStore) -> None:
    with full.reading() as reader:
        assert reader.suggestions_named([ROWS[0]["id"], "tp-none"]) == {ROWS[0]["id"]: ROWS[0]}


def test_statuses_are_counted_by_kind(full: SqlStore) -> None:
    with full.reading() as reader:
        assert reader.status_counts() == {
            ("data_flow_edge", "demoted"): 1,
            ("data_flow_edge", "promotable"): 1,
            ("data_flow_edge", "promoted"): 1,
            ("target_preference", "promoted"): 2,
            ("target_preference", "rejected"): 1,
            ("target_preference", "suggested"): 1,
        }


def test_collections_are_listed_with_what_is_in_them(full: SqlStore) -> None:
    later = MONDAY + timedelta(hours=1)
    with full.unit_of_work() as work:
        work.collections.remember(["hotel", "airline"])
        work.collections.save_settings("hotel", CollectionSettings(Mode.SHADOW))
        work.attempts.save("hotel", "a:1", summary(), entries("e-1"))
        work.attempts.save("hotel", "a:2", summary(last_at=later), entries("e-1"))
        work.commit()
    with full.reading() as reader:
        airline, hotel = reader.collections()
    assert (airline.id, airline.settings, airline.attempts, airline.last_at) == (
        "airline",
        CollectionSettings(),
        0,
        None,
    )
    assert (hotel.settings.mode, hotel.attempts, hotel.last_at) == (Mode.SHADOW, 2, later)
    assert hotel.last_at.tzinfo is UTC
    assert (hotel.floor, hotel.erased_at) == (None, None)
    assert hotel.suggestions == {"demoted": 1, "promotable": 1, "promoted": 2, "rejected": 1, "suggested": 1}


def test_an_empty_store_lists_nothing(store: SqlStore) -> None:
    with store.reading() as reader:
        assert list(reader.suggestions()) == []
        assert reader.collections() == []
        assert reader.status_counts() == {}
        assert list(reader.dead_letters()) == []
        assert reader.suggestions_named([]) == {}
