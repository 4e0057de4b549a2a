"""What a run says for or against the target it selected, checked count by count on the real loop."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pipeline.learning.acts import ActKind
from pipeline.learning.settings import Mode, Review
from tests.databases import Databases
from tests.loop import Loop, fresh_loop
from tests.traces import MONDAY, Run, flatten, outcome

COUNTS = ("success", "failure", "environment", "corrected_to", "corrected_away")


@pytest.fixture
def loop(databases: Databases) -> Iterator[Loop]:
    with fresh_loop(databases) as opened:
        yield opened


def counts(loop: Loop) -> dict[str, tuple[int, ...]]:
    return {row["target"]: tuple(row["evidence"][name] for name in COUNTS) for row in loop.rows() if not row["edge"]}


def promoting(
    target: str = "trackParcel", rival: str = "listParcels", day: int = 0, first: int = 1
) -> list[dict[str, object]]:
    """Five people on three days: the target succeeds, its sibling fails."""
    numbers = iter(range(first, first + 1000))
    return flatten(
        outcome(next(numbers), name, success=name == target, day=day + offset, principal=f"p{person}")
        for offset in range(3)
        for person in range(5)
        for name in (target, rival)
    )


def test_success_and_failure_count_for_the_selected_target(loop: Loop) -> None:
    loop.learn(
        [*Run("a").selected("trackParcel").completed().events, *Run("b").selected("trackParcel").aborted().events]
    )
    assert counts(loop) == {"trackParcel": (1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    "error",
    [
        {"kind": "tool", "reason_code": "rate_limited"},
        {"kind": "timeout"},
        {"kind": "tool", "status": 503},
        {"kind": "tool", "status_code": 401},
        {"kind": "http", "code": "429"},
    ],
)
def test_failures_of_the_environment_teach_nothing_and_move_no_date(loop: Loop, error: dict[str, object]) -> None:
    loop.learn(Run("a").selected("trackParcel").completed().events)
    later = Run("b", start=MONDAY + timedelta(days=9)).selected("trackParcel").add("plan.aborted", error=error)
    loop.learn(later.events)
    assert counts(loop) == {"trackParcel": (1, 0, 1, 0, 0)}
    assert loop.rows()[0]["last_evidence_at"] == "2026-01-05T00:00:00Z"


def test_a_correction_counts_against_what_was_selected_and_for_the_corrected_target(loop: Loop) -> None:
    loop.learn(Run("a").selected("listParcels").completed().corrected("trackParcel").events)
    assert counts(loop) == {"listParcels": (0, 0, 0, 0, 1), "trackParcel": (0, 0, 0, 1, 0)}


def test_a_late_correction_takes_the_success_back_and_counts_on_the_day_the_run_ended(loop: Loop) -> None:
    run = Run("a").selected("listParcels").completed()
    loop.learn(run.events)
    assert counts(loop) == {"listParcels": (1, 0, 0, 0, 0)}
    loop.learn(Run("a", start=MONDAY + timedelta(days=3)).corrected("trackParcel").events)
    assert counts(loop) == {"listParcels": (0, 0, 0, 0, 1), "trackParcel": (0, 0, 0, 1, 0)}
    assert {row["last_evidence_at"] for row in loop.rows()} == {"2026-01-05T00:00:00Z"}


def test_the_latest_correction_stands_and_one_to_the_same_target_is_none(loop: Loop) -> None:
    run = Run("a").selected("listParcels").completed().corrected("openParcel").corrected("trackParcel")
    loop.learn(run.events)
    assert counts(loop) == {"listParcels": (0, 0, 0, 0, 1), "trackParcel": (0, 0, 0, 1, 0)}
    loop.learn(run.corrected("listParcels").events)
    assert counts(loop) == {"listParcels": (1, 0, 0, 0, 0)}


def test_a_correction_without_a_run_stands_alone(loop: Loop) -> None:
    lone = {
        "type": "target.corrected",
        "ts": "2026-01-05T09:00:00Z",
        "event_id": "c1",
        "query": "where is my parcel",
        "selected_target": "listParcels",
        "corrected_target": "trackParcel",
        "source": "operator",
        "trace_metadata": {"collection_id": "shop"},
    }
    assert loop.learn([lone, lone]).accepted == 1
    assert counts(loop) == {"listParcels": (0, 0, 0, 0, 1), "trackParcel": (0, 0, 0, 1, 0)}


def test_an_open_run_has_no_outcome_and_a_record_fills_in_what_the_others_do_not_say(loop: Loop) -> None:
    run = Run("a").selected("trackParcel")
    loop.learn(run.events)
    assert counts(loop) == {}
    run.add("attempt.recorded", query="something else entirely", selected_target="openParcel", success=False)
    loop.learn(run.events)
    assert counts(loop) == {"trackParcel": (0, 1, 0, 0, 0)}
    loop.learn(run.completed().events)
    assert counts(loop) == {"trackParcel": (1, 0, 0, 0, 0)}


def test_wordings_of_one_request_are_one_family_and_the_most_frequent_is_its_example(loop: Loop) -> None:
    for number, query in enumerate(
        ["Where is my parcel?", "where's my parcel", "Please, where is my parcel?", "where's my parcel"]
    ):
        loop.learn(outcome(number, "trackParcel", query=query))
    rows = loop.rows()
    assert len(rows) == len({row["query_family"] for row in rows})
    assert max(rows, key=lambda row: row["evidence"]["attempts"])["query_example"] in {
        "where's my parcel",
        "Where is my parcel?",
    }


def test_evidence_of_several_people_on_several_days_promotes_and_tells_why(loop: Loop) -> None:
    loop.learn(promoting())
    assert loop.targets() == {"trackParcel": "promoted", "listParcels": "suggested"}
    row = next(row for row in loop.rows() if row["status"] == "promoted")
    assert row["boost"] == 0.055
    assert row["evidence"]["rival"] == "listParcels"
    assert (row["evidence"]["principals"], row["evidence"]["days"], row["evidence"]["blocked_by"]) == (5, 3, [])
    assert [entry["status"] for entry in row["history"]][-1] == "promoted"
    assert row["policy_version"].startswith("1-")


def test_operators_acts_apply_whenever_they_come_and_a_rejection_stands(tmp_path: Path) -> None:
    events = promoting()
    noon = datetime(2026, 1, 20, 12, tzinfo=UTC)
    with Loop(tmp_path, "after") as after, Loop(tmp_path, "before") as before:
        after.learn(events)
        identity = next(row["id"] for row in after.rows() if row["status"] == "promoted")
        after.act(identity, ActKind.REJECT, noon)
        before.act(identity, ActKind.REJECT, noon)
        before.learn(events[:30])
        before.learn(events[30:])
        for loop in (after, before):
            assert loop.targets()["trackParcel"] == "rejected"
            loop.learn(promoting(day=20, first=500))
            assert loop.targets()["trackParcel"] == "rejected"
        assert after.digest() == before.digest()
        after.act(identity, ActKind.REOPEN, noon + timedelta(hours=1))
        assert after.targets()["trackParcel"] == "promoted"


def test_an_approval_is_not_undone_by_one_success_but_by_later_failures(loop: Loop) -> None:
    loop.learn(flatten([outcome(1, "trackParcel", principal="p1"), outcome(2, "listParcels", principal="p2")]))
    identity = next(row["id"] for row in loop.rows() if row["target"] == "trackParcel")
    loop.act(identity, ActKind.APPROVE, datetime(2026, 1, 6, 12, tzinfo=UTC))
    assert loop.targets()["trackParcel"] == "promoted"
    loop.learn(outcome(3, "trackParcel", day=3, principal="p3"))
    assert loop.targets()["trackParcel"] == "promoted"
    loop.learn(flatten(outcome(10 + n, "trackParcel", success=False, day=5, principal=f"p{n}") for n in range(6)))
    row = next(row for row in loop.rows() if row["target"] == "trackParcel")
    assert row["status"] == "demoted"
    assert row["history"][-1] == {
        "day": 20_463,
        "status": "demoted",
        "reasons": ["recent_failures"],
        "cause": "approval_ended",
    }


def test_a_promotion_that_everybody_follows_stands_after_200_days(loop: Loop) -> None:
    loop.learn(promoting())
    followed = flatten(outcome(1000 + day, "trackParcel", day=day, principal=f"p{day % 7}") for day in range(3, 200))
    loop.learn(followed)
    assert loop.targets(MONDAY + timedelta(days=210))["trackParcel"] == "promoted"
    assert loop.targets(MONDAY + timedelta(days=300))["trackParcel"] == "demoted", "expired: 90 days without evidence"


def test_settings_apply_at_once_to_what_was_learned(loop: Loop) -> None:
    loop.learn(promoting("deleteParcel"))
    assert loop.targets()["deleteParcel"] == "promotable"
    assert next(row for row in loop.rows() if row["target"] == "deleteParcel")["evidence"]["blocked_by"] == [
        "needs_review"
    ]
    loop.settle(review=Review.NONE)
    assert loop.targets()["deleteParcel"] == "promoted"
    loop.settle(mode=Mode.OBSERVE)
    assert set(loop.targets().values()) == {"suggested"}
    loop.settle(mode=Mode.SHADOW)
    assert loop.targets()["deleteParcel"] == "promoted"


def test_anonymous_evidence_promotes_only_where_it_is_trusted(loop: Loop) -> None:
    anonymous = [{**event, "trace_metadata": {"collection_id": "shop"}} for event in promoting()]
    loop.learn(anonymous)
    assert loop.targets()["trackParcel"] == "promotable"
    loop.settle(trust_anonymous=True)
    assert loop.targets()["trackParcel"] == "promoted"


def test_nothing_learned_crosses_collections(loop: Loop) -> None:
    loop.learn(promoting())
    alone = loop.rows()
    elsewhere = [
        {
            **event,
            "trace_metadata": {**event["trace_metadata"], "collection_id": "other"},
            "success": event["selected_target"] == "listParcels",
        }  # type: ignore[dict-item]  # a raw event
        for event in promoting()
    ]
    loop.learn(elsewhere)
    assert [row for row in loop.rows() if row["collection_id"] == "shop"] == alone


def test_one_event_id_with_two_contents_gives_the_same_state_in_either_order(tmp_path: Path) -> None:
    one, two = Run("a").selected("trackParcel").events[0], Run("a").selected("listParcels").events[0]
    one["event_id"] = two["event_id"] = "e1"
    end = Run("a").completed().events
    with Loop(tmp_path, "one") as first, Loop(tmp_path, "two") as second:
        report = first.learn([one, two, one, *end])
        second.learn([*end, two, two, one])
        assert (report.accepted, report.conflicts, report.duplicates) == (2, 1, 1)
        assert first.digest() == second.digest()
