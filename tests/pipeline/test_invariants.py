"""The invariants of the design, as properties of the real loop on a real database."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.learning.acts import Act, ActKind
from pipeline.learning.suggestions import target_id
from selector import query_family
from tests.databases import Databases
from tests.loop import fresh_loop
from tests.traces import MONDAY, Event, Run

TOOLS = ("trackParcel", "listParcels", "deleteParcel")
QUERIES = ("where is my parcel", "주문 취소해 줘", "how many parcels are there")
VALUES = ("PX-10442", "10442", 10442, "acc-7781", "KR", ["PX-10442", {"id": "acc-7781"}], '{"id": "PX-10442"}')

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=8), children, max_size=3),
    max_leaves=8,
)


@st.composite
def runs(draw: st.DrawFn) -> list[Event]:
    """One run of any shape: selected or not, corrected or not, repaired or not, ended or not."""
    number = draw(st.integers(1, 6))
    named = draw(st.booleans())
    run = Run(
        f"att-{number}" if named else None,
        f"plan-{draw(st.integers(1, 4))}",
        principal=draw(st.sampled_from([None, "p1", "p2", "p3"])),
        start=MONDAY + timedelta(days=draw(st.integers(0, 4))),
    )
    query = draw(st.sampled_from(QUERIES))
    if draw(st.booleans()):
        run.selected(draw(st.sampled_from(TOOLS)), query)
    if draw(st.booleans()):
        run.said(f"about {draw(st.sampled_from(VALUES))}")
    for step in range(draw(st.integers(0, 3))):
        args, output = {"id": draw(st.sampled_from(VALUES))}, {"item": draw(st.sampled_from(VALUES))}
        run.step(f"s{step}", draw(st.sampled_from(TOOLS)), args, output, index=step if draw(st.booleans()) else None)
    if draw(st.booleans()):
        run.add("plan.repaired", old_plan_id=run.plan_id, new_plan_id=f"plan-{draw(st.integers(1, 4))}")
    ending = draw(st.sampled_from(["completed", "aborted", "timeout", "open"]))
    if ending == "completed":
        run.completed()
    elif ending != "open":
        run.aborted(ending)
    if draw(st.booleans()):
        run.corrected(draw(st.sampled_from(TOOLS)), query)
    for event in run.events:
        if draw(st.booleans()):
            event["event_id"] = f"e{draw(st.integers(1, 3))}"
    return run.events


acts = st.builds(
    Act,
    suggestion_id=st.builds(
        lambda query, tool: target_id("shop", query_family(query).key, tool),
        st.sampled_from(QUERIES),
        st.sampled_from(TOOLS),
    ),
    kind=st.sampled_from(list(ActKind)),
    actor=st.sampled_from(["kim", "lee"]),
    at=st.integers(0, 200).map(lambda hours: MONDAY + timedelta(hours=hours)),
)

slow = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@given(
    st.lists(runs(), max_size=6),
    st.lists(acts, max_size=4, unique_by=lambda act: act.id),
    st.integers(0, 2**32),
    st.integers(1, 9),
)
@slow
def test_order_duplication_and_batching_of_events_and_acts_change_nothing(
    databases: Databases, groups: list[list[Event]], given_acts: list[Act], seed: int, batch: int
) -> None:
    events: list[Any] = [event for group in groups for event in group]
    chance = random.Random(seed)
    shuffled = [*events, *chance.sample(events, len(events) // 2), *given_acts]
    chance.shuffle(shuffled)
    with fresh_loop(databases) as first, fresh_loop(databases) as second:
        first.learn(events)
        for act in given_acts:
            first.act(act.suggestion_id, act.kind, act.at, act.actor)
        waiting: list[Any] = []
        for item in shuffled:
            if isinstance(item, Act):
                second.learn(waiting, batch=batch)
                waiting = []
                second.act(item.suggestion_id, item.kind, item.at, item.actor)
            else:
                waiting.append(item)
        second.learn(waiting, batch=batch)
        assert first.digest() == second.digest()
        assert first.export() == second.export()
        rejected = {
            act.suggestion_id for act in given_acts if act.kind is ActKind.REJECT and _in_force(act, given_acts)
        }
        assert {row["id"]: row["status"] for row in first.rows() if row["id"] in rejected} == {
            row["id"]: "rejected" for row in first.rows() if row["id"] in rejected
        }


def _in_force(act: Act, given_acts: list[Act]) -> bool:
    return act == max(
        (other for other in given_acts if other.suggestion_id == act.suggestion_id), key=lambda a: (a.at, a.id)
    )


@given(st.lists(st.one_of(json_values.map(json.dumps), st.binary(max_size=40), st.text(max_size=40)), max_size=12))
@slow
def test_every_element_ends_in_the_ledger_or_in_the_dead_letters(
    databases: Databases, garbage: list[str | bytes]
) -> None:
    readable = [item.encode("utf-8", "surrogatepass") if isinstance(item, str) else item for item in garbage]
    run = Run().selected("trackParcel").completed().events
    with fresh_loop(databases) as loop:
        report = loop.learn([*readable, *run])
        assert report.messages == len(garbage) + len(run)
        assert report.accepted + report.duplicates + sum(report.refused.values()) >= report.messages
        assert report.accepted == len(run)
        assert len(loop.dead_letters()) == sum(report.refused.values())


@given(st.lists(runs(), min_size=1, max_size=5))
@slow
def test_nothing_crosses_collections(databases: Databases, groups: list[list[Event]]) -> None:
    events = [event for group in groups for event in group]
    other = [
        {**event, "trace_metadata": {**event["trace_metadata"], "collection_id": "depot"}} for event in events[::2]
    ]
    with fresh_loop(databases) as alone, fresh_loop(databases) as both:
        alone.learn(events)
        both.learn([*other, *events])
        shop = [row for row in both.rows() if row["collection_id"] == "shop"]
        assert shop == alone.rows()


@given(st.lists(runs(), max_size=5))
@slow
def test_a_decision_is_reproduced_from_the_counts_the_acts_and_the_policy(
    databases: Databases, groups: list[list[Event]]
) -> None:
    events = [event for group in groups for event in group]
    with fresh_loop(databases) as loop:
        loop.learn(events, batch=3)
        stored = loop.export()
        loop.settle(trust_anonymous=True)
        loop.settle(trust_anonymous=False)
        assert loop.export() == stored, "judged again from the beginning, the stored counts give the same rows"
