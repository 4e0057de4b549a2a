"""The worker in operation: the stream engine, joined to its store, its metrics and its pages."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from datetime import timedelta

from prometheus_client import CollectorRegistry
from typing_extensions import override

from pipeline.errors import TooltrailError, TransientError
from pipeline.worker import Observer, Observers, Taker, WorkerOptions
from pipeline.worker.engine import Engine
from pipeline.worker.health import Health
from pipeline.worker.metrics import Meter, StoreCollector, StoredCounts
from pipeline.worker.pages import serve
from pipeline.worker.topics import Broker
from storage.store import SqlStore
from tooltrail import logs, stream, wiring
from tooltrail.options import now
from tooltrail.retaining import Retaining
from tooltrail.settings import Settings, StreamSettings

_log = logging.getLogger("tooltrail.worker")

#: Seconds between two looks for a database that is not there yet.
_PAUSE_SECONDS = 1.0
#: Attempts whose last event is older are not asked for their end.
_RECENT = timedelta(days=1)


def work(settings: Settings, stream_settings: StreamSettings, observer: Observer | None = None) -> int:
    """Runs a worker in this process; returns how the process should end.

    Args:
        settings: the database and the seal key.
        stream_settings: the brokers and the worker.
        observer: is told of each step, after the worker's own observers.

    Raises:
        TooltrailError: it cannot start.
    """
    logs.set_up(sys.stderr)
    options = stream.options_of(stream_settings)
    wired = _open_patiently(settings, options.give_up_seconds)
    try:
        Broker(options.brokers, options.security).require(options.topic)
    except TooltrailError:
        wired.store.close()
        raise
    registry = CollectorRegistry()
    health = Health(stream_settings.worker_stall_seconds)
    registry.register(StoreCollector(lambda: _counts(wired.store), now=time.time))
    observers = Observers(Meter(registry, time.time), health, Diary(), *([] if observer is None else [observer]))
    taker = Taker(wired.store.unit_of_work, wired.rules, observers, give_up_seconds=options.give_up_seconds)
    if stream_settings.worker_retention:
        Retaining(wired.store.unit_of_work, now).start()
    _log.info("starting", extra={"event": "worker.starting", "topic": options.topic, "group": options.group})
    with serve(
        (stream_settings.worker_http_host, stream_settings.worker_http_port),
        ailments=health.ailments,
        obstacles=lambda: [*health.obstacles(), *_problems(wired.store)],
        registry=registry,
    ):
        # Not asyncio.run, which waits for the thread of a batch: one that does not end must not hold the process.
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(_run(options, taker, observers))


async def _run(options: WorkerOptions, taker: Taker, observer: Observer) -> int:
    return await Engine(options, taker, observer).run()


class Diary(Observer):
    """Writes down what an operator should know of: a store that does not answer."""

    @override
    def delayed(self, error: TransientError) -> None:
        _log.warning("trying again", extra={"event": "worker.delayed", "reason": str(error)})


def _open_patiently(settings: Settings, seconds: float) -> wiring.Engine:
    """Opens the database, which may start at the same time as this process."""
    give_up_at = time.monotonic() + seconds
    while True:
        try:
            return wiring.open_worker_engine(settings)
        except TransientError as error:
            if time.monotonic() >= give_up_at:
                raise
            _log.warning("waiting for the database", extra={"event": "worker.waiting", "reason": str(error)})
            time.sleep(_PAUSE_SECONDS)


def _problems(store: SqlStore) -> list[str]:
    """Why the database cannot be written by this program now."""
    try:
        store.require_schema()
    except TooltrailError as error:
        return [str(error)]
    return []


def _counts(store: SqlStore) -> StoredCounts:
    with store.reading() as models:
        return StoredCounts(
            models.status_counts(),
            models.refusal_counts(),
            models.attempts_without_end(now() - _RECENT),
            models.untold_since(),
        )
