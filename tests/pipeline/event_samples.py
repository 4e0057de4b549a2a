"""One full event of each type, in the shapes that senders really use; for the tests of the border."""

from __future__ import annotations

import json
from typing import Any

from pipeline.intake import DeadLetter, Gate, Intake, Message
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Keyring

Event = dict[str, Any]

KEYRING = Keyring.from_secret("a secret of the tests, long enough")
INTAKE = Intake(KEYRING)
SEAL = KEYRING.for_collection("library")

EDGES = [
    {"source": "findBook", "target": "lendBook", "data_flow": {"from_field": "$.hits[0].isbn", "to_field": "isbn"}},
]

FIELDS: dict[str, Event] = {
    "target.selected": {
        "query": "Lend me the book of 김하늘, please",
        "target_selector": {
            "selected_target": "lendBook",
            "llm_target": "findBook",
            "margin": 0.19,
            "overrode_llm": True,
            "reason_codes": ["llm_target_overridden"],
            "rank_signals": [{"name": "lendBook", "score": 0.8, "note": "matched lend"}],
        },
    },
    "plan.started": {
        "goal": "Lend me the book of 김하늘, please",
        "step_count": 2,
        "plan": {
            "steps": [
                {"id": "s1", "tool": "findBook", "args": {"author": "김하늘"}},
                {
                    "id": "s2",
                    "tool": "lendBook",
                    "args": {"isbn": "${s1.hits[0].isbn}", "to": {"reader": "${input.reader}"}},
                },
            ]
        },
    },
    "step.started": {
        "step_id": "s2",
        "tool": "lendBook",
        "args_resolved": {"isbn": "978-89-01", "weeks": 3, "notify": True},
        "index": 2,
        "total": 2,
    },
    "step.completed": {
        "step_id": "s1",
        "tool": "findBook",
        "output_preview": {"hits": [{"isbn": "978-89-01", "title": "Sky"}, {"isbn": "978-89-02", "title": "Sea"}]},
        "output_size": 88,
        "duration_ms": 41,
    },
    "step.failed": {
        "step_id": "s2",
        "tool": "lendBook",
        "error": {"kind": "tool", "message": "reader is blocked", "reason_code": "upstream_5xx", "status_code": 503},
        "duration_ms": 7,
    },
    "step.retrying": {
        "step_id": "s2",
        "tool": "lendBook",
        "attempt": 1,
        "max_attempts": 3,
        "delay_ms": 200,
        "error": {"kind": "tool", "message": "busy", "exception_type": "Busy"},
    },
    "step.skipped": {
        "step_id": "s3",
        "tool": "sendNote",
        "reason": "output not needed",
        "error": {"kind": "tool", "message": "no address"},
    },
    "plan.repaired": {
        "old_plan_id": "plan-1",
        "new_plan_id": "plan-2",
        "failed_step": "s2",
        "excluded_tools": ["lendBook"],
        "step_count": 3,
    },
    "binding.repaired": {
        "step_id": "s2",
        "field_name": "isbn",
        "recovered_path": "s1.hits[0].isbn",
        "value_preview": "978-89-01",
    },
    "args.coerced": {
        "step_id": "s2",
        "tool": "lendBook",
        "changes": [{"field": "weeks", "from": "3", "to": 3, "rule": "cast"}],
        "unresolved": ["branch"],
    },
    "plan.completed": {
        "total_duration_ms": 120,
        "output": {"loan": {"id": "LN-20931"}},
        "trace_steps": [
            {
                "id": "s1",
                "tool": "findBook",
                "args_resolved": {"author": "김하늘"},
                "output": {"hits": [{"isbn": "978-89-01"}]},
                "error": None,
                "duration_ms": 41,
                "retries": 0,
            },
            {"id": "s2", "tool": "lendBook", "args_resolved": {}, "output": None, "error": {"message": "blocked"}},
        ],
        "trace_edges": EDGES,
    },
    "plan.aborted": {
        "total_duration_ms": 120,
        "failed_step": "s2",
        "error": {"kind": "tool", "message": "reader is blocked", "code": "401"},
        "trace_steps": [],
    },
    "user.message": {"text": "My reader number is R-55123, thanks"},
    "target.corrected": {
        "query": "Lend me the book of 김하늘, please",
        "selected_target": "findBook",
        "corrected_target": "lendBook",
        "source": "operator",
    },
    "attempt.recorded": {
        "query": "Lend me the book of 김하늘, please",
        "selected_target": "lendBook",
        "llm_target": "findBook",
        "plan_tools": ["findBook", "lendBook"],
        "success": False,
        "failure_reason": "rate_limited",
        "target_selector": {"selected_target": "lendBook", "confidence": 0.87},
        "trace_edges": EDGES,
    },
}

COMMON: Event = {
    "ts": "2026-03-02T10:00:00+00:00",
    "plan_id": "plan-1",
    "trace_metadata": {
        "collection_id": "library",
        "attempt_id": "att-1",
        "principal_hash": "p-77aa",
        "session_hash": "s-12bc",
        "agent": "librarian",
    },
}


def sample(event_type: str, **changes: Any) -> Event:
    """A full event of a type, changed as told."""
    return {"type": event_type, **COMMON, **FIELDS[event_type], **changes}


def message(event: Any, **more: Any) -> Message:
    """The message of one event, or of an array of them."""
    return Message("file:events.jsonl", "7", json.dumps(event).encode(), **more)


def accepted(event: Event, gate: Gate | None = None, intake: Intake = INTAKE) -> SealedEvent:
    """The sealed event of an event that must be accepted."""
    (result,) = intake.accept(message(event), {"library": gate} if gate else {})
    assert isinstance(result, SealedEvent), result
    return result


def refused(event: Any, gate: Gate | None = None, **more: Any) -> DeadLetter:
    """The dead letter of an event that must be refused."""
    (result,) = INTAKE.accept(message(event, **more), {"library": gate} if gate else {})
    assert isinstance(result, DeadLetter), result
    return result
