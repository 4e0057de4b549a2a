"""The publisher as an agent sees it: it takes events, and never waits or raises; what it drops is counted."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.intake import Message
from pipeline.process import Rules, process
from pipeline.publish import Limits, NoSealKeyError, Options, PublisherCounts, TracePublisher
from tests.databases import SqliteFiles
from tests.loop import RULES, Loop, fresh_loop
from tests.pipeline.event_samples import INTAKE
from tests.pipeline.test_invariants import json_values, runs
from tests.publish.sinks import Memory, Stuck
from tests.traces import MONDAY, Event, Run

SECRET = "a secret of the tests, long enough"  # the one of INTAKE


def publisher(sink: Memory, **options: Any) -> TracePublisher:
    return TracePublisher(sink, SECRET, Options(**{"collection_id": "shop", "clock": lambda: MONDAY, **options}))


def published(events: list[Any], sink: Memory | None = None, **options: Any) -> tuple[Memory, PublisherCounts]:
    sink = sink or Memory()
    carrier = publisher(sink, **options)
    for event in events:
        carrier.publish(event)
    return sink, carrier.close(30)


def a_run(number: int = 1) -> list[Event]:
    run = Run(f"att-{number}", f"plan-{number}", principal="p1")
    run.selected("trackParcel").step("s1", "listParcels", {}, {"items": [{"id": "PX-10442"}]})
    return run.step("s2", "trackParcel", {"id": "PX-10442"}, {"at": "Jeju"}).completed().events


def learned(loop: Loop, messages: list[bytes]) -> str:
    rules = Rules(INTAKE, RULES.policy)
    process([Message("t", str(n), data) for n, data in enumerate(messages)], loop.store.unit_of_work(), rules)
    return loop.digest()


@given(st.lists(runs(), max_size=4), st.integers(1, 5), st.booleans())
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_sealed_and_raw_publishing_give_the_same_tables(
    sqlite: SqliteFiles, groups: list[list[Event]], together: int, keep_text: bool
) -> None:
    events = [
        {**event, "event_id": f"e{number}"} for number, event in enumerate(event for group in groups for event in group)
    ]
    sink, counts = published(events, limits=Limits(message_events=together), keep_text=keep_text)
    assert counts.delivered == len(events)
    with fresh_loop(sqlite) as raw, fresh_loop(sqlite) as sealed:
        for loop in (raw, sealed):
            loop.settle(keep_text=keep_text)
        digest = learned(raw, [json.dumps(event).encode() for event in events])
        assert learned(sealed, [pack.data for pack in sink.packs]) == digest
        assert sealed.export() == raw.export()
        assert sealed.dead_letters() == []


def test_an_attempt_travels_in_one_message_under_its_key() -> None:
    sink, counts = published([event for number in range(20) for event in a_run(number)])
    assert (counts.messages, counts.delivered, counts.dropped) == (20, 120, {})
    assert [pack.key for pack in sink.packs] == [f"shop/att-{number}" for number in range(20)]
    assert {event["attempt_id"] for event in json.loads(sink.packs[3].data)} == {"att-3"}


def test_nothing_raw_leaves_the_process() -> None:
    secret, mail, order = "hunter2-hunter2", "kim@example.com", "K-20-884217"
    run = Run(f"run of {mail}").selected("trackParcel", f"where is {order}? write to {mail}").said(f"it is {order}")
    run.step("s1", "trackParcel", {"password": secret, "id": order}, {"owner": {"mail": mail}, "id": order}).completed()
    with_person = [{**event, "trace_metadata": {**event["trace_metadata"], "user_id": mail}} for event in run.events]
    sink, counts = published(with_person)
    sent = b"".join(pack.key.encode() + pack.data for pack in sink.packs)
    assert counts.delivered == len(with_person)
    assert all(raw.encode() not in sent for raw in (secret, mail))
    assert b'"id",' in sent  # the path is there, its value is not


def test_it_refuses_to_start_without_a_secret() -> None:
    for secret in (None, "", "   ", "short"):
        with pytest.raises(NoSealKeyError):
            TracePublisher(Memory(), secret)


def test_what_an_event_does_not_say_is_filled_in_and_what_it_says_stands() -> None:
    bare = {"type": "user.message", "plan_id": "p", "text": "hello there"}
    theirs = {**bare, "trace_metadata": {"collection_id": "garden"}, "ts": "2026-02-01T00:00:00Z", "event_id": "mine"}
    top = {**bare, "collection_id": "attic"}
    sink, _ = published([bare, bare, theirs, top], metadata={"agent": "a-7"})
    first, second, third, fourth = sorted(
        sink.events, key=lambda event: (event["collection_id"] != "shop", event["ts"])
    )
    assert first["ts"] < second["ts"]  # the clock stands still, and the order is kept all the same
    assert first["event_id"] != second["event_id"]
    assert (first["collection_id"], first["body"]["metadata"]) == ("shop", {"agent": "a-7"})
    assert (fourth["collection_id"], fourth["ts"][:10], fourth["event_id"]) == ("garden", "2026-02-01", "mine")
    assert third["collection_id"] == "attic"


@dataclass
class RunnerEvent:
    """As a runner emits it: metadata empty, values that only Python knows."""

    type: str = "step.completed"
    plan_id: str = "plan-1"
    step_id: str = "s1"
    output_preview: Any = None
    trace_metadata: dict[str, Any] = field(default_factory=dict)


def test_an_attempt_gives_its_events_their_id_and_is_sent_when_it_ends() -> None:
    sink = Memory()
    with publisher(sink) as carrier:
        with carrier.attempt("att-9", user_id="kim", agent="a-1") as attempt:
            stream = [RunnerEvent(output_preview={"day": date(2026, 1, 5), "price": Decimal("1250.50")}), RunnerEvent()]
            assert list(attempt.follow(stream)) == stream
            attempt.publish({"type": "plan.completed", "plan_id": "plan-1"})
            attempt.publish({"type": "target.corrected", "corrected_target": "a", "query": "b c"})
        assert carrier.flush(30)
        assert [(pack.key, pack.events) for pack in sink.packs] == [("shop/att-9", 4)]
    assert {event["principal"] for event in sink.events} == {sink.events[0]["principal"]} != {None}
    paths = [path for path, _ in sink.events[0]["body"]["output"]]
    assert paths == ["day", "price"]


def test_the_event_is_taken_as_it_is_at_the_call() -> None:
    sink = Memory()
    with publisher(sink) as carrier:
        args = {"id": "PX-10442"}
        event = {"type": "step.started", "plan_id": "p", "step_id": "s1", "args_resolved": args}
        carrier.publish(event)
        args["id"] = "PX-99999"
        event["type"] = "nothing"
        carrier.publish({**event, "type": "step.started", "args_resolved": {"id": "PX-10442"}})
    before, after = sink.events
    assert before["body"]["args"] == after["body"]["args"]


class Hostile:
    """An object that answers nothing."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("no")


def circle() -> dict[str, Any]:
    inside: dict[str, Any] = {"type": "user.message", "plan_id": "p"}
    inside["text"] = inside
    return inside


def deep(levels: int = 5_000) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return {"type": "step.completed", "plan_id": "p", "step_id": "s", "output_preview": value}


ODD: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "a number": lambda: 7,
    "a text": lambda: "text",
    "a list": list,
    "an object": object,
    "an object that answers nothing": Hostile,
    "a class": lambda: Hostile,
    "a circle": circle,
    "too deep": deep,
    "a field that answers nothing": lambda: {"type": Hostile()},
    "a key that is no text": lambda: {Hostile: 1},
    "no fields": dict,
}


@pytest.mark.parametrize("kind", sorted(ODD))
def test_whatever_is_published_nothing_is_raised_and_it_is_counted(kind: str) -> None:
    _, counts = published([ODD[kind]()])
    assert (counts.published, counts.delivered, sum(counts.dropped.values())) == (1, 0, 1)


@given(
    st.lists(st.dictionaries(st.sampled_from(["type", "plan_id", "ts", "step_id", "text"]), json_values), max_size=5)
)
@settings(max_examples=25, deadline=None)
def test_everything_published_is_delivered_or_dropped_for_a_reason(events: list[Any]) -> None:
    sink, counts = published(events)
    assert counts.published == len(events) == counts.delivered + sum(counts.dropped.values())
    assert len(sink.events) == counts.delivered


def test_no_call_waits_for_a_sink_that_never_returns() -> None:
    sink = Stuck()
    carrier = publisher(sink, queue_events=100, limits=Limits(message_events=1))
    carrier.publish(a_run()[0])
    assert sink.reached.wait(30)
    taken = [carrier.publish(event) for number in range(2, 60) for event in a_run(number)]  # returns, or the test hangs
    assert sum(taken) == 100
    counts = carrier.counts
    assert counts.waiting == 101
    assert set(counts.dropped) == {"queue_full", "attempt_cut"}
    ended = carrier.close(0.05)
    assert (ended.waiting, ended.dropped["deadline"]) == (0, 101)
    assert not carrier.publish(a_run()[0])
    assert carrier.counts.dropped["closed"] == 1
    sink.way.set()


def test_what_the_queue_held_is_delivered_when_the_sink_is_back() -> None:
    sink = Stuck(full=5, unreachable=1)
    carrier = publisher(sink, queue_events=50)
    events = [event for number in range(20) for event in a_run(number)]
    taken = [event for event in events if carrier.publish(event)]
    sink.way.set()
    counts = carrier.close(30)
    assert 50 <= len(taken) < len(events)
    assert (counts.delivered, counts.delivered + sum(counts.dropped.values())) == (len(taken), len(events))
    assert len(sink.events) == len(taken)


def test_after_a_hole_nothing_more_of_an_attempt_is_sent() -> None:
    sink = Stuck()
    carrier = publisher(sink, queue_events=3, limits=Limits(message_events=1))
    carrier.publish(a_run(0)[0])
    assert sink.reached.wait(30)
    first, second = a_run(1), a_run(2)
    assert [carrier.publish(event) for event in first] == [True, True, True, False, False, False]
    sink.way.set()
    assert carrier.flush(30)
    assert [carrier.publish(event) for event in [*first, *second[:2]]] == [False] * len(first) + [True, True]
    assert carrier.close(30).dropped == {"queue_full": 1, "attempt_cut": 2 + len(first)}


def test_what_did_not_arrive_is_counted_and_its_attempt_is_cut() -> None:
    carrier = publisher(Memory(fails="undelivered"), limits=Limits(message_events=2))
    for event in a_run()[:2]:
        carrier.publish(event)
    assert carrier.flush(30)
    assert not carrier.publish(a_run()[2])
    assert carrier.close(30).dropped == {"attempt_cut": 1, "undelivered": 2}


def test_a_sink_that_raises_loses_a_message_and_not_the_next() -> None:
    sink, counts = published([*a_run(1), *a_run(2)], Memory(broken=1))
    assert (counts.delivered, counts.dropped) == (6, {"undelivered": 6})
    assert [pack.key for pack in sink.packs] == ["shop/att-2"]


def test_an_event_that_fits_in_no_message_is_dropped_and_the_rest_is_split() -> None:
    huge = {
        "type": "step.completed",
        "plan_id": "p",
        "step_id": "s",
        "output_preview": [f"no. {n}" for n in range(999)],
    }
    sink, counts = published([huge, *a_run()], limits=Limits(message_bytes=2_000))
    assert counts.dropped == {"too_large": 1}
    assert len(sink.packs) > 1
    assert all(len(pack.data) <= 2_000 for pack in sink.packs)


def test_a_message_that_the_broker_finds_too_large_is_sent_in_parts() -> None:
    huge = {"type": "step.completed", "plan_id": "p", "step_id": "s", "output_preview": [f"no. {n}" for n in range(99)]}
    sink, counts = published([*a_run(), huge, *a_run(2)], Memory(largest=1_500))
    assert (counts.delivered, counts.dropped) == (12, {"too_large": 1})
    assert all(len(pack.data) <= 1_500 for pack in sink.packs)
    assert [event["type"] for event in sink.events if event.get("attempt_id") == "att-1"] == [
        e["type"] for e in a_run()
    ]


@pytest.mark.parametrize(
    ("odd", "reason", "is_hole"),
    [
        (
            {"type": "step.completed", "step_id": "s", "output_preview": [f"no. {n}" for n in range(999)]},
            "too_large",
            True,
        ),
        ({"type": "step.completed", "step_id": "s", "duration_ms": "long"}, "bad_field", True),
        ({"type": "agent.thought", "text": "hm"}, "unknown_type", False),
    ],
)
def test_without_one_of_its_events_the_rest_of_an_attempt_is_not_sent(
    odd: dict[str, Any], reason: str, is_hole: bool
) -> None:
    sink = Memory()
    with publisher(sink, limits=Limits(message_bytes=2_000)) as carrier:
        with carrier.attempt("att-9") as attempt:
            for event in [*a_run()[:2], odd, *a_run()[2:]]:
                attempt.publish({name: value for name, value in event.items() if name != "trace_metadata"})
        assert carrier.flush(30)
        dropped = carrier.counts.dropped
    left = len(a_run()) - 2
    assert dropped == ({reason: 1, "attempt_cut": left} if is_hole else {reason: 1})
    assert len(sink.events) == (2 if is_hole else 2 + left)


def test_drops_are_reported_without_a_word_of_an_event(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "tooltrail.publish"):
        published([{"type": "step.completed", "plan_id": "secret-plan", "duration_ms": "secret-time"}])
    assert {record.__dict__["event"] for record in caplog.records} == {"trace_event_refused", "trace_events_dropped"}
    assert "bad_field" in caplog.text
    assert "secret" not in caplog.text


def test_time_alone_sends_what_is_open() -> None:
    sink = Memory()
    with publisher(sink, limits=Limits(linger_seconds=0.01)) as carrier:
        carrier.publish(a_run()[0])
        while not carrier.counts.delivered:
            pass
        assert len(sink.packs) == 1


def test_a_clock_that_is_set_far_back_is_believed() -> None:
    times = iter([MONDAY, MONDAY - timedelta(hours=2)])
    sink, _ = published([{"type": "user.message", "plan_id": "p", "text": "hello"}] * 2, clock=lambda: next(times))
    hours = [datetime.fromisoformat(event["ts"]).astimezone(UTC).hour for event in sink.events]
    assert hours == [9, 7]
