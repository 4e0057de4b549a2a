"""The real stream of the shared data crosses the border whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pipeline.intake import DeadLetter, Intake, Message
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
