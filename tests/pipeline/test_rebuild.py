"""Rebuild: counted and judged anew, what is stored stands; what does not is found and mended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update

from pipeline.judgement import Judged
from pipeline.rebuild import judge_anew
from pipeline.retention import floor_of, retain
from storage.tables import (
    attempts,
    edge_counts,
    edge_day_counts,
    edge_session_counts,
    edge_spans,
    edge_totals,
    edges,
    suggestions,
    target_counts,
    value_counts,
    value_totals,
    wording_counts,
)
from tests.databases import Databases
from tests.loop import RULES, Loop, fresh_loop
from tests.pipeline.test_erasure import traces
from tests.pipeline.test_invariants import runs, slow
from tests.traces import MONDAY, Event, flatten

EDGE_COUNTS = (edge_counts, edge_day_counts, edge_session_counts, value_counts)
EDGE_TOTALS = (edge_totals, edge_spans, value_totals)


@pytest.fixture
def loop(new_loop: Callable[[], Loop]) -> Loop:
    opened = new_loop()
    opened.learn(traces())
    return opened


def rebuilt(loop: Loop, *, mend: bool = True) -> dict[str, int]:
    found = loop.store.recount("shop")
    if found and mend:
        assert loop.store.recount("shop", mend=True) == found
    judged = judge_anew(loop.store.unit_of_work, "shop", RULES.policy, dry_run=not mend)
    found["suggestions"] += judged.changed + judged.gone
    return dict(+found)


def damage(loop: Loop, *statements: object) -> None:
    with loop.store._engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)  # type: ignore[call-overload]  # any statement


@pytest.mark.parametrize(
    ("statements", "tables"),
    [
        ([update(target_counts).values(success=target_counts.c.success + 1)], {"target_counts", "suggestions"}),
        ([delete(wording_counts)], {"wording_counts", "suggestions"}),
        ([update(value_counts).values(known=7)], {"value_counts"}),
        ([update(attempts).values(family="none")], {"attempts"}),
        ([update(suggestions).values(row={"id": "x"}).where(suggestions.c.id == "none")], set()),
        ([delete(suggestions)], {"suggestions"}),
        ([update(edge_spans).values(days=9)], {"edge_spans", "suggestions"}),
        (
            [delete(table) for table in (*EDGE_TOTALS, *EDGE_COUNTS, edges)],
            {*(table.name for table in EDGE_COUNTS), "edges", "suggestions"},
        ),
    ],
)
def test_what_was_damaged_is_found_and_mended(loop: Loop, statements: list[object], tables: set[str]) -> None:
    before = loop.digest()
    assert rebuilt(loop) == {}
    damage(loop, *statements)
    assert set(rebuilt(loop, mend=False)) == tables
    assert bool(rebuilt(loop)) is bool(tables)
    assert rebuilt(loop) == {}
    assert loop.digest() == before


def test_a_suggestion_without_any_count_goes(loop: Loop) -> None:
    damage(loop, delete(attempts).where(attempts.c.key == "none"), delete(target_counts), delete(wording_counts))
    judged = judge_anew(loop.store.unit_of_work, "shop", RULES.policy)
    assert judged == Judged(changed=0, gone=2)


@given(groups=st.lists(runs(), max_size=6), day=st.integers(0, 5), later=st.lists(runs(), max_size=2))
@settings(slow, max_examples=10)
def test_nothing_differs_before_and_after_retention_and_late_events(
    databases: Databases, groups: list[list[Event]], day: int, later: list[list[Event]]
) -> None:
    with fresh_loop(databases) as some:
        some.learn(flatten(groups), batch=3)
        assert rebuilt(some) == {}
        retain(some.store.unit_of_work, "shop", floor_of(MONDAY + timedelta(days=day), 0), RULES.policy)
        assert rebuilt(some) == {}
        some.learn(flatten(later))
        assert rebuilt(some) == {}


def test_a_status_that_was_written_past_the_program_is_found_and_mended(loop: Loop) -> None:
    before = loop.digest()
    damage(loop, update(suggestions).values(status="promoted"))
    assert rebuilt(loop)["suggestions"] > 0
    assert loop.digest() == before
    assert rebuilt(loop) == {}
