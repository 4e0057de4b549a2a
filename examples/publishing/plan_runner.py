"""graph-tool-call's runner, followed: python examples/publishing/plan_runner.py traces.jsonl."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from pipeline.publish import JsonLines, Options, TracePublisher


def traced(
    runner: Any, plan: Any, selector_block: dict[str, Any], publisher: TracePublisher, **who: Any
) -> Iterator[Any]:
    """The runner's own stream; what passes is published, with the selection that led to the plan before it.

    A runner's events have no time, no collection and no attempt: the publisher gives them all three. One plan may be
    run twice, since each run is an attempt of its own.

    Args:
        runner: a `PlanRunner`.
        plan: what it carries out.
        selector_block: what `select_target_candidate` returned.
        publisher: where traces go.
        who: `user_id`, `session_id`, `request_id`: what is known of the request.
    """
    with publisher.attempt(**who) as attempt:
        attempt.publish({"type": "target.selected", "query": plan.goal, "target_selector": selector_block})
        yield from attempt.follow(runner.run_stream(plan))


def call_tool(name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Two tools of a greenhouse."""
    if name == "findPlant":
        return {"plants": [{"plantNo": "GH-20417", "label": args["label"]}]}
    return {"watered": args["plantNo"], "litres": 2}


def main(path: str, secret: str | None) -> None:
    """Runs one plan twice, and prints what passed and what became of it."""
    try:
        from graph_tool_call.plan import Plan, PlanRunner, PlanStep  # noqa: PLC0415  it need not be installed
    except ImportError:
        sys.exit("graph-tool-call is not installed: pip install graph-tool-call")
    steps = [
        PlanStep("s1", "findPlant", {"label": "fern"}),
        PlanStep("s2", "waterPlant", {"plantNo": "${s1.plants[0].plantNo}"}),
    ]
    plan = Plan("plan-fern", "Water the fern", steps)
    options = Options(collection_id="greenhouse", metadata={"agent": "plan-runner"})
    with TracePublisher(JsonLines(path), secret, options) as publisher:
        for person in ("kim", "lee"):
            for event in traced(
                PlanRunner(call_tool), plan, {"selected_target": "waterPlant"}, publisher, user_id=person
            ):
                print(event.type, getattr(event, "tool", ""))
    counts = publisher.counts
    print(f"{counts.delivered} events in {counts.messages} messages, {sum(counts.dropped.values())} dropped")


if __name__ == "__main__":
    main(sys.argv[1], os.environ.get("TOOLTRAIL_SEAL_KEY"))
