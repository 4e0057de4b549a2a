"""Sinks: where messages go. A sink is a description; the thread that uses it opens it, in its own process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pipeline.publish.packing import Pack

#: Told of each message once: None where it arrived, else why it did not, as a reason code.
Done = Callable[[Pack, str | None], None]


class SinkFullError(Exception):
    """The channel takes nothing more at the moment; the same message may go in a little later."""


class Channel(Protocol):
    """An open sink; used by one thread."""

    def send(self, pack: Pack, done: Done) -> None:
        """Takes a message; `done` is called now or later, by this thread, in a call of this channel.

        Raises:
            SinkFullError: not now.
        """

    def poll(self, seconds: float) -> None:
        """Lets what has been sent be told of, waiting so long at most."""

    def close(self, seconds: float) -> None:
        """Delivers what it can in so many seconds, tells of the rest that it did not arrive, and closes."""


class Sink(Protocol):
    """A place where messages go."""

    def check(self) -> None:
        """Makes sure that it can be opened; nothing stays open.

        Raises:
            RejectedError: it cannot be used as it is described.
        """

    def open(self) -> Channel:
        """Opens it."""
