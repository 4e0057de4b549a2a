"""Acts: events of their own, stored once."""

from __future__ import annotations

from datetime import timedelta, timezone

from pipeline.learning.acts import Act, ActKind
from storage.store import SqlStore
from storage.tables import acts
from tests.storage.content import MONDAY, act, rows


def test_acts_come_back_in_the_order_in_which_they_were_given(store: SqlStore) -> None:
    first, second = act("tp-1", ActKind.REJECT, hours=1), act("tp-1", ActKind.REOPEN, hours=2, comment="다시 보자")
    with store.unit_of_work() as work:
        for given in (second, first, act("tp-2")):
            work.acts.add(given)
        assert work.acts.of(["tp-1", "tp-3"]) == {"tp-1": [first, second]}


def test_an_act_before_its_suggestion_exists_waits_for_it(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.acts.add(act("tp-1"))
        work.commit()
    with store.unit_of_work() as work:
        assert work.suggestions.get(["tp-1"]) == {}
        assert work.acts.of(["tp-1"]) == {"tp-1": [act("tp-1")]}


def test_the_same_act_twice_is_one(store: SqlStore) -> None:
    for _ in range(2):
        with store.unit_of_work() as work:
            work.acts.add(act("tp-1"))
            work.acts.add(act("tp-1"))
            work.commit()
    assert len(rows(store, acts)) == 1


def test_the_moment_of_an_act_is_the_same_moment_in_any_zone(store: SqlStore) -> None:
    seoul = MONDAY.astimezone(timezone(timedelta(hours=9)))
    with store.unit_of_work() as work:
        work.acts.add(Act("tp-1", ActKind.PIN, "kim", seoul))
        (found,) = work.acts.of(["tp-1"])["tp-1"]
    assert found.at == MONDAY
    assert found.at.utcoffset() == timedelta(0)
