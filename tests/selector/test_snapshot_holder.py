"""The last good snapshot stands while its source is away."""

from __future__ import annotations

import threading

import pytest

from selector import PromotedSnapshot, SnapshotHolder


class Source:
    """Gives what it is told to give, an exception included."""

    def __init__(self) -> None:
        self.answer: object = PromotedSnapshot.from_rows([], version="1")
        self.asked = threading.Semaphore(0)

    def load(self) -> PromotedSnapshot:
        self.asked.release()
        if isinstance(self.answer, Exception):
            raise self.answer
        assert isinstance(self.answer, PromotedSnapshot)
        return self.answer


def test_before_the_first_refresh_nothing_is_learned() -> None:
    holder = SnapshotHolder(Source().load)
    assert (len(holder.current), holder.error) == (0, None)


def test_a_failure_keeps_the_last_good_snapshot() -> None:
    source = Source()
    holder = SnapshotHolder(source.load)
    assert holder.refresh() is True
    source.answer = ConnectionError("the database is away")
    assert holder.refresh() is False
    assert holder.current.version == "1"
    assert holder.error is source.answer
    source.answer = PromotedSnapshot.from_rows([], version="2")
    assert holder.refresh() is True
    assert (holder.current.version, holder.error) == ("2", None)


def test_what_is_no_snapshot_is_a_failure() -> None:
    holder = SnapshotHolder(list)  # type: ignore[arg-type]  # the loader's mistake is the test
    assert holder.refresh() is False
    assert isinstance(holder.error, TypeError)
    assert "list instead of a PromotedSnapshot" in str(holder.error)


def test_the_thread_refreshes_until_it_is_closed() -> None:
    source = Source()
    with SnapshotHolder(source.load) as holder:
        holder.start(0.001)
        holder.start(0.001)
        for _ in range(3):
            assert source.asked.acquire(timeout=10)
        source.answer = PromotedSnapshot.from_rows([], version="2")
        for _ in range(2):
            assert source.asked.acquire(timeout=10)
    assert holder.current.version == "2"
    assert "snapshot-refresh" not in {thread.name for thread in threading.enumerate()}


def test_a_closed_holder_can_start_again() -> None:
    source = Source()
    holder = SnapshotHolder(source.load)
    for _ in range(2):
        holder.start(60)
        assert source.asked.acquire(timeout=10)
        holder.close()
    holder.close()
    assert holder.current.version == "1"


@pytest.mark.parametrize("interval", [0, -1, float("nan")])
def test_the_interval_must_be_positive(interval: float) -> None:
    with pytest.raises(ValueError, match="interval_seconds must be positive"):
        SnapshotHolder(Source().load).start(interval)
