"""Retention: what is old goes whole, and what is left stands as if the rest had never been."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.disposal import Removed
from pipeline.learning.acts import ActKind
from pipeline.retention import floor_of, retain
from tests.databases import Databases
from tests.loop import RULES, Loop, fresh_loop
from tests.pipeline.test_invariants import runs, slow
from tests.traces import MONDAY, Event, Run, flatten, outcome

TUESDAY = floor_of(MONDAY + timedelta(days=1), 0)


def forget(loop: Loop, floor: datetime) -> Removed:
    return retain(loop.store.unit_of_work, "shop", floor, RULES.policy)


def days_of(*days: int) -> list[Event]:
    return flatten(
        outcome(100 * day + number, "trackParcel", day=day, principal=f"person-{number % 5}", success=number % 4 != 0)
        for day in days
        for number in range(12)
    )


@pytest.fixture
def loop(new_loop: Callable[[], Loop]) -> Loop:
    return new_loop()


def at_floor(loop: Loop, floor: datetime, events: list[Event]) -> tuple[str, str]:
    """How another database stands that has the floor and has seen these events alone."""
    with tempfile.TemporaryDirectory() as name, Loop(Path(name), loop.store.__class__.__name__) as fresh:
        forget(fresh, floor)
        fresh.learn(events)
        return fresh.digest(), fresh.export()


def test_what_is_left_stands_as_if_the_rest_had_never_been(loop: Loop) -> None:
    loop.learn(days_of(0, 1, 2, 3))
    removed = forget(loop, TUESDAY + timedelta(days=1))
    assert (removed.attempts, removed.events) == (24, 24)
    assert removed.counts["outcomes"] > 0
    assert (loop.digest(), loop.export()) == at_floor(loop, TUESDAY + timedelta(days=1), days_of(2, 3))


def test_a_suggestion_without_evidence_left_goes_and_its_acts_wait(loop: Loop) -> None:
    loop.learn(days_of(0))
    (row,) = loop.rows()
    loop.act(row["id"], ActKind.REJECT, MONDAY)
    assert forget(loop, TUESDAY).suggestions.gone == 1
    assert loop.rows() == []
    loop.learn(days_of(3))
    assert [row["status"] for row in loop.rows()] == ["rejected"]


def test_from_then_on_older_events_are_refused_and_the_floor_never_sinks(loop: Loop) -> None:
    forget(loop, TUESDAY)
    forget(loop, TUESDAY - timedelta(days=9))
    report = loop.learn(days_of(0, 1))
    assert (report.accepted, dict(report.refused)) == (12, {"before_floor": 12})


def test_an_attempt_that_reaches_over_the_floor_stays_whole(loop: Loop) -> None:
    night = Run("late", "plan-late", start=TUESDAY - timedelta(seconds=3))
    night.step("s1", "listParcels", {}, {"id": "PX-10442"}).step(
        "s2", "trackParcel", {"id": "PX-10442"}, {"at": "Jeju"}
    )
    loop.learn([*night.completed().events, *days_of(0)])
    before = loop.edges()
    assert forget(loop, TUESDAY).attempts == 12
    assert loop.edges() == before != {}


def test_a_second_run_finds_nothing(loop: Loop) -> None:
    loop.learn(days_of(0, 1))
    forget(loop, TUESDAY)
    before = loop.digest()
    assert forget(loop, TUESDAY) == Removed()
    assert loop.digest() == before


def test_tied_plans_go_with_their_attempt(loop: Loop) -> None:
    tie = Run(None, "plan-b").selected("trackParcel").add("plan.repaired", old_plan_id="plan-b", new_plan_id="plan-a")
    loop.learn(tie.events)
    forget(loop, TUESDAY)
    late = Run(None, "plan-b", start=MONDAY + timedelta(days=2)).selected("trackParcel").completed().events
    loop.learn(late)
    assert loop.digest() == at_floor(loop, TUESDAY, late)[0]


def test_dead_letters_go_by_when_they_came_last(loop: Loop) -> None:
    loop.learn([{**outcome(1, "trackParcel")[0], "ts": "yesterday"}])
    assert forget(loop, datetime.now(UTC) - timedelta(days=1)).dead_letters == 0
    assert forget(loop, datetime.now(UTC) + timedelta(days=1)).dead_letters == 1
    assert loop.dead_letters() == []


@given(groups=st.lists(runs(), max_size=6), day=st.integers(0, 5), later=st.lists(runs(), max_size=2))
@settings(slow, max_examples=10)
def test_it_is_the_fold_of_the_attempts_that_are_left(
    databases: Databases, groups: list[list[Event]], day: int, later: list[list[Event]]
) -> None:
    floor = TUESDAY + timedelta(days=day - 1)
    with fresh_loop(databases) as some:
        some.learn(flatten(groups), batch=3)
        forget(some, floor)
        some.learn(flatten(later))
        stored = some.export()
        some.settle(trust_anonymous=True)
        some.settle(trust_anonymous=False)
        assert some.export() == stored, "judged again from the beginning, what is left gives the same rows"
