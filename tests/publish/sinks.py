"""Sinks for tests: in memory, and of every bad kind."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import Any

from pipeline.publish import SinkFullError
from pipeline.publish.packing import Pack
from pipeline.publish.sinks import Done


@dataclass
class Memory:
    """A sink that keeps what it is given; `full` times it is full first, and `broken` times it raises."""

    packs: list[Pack] = field(default_factory=list)
    full: int = 0
    broken: int = 0
    unreachable: int = 0
    fails: str | None = None
    largest: int = 10**9

    def check(self) -> None:
        """It can always be opened."""

    def open(self) -> Memory:
        if self.unreachable:
            self.unreachable -= 1
            raise OSError("not yet")
        return self

    def send(self, pack: Pack, done: Done) -> None:
        if self.full:
            self.full -= 1
            raise SinkFullError
        if self.broken:
            self.broken -= 1
            raise RuntimeError("a fault of the sink")
        reason = "too_large" if len(pack.data) > self.largest else self.fails
        if reason is None:
            self.packs.append(pack)
        done(pack, reason)

    def poll(self, seconds: float) -> None:
        """Nothing is pending."""

    def close(self, seconds: float) -> None:
        """Nothing is open."""

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for pack in self.packs for event in json.loads(pack.data)]


@dataclass
class Stuck(Memory):
    """A sink whose first call does not return before `way` is set."""

    way: threading.Event = field(default_factory=threading.Event)
    reached: threading.Event = field(default_factory=threading.Event)

    def send(self, pack: Pack, done: Done) -> None:
        self.reached.set()
        self.way.wait()
        super().send(pack, done)
