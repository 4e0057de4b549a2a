"""Erasure: nothing of a collection is left in any table, and it can begin anew."""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pipeline.erasure
from pipeline.disposal import Removed
from pipeline.erasure import erase
from pipeline.learning.acts import ActKind
from storage.tables import metadata
from tests.databases import Databases
from tests.loop import RULES, Loop, fresh_loop
from tests.pipeline.test_invariants import runs, slow
from tests.storage.content import rows
from tests.traces import MONDAY, Event, Run, flatten, outcome

LATER = MONDAY + timedelta(days=30)
QUERY = "where is my peculiar parcel"


def forget(loop: Loop, at: datetime = LATER, collection_id: str = "shop") -> Removed:
    return erase(loop.store.unit_of_work, collection_id, at, RULES.policy)


def traces(first: int = 0, day: int = 0) -> list[Event]:
    looked_up = Run(f"look-{first}", f"plan-{first}", principal="p-secret", session="s-secret")
    looked_up.start += timedelta(days=day)
    looked_up.step("s1", "listParcels", {}, {"id": "PX-10442"}).step("s2", "trackParcel", {"id": "PX-10442"}, {"k": 1})
    outcomes = (
        outcome(first + n, tool, day=day + n // 10, principal=f"person-{n % 5}", query=QUERY, success=n % 3 != 0)
        for n in range(30)
        for tool in ["listParcels" if n % 3 == 0 else "trackParcel"]
    )
    return [*flatten(outcomes), *looked_up.completed().events]


@pytest.fixture
def loop(new_loop: Callable[[], Loop]) -> Loop:
    return new_loop()


def everything(loop: Loop) -> dict[str, list[dict[str, Any]]]:
    return {table.name: found for table in metadata.sorted_tables if (found := rows(loop.store, table))}


def test_nothing_is_left_in_any_table_but_the_tombstones(loop: Loop) -> None:
    loop.learn([*traces(), {**outcome(99, "trackParcel", query=QUERY)[0], "ts": "yesterday"}])
    loop.settle(state_changing={"trackParcel": False})
    promoted = next(row for row in loop.rows() if row["status"] == "promoted")
    loop.act(promoted["id"], ActKind.PIN, MONDAY, actor="the-operator")
    told = {row["suggestion_id"] for row in everything(loop)["outbox"]}
    removed = forget(loop)
    assert (removed.attempts, removed.dead_letters, removed.acts) == (31, 1, 1)
    assert removed.suggestions.gone == len(told)
    left = everything(loop)
    assert set(left) == {"collections", "outbox", "positions", "snapshot_versions"}
    assert [(row["id"], row["erased_at"]) for row in left["collections"]] == [("shop", LATER)]
    assert {row["suggestion_id"] for row in left["outbox"]} == told
    assert len(left["outbox"]) == len(told)
    assert all(row["payload"].keys() == {"id", "kind", "collection_id", "tombstone"} for row in left["outbox"])
    written = json.dumps(left, default=str)
    for name in ("peculiar", "trackParcel", "PX-10442", "p-secret", "s-secret", "person-", "the-operator"):
        assert name not in written


def test_events_from_before_are_refused_and_events_from_after_begin_anew(loop: Loop) -> None:
    loop.learn(traces())
    forget(loop, MONDAY + timedelta(days=5))
    report = loop.learn([*traces(100), *traces(200, day=6)])
    assert set(report.refused) == {"erased"}
    assert report.accepted == len(traces())
    with tempfile.TemporaryDirectory() as name, Loop(Path(name)) as fresh:
        forget(fresh, MONDAY + timedelta(days=5))
        fresh.learn(traces(200, day=6))
        assert (loop.digest(), loop.export()) == (fresh.digest(), fresh.export())


def test_other_collections_keep_everything(loop: Loop) -> None:
    other = [{**event, "trace_metadata": {**event["trace_metadata"], "collection_id": "depot"}} for event in traces()]
    loop.learn(other)
    before = everything(loop)
    loop.learn(traces())
    forget(loop)
    after = everything(loop)
    for name, found in before.items():
        if name not in {"collections", "positions"}:
            assert [row for row in after[name] if "shop" not in json.dumps(row, default=str)] == found


def test_what_came_after_stays_told_and_judged_without_the_acts_of_before(loop: Loop) -> None:
    loop.learn([*traces(), *traces(200, day=40)])
    promoted = next(row for row in loop.rows() if row["status"] == "promoted")
    loop.act(promoted["id"], ActKind.REJECT, MONDAY)
    forget(loop)
    (row,) = [row for row in loop.rows(LATER) if row["id"] == promoted["id"]]
    assert (row["acts"], row["status"]) == ([], "promoted")
    told = [row["payload"] for row in everything(loop)["outbox"] if row["suggestion_id"] == promoted["id"]]
    assert told[-1] == row


def test_a_run_that_breaks_off_is_finished_by_the_next(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    loop.learn(traces())
    monkeypatch.setattr(pipeline.erasure, "ATTEMPTS_TOGETHER", 4)

    def stop(removed: Removed) -> None:
        if removed.attempts >= 8:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        erase(loop.store.unit_of_work, "shop", LATER, RULES.policy, stop)
    assert "events" in everything(loop)
    assert loop.learn(traces()).accepted == 0
    forget(loop)
    assert set(everything(loop)) <= {"collections", "outbox", "positions", "snapshot_versions", "dead_letters"}


def test_a_collection_that_nobody_has_heard_of_can_be_erased(loop: Loop) -> None:
    assert forget(loop, datetime(2026, 1, 1, tzinfo=UTC)) == Removed()


@given(groups=st.lists(runs(), max_size=6), hours=st.integers(0, 5 * 24))
@settings(slow, max_examples=10)
def test_what_stays_is_what_the_later_events_say_alone(
    databases: Databases, groups: list[list[Event]], hours: int
) -> None:
    at = MONDAY + timedelta(hours=hours, seconds=3)
    # Another content under the id of an event is remembered by its hash alone, which tells no time.
    events = [{**event, "event_id": f"e-{number}"} for number, event in enumerate(flatten(groups))]
    with (
        tempfile.TemporaryDirectory() as name,
        fresh_loop(databases) as erased,
        Loop(Path(name), "fresh") as fresh,
    ):
        erased.learn(events, batch=4)
        forget(erased, at)
        forget(fresh, at)
        fresh.learn(events)
        assert (erased.digest(), erased.export()) == (fresh.digest(), fresh.export())


def test_others_write_meanwhile_and_lose_nothing(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.erasure, "ATTEMPTS_TOGETHER", 3)
    loop.learn(traces())
    later = traces(200, day=40)
    failed: list[BaseException] = []

    def write() -> None:
        try:
            loop.learn(later, batch=5)
        except BaseException as error:  # noqa: BLE001  the test tells what failed in the thread
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    forget(loop)
    writer.join()
    assert failed == []
    with tempfile.TemporaryDirectory() as name, Loop(Path(name)) as fresh:
        forget(fresh)
        fresh.learn(later)
        assert (loop.digest(), loop.export()) == (fresh.digest(), fresh.export())
