"""Canaries planted everywhere: nothing raw reaches the database, its journal, the screen or an export (invariant 3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.commands.running import Command, write_events
from tests.pipeline.event_samples import FIELDS

#: What the border must never let by, in any text; assembled, so that no scanner takes this file for a leak.
SECRETS = {
    "e-mail": "minji.canary@example.com",
    "phone": "010-9182-7364",
    "resident number": "900228-2345678",
    "social security": "219-09-9999",
    "card": "4111" + " 1111 1111 1111",
    "token": "gh" + "p_" + "C4nary7" * 5 + "x",
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiJjYW5hcnkifQ." + "c2lnbmF0dXJlY2FuYXJ5",
    "password": "password=canaryS3cret99",
}
#: What must be gone of each: the part that gives it away.
TELLING = [
    *(value for name, value in SECRETS.items() if name != "password"),
    "canaryS3cret99",
    "9182-7364",
    "C4nary7C4nary7",
]
#: Fields whose leaves are sealed: no value of them may be kept, whatever it is.
SEALED = {"args_resolved", "output_preview", "output", "trace_steps", "args", "value_preview", "text"}


def planted(value: Any, secret: str, *, sealed: bool) -> Iterator[Any]:
    """Copies of a value, each with a canary in another place: every text, and every key of a sealed object."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for copy in planted(inner, secret, sealed=(sealed or key in SEALED) and key != "error"):
                yield {**value, key: copy}
        if sealed:
            yield {**value, secret: "a value under a canary key"}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for copy in planted(inner, secret, sealed=sealed):
                yield [*value[:place], copy, *value[place + 1 :]]
    elif isinstance(value, str):
        yield f"zqcanary {secret} zqleaf" if sealed else f"{secret}입니다, {value}"
    elif sealed and isinstance(value, int):
        yield 918273645546


def canary_events() -> Iterator[dict[str, Any]]:
    for number, (kind, fields) in enumerate(sorted(FIELDS.items())):
        common = {
            "ts": "2026-01-05T09:00:00Z",
            "plan_id": f"plan-{number}",
            "attempt_id": f"att-{number}",
            "agent": "a",
        }
        for name, secret in SECRETS.items():
            for place, copy in enumerate(planted({**common, **fields}, secret, sealed=False)):
                marked = {"type": kind, "event_id": f"{name} {place}", "trace_metadata": {"collection_id": "library"}}
                yield {**copy, **marked}


def everything_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tooltrail.db*")))


def test_no_canary_is_found_anywhere(tooltrail: Command, folder: Path, tmp_path: Path) -> None:
    events = list(canary_events())
    assert len(events) > 500
    broken = [{**event, "ts": "no time"} for event in events[::3]]
    traces = write_events(tmp_path / "canaries.jsonl", [*events, *broken])
    shown = [
        tooltrail("replay", traces),
        tooltrail("suggestions", "list", "--format", "jsonl", "--as-of", "2026-01-06"),
        tooltrail("dead-letters", "list", "--format", "jsonl"),
        tooltrail("collections", "list", "--format", "jsonl"),
    ]
    accepted = re.search(r"accepted +([0-9,]+) events", shown[0].out)
    assert accepted
    assert int(accepted[1].replace(",", "")) > 1000, "most are taken in: it is the border that must hold"
    places = [everything_written(folder).decode("utf-8", "replace"), *(done.out + done.err for done in shown)]
    assert all(places)
    found = {
        (number, canary)
        for number, place in enumerate(places)
        for canary in [*TELLING, "zqcanary", "zqleaf", "918273645546", json.dumps("900228-2345678")[1:-1]]
        if canary in place
    }
    assert found == set()
