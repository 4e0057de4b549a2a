"""The steps of an attempt: what each was given and gave, and the order in which they ran."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pipeline.learning.sealed import Leaf, SealedEvent, leaves

_ENDS = frozenset({"step.completed", "step.failed", "step.skipped"})
_PLAN_ENDS = frozenset({"plan.completed", "plan.aborted"})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan: its last start and its last end.

    Attributes:
        plan_id: the plan; step ids restart in each.
        step_id: the step inside the plan.
        tool: the tool that ran.
        started: time of the last start, None where only an end is known.
        ended: time of the last end, None while it is open.
        day_at: the time that dates what the step proves.
        completed: whether its last end was a success.
        arguments: leaves of the resolved arguments, in document order.
        argument_key: the seal key of `arguments`.
        outputs: leaves of the full output, in document order; empty where it failed or the preview was cut.
        output_key: the seal key of `outputs`.
    """

    plan_id: str
    step_id: str
    tool: str
    started: datetime | None
    ended: datetime | None
    day_at: datetime
    completed: bool
    arguments: tuple[Leaf, ...]
    argument_key: str
    outputs: tuple[Leaf, ...]
    output_key: str


@dataclass(slots=True)
class _Draft:
    """The events that speak of one step, while they are gathered."""

    start: SealedEvent | None = None
    end: SealedEvent | None = None
    traced: tuple[SealedEvent, int, dict[str, Any]] | None = None
    final_output: SealedEvent | None = None


@dataclass(slots=True)
class _Plan:
    """The steps of one plan and the earliest word of it."""

    earliest: datetime
    steps: dict[str, _Draft] = field(default_factory=dict)
    end: SealedEvent | None = None


def ordered_steps(events: Sequence[SealedEvent]) -> tuple[Step, ...]:
    """The steps of an attempt in the order in which they ran.

    Plans go by their earliest event, then by id; inside a plan the sender's `index` counts if every step has one,
    else the start, else the end, then the hash of what was said last (design: Provenance, Order).

    Args:
        events: the attempt's events, sorted by (ts, content_hash): the later word on a step stands.
    """
    plans: dict[str, _Plan] = {}
    for event in events:
        plan = plans.setdefault(event.plan_id or "", _Plan(event.ts))
        _gather(plan, event)
    steps: list[Step] = []
    for plan_id, plan in sorted(plans.items(), key=lambda item: (item[1].earliest, item[0])):
        _apply_trace(plan)
        drafts = _in_order(plan.steps)
        if drafts and plan.end is not None and "output" in plan.end.body:
            drafts[-1][1].final_output = plan.end
        steps.extend(_finish(plan_id, step_id, draft) for step_id, draft in drafts)
    return tuple(steps)


def _gather(plan: _Plan, event: SealedEvent) -> None:
    if event.type == "step.started":
        plan.steps.setdefault(event.body["step_id"], _Draft()).start = event
    elif event.type in _ENDS:
        plan.steps.setdefault(event.body["step_id"], _Draft()).end = event
    elif event.type in _PLAN_ENDS:
        plan.end = event


def _apply_trace(plan: _Plan) -> None:
    """Lets the closing trace fill in what the steps' own events left out.

    A runner that repaired its plan lists the steps of the abandoned plan too, under ids that restart: where steps were
    streamed, the trace only completes a step of the same id and tool.
    """
    if plan.end is None:
        return
    streamed = bool(plan.steps)
    for position, row in enumerate(plan.end.body.get("trace_steps", ()), start=1):
        draft = plan.steps.get(row["step_id"])
        if draft is None and not streamed:
            plan.steps[row["step_id"]] = _Draft(traced=(plan.end, position, row))
        elif draft is not None and (not streamed or _tool(draft, row) == row.get("tool")):
            draft.traced = (plan.end, position, row)


def _in_order(drafts: dict[str, _Draft]) -> list[tuple[str, _Draft]]:
    indexes = {step_id: _index(draft) for step_id, draft in drafts.items()}
    by_index = all(index is not None for index in indexes.values())

    def place(item: tuple[str, _Draft]) -> tuple[int, datetime, str]:
        step_id, draft = item
        moment = _word(draft.start, draft.end, draft)
        return (indexes[step_id] or 0) if by_index else 0, moment.ts, moment.content_hash

    return sorted(drafts.items(), key=place)


def _index(draft: _Draft) -> int | None:
    if draft.start is not None and draft.start.body.get("index") is not None:
        return int(draft.start.body["index"])
    if draft.start is None and draft.end is None and draft.traced is not None:
        return draft.traced[1]
    return None


def _word(first: SealedEvent | None, second: SealedEvent | None, draft: _Draft) -> SealedEvent:
    """The event that dates a step: one of the two, else the plan's end that lists it."""
    event = first or second or (draft.traced[0] if draft.traced else None)
    if event is None:
        raise AssertionError("a step is gathered from an event")
    return event


def _finish(plan_id: str, step_id: str, draft: _Draft) -> Step:
    traced: dict[str, Any] = draft.traced[2] if draft.traced else {}
    said = _word(draft.start, draft.end, draft)
    completed = _completed(draft, traced)
    arguments, argument_key = _arguments(draft, traced)
    outputs, output_key = _outputs(draft, traced) if completed else ((), "")
    return Step(
        plan_id=plan_id,
        step_id=step_id,
        tool=_tool(draft, traced),
        started=draft.start.ts if draft.start else None,
        ended=draft.end.ts if draft.end else None,
        day_at=said.ts,
        completed=completed,
        arguments=arguments,
        argument_key=argument_key,
        outputs=outputs,
        output_key=output_key,
    )


def _tool(draft: _Draft, traced: dict[str, Any]) -> str:
    for event in (draft.start, draft.end):
        if event is not None and event.body.get("tool"):
            return str(event.body["tool"])
    return str(traced.get("tool", ""))


def _completed(draft: _Draft, traced: dict[str, Any]) -> bool:
    if draft.end is not None:
        return draft.end.type == "step.completed" and not draft.end.body.get("is_error")
    return bool(traced) and not traced.get("error") and not traced.get("is_error")


def _arguments(draft: _Draft, traced: dict[str, Any]) -> tuple[tuple[Leaf, ...], str]:
    if draft.start is not None and "args" in draft.start.body:
        return _read(draft.start, draft.start.body["args"])
    if draft.traced is not None and "args" in traced:
        return _read(draft.traced[0], traced["args"])
    return (), ""


def _outputs(draft: _Draft, traced: dict[str, Any]) -> tuple[tuple[Leaf, ...], str]:
    """The full output: of the trace, else of the preview unless cut, else of the plan where this is its last step."""
    if draft.traced is not None and "output" in traced:
        return _read(draft.traced[0], traced["output"])
    if draft.end is not None and "output" in draft.end.body and not draft.end.body.get("cut"):
        return _read(draft.end, draft.end.body["output"])
    if draft.final_output is not None:
        return _read(draft.final_output, draft.final_output.body["output"])
    return (), ""


def _read(event: SealedEvent, rows: Iterable[Sequence[str | None]]) -> tuple[tuple[Leaf, ...], str]:
    return tuple(leaves(rows)), str(event.body.get("seal_key", ""))
