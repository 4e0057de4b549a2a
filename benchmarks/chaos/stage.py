"""A stage for faults: a topic, a database, workers on both, and the proof of what they did.

Loss is proved by offsets: whatever lies below a committed offset is in the ledger or in the dead letters, and never in
both. The end is proved by the digest, which must be the one of a replay of the same events into a new SQLite file.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic
from sqlalchemy import select

from benchmarks.chaos.victim import BROKEN_VARIABLE, VARIABLE
from benchmarks.chaos.worker import Worker, wait_until
from benchmarks.scoring import ROOT
from pipeline.intake import Intake, Message
from pipeline.kafka import Kafka
from pipeline.learning.policy import Policy
from pipeline.process import Rules, process
from pipeline.publish import KafkaTopic, TracePublisher
from pipeline.publish import Options as PublisherOptions
from pipeline.scrub import SCRUBBER, Scrubber
from pipeline.seal import Keyring
from storage.engine import open_engine, reading
from storage.store import SqlStore
from storage.tables import dead_letters, events

SECRET = "a secret for events that are made up, long enough to be taken"  # noqa: S105  it protects nothing but made-up events
RULES = Rules(Intake(Keyring.from_secret(SECRET)), Policy())
#: Seconds until the group takes a silent worker for dead.
SESSION_SECONDS = 2.0
_PATIENCE_SECONDS = 240.0

__all__ = ["RULES", "SECRET", "SESSION_SECONDS", "Sent", "Stage", "Worker", "private", "wait_until"]

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sent:
    """A message in the topic: its event ids, none where it holds nothing that can be accepted."""

    partition: int
    offset: int
    event_ids: tuple[str, ...]


@dataclass
class Stage:
    """One topic and one database.

    Attributes:
        bootstrap: the broker.
        url: the database, with its schema.
        partitions: of the topic.
        is_declared: whether the topic must be made; a mock cluster makes it by use.
        largest: the bytes of the largest message that the topic takes.
    """

    bootstrap: str
    url: str
    partitions: int = 2
    is_declared: bool = True
    largest: int = 1_048_588
    group: str = "workers"
    sent: list[Sent] = field(default_factory=list)
    messages: list[bytes | None] = field(default_factory=list)
    workers: list[Worker] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.topic = f"chaos.{uuid.uuid4().hex}"
        self.group = f"{self.group}-{self.topic}"
        self._folder = tempfile.TemporaryDirectory()
        self._admin = AdminClient({"bootstrap.servers": self.bootstrap, "log_level": 0})
        options = {"bootstrap.servers": self.bootstrap, "log_level": 0, "linger.ms": 5}
        self._producer = Producer({**options, "message.max.bytes": self.largest})
        if self.is_declared:
            config = {"max.message.bytes": str(self.largest)}
            made = self._admin.create_topics([NewTopic(self.topic, self.partitions, 1, config=config)])
            made[self.topic].result(30)
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.send(signal.SIGCONT)
                worker.process.kill()
                worker.wait()
        if self.is_declared:
            self._admin.delete_topics([self.topic])[self.topic].result(30)
        self._folder.cleanup()

    # --- what goes in ---

    def send(self, packs: Iterable[Sequence[Event]], partition: int | None = None) -> None:
        """Sends each pack of events as one message, to a partition by its number or in turn."""
        for pack in packs:
            data = json.dumps(pack if len(pack) > 1 else pack[0], ensure_ascii=False).encode()
            self.send_bytes(data, [str(event["event_id"]) for event in pack], partition, flush=False)
        self._flush()

    def send_bytes(
        self,
        data: bytes | None,
        event_ids: Sequence[str] = (),
        partition: int | None = None,
        *,
        flush: bool = True,
    ) -> None:
        """Sends bytes that may hold anything."""
        at = len(self.messages) % self.partitions if partition is None else partition
        self.messages.append(data)

        def note(error: Any, message: Any) -> None:
            assert error is None, error
            self.sent.append(Sent(message.partition(), message.offset(), tuple(event_ids)))

        while True:
            try:
                self._producer.produce(self.topic, data, partition=at, on_delivery=note)
                break
            except BufferError:
                self._producer.poll(0.1)
        if flush:
            self._flush()

    def _flush(self) -> None:
        assert self._producer.flush(60) == 0, "the broker takes nothing"

    def publish(self, events: Iterable[Event], scrubber: Scrubber = SCRUBBER) -> Mapping[str, int]:
        """Sends events as an agent does: sealed and packed. Tells what the publisher refused, by reason."""
        kafka = KafkaTopic(Kafka(self.bootstrap), self.topic)
        with TracePublisher(kafka, SECRET, PublisherOptions(scrubber=scrubber, queue_events=1_000_000)) as publisher:
            for event in events:
                publisher.publish(event)
            counts = publisher.close(60)
        assert counts.delivered + sum(counts.dropped.values()) == counts.published, counts
        return counts.dropped

    def contents(self) -> list[bytes]:
        """Every message of the topic."""
        found: list[bytes] = []
        with self._consumer("reader") as consumer:
            ends = self._ends(consumer)
            consumer.assign([TopicPartition(self.topic, partition, 0) for partition in ends])
            while len(found) < sum(ends.values()):
                found += [message.value() or b"" for message in consumer.consume(1_000, timeout=5)]
        return found

    # --- who works on it ---

    def worker(self, failpoint: str = "", *, broken: bool = False, group: str | None = None, **settings: Any) -> Worker:
        """Starts a worker; settings are named as in the settings file, without their prefix."""
        number = len(self.workers)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TOOLTRAIL_")}
        values = {
            "db": self.url,
            "seal_key": SECRET,
            "kafka_brokers": self.bootstrap,
            "kafka_topic": self.topic,
            "kafka_group": group or self.group,
            "worker_batch_messages": 8,
            "worker_linger_seconds": 0.05,
            "worker_session_seconds": SESSION_SECONDS,
            "worker_folder": Path(self._folder.name) / f"worker-{number}",
            "worker_http_port": 0,
            **settings,
        }
        environment |= {f"TOOLTRAIL_{name.upper()}": str(value) for name, value in values.items()}
        environment |= {"PYTHONPATH": str(ROOT), VARIABLE: failpoint, BROKEN_VARIABLE: "1" if broken else ""}
        log = Path(self._folder.name) / f"worker-{number}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.chaos.victim"], cwd=ROOT, env=environment, stdout=file, stderr=file
            )
        worker = Worker(process, log)
        self.workers.append(worker)
        return worker

    # --- what came of it ---

    def committed(self, group: str | None = None) -> dict[int, int]:
        """The committed offset of each partition, 0 for none; a broker that just came back is asked again."""
        give_up_at = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return self._committed(group or self.group)
            except KafkaException:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.5)

    def _committed(self, group: str) -> dict[int, int]:
        with self._consumer(group) as consumer:
            asked = [TopicPartition(self.topic, partition) for partition in range(self.partitions)]
            return {found.partition: max(0, found.offset) for found in consumer.committed(asked, timeout=30)}

    @contextmanager
    def _consumer(self, group: str) -> Iterator[Consumer]:
        consumer = Consumer({"bootstrap.servers": self.bootstrap, "group.id": group, "log_level": 0})
        try:
            yield consumer
        finally:
            consumer.close()

    def _ends(self, consumer: Consumer) -> dict[int, int]:
        places = [TopicPartition(self.topic, partition) for partition in range(self.partitions)]
        return {place.partition: consumer.get_watermark_offsets(place, timeout=30)[1] for place in places}

    def is_drained(self, group: str | None = None) -> bool:
        """Whether every message of the topic is committed, whoever sent it."""
        self._flush()
        with self._consumer(group or self.group) as consumer:
            return self._ends(consumer) == self.committed(group)

    def ledger(self) -> tuple[Counter[str], set[tuple[int, int]]]:
        """The ids in the ledger, and the partition and offset of every message with a dead letter."""
        engine = open_engine(self.url, create=False)
        try:
            with reading(engine).connect() as connection:
                ids = Counter(connection.scalars(select(events.c.event_id)))
                letters = connection.execute(select(dead_letters.c.source, dead_letters.c.position)).all()
        finally:
            engine.dispose()
        prefix = f"kafka:{self.topic}/"
        return ids, {
            (int(source.removeprefix(prefix)), int(position.partition("#")[0]))
            for source, position in letters
            if source.startswith(prefix)
        }

    def lost(self, group: str | None = None) -> list[Sent]:
        """What was committed and is in neither; raises if something is in both."""
        committed = self.committed(group)  # first: what is committed later is no concern
        ids, refused = self.ledger()
        lost = []
        for message in self.sent:
            in_ledger = [event_id in ids for event_id in message.event_ids]
            in_letters = (message.partition, message.offset) in refused
            assert not (in_letters and any(in_ledger)), f"{message} is in the ledger and in the dead letters"
            if message.offset < committed[message.partition] and not (in_letters or (in_ledger and all(in_ledger))):
                lost.append(message)
        return lost

    def prove(self, group: str | None = None) -> None:
        """Nothing was lost so far."""
        lost = self.lost(group)
        assert not lost, f"{len(lost)} messages committed and lost, the first {lost[0]}"

    def is_done(self, group: str | None = None) -> bool:
        """Whether every message is committed."""
        ends: Counter[int] = Counter(message.partition for message in self.sent)
        committed = self.committed(group)
        return all(committed[partition] >= ends[partition] for partition in range(self.partitions))

    def finish(self, group: str | None = None) -> None:
        """Waits until every message is committed, and proves that the state is that of the events.

        A worker runs; one that ended is replaced, as a supervisor would.
        """
        give_up_at = time.monotonic() + _PATIENCE_SECONDS
        while not self.is_done(group):
            assert time.monotonic() < give_up_at, f"not done: {self.committed(group)}, {self.tail()}"
            if all(worker.process.poll() is not None for worker in self.workers):
                assert len(self.workers) < 40, f"no worker stays: {self.tail()}"
                self.worker(group=group)
            time.sleep(0.2)
        self.prove(group)
        assert self.digest() == self.expected(), "the state is not that of the events"

    def digest(self) -> str:
        """The digest of the database."""
        with SqlStore(self.url, create=False) as store, store.reading() as models:
            return models.digest()

    def expected(self) -> str:
        """The digest of the same messages, each once, replayed into a new SQLite file."""
        return _digest_of(list(dict.fromkeys(self.messages)))

    def digest_of(self, packs: Iterable[Sequence[Event]]) -> str:
        """The digest of other packs of events."""
        return _digest_of([json.dumps(pack).encode() for pack in packs])

    def tail(self) -> str:
        """The last words of the last worker."""
        return self.workers[-1].log.read_text(encoding="utf-8")[-1500:] if self.workers else "no worker"


def _digest_of(data: Sequence[bytes | None]) -> str:
    with tempfile.TemporaryDirectory() as folder, SqlStore(f"sqlite:///{folder}/expected.db") as store:
        messages = [Message("expected", str(number), content) for number, content in enumerate(data)]
        for start in range(0, len(messages), 500):
            process(messages[start : start + 500], store.unit_of_work(), RULES)
        with store.reading() as models:
            return models.digest()


@contextmanager
def private(service: str) -> Iterator[Callable[[str], str]]:
    """A server of its own, to be killed: gives a function that calls its script; it is stopped at the end."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        # A server that answers COMMIT before it wrote would lose what is acked, whatever the worker does.
        options = {"TOOLTRAIL_POSTGRESQL_OPTIONS": "-c synchronous_commit=on"}
        environment = {**os.environ, **options, "TOOLTRAIL_SERVICES": folder}

        def call(act: str) -> str:
            script = ROOT / "services" / f"{service}.sh"
            return subprocess.run(
                [script, act], env=environment, check=True, capture_output=True, text=True
            ).stdout.strip()

        try:
            yield call
        finally:
            call("crash" if service == "postgresql" else "kill")
