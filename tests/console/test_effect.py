"""What a suggestion would change: real decisions, made anew by the selector; the same for a collection in shadow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from console.reads.effect import rerun
from console.reads.queue import QueueQuery
from console.reads.suggestion import SuggestionView
from pipeline.learning.settings import Mode
from selector import CompiledCatalog, select_target_candidate
from storage.decisions import StoredDecision
from storage.store import SqlStore
from tests.console.opening import Opened, open_console
from tests.loop import Loop
from tests.traces import MONDAY, Event, Run

QUERY = "show the timetable"
#: Two tools that a request does not tell apart, and one that it has nothing to do with.
TOOLS: dict[str, Any] = {
    "getTimetable": {"description": "Show the timetable of a day."},
    "readTimetable": {"description": "Show the timetable of a day."},
    "countTrains": {"description": "Count the trains of a week."},
}
CANDIDATES = [{"name": "getTimetable", "score": 0.9}, {"name": "readTimetable", "score": 0.89}, {"name": "countTrains"}]


def block(llm_target: str | None = None) -> dict[str, Any]:
    candidates = [row if "score" in row else {**row, "score": 0.1} for row in CANDIDATES]
    return select_target_candidate(QUERY, candidates, TOOLS, llm_target=llm_target)


def corrected(number: int, **more: Any) -> list[Event]:
    """An attempt in which the first tool was selected, and the second was right."""
    run = Run(
        f"gate-{number}",
        f"plan-{number}",
        principal=f"person-{number % 5}",
        start=MONDAY.replace(day=5 + number % 5, hour=number % 20),
    )
    run.add("target.selected", query=QUERY, target_selector=block(**more))
    return run.completed().corrected("readTimetable", QUERY).events


def learn(loop: Loop, **more: Any) -> None:
    loop.learn([event for number in range(20) for event in corrected(number, **more)])


def declare(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.catalogs.save("shop", TOOLS)
        work.commit()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Opened]:
    with Loop(tmp_path) as loop, open_console(loop) as console:
        yield console


def view(opened: Opened, target: str = "readTimetable") -> SuggestionView:
    item = {item.subject.target: item for item in opened.desk().queue(QueueQuery(status="any")).items}[target]
    return opened.desk().suggestion(item.subject.id)


def test_before_an_approval_it_is_told_what_it_would_change_and_whether_rightly(empty: Opened) -> None:
    assert block()["selected_target"] == "getTimetable"
    learn(empty.loop)
    declare(empty.loop.store)
    effect = view(empty).effect
    assert (effect.decided, effect.changed, effect.towards, effect.away) == (20, 20, 20, 0)
    shown = effect.comparisons[0]
    assert shown.query == QUERY
    assert (shown.before[0].name, shown.after[0].name) == ("getTimetable", "readTimetable")
    assert shown.after[0].learned > 0
    assert (shown.changed, shown.right, shown.improves) == (True, "readTimetable", True)


def test_a_choice_of_the_model_that_is_kept_counts_as_moved_in_the_ranking_alone(empty: Opened) -> None:
    learn(empty.loop, llm_target="getTimetable")
    declare(empty.loop.store)
    effect = view(empty).effect
    assert (effect.changed, effect.reordered, effect.towards) == (0, 20, 20)


def test_without_a_catalog_nothing_is_made_up(empty: Opened) -> None:
    learn(empty.loop)
    assert view(empty).effect.missing == "no_catalog"
    declare(empty.loop.store)
    assert view(empty).effect.missing == ""


def test_without_blocks_nothing_is_either(opened: Opened) -> None:
    declare(opened.loop.store)
    assert view(opened, "cancelParcel").effect.missing == "no_blocks"
    assert view(opened, "getOrder").effect.missing == "edge"


def test_in_shadow_no_snapshot_holds_it_and_the_overview_says_what_it_would_have_changed(empty: Opened) -> None:
    learn(empty.loop)
    empty.loop.settle(mode=Mode.SHADOW)
    assert view(empty).status == "promoted"
    found = empty.desk().overview().collections[0].learning
    assert (found.mode, found.missing) == ("shadow", "no_catalog")
    declare(empty.loop.store)
    found = empty.desk().overview().collections[0].learning
    assert (found.decisions, found.changed, found.towards, found.away) == (20, 20, 20, 0)
    lesson = found.lessons[0]
    assert (lesson.suggestion_id, lesson.target, lesson.changed) == (view(empty).subject.id, "readTimetable", 20)


def test_a_decision_made_anew_without_learning_is_the_one_that_was_made(empty: Opened) -> None:
    learn(empty.loop)
    tools = CompiledCatalog(TOOLS)
    with empty.loop.store.reviewing() as reads:
        decisions = reads.latest_decisions(["shop"], 5)
    for decision in decisions:
        run = rerun(decision, tools, [], [])
        assert run is not None
        was = decision.block or {}
        assert [row["name"] for row in run.before["rank_signals"]] == [row["name"] for row in was["rank_signals"]]
        assert run.before["selected_target"] == was["selected_target"]
        for row, before in zip(run.before["rank_signals"], was["rank_signals"], strict=True):
            assert row["score"] == pytest.approx(before["score"], abs=0.002)


@pytest.mark.parametrize(
    "told",
    [
        None,
        {},
        {"rank_signals": "x"},
        {"rank_signals": [1, {"name": 2}]},
        {"rank_signals": [{"name": "gone"}]},
        {
            "rank_signals": [{"name": "getTimetable", "signals": {"retrieval_rank": "x"}, "learning": 3}],
            "llm_target": 7,
        },
    ],
    ids=range(6),
)
def test_blocks_of_other_selectors_and_broken_ones_do_no_harm(empty: Opened, told: Any) -> None:
    learn(empty.loop)
    with empty.loop.store.reviewing() as reads:
        real = reads.latest_decisions(["shop"], 1)[0]
    decision = StoredDecision("shop", real.attempt, real.last_at, QUERY, told)
    run = rerun(decision, CompiledCatalog(TOOLS), [], [])
    assert run is None or run.before["selected_target"] == "getTimetable"
