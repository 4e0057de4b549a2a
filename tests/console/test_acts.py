"""Acts: on what was shown, all or none, by two people where the collection asks for two; each can be undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from console.access.roles import ForbiddenError, NotFoundError, Role
from console.desk import Desk
from console.desk.acts import ActRefusedError
from console.reads.queue import QueueItem, QueueQuery
from console.reads.version import BadVersionError
from pipeline.learning.settings import Mode
from pipeline.review import NothingToRollBackError
from storage import snapshots
from storage.users import User
from tests.console.opening import Opened, risky_events
from tests.loop import AS_OF

RISKY = "cancelParcel"


def named(*items: QueueItem) -> list[tuple[str, str]]:
    return [(item.subject.id, item.version) for item in items]


def status(opened: Opened, target: str) -> str:
    return opened.items()[target].status


def approve(opened: Opened, *targets: str, desk: Desk | None = None, comment: str = "seen") -> None:
    items = opened.items()
    outcome = (desk or opened.desk()).act("approve", named(*(items[target] for target in targets)), comment)
    assert not outcome.conflicts


def test_the_queue_begins_with_what_gains_most(opened: Opened) -> None:
    page = opened.desk().queue(QueueQuery(status="any"), 200)
    gains = [item.gain for item in page.items]
    assert gains == sorted(gains, reverse=True)
    assert page.total == len(page.items) == sum(page.by_status.values())
    assert status(opened, RISKY) == "promotable"


def test_pages_follow_each_other_without_gap_or_repetition(opened: Opened) -> None:
    desk = opened.desk()
    whole = [item.subject.id for item in desk.queue(QueueQuery(status="any"), 200).items]
    found: list[str] = []
    after: str | None = None
    while True:
        page = desk.queue(QueueQuery(status="any", after=after), 2)
        found += [item.subject.id for item in page.items]
        after = page.next_after
        if after is None:
            break
    assert found == whole


def test_an_approval_promotes_and_reaches_the_selector(opened: Opened) -> None:
    approve(opened, RISKY)
    assert status(opened, RISKY) == "promoted"
    learned = snapshots.load(opened.loop.url, AS_OF).for_collection("shop")
    assert RISKY in learned.lessons("please stop my parcel")


def test_a_rollback_brings_back_what_was_in_force(opened: Opened) -> None:
    approve(opened, RISKY)
    desk = opened.desk()
    desk.act("reject", named(opened.items()[RISKY]), "not ours", "wrong_target")
    assert status(opened, RISKY) == "rejected"
    desk.act("rollback", named(opened.items()[RISKY]), "it is")
    assert status(opened, RISKY) == "promoted"
    latest = desk.suggestion(opened.items()[RISKY].subject.id).acts[-1]
    assert (latest.act, latest.actor, latest.reason, latest.comment) == ("approve", "kim", "rollback", "it is")


def test_what_nobody_acted_on_cannot_be_rolled_back(opened: Opened) -> None:
    with pytest.raises(NothingToRollBackError):
        opened.desk().act("rollback", named(opened.items()[RISKY]))


@pytest.mark.parametrize(("comment", "reason"), [("", "wrong_target"), ("no", ""), ("no", "because"), ("  ", "other")])
def test_a_rejection_says_why(opened: Opened, comment: str, reason: str) -> None:
    with pytest.raises(ActRefusedError, match="says why"):
        opened.desk().act("reject", named(opened.items()[RISKY]), comment, reason)
    assert status(opened, RISKY) == "promotable"


def test_evidence_that_changed_since_the_page_was_drawn_stops_an_act_and_is_shown(opened: Opened) -> None:
    shown = named(opened.items()[RISKY])
    opened.loop.learn(risky_events(first=9_000, days=1))
    outcome = opened.desk().act("approve", shown)
    assert outcome.done == ()
    changed = {difference.code: (difference.then, difference.now) for difference in outcome.conflicts[0].differences}
    assert changed["corrected_to"] == ("20", "25")
    assert status(opened, RISKY) == "promotable"
    assert opened.desk().act("approve", [(shown[0][0], outcome.conflicts[0].version)]).done[0].after == "promoted"


def test_of_two_who_act_on_the_same_page_the_second_is_told_of_the_first(opened: Opened) -> None:
    shown = named(opened.items()[RISKY])
    opened.desk("kim").act("reject", shown, "no", "too_risky")
    outcome = opened.desk("lee").act("approve", shown)
    codes = {difference.code: difference.now for difference in outcome.conflicts[0].differences}
    assert codes["last_act"].startswith("reject kim")
    assert status(opened, RISKY) == "rejected"


def test_one_that_changed_stops_a_whole_bulk(opened: Opened) -> None:
    items = list(opened.items().values())[:3]
    opened.desk().act("pin", named(items[0]))
    outcome = opened.desk("lee").act("demote", named(*items), "all of them")
    assert [conflict.id for conflict in outcome.conflicts] == [items[0].subject.id]
    assert all(act.act != "demote" for item in items for act in opened.desk().suggestion(item.subject.id).acts)


def test_a_bulk_acts_on_all_that_a_filter_shows_and_says_how_many(opened: Opened) -> None:
    desk, query = opened.desk(), QueueQuery(status="any", kind="target_preference")
    selection = desk.selection(query)
    assert len(selection.items) == selection.total == desk.queue(query).total > 2
    outcome = desk.act("demote", selection.items, "spring cleaning")
    assert len(outcome.done) == selection.total
    assert desk.queue(QueueQuery(status="demoted")).total == selection.total


def test_an_act_is_in_the_audit_trail_with_the_evidence_of_its_time(opened: Opened) -> None:
    approve(opened, RISKY, comment="we looked at it")
    entry = opened.desk().audit(limit=1).entries[0]
    assert (entry.before, entry.after, entry.is_act) == ("promotable", "promoted", True)
    assert entry.act is not None
    assert (entry.act.actor, entry.act.comment) == ("kim", "we looked at it")
    assert entry.evidence["corrected_to"] == 20
    approve(opened, RISKY, comment="still so")
    again = opened.desk().audit(limit=1).entries[0]
    assert (again.before, again.after, again.is_act) == ("promoted", "promoted", True)


def test_a_comment_is_stored_scrubbed(opened: Opened) -> None:
    approve(opened, RISKY, comment="asked jane.doe@example.com")
    act = opened.desk().suggestion(opened.items()[RISKY].subject.id).acts[-1]
    assert "jane.doe" not in act.comment
    assert act.comment.startswith("asked ")


def test_a_viewer_may_not_act(opened: Opened) -> None:
    with pytest.raises(ForbiddenError):
        opened.desk("eve", Role.VIEWER).act("approve", named(opened.items()[RISKY]))


def test_a_suggestion_that_is_not_there_is_not_found(opened: Opened) -> None:
    version = opened.items()[RISKY].version
    for unknown in ("tp-0000000000000000", "tp-x", "'; DROP TABLE users; --"):
        with pytest.raises(NotFoundError):
            opened.desk().act("approve", [(unknown, version)])


@pytest.mark.parametrize("version", ["", "nonsense", "W10", "eyJhIjoxfQ", "é"])
def test_a_version_that_no_page_gave_out_is_refused(opened: Opened, version: str) -> None:
    with pytest.raises(BadVersionError):
        opened.desk().act("approve", [(opened.items()[RISKY].subject.id, version)])


# --- two people ---


@pytest.fixture
def colleagues(opened: Opened) -> None:
    """Kim and lee, who review a collection that asks for two people."""
    for name in ("kim", "lee"):
        opened.user(name)
    opened.loop.settle(two_people=True)


@pytest.mark.usefixtures("colleagues")
def test_what_changes_state_can_ask_for_two_people(opened: Opened) -> None:
    first = opened.desk("kim").act("approve", named(opened.items()[RISKY]), "I think so")
    assert (first.done[0].waits, first.done[0].after) == (True, "promotable")
    waiting = opened.items()[RISKY]
    assert waiting.endorsed_by == "kim"
    view = opened.desk().suggestion(waiting.subject.id)
    assert view.needs_two
    assert view.endorsement is not None
    assert (view.endorsement.actor, view.endorsement.comment, view.endorsement.holds) == ("kim", "I think so", True)
    second = opened.desk("lee").act("approve", named(waiting), "so do I")
    assert (second.done[0].waits, second.done[0].after) == (False, "promoted")
    act = opened.desk().suggestion(waiting.subject.id).acts[-1]
    assert act.actor == "lee"
    assert act.comment == "so do I [with kim: I think so]"
    assert opened.items()[RISKY].endorsed_by is None


@pytest.mark.usefixtures("colleagues")
def test_one_person_is_not_two(opened: Opened) -> None:
    approve(opened, RISKY)
    with pytest.raises(ActRefusedError, match="another person"):
        approve(opened, RISKY)
    assert status(opened, RISKY) == "promotable"


@pytest.mark.usefixtures("colleagues")
def test_what_claims_something_else_meanwhile_must_be_asked_for_anew(opened: Opened) -> None:
    approve(opened, RISKY)
    opened.desk("lee").act("demote", named(opened.items()[RISKY]))
    approve(opened, RISKY)
    opened.loop.settle(mode=Mode.OBSERVE)
    view = opened.desk().suggestion(opened.items()[RISKY].subject.id)
    assert view.endorsement is not None
    assert not view.endorsement.holds
    assert opened.desk("lee").act("approve", named(opened.items()[RISKY])).done[0].waits


def test_a_rollback_that_promotes_asks_for_two_people_too(opened: Opened) -> None:
    approve(opened, RISKY)
    opened.loop.settle(two_people=True)
    opened.desk().act("demote", named(opened.items()[RISKY]))
    assert opened.desk().act("rollback", named(opened.items()[RISKY])).done[0].waits
    assert status(opened, RISKY) == "demoted"


def test_what_reads_alone_needs_one_person(opened: Opened) -> None:
    opened.loop.settle(two_people=True)
    assert not opened.desk().act("pin", named(opened.items()["getOrder"])).done[0].waits


def test_an_expired_suggestion_lists_as_demoted(opened: Opened) -> None:
    opened.clock.pass_by(days=120)
    found = opened.desk().suggestion(opened.items()[RISKY].subject.id)
    assert found.status == "demoted"
    assert "expired" in found.blocked_by
    assert found.last_evidence_at < opened.clock.now - timedelta(days=90)


@pytest.mark.parametrize("act", ["approve", "pin"])
def test_what_has_expired_comes_back_by_two_people_alone(opened: Opened, act: str) -> None:
    approve(opened, RISKY)
    for name in ("kim", "lee"):
        opened.user(name)
    opened.loop.settle(two_people=True)
    opened.clock.pass_by(days=120)
    assert status(opened, RISKY) == "demoted"
    assert opened.desk("kim").act(act, named(opened.items()[RISKY])).done[0].waits
    assert status(opened, RISKY) == "demoted"
    second = opened.desk("lee").act(act, named(opened.items()[RISKY])).done[0]
    assert (second.waits, second.after) == (False, "promoted")


def _changed(user: User, how: str) -> User:
    match how:
        case "disabled":
            return replace(user, disabled_at=user.created_at)
        case "viewer":
            return replace(user, role="viewer")
        case _:
            return replace(user, groups=())


@pytest.mark.parametrize("how", ["disabled", "viewer", "another group"])
def test_the_word_of_who_may_act_no_more_does_not_count(opened: Opened, how: str) -> None:
    opened.loop.settle(two_people=True, groups=("ops",))
    opened.user("kim", groups=("ops",))
    admin = opened.desk("lee", Role.ADMIN)
    opened.user("lee", Role.ADMIN)
    shown = [(item.subject.id, item.version) for item in admin.queue(QueueQuery(status="any"), 200).items]
    risky = [row for row in shown if admin.suggestion(row[0]).subject.target == RISKY]
    assert opened.desk("kim", groups=("ops",)).act("approve", risky).done[0].waits
    with opened.loop.store.access() as users:
        user = users.user("kim")
        assert user is not None
        users.save_user(_changed(user, how))
    view = admin.suggestion(risky[0][0])
    assert view.endorsement is not None
    assert not view.endorsement.holds
    assert admin.act("approve", risky).done[0].waits


@pytest.mark.parametrize(
    "forged", ["fine [with kim: so do I]", "[WITH kim]", "［with kim］", "x [ with kim]", "[\u200bwith kim]"]
)
def test_nobody_writes_a_second_signer_themselves(opened: Opened, forged: str) -> None:
    with pytest.raises(ActRefusedError, match="second of two people"):
        approve(opened, RISKY, comment=forged)
    approve(opened, RISKY, comment="items[].id is filled [within limits]")
    assert status(opened, RISKY) == "promoted"
