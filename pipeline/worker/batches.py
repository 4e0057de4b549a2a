"""Batches: splits them by size, and tries a store that does not answer again, up to an end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.ports import UnitOfWork
from pipeline.process import BatchReport, Rules, process
from pipeline.worker.observing import Observer

#: Seconds before the second try, and the most between two: a restart takes seconds, an outage minutes.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0


class StoppedError(TransientError):
    """The worker was stopped while the store did not answer: the batch comes again."""


class Taker:
    """Takes batches into a store: called by one thread at a time.

    Args:
        unit_of_work: gives a transaction for each try.
        rules: the border and the policy.
        observer: is told of each try.
        give_up_seconds: how long a store that does not answer is tried.
        clock: gives seconds that only grow.
    """

    def __init__(
        self,
        unit_of_work: Callable[[], UnitOfWork],
        rules: Rules,
        observer: Observer,
        *,
        give_up_seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._rules = rules
        self._observer = observer
        self._give_up_seconds = give_up_seconds
        self._clock = clock
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Lets a try that runs come to its end, and begins no other."""
        self._stopping.set()

    def take(self, batch: Sequence[Message]) -> BatchReport:
        """Makes a batch durable.

        Raises:
            TransientError: the store did not answer until the end, or the worker was stopped; nothing of the batch is
                durable, or its outcome is unknown: it must come again.
        """
        began = self._clock()
        pause = _FIRST_PAUSE
        while True:
            tried = self._clock()
            try:
                report = process(batch, self._unit_of_work(), self._rules)
            except TransientError as error:
                self._observer.delayed(error)
                if self._clock() - began + pause > self._give_up_seconds:
                    raise
                if self._stopping.wait(pause):
                    raise StoppedError(StoppedError.__doc__) from error
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                self._observer.committed(batch, report, self._clock() - tried)
                return report


def parts(batch: Sequence[Message], most_bytes: int) -> Iterator[list[Message]]:
    """Splits a batch, in order, so that each part has at most so many bytes or is one message.

    >>> messages = [Message("events/0", str(offset), b"x" * size) for offset, size in enumerate((3, 3, 9, 1))]
    >>> [[message.position for message in part] for part in parts(messages, 6)]
    [['0', '1'], ['2'], ['3']]
    """
    part: list[Message] = []
    size = 0
    for message in batch:
        more = len(message.data or b"")
        if part and size + more > most_bytes:
            yield part
            part, size = [], 0
        part.append(message)
        size += more
    if part:
        yield part
