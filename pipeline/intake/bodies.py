"""Bodies: the facts of each event type as they are kept, which docs/events.md lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pipeline.events import Event
from pipeline.events.base import DataFlow, Failure, TraceEdge
from pipeline.events.requests import AttemptRecorded, TargetCorrected, TargetSelected, UserMessage
from pipeline.events.runner import (
    ArgsCoerced,
    BindingRepaired,
    DeclaredPlan,
    PlanAborted,
    PlanCompleted,
    PlanRepaired,
    PlanStarted,
    StepCompleted,
    StepFailed,
    StepRetrying,
    StepSkipped,
    StepStarted,
    TracedStep,
)
from pipeline.intake.block import block_target, keep_block
from pipeline.intake.crossing import Crossing, present
from pipeline.seal import open_text

Body = dict[str, Any]


def body_of(event: Event, crossing: Crossing, metadata: Mapping[str, Any]) -> Body:
    """The body of an event: scrubbed and sealed, without empty fields.

    Args:
        event: the event as it was sent.
        crossing: its way over the border.
        metadata: the trace metadata that is kept.

    Raises:
        CapExceededError: the event holds more than is kept.
    """
    body = _BODIES[event.event_type](event, crossing)
    if metadata:
        body["metadata"] = dict(metadata)
    if crossing.has_sealed:
        body["seal_key"] = crossing.seal.key_id
    return body


def _target_selected(event: TargetSelected, crossing: Crossing) -> Body:
    block = event.target_selector
    return present(
        **crossing.request("query", event.query),
        selected_target=crossing.name(block_target(block, "selected_target") or event.selected_target),
        llm_target=crossing.name(block_target(block, "llm_target") or event.llm_target),
        block=keep_block(block, crossing),
    )


def _plan_started(event: PlanStarted, crossing: Crossing) -> Body:
    return present(
        **crossing.request("goal", event.goal),
        step_count=event.step_count,
        steps=_declared_steps(event.plan, crossing),
    )


def _declared_steps(plan: DeclaredPlan | None, crossing: Crossing) -> list[Body]:
    steps = plan.steps if plan else []
    step_ids = frozenset(step.id for step in steps)
    return [
        present(
            id=crossing.name(step.id),
            tool=crossing.name(step.tool),
            bindings=crossing.bindings(step.args, step_ids),
        )
        for step in steps
    ]


def _step_started(event: StepStarted, crossing: Crossing) -> Body:
    return present(
        step_id=crossing.name(event.step_id),
        tool=crossing.name(event.tool),
        index=event.index,
        total=event.total,
        args=crossing.leaves(event.args_resolved) if event.args_resolved else None,
    )


def _step_completed(event: StepCompleted, crossing: Crossing) -> Body:
    return present(
        step_id=crossing.name(event.step_id),
        tool=crossing.name(event.tool),
        **_output(event.output_preview, crossing),
        output_size=event.output_size,
        duration_ms=event.duration_ms,
    )


def _output(payload: Any, crossing: Crossing) -> Body:
    """The leaves of an output; a cut one proves nothing and has none."""
    if payload is None:
        return {}
    output = open_text(payload)
    is_object = type(output) is dict
    if is_object and _is_cut(output):
        return {"cut": True}
    return {"output": crossing.leaves(output), "is_error": (is_object and output.get("isError") is True) or None}


def _is_cut(output: Mapping[str, Any]) -> bool:
    """Whether a runner put a preview in the place of an output that was too long, or that it could not write."""
    return "_preview" in output and (output.get("_truncated") is True or len(output) == 1)


def _step_ended(event: StepFailed | StepSkipped | StepRetrying, crossing: Crossing, **more: Any) -> Body:
    return present(
        step_id=crossing.name(event.step_id),
        tool=crossing.name(event.tool),
        error=_failure(event.error, crossing),
        **more,
    )


def _step_failed(event: StepFailed, crossing: Crossing) -> Body:
    return _step_ended(event, crossing, duration_ms=event.duration_ms)


def _step_skipped(event: StepSkipped, crossing: Crossing) -> Body:
    return _step_ended(event, crossing, reason=crossing.code_or_text(event.reason))


def _step_retrying(event: StepRetrying, crossing: Crossing) -> Body:
    return _step_ended(event, crossing, attempt=event.attempt, max_attempts=event.max_attempts, delay_ms=event.delay_ms)


def _failure(failure: Failure | None, crossing: Crossing) -> Body | None:
    if failure is None:
        return None
    statuses = (failure.status, failure.status_code, failure.http_status, failure.code)
    return present(
        kind=crossing.name(failure.kind),
        message=crossing.text(failure.message),
        reason_code=crossing.name(failure.reason_code),
        status=next(filter(None, map(_http_status, statuses)), None),
    )


def _http_status(value: Any) -> int | None:
    """An HTTP status, given as a number or as text; anything else is no status."""
    if type(value) is str and len(value) == 3 and value.isascii() and value.isdigit():
        value = int(value)
    return value if type(value) is int and 100 <= value <= 599 else None


def _plan_repaired(event: PlanRepaired, crossing: Crossing) -> Body:
    return present(
        old_plan_id=crossing.name(event.old_plan_id or event.plan_id),
        new_plan_id=crossing.name(event.new_plan_id),
        failed_step=crossing.name(event.failed_step),
        excluded_tools=crossing.names(event.excluded_tools),
        step_count=event.step_count,
    )


def _binding_repaired(event: BindingRepaired, crossing: Crossing) -> Body:
    return present(
        step_id=crossing.name(event.step_id),
        tool=crossing.name(event.tool),
        field_name=crossing.name(event.field_name),
        recovered_path=crossing.path(event.recovered_path),
    )


def _args_coerced(event: ArgsCoerced, crossing: Crossing) -> Body:
    return present(
        step_id=crossing.name(event.step_id),
        tool=crossing.name(event.tool),
        fields=crossing.names(change.field for change in event.changes if change.field),
        unresolved=crossing.names(event.unresolved),
    )


def _plan_ended(event: PlanCompleted | PlanAborted, crossing: Crossing) -> Body:
    return present(
        total_duration_ms=event.total_duration_ms,
        failed_step=crossing.name(event.failed_step),
        error=_failure(event.error, crossing),
        **_output(event.output, crossing),
        trace_steps=[_traced_step(step, crossing) for step in event.trace_steps],
        trace_edges=_trace_edges(event.trace_edges, crossing),
    )


def _traced_step(step: TracedStep, crossing: Crossing) -> Body:
    return present(
        step_id=crossing.name(step.id),
        tool=crossing.name(step.tool),
        args=crossing.leaves(step.args_resolved) if step.args_resolved else None,
        **_output(step.output, crossing),
        error=_failure(step.error, crossing),
    )


def _trace_edges(edges: Iterable[TraceEdge], crossing: Crossing) -> list[Body]:
    """The declared edges that name both tools and both fields, each once."""
    kept: dict[tuple[str, str, str, str], None] = {}
    for edge in edges:
        flow = edge.data_flow or DataFlow()
        source, target = crossing.name(edge.source), crossing.name(edge.target)
        from_field, to_field = crossing.path(flow.from_field), crossing.path(flow.to_field)
        if source and target and from_field and to_field:
            kept[source, from_field, target, to_field] = None
    crossing.spend_leaves(len(kept))
    return [
        {"source": source, "from_field": from_field, "target": target, "to_field": to_field}
        for source, from_field, target, to_field in kept
    ]


def _user_message(event: UserMessage, crossing: Crossing) -> Body:
    return present(**crossing.said(event.text))


def _target_corrected(event: TargetCorrected, crossing: Crossing) -> Body:
    return present(
        **crossing.request("query", event.query),
        selected_target=crossing.name(event.selected_target),
        corrected_target=crossing.name(event.corrected_target),
        source=event.source,
    )


def _attempt_recorded(event: AttemptRecorded, crossing: Crossing) -> Body:
    block = event.target_selector
    return present(
        **crossing.request("query", event.query),
        selected_target=crossing.name(event.selected_target or block_target(block, "selected_target")),
        llm_target=crossing.name(event.llm_target or block_target(block, "llm_target")),
        plan_tools=crossing.names(event.plan_tools),
        success=event.success,
        failure_reason=crossing.code_or_text(event.failure_reason),
        block=keep_block(block, crossing),
        trace_edges=_trace_edges(event.trace_edges, crossing),
    )


_BODIES: Mapping[str, Callable[[Any, Crossing], Body]] = {
    "target.selected": _target_selected,
    "plan.started": _plan_started,
    "step.started": _step_started,
    "step.completed": _step_completed,
    "step.failed": _step_failed,
    "step.retrying": _step_retrying,
    "step.skipped": _step_skipped,
    "plan.repaired": _plan_repaired,
    "binding.repaired": _binding_repaired,
    "args.coerced": _args_coerced,
    "plan.completed": _plan_ended,
    "plan.aborted": _plan_ended,
    "user.message": _user_message,
    "target.corrected": _target_corrected,
    "attempt.recorded": _attempt_recorded,
}
