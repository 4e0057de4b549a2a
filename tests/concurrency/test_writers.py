"""Several writers at once: whatever they do to each other, the state is that of one after the other (invariant 1)."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.learning.acts import ActKind
from pipeline.process import process
from pipeline.review import Signature, act_on
from storage.errors import DatabaseConflictError
from storage.store import SqlStore
from storage.tables import attempts, suggestions
from tests.concurrency.writers import write_at_once
from tests.databases import Databases, PostgresqlServer
from tests.loop import RULES, Loop, fresh_loop
from tests.traces import MONDAY, Event, Run, flatten, outcome


def traces() -> list[Event]:
    """Runs of one catalog that meet in families, edges, plans and attempts, with ties that chain plans together."""
    groups = [
        outcome(number, target, principal=f"p{number % 7}", day=number % 6, success=number % 5 > 0)
        for number, target in enumerate(["trackParcel"] * 90 + ["listParcels"] * 20)
    ]
    for number in range(60):
        run = Run(
            f"run-{number}" if number % 3 else None,
            f"plan-{number % 40}",
            collection_id="depot" if number % 4 == 0 else "shop",
            principal=f"p{number % 5}",
            start=MONDAY + timedelta(days=number % 6, minutes=number),
        )
        run.selected("openParcel", "open my parcel")
        run.step("s1", "findParcel", {"city": "Busan"}, {"items": [{"id": f"PX-{number % 12}0442"}]})
        run.step("s2", "openParcel", {"parcel_id": f"PX-{number % 12}0442"}, {"state": "open"})
        if number % 6 == 0:
            run.add("plan.repaired", old_plan_id=run.plan_id, new_plan_id=f"plan-{(number + 13) % 40}")
        groups.append(run.completed().events)
    return flatten(groups)


@pytest.fixture(scope="module")
def in_order(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Digest and export of the traces taken in by one writer, in order, on SQLite."""
    with Loop(tmp_path_factory.mktemp("in-order")) as loop:
        loop.learn(traces())
        return loop.digest(), loop.export()


@pytest.mark.parametrize(("batch", "seed"), [(25, 1)])
def test_writers_at_once_leave_what_one_in_order_leaves(
    databases: Databases, in_order: tuple[str, str], batch: int, seed: int
) -> None:
    with fresh_loop(databases) as loop:
        write_at_once(loop.url, traces(), writers=3, batch=batch, seed=seed)
        assert (loop.digest(), loop.export()) == in_order


def test_eight_writers_of_real_traces_leave_what_one_in_order_leaves(
    postgresql: PostgresqlServer, shared: Path, tmp_path: Path
) -> None:
    file = shared / "data" / "taubench_retail" / "events.jsonl"
    events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with Loop(tmp_path) as one, fresh_loop(postgresql) as eight:
        one.learn(events, batch=2_000)
        write_at_once(eight.url, events, writers=8, batch=1_000, seed=8)
        assert eight.digest() == one.digest()
        assert eight.export() == one.export()


def test_an_act_waits_for_the_batch_that_makes_its_suggestion(postgresql: PostgresqlServer) -> None:
    """Either may come first, and the act applies: not so where the act sees no suggestion, and the batch no act."""
    events = traces()
    with fresh_loop(postgresql) as loop, fresh_loop(postgresql) as expected:
        expected.learn(events)
        row = next(row for row in expected.rows() if row["target"] == "trackParcel")
        expected.act(row["id"], ActKind.REJECT, MONDAY)
        with loop.store.unit_of_work() as work:
            work.among_others()
            acting = threading.Thread(target=loop.act, args=(row["id"], ActKind.REJECT, MONDAY))
            acting.start()
            acting.join(timeout=0.3)
            assert acting.is_alive()
        acting.join()
        loop.learn(events)
        assert loop.digest() == expected.digest()


def test_an_act_among_writers_is_not_lost(postgresql: PostgresqlServer, in_order: tuple[str, str]) -> None:
    with fresh_loop(postgresql) as loop, fresh_loop(postgresql) as expected:
        expected.learn(traces())
        named = [row["id"] for row in expected.rows()]
        for number, name in enumerate(named):
            expected.act(name, ActKind.PIN, MONDAY + timedelta(hours=number))
        acting = threading.Thread(target=pin_all, args=(loop.url, named))
        acting.start()
        write_at_once(loop.url, traces(), writers=2, batch=25, seed=3)
        acting.join()
        assert loop.digest() == expected.digest()


def pin_all(url: str, named: list[str]) -> None:
    with SqlStore(url) as store:
        for number, name in enumerate(named):
            with store.unit_of_work() as work:
                act_on(work, name, ActKind.PIN, Signature("kim", MONDAY + timedelta(hours=number)), RULES.policy)
                work.commit()


def test_no_place_stays_that_was_held_for_nothing(postgresql: PostgresqlServer) -> None:
    with fresh_loop(postgresql) as loop:
        with loop.store.unit_of_work() as work:
            assert work.attempts.load("shop", ["a:none", "a:other"]) == {}
            work.commit()
        with loop.store._engine.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(attempts)) == 0


class Conflicts:
    """A transaction that another one comes in between of, so many times."""

    def __init__(self, store: SqlStore, times: int, code: str) -> None:
        self._work, self.left, self._code = store.unit_of_work(), times, code

    def __getattr__(self, name: str) -> object:
        return getattr(self._work, name)

    def __enter__(self) -> Conflicts:
        self._work.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._work.__exit__(None, None, None)

    def commit(self) -> None:
        if self.left:
            self.left -= 1
            statement = f"DO $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '{self._code}'; END $$"
            self._work._ledger._connection.exec_driver_sql(statement)
        self._work.commit()


MESSAGE = Message("test", "1", json.dumps(outcome(1, "trackParcel")[0]).encode())


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_a_batch_that_was_undone_for_another_is_tried_again(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("pipeline.process.time.sleep", pauses.append)
    with fresh_loop(postgresql) as loop:
        report = process([MESSAGE], Conflicts(loop.store, 3, code), RULES)  # type: ignore[arg-type]  # by __getattr__
        assert (report.messages, report.accepted) == (1, 1)
        assert pauses == [0.05, 0.1, 0.2]
        assert process([MESSAGE], loop.store.unit_of_work(), RULES).duplicates == 1


def test_a_batch_that_is_undone_at_every_try_is_told_as_transient_and_leaves_nothing(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("pipeline.process.time.sleep", pauses.append)
    with fresh_loop(postgresql) as loop:
        with pytest.raises(DatabaseConflictError, match="try again") as caught:
            process([MESSAGE], Conflicts(loop.store, 99, "40P01"), RULES)  # type: ignore[arg-type]  # by __getattr__
        assert isinstance(caught.value, TransientError)
        assert len(pauses) == 5
        with loop.store._engine.connect() as connection:
            for table in (attempts, suggestions):
                assert connection.scalar(select(func.count()).select_from(table)) == 0


def test_two_that_wait_in_a_circle_both_get_through(postgresql: PostgresqlServer) -> None:
    """Transactions that take locks against the order: the database undoes one, and tells it so that it tries again."""
    with fresh_loop(postgresql) as loop:
        ready, outcomes = threading.Barrier(2), list[str]()

        def hold(first: str, second: str) -> None:
            try:
                with loop.store.unit_of_work() as work:
                    work.attempts.load("shop", [first])
                    ready.wait()
                    work.attempts.load("shop", [second])
                    work.commit()
                    outcomes.append("committed")
            except DatabaseConflictError:
                outcomes.append("undone")

        threads = [threading.Thread(target=hold, args=names) for names in (("a:1", "a:2"), ("a:2", "a:1"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["committed", "undone"]
