"""Sample attempts: real ones behind a suggestion, the latest first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pipeline.learning.attempts import Edge, build_attempt
from pipeline.learning.evidence import contribution
from pipeline.learning.sealed import SealedEvent
from pipeline.learning.suggestions import Row
from pipeline.ports import StoredEvent
from storage.store import SqlStore
from tests.storage.content import MONDAY, data_flow, preference, sealed, summary

EDGE = Edge("findGuest", "id", "bookRoom", "guest_id")
GUEST = "AAAAAAAAAAAA"


def save(store: SqlStore, key: str, events: list[SealedEvent]) -> None:
    """Takes an attempt in as the one path does, judgement apart."""
    attempt = build_attempt(key, events)
    times = [event.ts for event in events]
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", contribution(attempt))
        work.attempts.save(
            "hotel",
            key,
            summary(
                principal=attempt.principal,
                session=attempt.session,
                family=attempt.family.key if attempt.family else None,
                selected=attempt.selected,
                first_at=min(times),
                last_at=max(times),
            ),
            [StoredEvent(event) for event in events],
        )
        work.commit()


def outcome(seconds: float, target: str, **body: Any) -> list[SealedEvent]:
    content = {"selected_target": target, "family": {"key": "3f9a", "terms": ["room"]}, "query": "a room", **body}
    return [sealed(f"e-{seconds}", type="attempt.recorded", seconds=seconds, body={"success": True, **content})]


def flow(seconds: float, argument: str, session: str | None = None) -> list[SealedEvent]:
    steps = [
        ("step.completed", "s1", "findGuest", {"output": [["id", GUEST]]}),
        ("step.started", "s2", "bookRoom", {"args": [[argument, GUEST]]}),
        ("step.completed", "s2", "bookRoom", {"output": []}),
    ]
    return [
        sealed(
            f"e-{number}",
            type=kind,
            plan_id="plan",
            session=session,
            seconds=seconds + number,
            body={"step_id": step, "tool": tool, "seal_key": "k1", **body},
        )
        for number, (kind, step, tool, body) in enumerate(steps)
    ]


def samples(store: SqlStore, row: Row, limit: int = 5) -> list[str]:
    with store.reading() as reader:
        return [sample.key for sample in reader.samples(row, limit)]


def test_attempts_of_a_preference_are_those_that_count_for_or_against_its_target(store: SqlStore) -> None:
    save(store, "a:won", outcome(1, "bookRoom"))
    save(store, "a:other", outcome(2, "listRooms"))
    save(store, "a:failed", outcome(3, "bookRoom", success=False))
    corrected = sealed("e-9", type="target.corrected", seconds=9, body={"corrected_target": "bookRoom"})
    save(store, "a:corrected", [*outcome(4, "listRooms"), corrected])
    save(store, "a:open", outcome(5, "bookRoom", success=None))
    assert samples(store, preference("3f9a", "bookRoom")) == ["a:corrected", "a:failed", "a:won"]
    assert samples(store, preference("3f9a", "bookRoom"), limit=2) == ["a:corrected", "a:failed"]
    assert samples(store, preference("77c0", "bookRoom")) == []


def test_attempts_of_an_edge_are_those_that_show_it_with_a_session_or_without(store: SqlStore) -> None:
    save(store, "a:with", flow(0, "guest_id", session="s"))
    save(store, "a:same-session", flow(10, "name", session="s"))
    save(store, "a:without", flow(20, "guest_id"))
    assert samples(store, data_flow(EDGE)) == ["a:without", "a:with"]
    assert samples(store, data_flow(Edge("findGuest", "id", "bookRoom", "name"))) == ["a:same-session"]
    assert samples(store, data_flow(Edge("findGuest", "id", "bookRoom", "nothing"))) == []


def test_a_sample_tells_who_asked_and_when(store: SqlStore) -> None:
    save(store, "a:with", flow(0, "guest_id", session="s"))
    with store.reading() as reader:
        (sample,) = reader.samples(data_flow(EDGE))
    assert (sample.session, sample.principal, sample.selected) == ("s", None, None)
    assert (sample.first_at, sample.last_at) == (MONDAY, MONDAY + timedelta(seconds=2))


def test_the_latest_of_many_are_found_though_others_came_later(store: SqlStore) -> None:
    for number in range(30):
        save(store, f"a:{number:02}", outcome(number, "bookRoom" if number < 6 else "listRooms"))
    assert samples(store, preference("3f9a", "bookRoom")) == ["a:05", "a:04", "a:03", "a:02", "a:01"]
