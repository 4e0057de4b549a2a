"""The snapshot from the topic is the snapshot from the database, after anything that can happen to either."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.erasure import erase
from pipeline.errors import TransientError
from pipeline.learning.acts import Act, ActKind
from pipeline.learning.settings import Mode, Review
from pipeline.promotions import Relay
from pipeline.retention import retain
from tests.databases import Databases
from tests.loop import RULES, Loop, fresh_loop
from tests.pipeline.test_invariants import TOOLS, acts, runs
from tests.promotions.log import Log, assert_same
from tests.traces import MONDAY, Event, Run, flatten, outcome

settle = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from([Mode.PROMOTE, *Mode]),
        "review": st.sampled_from(list(Review)),
        "trust_anonymous": st.booleans(),
    },
)
moments = st.integers(-1, 5).map(lambda days: MONDAY.replace(hour=0) + timedelta(days=days))


def people(first_day: int, target: str, other: str) -> list[Event]:
    """People for whom one target works and the other does not: enough for a promotion."""
    number = 1000 * first_day
    works = [outcome(number + n, target, day=first_day + n % 3, principal=f"p{n % 6}") for n in range(24)]
    fails = [outcome(number + 100 + n, other, day=first_day, principal=f"p{n % 6}", success=False) for n in range(12)]
    return flatten(works + fails)


crowd = st.builds(people, st.integers(0, 4), st.sampled_from(TOOLS), st.sampled_from(TOOLS))
kinds = st.sampled_from([ActKind.PIN, ActKind.APPROVE, *ActKind])
happening = st.one_of(
    st.tuples(st.just("learn"), crowd),
    st.tuples(st.just("learn"), runs() | crowd),
    st.tuples(st.just("act on"), st.tuples(st.integers(0, 99), kinds, st.integers(0, 99))),
    st.tuples(st.just("act"), acts),
    st.tuples(st.just("settle"), settle),
    st.tuples(st.just("let go"), st.tuples(st.sampled_from([retain, erase]), moments)),
    st.tuples(st.just("relay"), st.tuples(st.integers(1, 5), st.none() | st.integers(0, 5))),
    st.tuples(st.just("compare"), st.none()),
)


def do(loop: Loop, log: Log, what: str, how: Any) -> None:
    if what == "learn":
        loop.learn(how)
    elif what == "act":
        act: Act = how
        loop.act(act.suggestion_id, act.kind, act.at, act.actor)
    elif what == "act on":
        index, kind, hours = how
        if rows := loop.rows():
            loop.act(rows[index % len(rows)]["id"], kind, MONDAY + timedelta(hours=hours))
    elif what == "settle":
        loop.settle(**how)
    elif what == "let go":
        let_go, moment = how
        let_go(loop.store.unit_of_work, "shop", moment, RULES.policy)
    elif what == "compare":
        Relay(loop.store.outbox, log).drain()
        assert_same(loop, log)
    else:
        batch, log.breaks_after = how
        with suppress(TransientError):
            Relay(loop.store.outbox, log, batch_rows=batch).once()
        log.breaks_after = None


@given(st.lists(runs(), max_size=2), crowd, st.lists(happening, max_size=12))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_after_any_sequence_the_topic_says_what_the_database_says(
    databases: Databases, first: list[list[Event]], people: list[Event], happenings: list[tuple[str, Any]]
) -> None:
    with fresh_loop(databases) as loop:
        log = Log()
        loop.learn([*flatten(first), *people])
        for what, how in [("compare", None), *happenings, ("compare", None)]:
            do(loop, log, what, how)


def promoted(loop: Loop) -> None:
    loop.settle(review=Review.NONE)
    loop.learn(people(0, "trackParcel", "listParcels"))


def test_newer_evidence_is_told_so_that_nothing_expires_too_early(databases: Databases) -> None:
    with fresh_loop(databases) as loop:
        log = Log()
        promoted(loop)
        Relay(loop.store.outbox, log).drain()
        before = len(log.pairs)
        assert len(assert_same(loop, log)) == 1
        loop.learn(outcome(900, "trackParcel", day=20, principal="p1"))
        Relay(loop.store.outbox, log).drain()
        assert len(log.pairs) == before + 1
        assert_same(loop, log)


def test_evidence_that_says_nothing_new_to_a_reader_is_not_told(databases: Databases) -> None:
    with fresh_loop(databases) as loop:
        log = Log()
        promoted(loop)
        Relay(loop.store.outbox, log).drain()
        loop.learn(outcome(901, "trackParcel", day=2, principal="p1"))
        assert Relay(loop.store.outbox, log).drain() == 0
        assert_same(loop, log)


def test_a_collection_in_shadow_and_one_that_is_erased_leave_the_topic(databases: Databases) -> None:
    for leave in ("shadow", "erase"):
        with fresh_loop(databases) as loop:
            log = Log()
            promoted(loop)
            Relay(loop.store.outbox, log).drain()
            if leave == "shadow":
                loop.settle(mode=Mode.SHADOW)
            else:
                erase(loop.store.unit_of_work, "shop", MONDAY + timedelta(days=30), RULES.policy)
            Relay(loop.store.outbox, log).drain()
            assert len(assert_same(loop, log)) == 0
            assert log.compacted().pairs == []


def test_an_edge_that_an_operator_approves_comes_with_its_share(databases: Databases) -> None:
    with fresh_loop(databases) as loop:
        log = Log()
        for number in range(3):
            run = Run(f"att-{number}", principal=f"p{number}").step("s1", "listParcels", {}, {"id": f"PX-{number}0442"})
            loop.learn(run.step("s2", "trackParcel", {"id": f"PX-{number}0442"}, {"at": "Jeju"}).completed().events)
        (edge,) = [row for row in loop.rows() if row["kind"] == "data_flow_edge"]
        loop.act(edge["id"], ActKind.APPROVE, MONDAY)
        Relay(loop.store.outbox, log).drain()
        (found,) = assert_same(loop, log).for_collection("shop").edges
        assert found["edge"]["target"] == "trackParcel"
        assert b'"share":1.0' in (log.pairs[-1][1] or b"")
