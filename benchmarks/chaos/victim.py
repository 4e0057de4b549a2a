"""A worker with a failpoint: `python -m benchmarks.chaos.victim`, told by the variable TOOLTRAIL_FAILPOINT.

The variable is read here and nowhere else, and the worker itself holds no failpoint: this program wraps what it is made
of. It says `POINT:COUNT:ACTION`: at the so-manieth passing of a point something happens, once.

POINT: polled, decode, begin, write, commit, committed, acked, scrub.
ACTION: kill (SIGKILL), term (SIGTERM), stop (SIGSTOP), cut (the connection goes after the COMMIT), conflict (the
database undoes the transaction), raise (an error of the program).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
from faust.transport.drivers import aiokafka as driver
from sqlalchemy import Connection, Engine, event
from typing_extensions import override

from benchmarks.chaos.broken import read_with_take
from pipeline.intake import Intake, Message
from pipeline.process import BatchReport
from pipeline.scrub import Scrubbed, Scrubber
from pipeline.worker import Observer
from pipeline.worker import engine as worker_engine
from pipeline.worker.consumer import ProvenConsumer
from tooltrail import operation
from tooltrail.main import main as tooltrail
from tooltrail.settings import read_settings, read_stream_settings

VARIABLE = "TOOLTRAIL_FAILPOINT"
#: Runs the deliberately broken worker, which every proof must catch.
BROKEN_VARIABLE = "TOOLTRAIL_BROKEN_WORKER"

#: What keeps the worker from committing what is not durable, by the names of the library's own methods.
_PROOFS = ("_filter_tps_with_pending_acks", "_new_offset", "_should_commit", "_commit", "_add_gap")
_SIGNALS = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "stop": signal.SIGSTOP}


class PlannedError(Exception):
    """The failpoint's own error."""


class Failpoint(Observer):
    """Counts the passings of one point and acts at one of them."""

    def __init__(self, spec: str) -> None:
        self.point, count, self.action = spec.split(":")
        self.has_written = False
        self._left = int(count)

    def passed(self, point: str, act: Callable[[], object] | None = None) -> None:
        """A point was passed."""
        if point != self.point:
            return
        self._left -= 1
        if self._left == 0:
            (act or self._act)()

    def _act(self) -> None:
        if self.action == "raise":
            raise PlannedError("planned")
        os.kill(os.getpid(), _SIGNALS[self.action])

    @override
    def polled(self, batch: Sequence[Message]) -> None:
        self.passed("polled")

    @override
    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        self.passed("committed")

    @override
    def acked(self, batch: Sequence[Message]) -> None:
        self.passed("acked")


def arm(failpoint: Failpoint) -> None:
    """Wraps what the worker is made of."""
    accept, report, commit = Intake.accept, Scrubber.report, psycopg.Connection.commit

    def accepting(self: Intake, message: Message, gates: Mapping[str, Any]) -> Any:
        failpoint.passed("decode")
        return accept(self, message, gates)

    def scrubbing(self: Scrubber, value: object, *, key: bytes | None = None) -> Scrubbed:
        failpoint.passed("scrub")
        return report(self, value, key=key)

    def committing(self: psycopg.Connection[Any]) -> None:
        def cut() -> None:
            commit(self)
            self.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        def undo() -> None:
            try:
                self.execute("DO $$ BEGIN RAISE EXCEPTION 'planned' USING ERRCODE = '40P01'; END $$")
            finally:
                self.rollback()  # a COMMIT that fails ends the transaction

        if failpoint.has_written:
            failpoint.has_written = False
            failpoint.passed("commit", {"cut": cut, "conflict": undo}.get(failpoint.action))
        commit(self)

    def beginning(_connection: Connection) -> None:
        failpoint.passed("begin")

    def writing(_connection: Connection, _cursor: object, statement: str, *_: Any) -> None:
        if statement.lstrip().startswith(("INSERT", "UPDATE", "DELETE")):
            failpoint.has_written = True
            failpoint.passed("write")

    Intake.accept = accepting  # type: ignore[method-assign, assignment]  # the point of this program
    Scrubber.report = scrubbing  # type: ignore[method-assign]  # the point of this program
    psycopg.Connection.commit = committing  # type: ignore[method-assign]  # the point of this program
    event.listen(Engine, "begin", beginning)
    event.listen(Engine, "before_cursor_execute", writing)


def main() -> None:
    """Runs the worker; ends as it does."""
    observer = None
    if spec := os.environ.get(VARIABLE):
        observer = Failpoint(spec)
        arm(observer)
    if os.environ.get(BROKEN_VARIABLE):
        worker_engine.Engine._read = read_with_take  # type: ignore[method-assign]  # noqa: SLF001  the point of it
        for name in _PROOFS:  # as the library has it
            setattr(ProvenConsumer, name, getattr(driver.Consumer, name))
    if observer is None:
        sys.exit(tooltrail(["worker"]))
    code = operation.work(read_settings(), read_stream_settings(), observer)
    os._exit(code)


if __name__ == "__main__":
    main()
