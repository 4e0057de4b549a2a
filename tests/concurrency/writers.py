"""Writers that run at once, each a process of its own, on one database."""

from __future__ import annotations

import json
import multiprocessing
import random
from collections.abc import Sequence
from typing import Any

from pipeline.intake import Message
from pipeline.process import process
from storage.store import SqlStore
from tests.loop import RULES
from tests.traces import Event

_TOGETHER = multiprocessing.get_context("spawn")


def write(url: str, events: Sequence[Event], batch: int, starts: Any) -> None:
    """Takes events in, from when the others do."""
    source = multiprocessing.current_process().name
    messages = [
        Message(source, str(number), json.dumps(event).encode()) for number, event in enumerate(events, start=1)
    ]
    with SqlStore(url) as store:
        starts.wait()
        for start in range(0, len(messages), batch):
            process(messages[start : start + batch], store.unit_of_work(), RULES)


def write_at_once(url: str, events: Sequence[Event], *, writers: int, batch: int, seed: int) -> None:
    """Deals the events out to writers, each event to one, half of them to a second one too, and lets all run."""
    chance = random.Random(seed)
    hands: list[list[Event]] = [[] for _ in range(writers)]
    for event in [*events, *chance.sample(list(events), len(events) // 2)]:
        chance.choice(hands).append(event)
    for hand in hands:
        chance.shuffle(hand)
    starts = _TOGETHER.Barrier(writers)
    processes = [
        _TOGETHER.Process(target=write, args=(url, hand, batch, starts), name=f"writer-{number}")
        for number, hand in enumerate(hands)
    ]
    for writer in processes:
        writer.start()
    for writer in processes:
        writer.join()
    assert [writer.exitcode for writer in processes] == [0] * writers
