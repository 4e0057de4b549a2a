"""The real stream of the shared data crosses the border whole."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

from pipeline.intake import DeadLetter, Intake, Message, write_sealed
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Keyring


def test_every_real_event_is_accepted_and_says_something(shared: Path) -> None:
    intake = Intake(Keyring.demonstration())
    events: Counter[str] = Counter()
    names: set[str] = set()
    with (shared / "data" / "taubench_retail" / "events.jsonl").open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            (result,) = intake.accept(Message("file:events.jsonl", str(number), line))
            assert not isinstance(result, DeadLetter), result
            events[result.type] += 1
            names.add(result.event_id)
            if result.type == "step.completed":
                assert result.body["output"]
            if result.type in {"step.started", "step.completed"}:
                assert result.body["tool"].isidentifier()
    assert events.total() == len(names) == 13_239
    assert events["step.completed"] == 3_798


def test_real_events_come_in_the_same_when_a_publisher_sealed_them(shared: Path) -> None:
    keyring = Keyring.demonstration()
    intake = Intake(keyring)
    with (shared / "data" / "taubench_retail" / "events.jsonl").open("rb") as lines:
        for line in islice(lines, 0, None, 9):
            (raw,) = intake.accept(Message("file:events.jsonl", "1", line))
            assert isinstance(raw, SealedEvent)
            form = json.dumps(write_sealed(raw, keyring)).encode()
            assert intake.accept(Message("topic", "1", form)) == [raw]
