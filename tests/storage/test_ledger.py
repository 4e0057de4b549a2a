"""The ledger: attempts with their events, and which attempt a plan leads to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from pipeline.ports import StoredEvent
from storage.store import SqlStore
from storage.tables import attempts, events, plans
from tests.storage.content import MONDAY, entries, rows, sealed, summary


def test_events_come_back_as_they_were_saved(store: SqlStore) -> None:
    event = sealed(
        "e-1",
        attempt_id="run-1",
        plan_id="plan-1",
        principal="p",
        session="s",
        body={
            "args": [["guest.name", "AAAAAAAAAAAA"], ["size", None]],
            "query": "방 \U0001f6cf",
            "index": 2,
            "share": 0.1,
        },
    )
    entry = StoredEvent(event, ("hash-b", "hash-c"))
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:run-1", summary(), [entry])
        work.commit()
    with store.unit_of_work() as work:
        assert work.attempts.load("hotel", ["a:run-1", "a:none"]) == {"a:run-1": [entry]}


def test_what_is_saved_is_read_back_inside_the_same_transaction(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:1", summary(), entries("e-1"))
        assert work.attempts.load("hotel", ["a:1"]) == {"a:1": entries("e-1")}
        work.attempts.save("hotel", "a:1", summary(), entries("e-2"))
        assert work.attempts.load("hotel", ["a:1"]) == {"a:1": entries("e-1", "e-2")}


def test_an_event_that_stands_with_another_content_replaces_the_stored_one(store: SqlStore) -> None:
    smaller = StoredEvent(sealed("e-1", content_hash="a", type="plan.completed", body={}), ("hash-of-e-1",))
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:1", summary(), entries("e-1", "e-2"))
        work.commit()
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:1", summary(), [smaller])
        work.commit()
    with store.unit_of_work() as work:
        assert work.attempts.load("hotel", ["a:1"])["a:1"] == [smaller, *entries("e-2")]


def test_equal_ids_of_two_plans_attempts_or_collections_are_several_events(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:1", summary(), [*entries("1", plan_id="p"), *entries("1", plan_id="q")])
        work.attempts.save("hotel", "a:2", summary(), entries("1", plan_id="p"))
        work.attempts.save("airline", "a:1", summary(), entries("1", plan_id="p", collection_id="airline"))
        work.commit()
    assert len(rows(store, events)) == 4
    with store.unit_of_work() as work:
        assert work.attempts.load("airline", ["a:1"]) == {"a:1": entries("1", plan_id="p", collection_id="airline")}


def test_a_dropped_attempt_goes_with_its_events_and_may_come_again(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "p:b", summary(), entries("e-1"))
        work.attempts.save("hotel", "p:c", summary(), entries("e-1"))
        work.commit()
    with store.unit_of_work() as work:
        work.attempts.drop("hotel", "p:b")
        work.attempts.drop("hotel", "p:c")
        work.attempts.save("hotel", "p:a", summary(), entries("e-1", "e-2"))
        work.attempts.save("hotel", "p:c", summary(), entries("e-3"))
        work.commit()
    with store.unit_of_work() as work:
        found = work.attempts.load("hotel", ["p:a", "p:b", "p:c"])
        assert found == {"p:a": entries("e-1", "e-2"), "p:c": entries("e-3")}


def test_an_attempt_that_was_saved_and_dropped_in_one_transaction_is_not_there(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "p:b", summary(), entries("e-1"))
        work.attempts.drop("hotel", "p:b")
        work.commit()
    assert rows(store, attempts) == []
    assert rows(store, events) == []


def test_the_summary_is_kept_and_its_times_are_utc(store: SqlStore) -> None:
    seoul = MONDAY.astimezone(timezone(timedelta(hours=9)))
    later = MONDAY + timedelta(microseconds=1)
    with store.unit_of_work() as work:
        work.attempts.save(
            "hotel",
            "a:1",
            summary(principal="p", session="s", family="f", selected="bookRoom", first_at=seoul, last_at=later),
            entries("e-1"),
        )
        work.commit()
    (row,) = rows(store, attempts)
    assert row == {
        "collection_id": "hotel",
        "key": "a:1",
        "principal": "p",
        "session": "s",
        "family": "f",
        "selected": "bookRoom",
        "first_at": MONDAY,
        "last_at": later,
    }
    assert row["first_at"].tzinfo is UTC


def test_many_attempts_load_at_once(store: SqlStore) -> None:
    keys = [f"a:{number:04}" for number in range(1_201)]
    with store.unit_of_work() as work:
        for key in keys:
            work.attempts.save("hotel", key, summary(), entries("e-1"))
        work.commit()
    with store.unit_of_work() as work:
        assert sorted(work.attempts.load("hotel", keys)) == keys


def test_plans_lead_to_attempts_and_follow_a_merged_one(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.attempts.own("hotel", {"b": "p:b", "c": "p:b"}, {})
        work.attempts.own("airline", {"b": "p:b"}, {})
        work.commit()
    with store.unit_of_work() as work:
        assert work.attempts.owners("hotel", ["a", "b", "c"]) == {"b": "p:b", "c": "p:b"}
        work.attempts.own("hotel", {"a": "p:a", "b": "p:a"}, {"p:b": "p:a"})
        assert work.attempts.owners("hotel", ["a", "b", "c"]) == {"a": "p:a", "b": "p:a", "c": "p:a"}
        assert work.attempts.owners("airline", ["b"]) == {"b": "p:b"}
        work.commit()
    assert len(rows(store, plans)) == 4


def test_a_time_before_the_first_of_these_databases_and_one_far_ahead_are_kept(store: SqlStore) -> None:
    moments = [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)]
    with store.unit_of_work() as work:
        work.attempts.save("hotel", "a:1", summary(first_at=moments[0], last_at=moments[1]), entries("e-1"))
        work.commit()
    assert [rows(store, attempts)[0][name] for name in ("first_at", "last_at")] == moments
