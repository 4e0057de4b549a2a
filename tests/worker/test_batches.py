"""The taker: what it tries again, when it gives up, and what it tells."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.ports import UnitOfWork
from pipeline.process import BatchReport
from pipeline.worker import Observer, Taker
from pipeline.worker.batches import StoppedError, parts
from tests.loop import RULES, Loop
from tests.traces import outcome

BATCH = [Message("kafka:events/0", "7", json.dumps(outcome(1, "trackParcel")[0]).encode())]


class Diary(Observer):
    def __init__(self) -> None:
        self.lines: list[str] = []

    @override
    def delayed(self, error: TransientError) -> None:
        self.lines.append("delayed")

    @override
    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        self.lines.append(f"committed {report.accepted}")


class Absent:
    """A store that is away for so many tries."""

    def __init__(self, loop: Loop, tries: int) -> None:
        self.left, self._loop = tries, loop

    def __call__(self) -> UnitOfWork:
        if self.left:
            self.left -= 1
            raise TransientError("away")
        return self._loop.store.unit_of_work()


def test_a_store_that_comes_back_gets_the_batch_once(tmp_path: Path) -> None:
    diary = Diary()
    with Loop(tmp_path) as loop:
        report = Taker(Absent(loop, 2), RULES, diary, give_up_seconds=30).take(BATCH)
        assert report.accepted == 1
        assert len(loop.rows()) == 1
    assert diary.lines == ["delayed", "delayed", "committed 1"]


def test_a_store_that_stays_away_ends_the_tries(tmp_path: Path) -> None:
    moments = iter(range(1_000))
    with Loop(tmp_path) as loop:
        taker = Taker(Absent(loop, 99), RULES, Diary(), give_up_seconds=2.0, clock=lambda: float(next(moments)))
        with pytest.raises(TransientError, match="away"):
            taker.take(BATCH)
        assert loop.rows() == []


def test_a_worker_that_is_stopped_waits_for_no_store(tmp_path: Path) -> None:
    with Loop(tmp_path) as loop:
        taker = Taker(Absent(loop, 99), RULES, Diary(), give_up_seconds=3_600)
        timer = threading.Timer(0.2, taker.stop)
        timer.start()
        with pytest.raises(StoppedError):
            taker.take(BATCH)
        timer.join()
        assert loop.rows() == []


def test_a_fault_is_not_tried_again(tmp_path: Path) -> None:
    def broken() -> Any:
        raise ZeroDivisionError

    diary = Diary()
    with pytest.raises(ZeroDivisionError):
        Taker(broken, RULES, diary, give_up_seconds=30).take(BATCH)
    assert diary.lines == []


def test_parts_hold_every_message_in_order_and_no_more_bytes_than_asked() -> None:
    batch = [Message("kafka:events/0", str(number), b"x" * (number % 7)) for number in range(50)]
    split = list(parts(batch, 10))
    assert [message for part in split for message in part] == batch
    assert all(sum(len(message.data or b"") for message in part) <= 10 for part in split)
    assert list(parts([], 10)) == []
