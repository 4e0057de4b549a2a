"""The carrier: the one thread that seals, packs and sends, while the agent goes on."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.intake import Reason
from pipeline.publish.backlog import CLOSE, Backlog, End, Flush, Item, remember
from pipeline.publish.counting import Tally
from pipeline.publish.packing import Limits, Pack, Packer, split
from pipeline.publish.sealing import Captured, Defaults, Refused, Sealer
from pipeline.publish.sinks import Channel, Sink, SinkFullError

_LOG = logging.getLogger("tooltrail.publish")

#: Seconds between two looks at a sink that has not confirmed everything, and between two tries of a full one.
_POLL_SECONDS = 0.1
#: Seconds between two looks at nothing.
_IDLE_SECONDS = 5.0
#: Bytes of a message below which it is not made smaller, whatever a broker says.
_LEAST_BYTES = 10_000
#: Seconds that events gather while the agent is busy, and after which without one it no longer counts as that.
_NAP_SECONDS = 0.05
#: Refusals of what is no event of the contract: it would have taught nothing, so nothing is missing without it.
_NO_HOLE = frozenset({Reason.EMPTY, Reason.NOT_AN_OBJECT, Reason.UNKNOWN_TYPE})
_BUSY_SECONDS = 2.0
#: Seconds between two reports of what was dropped, and between two looks for something to report.
_REPORT_SECONDS = 60.0
_LOOK_SECONDS = 1.0


@dataclass(slots=True)
class Closing:
    """How the end is told to the thread: when it must be over, and whether nobody waits for it any more."""

    deadline: float | None = None
    is_over: bool = False


class Carrier:
    """Carries a backlog to a sink. Whatever goes wrong with an event is counted; nothing is raised.

    Args:
        backlog: what was published.
        sink: where it goes; opened by the thread.
        sealer: takes events over the border.
        defaults: what events do not say themselves.
        limits: when messages go.
        tally: what is counted.
    """

    def __init__(
        self, backlog: Backlog, sink: Sink, sealer: Sealer, defaults: Defaults, limits: Limits, tally: Tally
    ) -> None:
        self.closing = Closing()
        self._backlog, self._sink, self._sealer = backlog, sink, sealer
        self._defaults, self._tally = defaults, tally
        self._packer = Packer(limits)
        self._channel: Channel | None = None  # held here, so that a fork does not let go of it in the child
        self._keys: dict[str, str] = {}  # of attempts that will say when they end
        self._lost: dict[str, None] = {}  # attempts of which a message did not arrive
        self._sent = self._told = 0
        self._halves: list[Pack] = []
        self._flushes: list[Flush] = []
        self._report = _Report()

    def run(self) -> None:
        """Works until the end is told."""
        channel = self._channel = self._opened()
        busy_at = time.monotonic()
        while channel is not None and not self.closing.is_over:
            item = self._backlog.get()
            if item is None and time.monotonic() - busy_at < _BUSY_SECONDS:
                self._backlog.nap(min(_NAP_SECONDS, self._patience()))
            elif item is None:
                item = self._backlog.get(self._patience())
            if item == CLOSE:
                break
            if item is not None:
                busy_at = time.monotonic()
            self._step(channel, item)
            time.sleep(0)  # whoever waits for the interpreter goes first
        if channel is not None and not self.closing.is_over:
            self._finish(channel)
        for flush in self._flushes:
            flush.done.set()
        self._report.tell(self._tally, at_once=True)

    def _opened(self) -> Channel | None:
        while not self.closing.is_over:
            try:
                return self._sink.open()
            except Exception as error:  # noqa: BLE001  the agent must not notice; events wait, and then are dropped
                self._report.trouble(error)
            time.sleep(_POLL_SECONDS if self.closing.deadline is not None else 1.0)
        return None

    def _patience(self) -> float:
        waits = [_IDLE_SECONDS]
        due = self._packer.wait(time.monotonic())
        if due is not None:
            waits.append(due)
        if self._sent > self._told or self._flushes:
            waits.append(_POLL_SECONDS)
        return min(waits)

    def _step(self, channel: Channel, item: Item | None) -> None:
        try:
            if isinstance(item, Captured):
                self._carry(channel, item)
            elif isinstance(item, End):
                key = self._keys.pop(item.run, None)
                self._send_all(channel, [] if key is None else list(self._packer.end(key)))
            elif isinstance(item, Flush):
                self._send_all(channel, list(self._packer.rest()))
                self._flushes.append(item)
            self._send_all(channel, list(self._packer.due(time.monotonic())))
            channel.poll(0.0)
            self._send_halves(channel)
            self._answer()
        except Exception as error:  # noqa: BLE001  whatever a sink does, the next event flows
            self._report.trouble(error)
        self._report.tell(self._tally)

    def _carry(self, channel: Channel, item: Captured) -> None:
        if item.run in self._lost:
            self._tally.drop("attempt_cut")
            return
        try:
            crossed = self._sealer.cross(item, self._defaults)
        except Exception as error:  # noqa: BLE001  one event that cannot be sealed is one event that is dropped
            self._report.trouble(error)
            self._drop_one("fault", item.run)
            return
        if isinstance(crossed, Refused):
            self._report.refusal(crossed)
            self._drop_one(crossed.reason, None if crossed.reason in _NO_HOLE else item.run)
        elif not self._packer.fits(crossed.data):
            self._drop_one("too_large", item.run)
        else:
            now = time.monotonic()
            self._send_all(channel, list(self._packer.add(crossed.key, item.run, crossed.data, now)))
            if crossed.ends:
                self._packer.wind_up(crossed.key, now)
            if not item.ends and item.run is not None:
                remember(self._keys, item.run, crossed.key)

    def _send_all(self, channel: Channel, packs: list[Pack]) -> None:
        for pack in packs:
            self._sent += 1
            while not self._send(channel, pack):
                if self._must_stop():
                    self._done(pack, "deadline")
                    break
                channel.poll(_POLL_SECONDS)
                self._report.tell(self._tally)

    def _send(self, channel: Channel, pack: Pack) -> bool:
        """Whether the sink has taken the message, or never will."""
        try:
            channel.send(pack, self._done)
        except SinkFullError:
            time.sleep(_POLL_SECONDS / 10)
            return False
        except Exception as error:  # noqa: BLE001  a message that a sink chokes on is lost, and counted
            self._report.trouble(error)
            self._done(pack, "undelivered")
        return True

    def _done(self, pack: Pack, reason: str | None) -> None:
        self._told += 1
        if reason is None:
            self._tally.deliver(pack.events)
        elif reason == "too_large":
            self._divide(pack)
        else:
            self._tally.drop(reason, pack.events)
            self._cut(pack.run)

    def _drop_one(self, reason: str, run: str | None) -> None:
        """Drops an event of an attempt, and what comes after it: with a hole it would teach what is false."""
        self._tally.drop(reason)
        self._cut(run)

    def _cut(self, run: str | None) -> None:
        self._backlog.cut(run)
        if run is not None:
            remember(self._lost, run, None)

    def _divide(self, pack: Pack) -> None:
        """Sends the halves of a message that the broker finds too large; an event that is so alone is dropped."""
        if pack.events == 1:
            self._drop_one("too_large", pack.run)
            return
        self._packer.shrink(max(len(pack.data) // 2, _LEAST_BYTES))
        self._halves += split(pack)

    def _send_halves(self, channel: Channel) -> None:
        halves, self._halves = self._halves, []
        self._send_all(channel, halves)

    def _answer(self) -> None:
        if self._sent == self._told and not self._halves:
            for flush in self._flushes:
                flush.done.set()
            self._flushes.clear()

    def _must_stop(self) -> bool:
        deadline = self.closing.deadline
        return self.closing.is_over or (deadline is not None and time.monotonic() >= deadline)

    def _finish(self, channel: Channel) -> None:
        """Sends what is left, as far as the deadline allows."""
        try:
            while (item := self._backlog.get()) is not None and not self._must_stop():
                self._step(channel, item)
            self._send_all(channel, list(self._packer.rest()))
            while (self._halves or self._sent > self._told) and not self._must_stop():
                channel.poll(_POLL_SECONDS)
                self._send_halves(channel)
            deadline = self.closing.deadline
            channel.close(0.0 if deadline is None else max(0.0, deadline - time.monotonic()))
        except Exception as error:  # noqa: BLE001  the agent is ending; what did not arrive is counted
            self._report.trouble(error)


class _Report:
    """Tells an operator what was dropped, now and then, without a word of an event."""

    def __init__(self) -> None:
        self._next_look = 0.0
        self._told: Mapping[str, int] = {}
        self._reasons: set[str] = set()
        self._troubles: set[str] = set()

    def tell(self, tally: Tally, *, at_once: bool = False) -> None:
        """Tells what was dropped since the last report, if that was some time ago."""
        now = time.monotonic()
        if now < self._next_look and not at_once:
            return
        dropped = tally.read().dropped
        self._next_look = now + (_LOOK_SECONDS if dropped == self._told else _REPORT_SECONDS)
        if dropped != self._told:
            self._told = dropped
            _LOG.warning(
                "trace events dropped: %s",
                ", ".join(f"{reason} {number}" for reason, number in dropped.items()),
                extra={"event": "trace_events_dropped", "dropped": dict(dropped)},
            )

    def refusal(self, refused: Refused) -> None:
        """Tells why the border refused an event, once a reason."""
        if refused.reason not in self._reasons:
            self._reasons.add(refused.reason)
            _LOG.warning(
                "trace event refused, %s: %s",
                *refused,
                extra={"event": "trace_event_refused", "reason": refused.reason},
            )

    def trouble(self, error: Exception) -> None:
        """Tells what went wrong, once a kind; an error's message may hold what must not be told."""
        kind = type(error).__name__
        if kind not in self._troubles:
            self._troubles.add(kind)
            _LOG.warning("publishing traces met a %s", kind, extra={"event": "trace_trouble", "kind": kind})
