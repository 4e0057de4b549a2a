"""Which tool produced a value: fixtures of runs, checked edge by edge on the real loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.loop import Loop, fresh_loop
from tests.traces import Run

Edge = tuple[str, str, str, str]
SEARCH, OPEN = "searchParcels", "openParcel"


@pytest.fixture
def loop(databases: Databases) -> Iterator[Loop]:
    with fresh_loop(databases) as opened:
        yield opened


def found(loop: Loop, *runs: Run) -> set[Edge]:
    for run in runs:
        assert not loop.learn(run.events).refused
    return set(loop.edges())


def test_an_output_feeds_the_argument_that_repeats_its_value(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {"city": "Busan"}, {"items": [{"id": "PX-10442"}, {"id": "PX-10443"}]})
    run.step("s2", OPEN, {"parcel_id": "PX-10443"}, {"state": "open"}).completed()
    assert found(loop, run) == {(SEARCH, "items[].id", OPEN, "parcel_id")}
    row = loop.edges()[SEARCH, "items[].id", OPEN, "parcel_id"]
    evidence = row["evidence"]
    assert {name: evidence[name] for name in ("attempts", "success", "completed", "values", "given", "echoes")} == {
        "attempts": 1,
        "success": 1,
        "completed": 1,
        "values": 1,
        "given": 1,
        "echoes": 0,
    }
    assert row["last_evidence_at"] == "2026-01-05T00:00:00Z"


def test_what_a_user_named_before_has_no_producer_however_long_the_text(loop: Loop) -> None:
    others = " ".join(f"word{number}" for number in range(400))
    run = Run().said(f"{others} PX-10443 {others}")
    run.step("s1", SEARCH, {"city": "Busan"}, {"items": [{"id": "PX-10442"}, {"id": "PX-10443"}]})
    run.step("s2", OPEN, {"parcel_id": "PX-10443", "next_id": "PX-10442"}, {"state": "open"}).completed()
    assert found(loop, run) == {(SEARCH, "items[].id", OPEN, "next_id")}


@pytest.mark.parametrize(
    ("output", "argument", "path"),
    [
        ("PX-10442", {"parcel_id": "PX-10442"}, "$"),
        ({"total": 10442.0}, {"parcel_id": "10442"}, "total"),
        (
            {"PX-10442": {"w": "1 kg"}, "PX-10443": {"w": "2 kg"}, "PX-10444": {"w": "3 kg"}},
            {"parcel_id": "PX-10443"},
            "*{key}",
        ),
        ({"parcels": {"PX-10442": "Busan post", "PX-10443": "Seoul post"}}, {"parcel_id": "Seoul post"}, "parcels.*"),
        (
            {"content": [{"type": "text", "text": '{"parcel": {"id": "PX-10442"}}'}]},
            {"parcel_id": "PX-10442"},
            "content[].text.parcel.id",
        ),
        ('[{"id": "PX-10442"}]', {"parcel_id": "px-10442"}, "[].id"),
    ],
)
def test_the_path_names_where_the_value_stood(loop: Loop, output: object, argument: object, path: str) -> None:
    run = Run().step("s1", SEARCH, {}, output).step("s2", OPEN, argument, {}).completed()
    assert found(loop, run) == {(SEARCH, path, OPEN, "parcel_id")}


def test_what_the_user_said_first_is_no_edge_and_what_he_repeated_later_is(loop: Loop) -> None:
    said = Run().said("open PX-10442, please").step("s1", SEARCH, {}, {"id": "PX-10442"})
    assert found(loop, said.step("s2", OPEN, {"parcel_id": "PX-10442"}, {}).completed()) == set()
    repeated = Run("att-2").step("s1", SEARCH, {}, {"id": "PX-20442"}).said("yes, 'PX-20442'로 열어줘")
    assert found(loop, repeated.step("s2", OPEN, {"parcel_id": "PX-20442"}, {}).completed()) == {
        (SEARCH, "id", OPEN, "parcel_id")
    }


def test_a_goal_or_query_counts_as_said_even_when_it_arrives_last(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"id": "PX-10442"}).step("s2", OPEN, {"parcel_id": "PX-10442"}, {})
    loop.learn(run.events)
    assert len(loop.edges()) == 1
    late = Run().add("plan.started", goal="where is #PX-10442?", step_count=2, second=500)
    loop.learn(late.events)
    assert loop.edges() == {}


def test_an_argument_of_the_agents_own_is_no_edge_though_outputs_echo_it(loop: Loop) -> None:
    run = (
        Run().step("s1", SEARCH, {"id": "PX-10442"}, {"id": "PX-10442"}).step("s2", OPEN, {"parcel_id": "PX-10442"}, {})
    )
    assert found(loop, run.completed()) == set()


def test_a_later_output_that_repeats_the_value_is_an_echo(loop: Loop) -> None:
    run = (
        Run().step("s1", SEARCH, {}, {"id": "PX-10442"}).step("s2", OPEN, {"parcel_id": "PX-10442"}, {"id": "PX-10442"})
    )
    run.step("s3", "payDuty", {"parcel": "PX-10442"}, {}).completed()
    assert found(loop, run) == {(SEARCH, "id", OPEN, "parcel_id"), (SEARCH, "id", "payDuty", "parcel")}
    assert {row["evidence"]["echoes"] for row in loop.edges().values()} == {1}


def test_the_first_path_in_document_order_is_the_origin(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"first": {"id": "PX-10442"}, "all": [{"id": "PX-10442"}]})
    assert found(loop, run.step("s2", OPEN, {"parcel_id": "PX-10442"}, {})) == {(SEARCH, "first.id", OPEN, "parcel_id")}


@pytest.mark.parametrize("weak", ["KR", "no", True, False, None, 7, 999, "42", -1.5])
def test_a_weak_value_matches_nothing(loop: Loop, weak: object) -> None:
    run = Run().step("s1", SEARCH, {}, {"value": weak}).step("s2", OPEN, {"given": weak}, {}).completed()
    assert found(loop, run) == set()


def test_parallel_steps_do_not_feed_each_other_and_a_clock_turns_no_edge_round(loop: Loop) -> None:
    run = (
        Run()
        .began("s1", SEARCH, {}, index=1, second=10)
        .began("s2", OPEN, {"parcel_id": "PX-10442"}, index=2, second=11)
    )
    run.ended("s1", SEARCH, {"id": "PX-10442"}, second=12).ended("s2", OPEN, {"id": "PX-10442"}, second=13)
    run.step("s3", "payDuty", {"parcel": "PX-10442"}, {}, index=3)
    assert found(loop, run.completed()) == set()


def test_a_retried_step_counts_by_its_last_start_and_its_last_end(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"id": "PX-10442", "other": "PX-99999"})
    run.began("s2", OPEN, {"parcel_id": "PX-99999"}).add("step.failed", step_id="s2", tool=OPEN, error={"kind": "tool"})
    run.add("step.retrying", step_id="s2", tool=OPEN, attempt=1, max_attempts=2, delay_ms=5)
    run.step("s2", OPEN, {"parcel_id": "PX-10442"}, {"state": "open"}).completed()
    assert found(loop, run) == {(SEARCH, "id", OPEN, "parcel_id")}
    assert loop.edges()[SEARCH, "id", OPEN, "parcel_id"]["evidence"]["completed"] == 1


def test_a_failed_output_feeds_nothing(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"isError": True, "content": [{"type": "text", "text": "PX-10442"}]})
    assert found(loop, run.step("s2", OPEN, {"parcel_id": "PX-10442"}, {}).completed()) == set()
    consumer = (
        Run("att-2")
        .step("s1", SEARCH, {}, {"id": "PX-20442"})
        .step("s2", OPEN, {"parcel_id": "PX-20442"}, {"isError": True})
    )
    found(loop, consumer.completed())
    assert loop.edges()[SEARCH, "id", OPEN, "parcel_id"]["evidence"]["completed"] == 0


def test_a_tool_may_feed_itself(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"next": "cursor-77120"}).step("s2", SEARCH, {"cursor": "cursor-77120"}, {})
    assert found(loop, run.completed()) == {(SEARCH, "next", SEARCH, "cursor")}


def test_a_repaired_plan_whose_indexes_restart_is_one_attempt_whichever_event_comes_first(tmp_path: Path) -> None:
    old = Run(None, "plan-z").step("s1", SEARCH, {}, {"id": "PX-10442"}, index=1)
    old.began("s2", "oldWay", {"parcel": "PX-10442"}, index=2)
    old.add("step.failed", step_id="s2", tool="oldWay", error={"kind": "tool", "message": "gone"})
    old.add("plan.repaired", old_plan_id="plan-z", new_plan_id="plan-a", failed_step="s2")
    new = Run(None, "plan-a", clock=20).step("s1", OPEN, {"parcel_id": "PX-10442"}, {}, index=1).completed()
    events = [*old.events, *new.events]
    states = set()
    for number, order in enumerate([events, events[::-1], [*new.events, *old.events]]):
        for batch in (1, 4, 100):
            with Loop(tmp_path, f"{number}-{batch}") as loop:
                loop.learn(order, batch=batch)
                assert set(loop.edges()) == {(SEARCH, "id", OPEN, "parcel_id"), (SEARCH, "id", "oldWay", "parcel")}
                states.add(loop.digest())
    assert len(states) == 1


def test_plans_repaired_in_a_circle_are_one_attempt(loop: Loop) -> None:
    ring = [f"plan-{number}" for number in range(5)]
    for number, plan_id in enumerate(ring):
        following = ring[(number + 1) % len(ring)]
        run = Run(None, plan_id, clock=number * 10)
        run.step("s1", SEARCH if number == 0 else OPEN, {"from": "PX-10442"} if number else {}, {"id": "PX-10442"})
        assert not loop.learn(run.add("plan.repaired", old_plan_id=plan_id, new_plan_id=following).events).refused
    assert set(loop.edges()) == {(SEARCH, "id", OPEN, "from")}


def test_event_ids_that_restart_in_every_plan_are_different_events(loop: Loop) -> None:
    run = Run()
    for number, plan_id in enumerate(("plan-1", "plan-2")):
        run.step("s1", SEARCH, {}, {"id": f"PX-1044{number}"}, plan_id=plan_id)
        run.step("s2", OPEN, {"parcel_id": f"PX-1044{number}"}, {}, plan_id=plan_id)
    for number, event in enumerate(run.events):
        event["event_id"] = f"e{number % 4}"
    report = loop.learn(run.events)
    assert (report.accepted, report.duplicates, report.conflicts) == (8, 0, 0)
    assert loop.edges()[SEARCH, "id", OPEN, "parcel_id"]["evidence"]["values"] == 2


def test_a_declared_plan_of_three_steps_declares_its_bindings(loop: Loop) -> None:
    plan = {
        "steps": [
            {"id": "s1", "tool": SEARCH, "args": {"city": "Busan"}},
            {"id": "s2", "tool": OPEN, "args": {"parcel_id": "${s1.items[0].id}", "note": "for ${input.name}"}},
            {"id": "s3", "tool": "payDuty", "args": {"parcel": {"id": "${s2.id}"}, "all": ["${s1.items[1].id}"]}},
        ]
    }
    run = Run(principal="kim", session="s").add("plan.started", goal="pay", step_count=3, plan=plan)
    loop.learn(run.events)
    assert loop.edges() == {}, "a plan that has not ended has declared nothing yet"
    assert found(loop, run.completed()) == {
        (SEARCH, "items[].id", OPEN, "parcel_id"),
        (OPEN, "id", "payDuty", "parcel.id"),
        (SEARCH, "items[].id", "payDuty", "all[]"),
    }
    assert {row["evidence"]["declared_sessions"] for row in loop.edges().values()} == {1}


def test_a_run_that_the_environment_ended_declares_nothing(loop: Loop) -> None:
    edges = [{"source": SEARCH, "target": OPEN, "data_flow": {"from_field": "id", "to_field": "parcel_id"}}]
    assert found(loop, Run().aborted("timeout", trace_edges=edges)) == set()
    assert found(loop, Run("att-2").aborted("wrong_result", trace_edges=edges)) == {(SEARCH, "id", OPEN, "parcel_id")}


def test_the_full_output_of_the_trace_is_read_where_the_preview_was_cut(loop: Loop) -> None:
    run = Run().step("s1", SEARCH, {}, {"_preview": '{"id": "PX-10442"', "_truncated": True})
    run.step("s2", OPEN, {"parcel_id": "PX-10442"}, {})
    assert found(loop, run) == set()
    steps = [{"id": "s1", "tool": SEARCH, "args_resolved": {}, "output": {"id": "PX-10442"}}]
    assert found(loop, run.completed(trace_steps=steps)) == {(SEARCH, "id", OPEN, "parcel_id")}
