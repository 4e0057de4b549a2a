"""Writes the traces of the Dalbit shop: `stories.py` performed by `agent.py`, one file a day.

    python examples/shop/build_traces.py [FOLDER]

The files are a function of these programs and `catalog.json` alone. The last day is gzip; what is in it is the same
everywhere, its compressed bytes depend on the zlib at hand.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from itertools import zip_longest
from pathlib import Path
from typing import Any

from agent import CATALOG_VERSION, COLLECTION, Agent, Event
from run import Run, fingerprint
from stories import DELIVERY, PRICE, STORIES
from story import Story, read_entry

HERE = Path(__file__).parent
SEOUL = timezone(timedelta(hours=9))
OPENS = datetime(2026, 1, 1, 10, tzinfo=SEOUL)
RUNS_A_SESSION = 2
#: So many runs begin a few seconds apart, then nine minutes pass.
BURST = 3


def main() -> None:
    """Writes every file into the folder that is named, else beside this program."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, text in files():
        data = text.encode()
        (folder / name).write_bytes(gzip.compress(data, mtime=0) if name.endswith(".gz") else data)


def files() -> Iterator[tuple[str, str]]:
    """Yields the name and the text of each file."""
    catalog = json.loads((HERE / "catalog.json").read_text(encoding="utf-8"))
    parameters = {name: tool["parameters"] for name, tool in catalog.items()}
    events = [event for run in runs() for event in Agent(run, parameters).perform()] + extra_events()
    events.sort(key=lambda event: datetime.fromisoformat(event["ts"]))
    by_day: dict[str, list[Event]] = {}
    for event in events:
        by_day.setdefault(event["ts"][:10], []).append(event)
    days = sorted(by_day)
    redeliver(by_day, days)
    for day in days:
        suffix = ".jsonl.gz" if day == days[-1] else ".jsonl"
        yield f"traces-{day}{suffix}", "".join(f"{line(event)}\n" for event in by_day[day])
    yield "traces-bad-lines.jsonl", "".join(f"{bad}\n" for bad in bad_lines())


def runs() -> Iterator[Run]:
    """Yields the runs of all stories: by turns on each day, in bursts in which one begins before the last one ended."""
    numbers: Counter[str] = Counter()
    for day in sorted({day for story in STORIES for day in story.days}):
        asked: Counter[str] = Counter()
        began = OPENS + timedelta(days=day - 1)
        for story, entry in turns(day):
            login, choice, mark, correction = read_entry(entry)
            session = fingerprint("session", login, str(day), str(asked[login] // RUNS_A_SESSION))
            yield Run(story, numbers[story.name], day, login, choice, correction, mark, began, session)
            numbers[story.name] += 1
            asked[login] += 1
            began += timedelta(milliseconds=137 * asked.total() + (4_000 if asked.total() % BURST else 540_000))


def turns(day: int) -> Iterator[tuple[Story, str]]:
    """Yields the entries of a day: the first of each story, then the second of each."""
    entries = [[(story, entry) for entry in story.days.get(day, "").split(", ") if entry] for story in STORIES]
    for row in zip_longest(*entries):
        yield from (turn for turn in row if turn is not None)


def extra_events() -> list[Event]:
    """One run that an evaluation recorded as a whole, and one correction that belongs to no run."""
    told = {"collection_id": COLLECTION, "agent": "evaluation", "catalog_version": CATALOG_VERSION}
    tracking, status = (DELIVERY.plans[choice][-1].tool for choice in ("tracking", "status"))
    final, base = (PRICE.plans[choice][-1].tool for choice in ("final", "base"))
    source = DELIVERY.plans["tracking"][0].tool
    recorded: Event = {
        "type": "attempt.recorded",
        "ts": "2026-01-09T02:00:00.000+09:00",
        "attempt_id": "evaluation-jan09-1",
        "query": "주문 DB-990017 배송 조회해 줘",
        "selected_target": tracking,
        "llm_target": status,
        "plan_tools": [source, tracking],
        "success": True,
        "target_selector": {"selected_target": tracking, "llm_target": status, "overrode_llm": True},
        "trace_edges": [
            {
                "source": source,
                "target": tracking,
                "data_flow": {"from_field": "delivery.trackingNo", "to_field": "trackingNo"},
            }
        ],
        "trace_metadata": told | {"principal_hash": fingerprint("principal", "evaluation")},
    }
    lone: Event = {
        "type": "target.corrected",
        "ts": "2026-01-08T18:05:00.000+09:00",
        "query": "Show me the price of 'Ink Stone'",
        "selected_target": base,
        "corrected_target": final,
        "source": "operator",
        "trace_metadata": told | {"agent": "console", "principal_hash": fingerprint("principal", "operator")},
    }
    return [recorded, lone]


def redeliver(by_day: dict[str, list[Event]], days: list[str]) -> None:
    """Repeats two lines, as at-least-once delivery does: one at once, one in the file of the next day."""
    first, second = by_day[days[0]], by_day[days[1]]
    first.insert(41, first[40])
    second.insert(0, first[-1])


def bad_lines() -> Iterable[str]:
    """Lines that the border must refuse: broken JSON, an unknown type, no collection."""
    told = {"collection_id": COLLECTION, "attempt_id": "bad-1"}
    event = {"type": "step.started", "ts": "2026-01-06T12:00:00+09:00", "step_id": "s1", "tool": "listOrders"}
    yield line(event | {"trace_metadata": told})[:-20]
    yield line(event | {"type": "step.teleported", "trace_metadata": told})
    yield line(event | {"attempt_id": "bad-2"})


def line(event: dict[str, Any]) -> str:
    """One event as one line."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
