"""The stream engine on Faust: what it reads goes to the taker in a thread, and is acked when it is durable.

What was learned of the library by experiment stands in docs/adr/0022; no state of learning lives in it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, cast

import faust
from faust.streams import Stream
from faust.types import TP, EventT, StreamT

from pipeline.errors import TransientError
from pipeline.intake import Message
from pipeline.worker.batches import StoppedError, Taker, parts
from pipeline.worker.consumer import ProvenConsumer, ProvenTransport
from pipeline.worker.observing import Observer
from pipeline.worker.options import Security, WorkerOptions

_log = logging.getLogger("tooltrail.worker")

#: How the process ends: as asked; since the store or the broker did not answer; by a fault of the program.
STOPPED, GAVE_UP, FAILED = 0, 3, 70
#: Seconds between two commits of offsets: what a crash lets come again is at most so old.
_COMMIT_SECONDS = 0.5
#: Seconds between two signs of life.
_BEAT_SECONDS = 1.0
#: Seconds for what follows the last batch at the end: the library's own services.
_FAREWELL_SECONDS = 8.0


class Engine:
    """One worker: from the broker to the taker, until it is stopped or something ends it.

    Args:
        options: what it reads and how.
        taker: makes batches durable.
        observer: is told of each step.
    """

    def __init__(self, options: WorkerOptions, taker: Taker, observer: Observer) -> None:
        self._options = options
        self._taker = taker
        self._observer = observer
        self._app = _faust_app(options)
        self._ended: asyncio.Future[int] | None = None
        self._idle = asyncio.Event()
        self._stopping = False
        topic = self._app.topic(options.topic, value_serializer="raw", key_serializer="raw")
        self._app.agent(topic, concurrency=1)(self._read)
        self._app.on_partitions_assigned.connect(self._on_assigned)

    async def run(self) -> int:
        """Works until a signal, a store that does not come back, or a fault; returns how the process should end.

        When this returns the process must end: the library's threads may be left.
        """
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        self._idle.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end, STOPPED)
        library = loop.create_task(self._run_library())
        beating = loop.create_task(self._beat())
        code = await self._ended
        beating.cancel()
        _log.info("stopping", extra={"event": "worker.stopping", "code": code})
        return await self._stop(library, code)

    async def _run_library(self) -> None:
        try:
            self._app.finalize()
            await self._app.start()
            await self._app.wait_until_stopped()
        except Exception as error:  # noqa: BLE001  whatever ends the library ends the process, which its supervisor restarts
            _log.error("the broker library ended", extra={"event": "worker.crashed", "error": type(error).__name__})
        if not self._stopping:
            reason = self._app.crash_reason
            if reason is not None:
                _log.error("the broker failed", extra={"event": "worker.crashed", "error": type(reason).__name__})
            self._end(GAVE_UP)

    def _end(self, code: int) -> None:
        self._stopping = True
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    async def _stop(self, library: asyncio.Task[None], code: int) -> int:
        """Lets the batch that runs come to its end, commits, and takes leave of the group; each within its time."""
        self._taker.stop()
        try:
            await asyncio.wait_for(self._idle.wait(), self._options.shutdown_seconds)
        except TimeoutError:
            _log.error("a batch did not end in time", extra={"event": "worker.cut_off"})
            return code or GAVE_UP
        with suppress(Exception):  # what cannot be committed comes again
            await asyncio.wait_for(self._app.consumer.commit(), _FAREWELL_SECONDS)
        with suppress(Exception):
            await asyncio.wait_for(self._app.stop(), _FAREWELL_SECONDS)
        library.cancel()
        return code

    async def _beat(self) -> None:
        while True:
            self._observer.beat(*self._lag())
            await asyncio.sleep(_BEAT_SECONDS)

    def _lag(self) -> tuple[dict[str, int], float | None]:
        """How many messages of each partition are not durable, as far as the last fetch could tell, and since when."""
        consumer = self._app.consumer
        if not isinstance(consumer, ProvenConsumer):
            return {}, None
        ends = self._app.monitor.tp_end_offsets
        lag: dict[str, int] = {}
        times: list[float] = []
        for partition, position in sorted(consumer.proven.positions().items()):
            since = consumer.ages.oldest(partition, position)
            if partition in ends:
                lag[_source(partition)] = waiting = max(0, ends[partition] - position)
                times += [since] if waiting and since is not None else []
        return lag, min(times, default=None)

    async def _on_assigned(self, _sender: Any, /, *told: Any, **_: Any) -> None:
        sources = [_source(partition) for partition in sorted(told[0])]
        _log.info("assigned", extra={"event": "worker.assigned", "partitions": sources})
        self._observer.assigned(sources)

    async def _read(self, stream: StreamT[Any]) -> None:
        """Takes batches until the process ends; nothing that a batch raises lets the next one flow."""
        options = self._options
        reading = cast("Stream[Any]", stream)
        async for events in reading.noack_take(options.batch_messages, within=options.linger_seconds):
            if self._stopping:
                return
            self._idle.clear()
            try:
                await self._take(reading, events)
            except StoppedError:
                self._end(STOPPED)
                return
            except TransientError as error:
                _log.error("gave up", extra={"event": "worker.gave_up", "error": str(error)})
                self._end(GAVE_UP)
                return
            except Exception as error:  # noqa: BLE001  a fault: the process ends with nothing acked, and is restarted
                _log.error("fault", extra={"event": "worker.fault", "error": _described(error)})
                self._end(FAILED)
                return
            finally:
                self._idle.set()
            self._observer.rested()

    async def _take(self, stream: Stream[Any], events: Sequence[EventT[Any]]) -> None:
        messages = [self._message(event) for event in events]
        self._observer.polled(messages)
        done = 0
        for part in parts(messages, self._options.batch_bytes):
            await asyncio.to_thread(self._taker.take, part)
            await self._ack(stream, events[done : done + len(part)])
            done += len(part)
            self._observer.acked(part)
            if self._stopping:
                return

    async def _ack(self, stream: Stream[Any], events: Sequence[EventT[Any]]) -> None:
        consumer = self._app.consumer
        for event in events:
            if isinstance(consumer, ProvenConsumer):
                consumer.proven.add(event.message.tp, event.message.offset)
            await stream.ack(event)

    def _message(self, event: EventT[Any]) -> Message:
        record = event.message
        return Message(
            _source(record.tp),
            str(record.offset),
            record.value,
            record_ts=None if record.timestamp is None else datetime.fromtimestamp(record.timestamp, UTC),
            collection_id=self._options.collection_id,
        )


def _source(partition: TP) -> str:
    return f"kafka:{partition.topic}/{partition.partition}"


def _described(error: BaseException) -> str:
    """Where a fault happened, without what it says: a message may quote a payload."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else f" at {place.tb_frame.f_globals.get('__name__')}:{place.tb_lineno}"
    return f"{type(error).__name__}{where}"


def _faust_app(options: WorkerOptions) -> faust.App:
    """The library's application: it reads one topic and keeps nothing."""
    options.folder.mkdir(parents=True, exist_ok=True)
    app = faust.App(
        options.group,
        broker=[f"kafka://{broker}" for broker in options.brokers],
        broker_credentials=_credentials(options.security),
        broker_commit_interval=_COMMIT_SECONDS,
        broker_session_timeout=options.session_seconds,
        broker_heartbeat_interval=options.session_seconds / 10,
        broker_request_timeout=max(90.0, options.session_seconds + 1),
        broker_max_poll_interval=1000.0,
        consumer_auto_offset_reset="earliest",
        datadir=str(options.folder),
        value_serializer="raw",
        key_serializer="raw",
        stream_buffer_maxsize=options.batch_messages,
        stream_wait_empty=False,
        topic_allow_declare=False,
        topic_disable_leader=True,
        web_enabled=False,
    )
    app.transport = ProvenTransport(app.conf.broker_consumer, app)
    return app


def _credentials(security: Security) -> faust.types.auth.CredentialsT | None:
    context = security.tls()
    if security.has_sasl:
        return faust.SASLCredentials(
            username=security.username,
            password=security.password,
            mechanism=security.mechanism,
            ssl_context=context,
        )
    return None if context is None else faust.SSLCredentials(context)
