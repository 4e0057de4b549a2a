"""What an agent pays for publishing, and what becomes of its events while the broker is away.

    python -m benchmarks.publisher               # the calls and the packing, without a broker
    python -m benchmarks.publisher --away 60     # a private Kafka (services/kafka.sh) that stands still for a minute

A call is timed by the clock and by the processor time of its thread. The clock also shows who else ran on the machine:
beside each call a loop of about its length is timed, which calls nothing; how often that takes over a millisecond is
the machine's share.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from pipeline.intake import Intake, Message
from pipeline.publish import JsonLines, Kafka, KafkaTopic, Options, PublisherCounts, Sink, TracePublisher
from pipeline.publish.packing import Pack
from pipeline.publish.sinks import Done
from pipeline.seal import Keyring

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "services" / "kafka.sh"
SECRET = "a secret of the benchmark, long enough"  # noqa: S105  it protects nothing
TOPIC = "tooltrail.benchmark"
#: Turns of an empty loop that take about as long as a call.
_LOOPS = 1_500
Event = dict[str, Any]


@dataclass
class Calls:
    """Times of calls, in microseconds."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    nothing: list[float] = field(default_factory=list)
    beside: float = 0.0

    def publish(self, publisher: TracePublisher, event: Event) -> None:
        """Publishes, and takes the time."""
        began, worked = time.perf_counter_ns(), time.thread_time_ns()
        publisher.publish(event)
        self.processor.append((time.thread_time_ns() - worked) / 1000)
        self.clock.append((time.perf_counter_ns() - began) / 1000)
        began = time.perf_counter_ns()
        for _ in range(_LOOPS):
            pass
        self.nothing.append((time.perf_counter_ns() - began) / 1000)

    def told(self) -> str:
        """One line: typical, slow and slowest."""
        slow, machine = (sum(call > 1000 for call in calls) for calls in (self.clock, self.nothing))
        return (
            f"{len(self.clock):7,} calls, clock {_spread(self.clock)}, {slow} over 1 ms (doing nothing: {machine}); "
            f"processor {_spread(self.processor)}"
        )


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{median(ordered):.1f} / {ordered[int(len(ordered) * 0.999)]:.0f} / {ordered[-1]:.0f} us"


def traces() -> list[Event]:
    """The events of the example shop, as an agent hands them over."""
    lines = [line for file in sorted((ROOT / "examples" / "shop").glob("traces-2*.jsonl")) for line in file.open()]
    return [event for line in lines for event in _events(json.loads(line))]


def _events(value: Any) -> list[Event]:
    return value if isinstance(value, list) else [value]


def repeated(events: list[Event], times: int) -> Iterator[Event]:
    """The same again, as other attempts."""
    for turn in range(times):
        for event in events:
            said = event.get("trace_metadata") or {}
            run = said.get("attempt_id") or event.get("attempt_id") or event.get("plan_id")
            yield {**event, "trace_metadata": {**said, "attempt_id": f"{run}/{turn}"}}


def called(
    sink: Sink, events: Iterable[Event], a_second: float | None, **options: Any
) -> tuple[Calls, PublisherCounts]:
    """Publishes at a rate, or as fast as it goes, and closes."""
    calls = Calls()
    publisher = TracePublisher(sink, SECRET, Options(collection_id="shop", **options))
    began, worked = time.monotonic(), time.process_time()
    for number, event in enumerate(events):
        if a_second is not None:
            time.sleep(max(0.0, began + number / a_second - time.monotonic()))
        calls.publish(publisher, event)
    counts = publisher.close(60)
    calls.beside = (time.process_time() - worked) * 1e6 / max(1, counts.delivered)
    return calls, counts


def measure_calls(folder: Path) -> None:
    """Times calls of small and large events, and counts messages."""
    events = traces()
    print("times are median / of 1,000 the slowest / the slowest")
    for name, rate, times in (("500 a second", 500.0, 2), ("as fast as it goes", None, 4)):
        sink = JsonLines(folder / f"{times}.jsonl")
        calls, counts = called(sink, repeated(events, times), rate, queue_events=100_000)
        print(f"{name:20s} {calls.told()}")
        print(
            f"{'':20s} {counts.delivered:,} delivered in {counts.messages:,} messages "
            f"({counts.delivered / max(1, counts.messages):.1f} events each), dropped {dict(counts.dropped)}; "
            f"all together {calls.beside:.0f} us of the processor an event"
        )
    for size in (1_000, 10_000, 100_000, 1_000_000):
        output = {
            "rows": [
                {"id": f"K-{n:07d}", "name": "a row of forty characters or so, as it is"} for n in range(size // 70)
            ]
        }
        event = {"type": "step.completed", "plan_id": "p", "step_id": "s", "output_preview": output}
        calls, _ = called(JsonLines(folder / "large.jsonl"), [event] * 30, 20.0)
        print(f"output of {size // 1000:5,} kB   {calls.told()}")


@dataclass
class Kept:
    """A sink that keeps messages in memory."""

    messages: list[bytes] = field(default_factory=list)

    def check(self) -> None:
        """It can always be opened."""

    def open(self) -> Kept:
        """It is its own channel."""
        return self

    def send(self, pack: Pack, done: Done) -> None:
        """Keeps a message."""
        self.messages.append(pack.data)
        done(pack, None)

    def poll(self, seconds: float) -> None:
        """Nothing is pending."""

    def close(self, seconds: float) -> None:
        """Nothing is open."""


def measure_border(lines: list[bytes]) -> None:
    """What the worker's border costs for raw events and for the same events sealed by a publisher."""
    sink = Kept()
    _, counts = called(sink, map(json.loads, lines), None, queue_events=len(lines), queue_bytes=2**30)
    intake = Intake(Keyring.from_secret(SECRET))
    for name, messages in (("raw", lines), ("sealed", sink.messages)):
        began = time.process_time()
        events = sum(len(intake.accept(Message("benchmark", "1", data))) for data in messages)
        print(
            f"the border takes {time.process_time() - began:.1f} s of the processor for {events:,} {name} events "
            f"in {len(messages):,} messages, {sum(map(len, messages)) / len(messages) / 1000:.1f} kB each"
        )
    assert counts.delivered == len(lines)


@contextmanager
def broker(folder: Path) -> Iterator[tuple[str, int]]:
    """A private Kafka: its address and its process."""
    environment = {**os.environ, "TOOLTRAIL_SERVICES": str(folder)}
    started = subprocess.run([SCRIPT, "start"], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    process = int((folder / "kafka" / "pid").read_text())
    try:
        yield started.stdout.split()[-1], process
    finally:
        os.kill(process, signal.SIGCONT)
        subprocess.run([SCRIPT, "stop"], env=environment, check=True, stdout=subprocess.DEVNULL)


def measure_outage(folder: Path, seconds: float, a_second: float = 200.0) -> None:
    """Lets the broker stand still under load, with room for what comes and without."""
    from confluent_kafka.admin import AdminClient, NewTopic  # noqa: PLC0415  only where there is a broker

    with broker(folder) as (address, process):
        admin = AdminClient({"bootstrap.servers": address})
        admin.create_topics([NewTopic(TOPIC, 2, 1)])[TOPIC].result(30)
        for name, queue_events, queue_bytes in (("room for all", 100_000, 32 * 2**20), ("little room", 2_000, 2**20)):
            sink = KafkaTopic(Kafka(address, options={"log_level": 0}), TOPIC, queue_bytes=queue_bytes)
            publisher = TracePublisher(sink, SECRET, Options(collection_id="shop", queue_events=queue_events))
            number = round(a_second * seconds)
            events = list(repeated(traces(), number // 1_500 + 1))[:number]
            before = _records(address)
            publisher.publish({"type": "user.message", "plan_id": "first", "text": "the broker is there"})
            assert publisher.flush(30)
            os.kill(process, signal.SIGSTOP)
            calls, began = Calls(), time.monotonic()
            for place, event in enumerate(events):
                time.sleep(max(0.0, began + place / a_second - time.monotonic()))
                calls.publish(publisher, event)
            away = time.monotonic() - began
            held = publisher.counts
            os.kill(process, signal.SIGCONT)
            counts = publisher.close(120)
            arrived = _records(address) - before
            print(f"{name}: the broker was away for {away:.0f} s; {calls.told()}")
            print(f"  then {held.waiting:,} waited, {held.delivered} had arrived, dropped {dict(held.dropped)}")
            print(f"  after its return {counts.delivered:,} delivered, dropped {dict(counts.dropped)}")
            verdict = "as counted" if arrived == counts.delivered else "NOT as counted"
            print(f"  the topic has {arrived:,} more events: {verdict}", flush=True)


def _records(address: str) -> int:
    """How many events a topic holds."""
    from confluent_kafka import Consumer, TopicPartition  # noqa: PLC0415  only where there is a broker

    consumer = Consumer({"bootstrap.servers": address, "group.id": "count", "enable.auto.commit": False})
    places = [TopicPartition(TOPIC, partition, 0) for partition in (0, 1)]
    left = sum(consumer.get_watermark_offsets(place, timeout=30)[1] for place in places)
    consumer.assign(places)
    events = 0
    while left > 0:
        for message in consumer.consume(500, timeout=1.0):
            left -= 1
            events += len(json.loads(message.value() or b"[]"))
    consumer.close()
    return events


def main() -> None:
    """Measures what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--away", type=float, metavar="SECONDS", help="let a broker stand still for so long")
    seconds = parser.parse_args().away
    with tempfile.TemporaryDirectory() as name:
        if seconds is None:
            measure_calls(Path(name))
            shared = os.environ.get("TOOLTRAIL_SHARED")
            if shared is not None:
                stream = Path(shared) / "data" / "taubench_retail" / "events.jsonl"
                measure_border(stream.read_bytes().splitlines())
        elif not SCRIPT.exists():
            raise SystemExit("services/kafka.sh is not there: it starts the broker that stands still")
        else:
            measure_outage(Path(name), seconds)


if __name__ == "__main__":
    main()
