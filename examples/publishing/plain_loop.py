"""A plain agent loop that publishes what it does: python examples/publishing/plain_loop.py traces.jsonl."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from pipeline.publish import AttemptTrace, JsonLines, Options, TracePublisher

Tool = Callable[..., Any]
#: What a model would have planned: tools, and arguments that may name an earlier output as `$step.field`.
Plan = list[tuple[str, dict[str, str]]]


def run(request: str, plan: Plan, tools: Mapping[str, Tool], attempt: AttemptTrace) -> bool:
    """Carries out a plan, and tells each thing as it happens; returns whether it succeeded."""
    plan_id = f"plan-{uuid4().hex}"

    def tell(kind: str, **facts: Any) -> None:
        attempt.publish({"type": kind, "plan_id": plan_id, **facts})

    tell("target.selected", query=request, target_selector={"selected_target": plan[-1][0]})
    tell("plan.started", goal=request, step_count=len(plan))
    began, outputs = time.monotonic(), dict[str, Any]()
    for index, (name, written) in enumerate(plan, start=1):
        step = {"step_id": f"s{index}", "tool": name}
        args = {key: _resolved(value, outputs) for key, value in written.items()}
        tell("step.started", **step, args_resolved=args, index=index, total=len(plan))
        try:
            outputs[f"s{index}"] = output = tools[name](**args)
        except Exception as error:  # noqa: BLE001  whatever a tool raises is told
            failure = {"kind": type(error).__name__, "message": str(error)}
            tell("step.failed", **step, error=failure)
            tell("plan.aborted", failed_step=f"s{index}", error=failure, total_duration_ms=_since(began))
            return False
        tell("step.completed", **step, output_preview=output)
    tell("plan.completed", total_duration_ms=_since(began))
    return True


def _resolved(value: str, outputs: Mapping[str, Any]) -> Any:
    if not value.startswith("$"):
        return value
    step, _, field = value[1:].partition(".")
    return outputs[step][field]


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


# --- a small library to run it on ---

BOOKS = {"the sea": {"isbn": "978-89-3740-0", "shelf": "B-1204"}}


def find_book(title: str) -> dict[str, str]:
    """Finds a book by its title."""
    return BOOKS[title]


def reserve_book(isbn: str, reader: str) -> dict[str, str]:
    """Reserves a book for a reader."""
    return {"reservation": f"R-{len(isbn) + len(reader):05d}"}


TOOLS: Mapping[str, Tool] = {"findBook": find_book, "reserveBook": reserve_book}
PLAN: Plan = [("findBook", {"title": "the sea"}), ("reserveBook", {"isbn": "$s1.isbn", "reader": "kim-2041"})]


def main(path: str, secret: str | None) -> None:
    """Runs three attempts, one of which fails, and prints what became of their events."""
    options = Options(collection_id="library", metadata={"agent": "plain-loop"})
    with TracePublisher(JsonLines(path), secret, options) as publisher:
        for reader, title in (("kim", "the sea"), ("lee", "the sea"), ("park", "the sky")):
            plan = [(PLAN[0][0], {"title": title}), PLAN[1]]
            with publisher.attempt(user_id=reader, session_id=f"visit-{reader}") as attempt:
                done = run(f"Reserve {title} for me", plan, TOOLS, attempt)
            print(f"{reader}: {'reserved' if done else 'failed'}")
    counts = publisher.counts
    print(f"{counts.delivered} events in {counts.messages} messages, {sum(counts.dropped.values())} dropped")


if __name__ == "__main__":
    main(sys.argv[1], os.environ.get("TOOLTRAIL_SEAL_KEY"))
