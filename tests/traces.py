"""Builds raw events of the contract, for tests: a run is a few readable lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Event = dict[str, Any]

MONDAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


def at(seconds: float, start: datetime = MONDAY) -> str:
    return (start + timedelta(seconds=seconds)).isoformat()


@dataclass
class Run:
    """A run under construction; every event is a second after the last unless told otherwise."""

    attempt_id: str | None = "att-1"
    plan_id: str = "plan-1"
    collection_id: str = "shop"
    principal: str | None = None
    session: str | None = None
    start: datetime = MONDAY
    events: list[Event] = field(default_factory=list)
    clock: float = 0.0

    def add(self, kind: str, *, second: float | None = None, plan_id: str | None = None, **fields: Any) -> Run:
        self.clock = self.clock + 1 if second is None else second
        metadata = {
            "collection_id": self.collection_id,
            "attempt_id": self.attempt_id,
            "principal_hash": self.principal,
            "session_hash": self.session,
        }
        self.events.append(
            {
                "type": kind,
                "ts": at(self.clock, self.start),
                "plan_id": plan_id or self.plan_id,
                "trace_metadata": {name: value for name, value in metadata.items() if value is not None},
                **fields,
            }
        )
        return self

    def selected(self, target: str, query: str = "where is my parcel") -> Run:
        return self.add("target.selected", query=query, target_selector={"selected_target": target})

    def said(self, text: str, **more: Any) -> Run:
        return self.add("user.message", text=text, **more)

    def step(self, step_id: str, tool: str, args: Any, output: Any, *, index: int | None = None, **more: Any) -> Run:
        self.began(step_id, tool, args, index=index, **more)
        return self.ended(step_id, tool, output, **more)

    def began(self, step_id: str, tool: str, args: Any, *, index: int | None = None, **more: Any) -> Run:
        numbered = {} if index is None else {"index": index}
        return self.add("step.started", step_id=step_id, tool=tool, args_resolved=args, **numbered, **more)

    def ended(self, step_id: str, tool: str, output: Any, **more: Any) -> Run:
        return self.add("step.completed", step_id=step_id, tool=tool, output_preview=output, **more)

    def completed(self, **more: Any) -> Run:
        return self.add("plan.completed", total_duration_ms=5, **more)

    def aborted(self, reason: str = "wrong_result", **more: Any) -> Run:
        return self.add("plan.aborted", error={"kind": "tool", "reason_code": reason}, **more)

    def corrected(self, target: str, query: str = "where is my parcel", **more: Any) -> Run:
        return self.add("target.corrected", query=query, corrected_target=target, source="user", **more)


def outcome(
    number: int,
    target: str,
    *,
    success: bool = True,
    day: int = 0,
    principal: str | None = None,
    query: str = "where is my parcel",
    corrected_to: str | None = None,
) -> list[Event]:
    """A whole attempt in one event or two, as a learning record."""
    ts = at(number % 80_000, MONDAY + timedelta(days=day))
    metadata = {"collection_id": "shop", "session_hash": f"session-{number}"}
    if principal is not None:
        metadata["principal_hash"] = principal
    shared = {
        "ts": ts,
        "attempt_id": f"att-{number}",
        "query": query,
        "selected_target": target,
        "trace_metadata": metadata,
    }
    events: list[Event] = [{"type": "attempt.recorded", "success": success, **shared}]
    if corrected_to is not None:
        events.append({"type": "target.corrected", "corrected_target": corrected_to, "source": "user", **shared})
    return events


def flatten(groups: Iterable[Iterable[Event]]) -> list[Event]:
    return [event for group in groups for event in group]
