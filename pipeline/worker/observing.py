"""Who is told what a worker does: metrics, health, and in experiments whoever disturbs it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.process import BatchReport


class Observer:
    """Is told, in this order, of each step of a batch; what it raises ends the worker. By itself it does nothing."""

    def assigned(self, sources: Collection[str]) -> None:
        """The group gave this worker its partitions, perhaps none."""

    def beat(self, lag: Mapping[str, int], since: float | None = None) -> None:
        """The event loop turns: called once a second.

        Args:
            lag: the messages that each source holds beyond what is durable.
            since: when the oldest of them came, at the earliest, as seconds since 1970; None where that is not known.
        """

    def polled(self, batch: Sequence[Message]) -> None:
        """A batch has come; nothing of it is done."""

    def delayed(self, error: TransientError) -> None:
        """The store did not answer; the batch will be tried again."""

    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        """A part of the batch is durable; nothing of it is acked."""

    def acked(self, batch: Sequence[Message]) -> None:
        """That part is acked; the broker is told within half a second."""

    def rested(self) -> None:
        """Nothing of the batch is left to do."""


class Observers(Observer):
    """Several observers as one."""

    def __init__(self, *members: Observer) -> None:
        self._members = members

    def assigned(self, sources: Collection[str]) -> None:
        """Tells all."""
        for member in self._members:
            member.assigned(sources)

    def beat(self, lag: Mapping[str, int], since: float | None = None) -> None:
        """Tells all."""
        for member in self._members:
            member.beat(lag, since)

    def polled(self, batch: Sequence[Message]) -> None:
        """Tells all."""
        for member in self._members:
            member.polled(batch)

    def delayed(self, error: TransientError) -> None:
        """Tells all."""
        for member in self._members:
            member.delayed(error)

    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        """Tells all."""
        for member in self._members:
            member.committed(batch, report, seconds)

    def acked(self, batch: Sequence[Message]) -> None:
        """Tells all."""
        for member in self._members:
            member.acked(batch)

    def rested(self) -> None:
        """Tells all."""
        for member in self._members:
            member.rested()
