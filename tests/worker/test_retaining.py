"""The worker's daily task: who comes first does it, once, and what broke off is taken up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from pipeline.errors import TransientError
from pipeline.ports import UnitOfWork
from pipeline.retention import floor_of
from tests.loop import Loop
from tests.traces import MONDAY, flatten, outcome
from tooltrail.retaining import Retaining

DAYS = 2


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[tuple[str, int]]]:
    caplog.set_level(logging.INFO, "tooltrail.worker")

    def read() -> list[tuple[str, int]]:
        found = [vars(record) for record in caplog.records if vars(record).get("event") == "worker.retained"]
        caplog.clear()
        return [(record["collection"], record["attempts"]) for record in found]

    return read


@pytest.fixture
def loop(new_loop: Callable[[], Loop]) -> Loop:
    made = new_loop()
    made.learn(flatten(outcome(10 * day + number, "trackParcel", day=day) for day in range(5) for number in range(3)))
    made.settle(retention_days=DAYS)
    return made


def on_day(loop: Loop, day: int) -> Retaining:
    return Retaining(loop.store.unit_of_work, lambda: MONDAY + timedelta(days=day))


def floor(loop: Loop) -> datetime | None:
    with loop.store.unit_of_work() as work:
        return work.collections.gates()["shop"].floor


def test_of_several_workers_one_does_the_day(loop: Loop, said: Callable[[], list[tuple[str, int]]]) -> None:
    workers = [on_day(loop, 3) for _ in range(3)]
    for worker in (*workers, *workers):
        worker.look()
    assert said() == [("shop", 3)]
    assert floor(loop) == floor_of(MONDAY + timedelta(days=3), DAYS)
    on_day(loop, 4).look()
    assert said() == [("shop", 3)]


def test_a_worker_whose_clock_is_behind_takes_nothing_back(
    loop: Loop, said: Callable[[], list[tuple[str, int]]]
) -> None:
    on_day(loop, 4).look()
    on_day(loop, 3).look()
    assert said() == [("shop", 6)]
    assert floor(loop) == floor_of(MONDAY + timedelta(days=4), DAYS)


class Breaking:
    """A store that answers so many transactions, and then no more."""

    def __init__(self, unit_of_work: Callable[[], UnitOfWork], answers: int) -> None:
        self._unit_of_work, self._answers = unit_of_work, iter(range(answers))

    def __call__(self) -> UnitOfWork:
        if next(self._answers, None) is None:
            raise TransientError("away")
        return self._unit_of_work()


@pytest.mark.parametrize("answers", range(7))
def test_what_broke_off_anywhere_is_taken_up_at_the_next_look(loop: Loop, answers: int) -> None:
    Retaining(Breaking(loop.store.unit_of_work, answers), lambda: MONDAY + timedelta(days=4)).look()
    on_day(loop, 4).look()
    assert floor(loop) == floor_of(MONDAY + timedelta(days=4), DAYS)
    with loop.store.unit_of_work() as work:
        assert work.disposal.aged("shop", floor_of(MONDAY + timedelta(days=4), DAYS), 100) == []
