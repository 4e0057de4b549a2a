"""Settings and operators' acts over what the evidence says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from pipeline.learning.acts import Act, ActKind, in_force, kind_before
from pipeline.learning.comparison import NOTHING, Scores
from pipeline.learning.edges import EdgeVerdict
from pipeline.learning.settings import CollectionSettings, Mode, Review
from pipeline.learning.standing import settle_edge, settle_family
from pipeline.learning.suggestions import as_listed
from pipeline.learning.verdicts import Status, TargetVerdict, Transition

DAY = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
FREE = CollectionSettings(review=Review.NONE)


def verdict(status: Status, blocked_by: tuple[str, ...] = ()) -> TargetVerdict:
    return TargetVerdict(status, (), NOTHING, Scores(0.0, 9.0, None), 0.0, blocked_by, 20_458)


def act(kind: ActKind, *, hours: float = 0, actor: str = "kim") -> Act:
    return Act("tp-1", kind, actor, DAY + timedelta(hours=hours))


def stands(_target: str, _day: int) -> None:
    return None


def statuses(
    verdicts: dict[str, Status], acts: dict[str, Act] | None = None, settings: CollectionSettings = FREE
) -> dict[str, str]:
    settled = settle_family({name: verdict(status) for name, status in verdicts.items()}, acts or {}, settings, stands)
    return {name: standing.status.value for name, standing in settled.items()}


@pytest.mark.parametrize("evidence", list(Status))
def test_a_rejection_stands_whatever_the_evidence_says(evidence: Status) -> None:
    assert statuses({"track": evidence}, {"track": act(ActKind.REJECT)}) == {"track": "rejected"}


@pytest.mark.parametrize("evidence", [Status.SUGGESTED, Status.DEMOTED, Status.PROMOTABLE, Status.PROMOTED])
def test_a_pin_promotes_whatever_the_evidence_says(evidence: Status) -> None:
    assert statuses({"track": evidence}, {"track": act(ActKind.PIN)}) == {"track": "promoted"}


@pytest.mark.parametrize("order", list(permutations(["policy", "approved", "pinned"])))
def test_of_one_family_a_pin_stands_before_an_approval_and_that_before_the_policy(order: tuple[str, ...]) -> None:
    evidence = {name: Status.PROMOTED if name == "policy" else Status.SUGGESTED for name in order}
    acts = {"approved": act(ActKind.APPROVE, hours=2), "pinned": act(ActKind.PIN, hours=1)}
    assert statuses(evidence, acts) == {"approved": "promotable", "pinned": "promoted", "policy": "promotable"}
    del acts["pinned"], evidence["pinned"]
    assert statuses(evidence, acts) == {"approved": "promoted", "policy": "promotable"}


def test_of_two_approvals_the_later_stands() -> None:
    acts = {"a": act(ActKind.APPROVE, hours=1), "b": act(ActKind.APPROVE, hours=2)}
    assert statuses({"a": Status.SUGGESTED, "b": Status.SUGGESTED}, acts) == {"a": "promotable", "b": "promoted"}


def test_what_changes_state_waits_for_review_and_says_so() -> None:
    settled = settle_family({"deleteOrder": verdict(Status.PROMOTED)}, {}, CollectionSettings(), stands)
    assert settled["deleteOrder"].status is Status.PROMOTABLE
    assert settled["deleteOrder"].blocked_by == ("needs_review",)
    assert statuses({"deleteOrder": Status.PROMOTED}, {"deleteOrder": act(ActKind.APPROVE)}, CollectionSettings()) == {
        "deleteOrder": "promoted"
    }


def test_the_declared_catalog_decides_what_changes_state_before_the_name() -> None:
    declared = CollectionSettings(state_changing={"deleteOrder": False, "listOrders": True})
    assert statuses({"deleteOrder": Status.PROMOTED}, settings=declared) == {"deleteOrder": "promoted"}
    assert statuses({"listOrders": Status.PROMOTED}, settings=declared) == {"listOrders": "promotable"}


def test_in_observe_nothing_is_above_suggested_not_even_a_pin() -> None:
    observe = CollectionSettings(mode=Mode.OBSERVE, review=Review.NONE)
    evidence = {"a": Status.PROMOTED, "b": Status.PROMOTABLE, "c": Status.DEMOTED}
    assert statuses(evidence, {"a": act(ActKind.PIN)}, observe) == {"a": "suggested", "b": "suggested", "c": "demoted"}


def test_an_approval_that_evidence_ended_leaves_what_the_evidence_says() -> None:
    fell = Transition(20_460, Status.DEMOTED, ("recent_failures",))
    settled = settle_family(
        {"track": verdict(Status.SUGGESTED)}, {"track": act(ActKind.APPROVE)}, FREE, lambda *_: fell
    )
    assert (settled["track"].status, settled["track"].fell) == (Status.DEMOTED, fell)


def test_an_approved_edge_stands_until_an_act_and_needs_no_review() -> None:
    unproven = EdgeVerdict(Status.SUGGESTED, (), ("few_attempts",), 0.0, 0.0)
    assert settle_edge(unproven, act(ActKind.APPROVE), CollectionSettings()).status is Status.PROMOTED
    proven = EdgeVerdict(Status.PROMOTED, ("values",), (), 0.5, 0.0)
    assert settle_edge(proven, None, CollectionSettings(review=Review.ALL)).status is Status.PROMOTED
    assert settle_edge(proven, act(ActKind.DEMOTE), FREE).status is Status.DEMOTED


def test_the_last_act_by_time_is_in_force_and_a_rollback_restores_the_one_before() -> None:
    acts = [act(ActKind.REJECT, hours=3), act(ActKind.APPROVE, hours=1), act(ActKind.PIN, hours=2)]
    for order in permutations(acts):
        found = in_force(order)
        assert found is not None
        assert found.kind is ActKind.REJECT
        assert kind_before(order) is ActKind.PIN
    assert kind_before([act(ActKind.PIN)]) is ActKind.REOPEN


def row(status: str, **more: object) -> dict[str, object]:
    return {
        "status": status,
        "pinned": False,
        "approved_at": None,
        "last_evidence_at": "2026-01-05T00:00:00Z",
        "boost": 0.055,
        "evidence": {"blocked_by": []},
        **more,
    }


@pytest.mark.parametrize(
    ("stored", "days", "listed"),
    [
        (row("promoted"), 89, "promoted"),
        (row("promoted"), 90, "demoted"),
        (row("promotable"), 120, "demoted"),
        (row("promoted", pinned=True), 900, "promoted"),
        (row("rejected"), 900, "rejected"),
        (row("promoted", approved_at="2026-02-04T00:00:00Z"), 100, "promoted"),
        (row("promoted", approved_at="2026-02-04T00:00:00Z"), 120, "demoted"),
    ],
)
def test_expiry_counts_from_the_later_of_evidence_and_approval(
    stored: dict[str, object], days: int, listed: str
) -> None:
    as_of = datetime(2026, 1, 5, tzinfo=UTC) + timedelta(days=days)
    shown = as_listed(stored, as_of, 90)
    assert shown["status"] == listed
    assert ("expired" in shown["evidence"]["blocked_by"]) == (listed == "demoted")
    assert stored["boost"] == 0.055, "the stored row is not changed"
