"""The event contract, version 1: the model of each type."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.events.base import Event
from pipeline.events.requests import AttemptRecorded, TargetCorrected, TargetSelected, UserMessage
from pipeline.events.runner import (
    ArgsCoerced,
    BindingRepaired,
    PlanAborted,
    PlanCompleted,
    PlanRepaired,
    PlanStarted,
    StepCompleted,
    StepFailed,
    StepRetrying,
    StepSkipped,
    StepStarted,
)

EVENT_MODELS: Mapping[str, type[Event]] = {
    model.event_type: model
    for model in (
        TargetSelected,
        PlanStarted,
        StepStarted,
        StepCompleted,
        StepFailed,
        StepRetrying,
        StepSkipped,
        PlanRepaired,
        BindingRepaired,
        ArgsCoerced,
        PlanCompleted,
        PlanAborted,
        UserMessage,
        TargetCorrected,
        AttemptRecorded,
    )
}
