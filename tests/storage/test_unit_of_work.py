"""The unit of work: all or nothing, one writer at a time, readers undisturbed."""

from __future__ import annotations

import multiprocessing
import threading

import pytest

from pipeline.errors import TransientError
from pipeline.learning.evidence import Evidence, TargetKey
from pipeline.ports import SuggestionChange
from storage.engine import open_engine
from storage.errors import DatabaseBusyError
from storage.store import SqlStore
from storage.tables import attempts, metadata
from tests.storage.content import act, digest, entries, preference, rows, summary

ONE = Evidence({TargetKey("3f9a", "bookRoom", "=kim", 20_458): (1, 0, 0, 0, 0)})


def write_everything(store: SqlStore, *, commit: bool, fail: bool = False) -> None:
    with store.unit_of_work() as work:
        work.collections.remember(["hotel"])
        work.attempts.own("hotel", {"plan": "p:plan"}, {})
        work.attempts.save("hotel", "p:plan", summary(), entries("e-1"))
        work.evidence.apply("hotel", ONE)
        work.suggestions.write([SuggestionChange(preference("3f9a", "bookRoom"), None)])
        work.acts.add(act("tp-1"))
        work.positions.advance({"file:a": "1"})
        if fail:
            raise ArithmeticError
        if commit:
            work.commit()


def filled(store: SqlStore) -> set[str]:
    return {table.name for table in metadata.sorted_tables if rows(store, table)}


def test_what_was_not_committed_was_never_there(store: SqlStore) -> None:
    write_everything(store, commit=False)
    assert filled(store) == set()


def test_an_error_undoes_everything_and_passes_through(store: SqlStore) -> None:
    with pytest.raises(ArithmeticError):
        write_everything(store, commit=True, fail=True)
    assert filled(store) == set()


def test_what_was_committed_is_there_for_the_next(store: SqlStore, url: str) -> None:
    write_everything(store, commit=True)
    with SqlStore(url) as other:
        assert filled(other) == {
            "acts", "attempts", "audit", "collections", "events", "outbox", "plans", "positions", "queue_counts",
            "review_queue", "status_days", "suggestions", "target_counts",
        }  # fmt: skip


def test_a_reader_sees_one_moment_while_a_writer_commits(store: SqlStore) -> None:
    empty = digest(store)
    with store.reading() as reader:
        assert reader.collections() == []
        write_everything(store, commit=True)
        assert reader.collections() == []
        assert reader.digest() == empty
    assert digest(store) != empty


def count(url: str, times: int) -> None:
    with SqlStore(url) as store:
        for number in range(times):
            with store.unit_of_work() as work:
                work.evidence.apply("hotel", ONE)
                key = f"a:{number}"
                if not work.attempts.load("hotel", [key]):
                    work.attempts.save("hotel", key, summary(), entries("e-1"))
                work.commit()


def total(store: SqlStore) -> int:
    with store.unit_of_work() as work:
        return sum(cell.success for cell in work.evidence.family_cells("hotel", ["3f9a"])["3f9a"])


def test_counts_of_threads_that_write_at_once_add_up(store: SqlStore, url: str) -> None:
    threads = [threading.Thread(target=count, args=(url, 25)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert total(store) == 75
    assert len(rows(store, attempts)) == 25


def test_counts_of_processes_that_make_and_write_one_database_add_up(url: str) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=count, args=(url, 10)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    with SqlStore(url) as store:
        assert total(store) == 20


def test_a_writer_that_waits_too_long_is_told_to_try_again(store: SqlStore, url: str) -> None:
    with SqlStore(url, busy_seconds=0.1) as impatient, store.unit_of_work() as holder:
        holder.alone()
        holder.collections.remember(["hotel"])
        with pytest.raises(DatabaseBusyError, match=r"locked by another (program|transaction): try again") as caught:
            write_everything(impatient, commit=True)
        assert isinstance(caught.value, TransientError)
        assert caught.value.__cause__ is not None
        holder.commit()
        write_everything(impatient, commit=True)


def test_connections_are_given_back_after_an_error(url: str) -> None:
    with SqlStore(url):
        pass
    engine = open_engine(url, create=False)
    for _ in range(20):
        with pytest.raises(ZeroDivisionError), engine.begin():
            raise ZeroDivisionError
    assert engine.pool.status().endswith("Checked out connections: 0")
    engine.dispose()
