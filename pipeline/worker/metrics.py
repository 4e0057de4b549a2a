"""Metrics: every one is declared here, and told of by `Meter` alone. Labels are codes, never ids or text."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from pipeline.clock import present
from pipeline.errors import TransientError
from pipeline.intake import Message, Reason
from pipeline.process import BatchReport
from pipeline.worker.observing import Observer

#: A batch takes from milliseconds to, behind a lock, half a minute.
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Meter(Observer):
    """Counts what a worker does.

    Args:
        registry: where the metrics are registered; the process has one, and others register theirs with it.
        now: gives the present, as seconds since 1970.
    """

    def __init__(self, registry: CollectorRegistry, now: Callable[[], float]) -> None:
        self._now = now
        self._events = Counter("tooltrail_events", "Events taken in, by what they were.", ["result"], registry=registry)
        self._letters = Counter("tooltrail_dead_letters", "Events refused, by reason.", ["reason"], registry=registry)
        self._messages = Counter("tooltrail_messages", "Messages made durable.", registry=registry)
        self._attempts = Counter("tooltrail_attempts", "Attempts that began.", registry=registry)
        self._promotions = Counter("tooltrail_promotions", "Suggestions that became promoted.", registry=registry)
        self._batch = Histogram("tooltrail_batch_seconds", "Time of a batch.", buckets=_SECONDS, registry=registry)
        self._delays = Counter("tooltrail_batch_delays", "Tries that the store did not answer.", registry=registry)
        self._lag = Gauge("tooltrail_lag_messages", "Messages that wait.", ["partition"], registry=registry)
        self._age = Gauge("tooltrail_lag_seconds", "Age of the oldest message not durable, else 0.", registry=registry)
        self._assigned = Gauge("tooltrail_partitions_assigned", "Partitions of this worker.", registry=registry)
        self._age.set_function(self._oldest)
        self._since: float | None = None
        for result in ("accepted", "duplicate", "conflict"):
            self._events.labels(result)
        for reason in Reason:
            self._letters.labels(reason.value)

    @override
    def assigned(self, sources: Collection[str]) -> None:
        """Counts partitions; those of others are no concern of this worker any more."""
        self._assigned.set(len(sources))
        self._lag.clear()

    @override
    def beat(self, lag: Mapping[str, int], since: float | None = None) -> None:
        """Notes the lag; should the loop turn no more, the age still grows."""
        self._since = since
        for source, messages in lag.items():
            self._lag.labels(source.removeprefix("kafka:")).set(messages)

    @override
    def delayed(self, error: TransientError) -> None:
        """Counts tries."""
        self._delays.inc()

    @override
    def committed(self, batch: Sequence[Message], report: BatchReport, seconds: float) -> None:
        """Counts what became of a batch."""
        self._batch.observe(seconds)
        self._messages.inc(report.messages)
        self._events.labels("accepted").inc(report.accepted)
        self._events.labels("duplicate").inc(report.duplicates)
        self._events.labels("conflict").inc(report.conflicts)
        self._attempts.inc(report.attempts)
        self._promotions.inc(report.promotions)
        for reason, number in report.refused.items():
            self._letters.labels(reason).inc(number)

    def _oldest(self) -> float:
        return 0.0 if self._since is None else max(0.0, self._now() - self._since)


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """What the store holds.

    Attributes:
        suggestions: how many, by kind and status.
        dead_letters: how many, by reason.
        attempts_without_end: of the attempts of the last day, those whose end has not come.
        untold_since: since when the oldest status change waits that the topic of promotions has not; None for none.
    """

    suggestions: Mapping[tuple[str, str], int]
    dead_letters: Mapping[str, int]
    attempts_without_end: int
    untold_since: datetime | None = None


class StoreCollector(Collector):
    """Metrics of what the store holds, asked for at most once in a while, and left out while it is away.

    Args:
        counts: asks the store.
        seconds: how long an answer is kept.
        clock: gives seconds that only grow.
        now: gives the present, as seconds since 1970.
    """

    def __init__(
        self,
        counts: Callable[[], StoredCounts],
        seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = lambda: present().timestamp(),
    ) -> None:
        self._counts = counts
        self._seconds = seconds
        self._clock = clock
        self._now = now
        self._known: StoredCounts | None = None
        self._known_at = 0.0

    def describe(self) -> Iterator[Metric]:
        """Names what will be collected, without asking the store."""
        return iter(_families(None, 0.0))

    def collect(self) -> Iterator[Metric]:
        """The metrics as of the last answer."""
        now = self._clock()
        if self._known is None or now - self._known_at >= self._seconds:
            try:
                self._known = self._counts()
            except TransientError:
                self._known = None
            self._known_at = now
        return iter(_families(self._known, self._now()))


def _families(counts: StoredCounts | None, now: float) -> list[GaugeMetricFamily]:
    suggestions = GaugeMetricFamily("tooltrail_suggestions", "Suggestions stored.", labels=["kind", "status"])
    letters = GaugeMetricFamily("tooltrail_dead_letters_stored", "Dead letters that wait.", labels=["reason"])
    open_attempts = GaugeMetricFamily(
        "tooltrail_attempts_without_end", "Attempts of the last day whose end has not come."
    )
    delay = GaugeMetricFamily(
        "tooltrail_relay_delay_seconds", "Age of the oldest status change that waits for the relay, else 0."
    )
    if counts is not None:
        since = counts.untold_since
        delay.add_metric([], 0.0 if since is None else max(0.0, now - since.timestamp()))
        for labels, number in sorted(counts.suggestions.items()):
            suggestions.add_metric(labels, number)
        for reason, number in sorted(counts.dead_letters.items()):
            letters.add_metric([reason], number)
        open_attempts.add_metric([], counts.attempts_without_end)
    return [suggestions, letters, open_attempts, delay]
