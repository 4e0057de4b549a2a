"""Events for the experiments: attempts of `benchmarks.stream`, each event with an id of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from benchmarks.stream import attempt_events


def attempts(start: int, count: int) -> Iterator[list[dict[str, Any]]]:
    """The events of so many attempts, one list each."""
    for number in range(start, start + count):
        chance = random.Random(number)
        yield [
            {**event, "event_id": f"event-{number}-{place}"}
            for place, event in enumerate(attempt_events(number, chance))
        ]


def singles(start: int, count: int) -> Iterator[list[dict[str, Any]]]:
    """The same, each event a pack of its own."""
    for events in attempts(start, count):
        for event in events:
            yield [event]


def outcomes(count: int, *, principals: int = 8, collection: str = "shop") -> Iterator[list[dict[str, Any]]]:
    """Attempts for one request, of many people on several days, that promote `trackParcel`: the other target fails."""
    for number in range(count):
        is_good = number % 4 > 0
        yield [
            {
                "type": "attempt.recorded",
                "ts": f"2026-01-{5 + number % 5:02d}T09:{number // 60 % 60:02d}:{number % 60:02d}Z",
                "attempt_id": f"{collection}-{number}",
                "event_id": f"{collection}-{number}",
                "query": "where is my parcel",
                "selected_target": "trackParcel" if is_good else "listParcels",
                "success": is_good,
                "trace_metadata": {
                    "collection_id": collection,
                    "session_hash": f"session-{number}",
                    "principal_hash": f"person-{number % principals}",
                },
            }
        ]
