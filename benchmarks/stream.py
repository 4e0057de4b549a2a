"""A stream of any size, built from a seed: an agent that looks things up, step by step, for many people."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

#: Events of one attempt as `attempt_events` builds it.
EVENTS_AN_ATTEMPT = 12
#: Attempts a day: a stream of ten times the events covers ten times the days.
_ATTEMPTS_A_DAY = 400
_START = datetime(2026, 1, 1, tzinfo=UTC)
_VERBS = ("find", "show", "check", "compare", "explain", "review")
_THINGS = ("parcel", "invoice", "refund", "basket", "address", "voucher", "return", "stock", "price", "review")
_DETAILS = ("status", "history", "total", "owner", "date", "reason", "limit", "label")


def write_stream(path: Path, events: int, seed: int = 7) -> int:
    """Writes a stream of about so many events; returns how many there are.

    Requests, tools and people stay the same whatever the size; what grows is time.
    """
    chance = random.Random(seed)
    attempts = max(1, events // EVENTS_AN_ATTEMPT)
    with path.open("w", encoding="utf-8") as file:
        for number in range(attempts):
            for event in attempt_events(number, chance):
                file.write(json.dumps(event, separators=(",", ":")) + "\n")
    return attempts * EVENTS_AN_ATTEMPT


def attempt_events(number: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """The events of one attempt: three steps, each fed by the one before, among them values that match by chance."""
    day, second = divmod(number, _ATTEMPTS_A_DAY)
    start = _START + timedelta(days=day, seconds=second * 200)
    thing = chance.choice(_THINGS)
    query = f"{chance.choice(_VERBS)} the {chance.choice(_DETAILS)} of my {thing} {chance.randrange(10**6)}"
    target = f"{chance.choice(('get', 'list'))}{thing.title()}"
    who = f"person-{chance.randrange(500)}"
    metadata = {
        "collection_id": "bench",
        "attempt_id": f"attempt-{number}",
        "principal_hash": who,
        "session_hash": f"{who}-{day}-{chance.randrange(3)}",
    }
    moment = iter(range(EVENTS_AN_ATTEMPT))

    def event(kind: str, **fields: Any) -> dict[str, Any]:
        ts = (start + timedelta(seconds=next(moment))).isoformat()
        return {"type": kind, "ts": ts, "plan_id": f"plan-{number}", "trace_metadata": metadata, **fields}

    account, items = f"acc-{chance.randrange(10**8):08d}", [f"it-{chance.randrange(10**8):08d}" for _ in range(5)]
    yield event("plan.started", goal=query, step_count=3)
    yield event("target.selected", query=query, target_selector={"selected_target": target})
    yield event(
        "user.message", text=f"{query}, thanks; I am in a hurry and I write from number {chance.randrange(10**9)}"
    )
    yield from _steps(event, thing, target, account, items)
    success = chance.random() < 0.8
    if success:
        yield event("plan.completed", total_duration_ms=900)
    else:
        yield event("plan.aborted", error={"kind": "tool", "reason_code": "not_found"})
    yield event("user.message", text="ok" if success else "that did not work")
    yield event("user.message", text="bye")


def _steps(event: Any, thing: str, target: str, account: str, items: list[str]) -> Iterator[dict[str, Any]]:
    rows = [{"id": item, "price": 12_500 + index, "currency": "KRW", "kind": thing} for index, item in enumerate(items)]
    calls = [
        ("findAccount", {"name": f"name of {account}"}, {"account_id": account, "country": "KR"}),
        (f"search{thing.title()}", {"account_id": account, "limit": 5}, {"items": rows, "total": len(rows)}),
        (target, {"item_id": items[2], "account_id": account}, {"item": rows[2], "state": "open"}),
    ]
    for index, (tool, args, output) in enumerate(calls, start=1):
        yield event("step.started", step_id=f"s{index}", tool=tool, args_resolved=args, index=index, total=len(calls))
        yield event("step.completed", step_id=f"s{index}", tool=tool, output_preview=output, duration_ms=40)
