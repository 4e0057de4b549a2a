"""The publisher: what an agent calls. It takes an event in microseconds, and never raises into the agent or waits."""

from __future__ import annotations

import atexit
import os
import secrets
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import uuid4

from pipeline.clock import present
from pipeline.errors import RejectedError
from pipeline.publish.backlog import CLOSE, Backlog, End, Flush
from pipeline.publish.capture import capture, read_fields
from pipeline.publish.carrier import Carrier
from pipeline.publish.counting import PublisherCounts, Tally
from pipeline.publish.packing import Limits
from pipeline.publish.sealing import Defaults, Sealer
from pipeline.publish.sinks import Sink
from pipeline.scrub import SCRUBBER, Scrubber
from pipeline.seal import Keyring

_Event = TypeVar("_Event")


class NoSealKeyError(RejectedError):
    """A publisher seals what it sends: give it the secret that the workers have, TOOLTRAIL_SEAL_KEY."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a publisher works.

    Attributes:
        collection_id: the collection of events that name none.
        metadata: trace metadata of events that say nothing else, such as `agent` or `catalog_version`.
        metadata_names: names of trace metadata that travel beside those of the contract; workers must allow them too.
        scrubber: the rules by which text is scrubbed: a policy's, else the built-in ones.
        keep_text: whether query text and other prose travels, scrubbed; say no where the collection keeps none.
        queue_events: events that wait at most.
        queue_bytes: bytes that they have at most.
        limits: when messages go.
        close_seconds: how long the end of the process may wait for what is left.
        clock: gives the present.
    """

    collection_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    metadata_names: frozenset[str] = frozenset()
    scrubber: Scrubber = SCRUBBER
    keep_text: bool = True
    queue_events: int = 10_000
    queue_bytes: int = 64 * 2**20
    limits: Limits = field(default_factory=Limits)
    close_seconds: float = 5.0
    clock: Callable[[], datetime] = present


class TracePublisher:
    """Takes the events of an agent to a sink, scrubbed, sealed and packed.

    A call copies the event and returns. One daemon thread does the rest; it is begun by the first event, in whichever
    process that is, so a publisher may be made before a fork. What cannot be carried is dropped and counted by reason.
    Close it, or use it in a `with` statement; the end of the process closes it too.

    Args:
        sink: where messages go: `KafkaTopic` or `JsonLines`.
        seal_key: the secret that the workers have.
        options: how it works.

    Raises:
        NoSealKeyError: there is no secret, or one too short.
        RejectedError: the sink cannot be used as it is described.
    """

    def __init__(self, sink: Sink, seal_key: str | None, options: Options | None = None) -> None:
        self._options = options or Options()
        self._sealer = Sealer(
            _keyring(seal_key),
            self._options.scrubber,
            keep_text=self._options.keep_text,
            metadata_names=self._options.metadata_names,
        )
        sink.check()
        self._sink = sink
        self._abandoned: list[object] = []
        self._begin()
        _OPEN.add(self)

    def _begin(self) -> None:
        options = self._options
        self._starting = threading.RLock()
        self._tally = Tally()
        self._backlog = Backlog(options.queue_events, options.queue_bytes, options.clock)
        self._thread: threading.Thread | None = None
        self._is_closed = False
        defaults = Defaults(options.collection_id, dict(options.metadata), secrets.token_hex(8))
        self._carrier = Carrier(self._backlog, self._sink, self._sealer, defaults, options.limits, self._tally)

    def publish(self, event: object) -> bool:
        """Takes an event of the contract: a dictionary, a data class or a model. It never raises, nor waits.

        Returns:
            Whether it was taken; what was not is counted.
        """
        return self._publish(event, {}, ends=True)

    def attempt(self, attempt_id: str | None = None, **metadata: Any) -> AttemptTrace:
        """An attempt whose events need not say whose they are.

        Args:
            attempt_id: its id; None makes one.
            metadata: trace metadata such as `user_id` or `session_id`; raw ids are hashed before they travel.
        """
        return AttemptTrace(self, attempt_id or f"att-{uuid4().hex}", metadata)

    @property
    def counts(self) -> PublisherCounts:
        """What became of what was published, in this process."""
        return self._tally.read()

    def flush(self, seconds: float) -> bool:
        """Waits until everything so far has arrived or was dropped; returns whether it has in so many seconds."""
        if self._thread is None:
            return True
        asked = Flush(threading.Event())
        self._backlog.ask(asked)
        return asked.done.wait(seconds)

    def close(self, seconds: float | None = None) -> PublisherCounts:
        """Sends what is left, and waits for it so many seconds at most.

        What has not arrived then is counted as dropped, and so is what comes later. A second call only tells counts.
        """
        if not self._is_closed:
            self._is_closed = True
            wait = self._options.close_seconds if seconds is None else seconds
            self._carrier.closing.deadline = time.monotonic() + wait
            with self._starting:
                thread = self._thread
            if thread is not None:
                self._backlog.ask(CLOSE)
                thread.join(wait + _GRACE_SECONDS)
            self._carrier.closing.is_over = True
            self._tally.end()
            _OPEN.discard(self)
        return self.counts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _publish(self, event: object, metadata: Mapping[str, Any], *, ends: bool) -> bool:
        self._tally.publish()
        try:
            reason = self._take(event, metadata, ends)
        except Exception:  # noqa: BLE001  whatever the agent hands over, it goes on
            reason = "unreadable"
            self._backlog.cut(_named(metadata.get("attempt_id")))
        if reason is not None:
            self._tally.refuse(reason)
        return reason is None

    def _take(self, event: object, metadata: Mapping[str, Any], ends: bool) -> str | None:
        if self._is_closed:
            return "closed"
        if self._thread is None:
            self._start()
        fields = read_fields(event)
        said = fields.get("trace_metadata")
        if metadata:
            fields = {**fields, "trace_metadata": {**metadata, **_that_say_something(said)}}
            said = fields["trace_metadata"]
        run = (said.get("attempt_id") if isinstance(said, dict) else None) or fields.get("attempt_id")
        return self._backlog.put(capture(fields), _named(run or fields.get("plan_id")), ends=ends)

    def _end(self, run: str) -> None:
        if self._thread is not None:
            self._backlog.ask(End(run))

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._carrier.run, name="tooltrail-publisher", daemon=True)
                try:
                    self._thread.start()
                except RuntimeError:  # the interpreter is ending
                    self._thread = None
                    raise
                _close_with_child(self)

    def _begin_in_child(self) -> None:
        """Begins anew after a fork: what waits is the parent's, and so is its channel, which must not be closed."""
        self._abandoned.append(self._carrier)
        if not self._is_closed:
            self._begin()


#: Seconds beyond its deadline that closing waits for the thread to notice.
_GRACE_SECONDS = 0.5


class AttemptTrace:
    """The events of one attempt, which are given its id and metadata; leaving it sends them.

    Attributes:
        attempt_id: its id.
    """

    def __init__(self, publisher: TracePublisher, attempt_id: str, metadata: Mapping[str, Any]) -> None:
        self.attempt_id = attempt_id
        self._publisher = publisher
        self._metadata = {**metadata, "attempt_id": attempt_id}

    def publish(self, event: object) -> bool:
        """Takes an event, as `TracePublisher.publish` does."""
        return self._publisher._publish(event, self._metadata, ends=False)  # noqa: SLF001  one object in two parts

    def follow(self, events: Iterable[_Event]) -> Iterator[_Event]:
        """Publishes the events of a stream, a runner's say, as they pass."""
        for event in events:
            self.publish(event)
            yield event

    def end(self) -> None:
        """Sends what is packed; later events go as well."""
        self._publisher._end(self.attempt_id)  # noqa: SLF001  one object in two parts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()


def _keyring(seal_key: str | None) -> Keyring:
    if seal_key is None or not seal_key.strip():
        raise NoSealKeyError(NoSealKeyError.__doc__)
    try:
        return Keyring.from_secret(seal_key)
    except ValueError as error:
        raise NoSealKeyError(str(error)) from None


def _that_say_something(said: object) -> dict[str, Any]:
    """The metadata of an event; runners leave fields empty that they do not know."""
    if not isinstance(said, Mapping):
        return {}
    return {name: word for name, word in said.items() if word not in (None, "")}


def _named(run: object) -> str | None:
    return None if run is None else str(run)


_OPEN: weakref.WeakSet[TracePublisher] = weakref.WeakSet()


def _close_all() -> None:
    for publisher in list(_OPEN):
        publisher.close()


def _begin_all_in_child() -> None:
    for publisher in list(_OPEN):
        publisher._begin_in_child()  # noqa: SLF001  a hook of this class


def _close_with_child(publisher: TracePublisher) -> None:
    """Lets a child of `multiprocessing`, which ends without the interpreter's own end, close what it began."""
    processes, endings = sys.modules.get("multiprocessing.process"), sys.modules.get("multiprocessing.util")
    if processes is not None and endings is not None and processes.parent_process() is not None:
        endings.Finalize(publisher, publisher.close, exitpriority=10)


atexit.register(_close_all)
os.register_at_fork(after_in_child=_begin_all_in_child)
