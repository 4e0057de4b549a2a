"""What an agent publishes about one run: events of the contract, version 1, in time order."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import shop
from run import Run, fingerprint, selector_block
from story import Step

COLLECTION = "dalbit_shop"
CATALOG_VERSION = "2026-01-02"
#: The planner's runner cuts an output preview here, and then gives the full values in `trace_steps`.
PREVIEW_LIMIT = 320
ENVIRONMENT = {
    "429": {"kind": "http", "message": "429 Too Many Requests", "reason_code": "rate_limited"},
    "503": {"kind": "http", "message": "503 Service Unavailable", "reason_code": "upstream_5xx"},
}
GAVE_UP = {"kind": "user", "message": "the customer left without an answer", "reason_code": "goal_not_reached"}
UPSTREAM_TIMEOUT = {"kind": "tool", "message": "upstream did not answer in 3 s", "exception_type": "ReadTimeout"}

Event = dict[str, Any]
Error = dict[str, Any]


class Agent:
    """Performs one run against the shop and keeps what it publishes."""

    def __init__(self, run: Run, parameters: Mapping[str, Mapping[str, Any]]) -> None:
        """Begins a run; `parameters` are the JSON schemas of the catalog, tool by tool."""
        self.events: list[Event] = []
        self._run = run
        self._parameters = parameters
        self._declares = run.story.agent == "planner"
        self._now = run.began
        self._plan_id = f"plan-{run.id}"
        self._outputs: dict[str, Any] = {}
        self._total = 0
        self._calls: list[Event] = []

    def perform(self) -> list[Event]:
        """Runs it to its end, corrections included, and returns its events."""
        run = self._run
        self._emit("target.selected", query=run.query, target_selector=selector_block(run))
        if run.mark == ">" and self._declares:
            self._plan(run.choice)
            self._complain()
            self._plan_id += "-again"
            self._plan(run.correction)
        elif run.mark == ">":
            self._correct_on_the_way()
        else:
            self._plan(run.choice)
        if run.mark == ">>":
            self._wait(timedelta(hours=26) // timedelta(milliseconds=1))
            self._correct("operator")
        return self.events

    def _plan(self, choice: str) -> None:
        steps = self._run.story.plans[choice]
        self._begin(steps)
        if self._run.mark != "&":
            self._end(self._steps(steps))
            return
        kept = len(steps) - 2
        self._steps(steps[:kept])
        failed = self._start(steps[kept])
        self._wait(3000)
        self._repair(failed["id"], steps_left=2)
        self._end(self._steps(steps, skip=kept))

    def _correct_on_the_way(self) -> None:
        """The assistant has no plan to abandon: it is told, and calls other tools."""
        first, second = (self._run.story.plans[choice] for choice in (self._run.choice, self._run.correction))
        self._begin(first)
        self._steps(first)
        self._complain()
        self._end(self._steps(second, skip=1 if first[0] == second[0] else 0))

    def _begin(self, steps: Sequence[Step]) -> None:
        self._outputs, self._calls, self._total = {}, [], len(steps)
        declared = [{"id": f"s{i}", "tool": step.tool, "args": self._filled(step)} for i, step in enumerate(steps, 1)]
        plan = {"plan": {"steps": declared}} if self._declares else {}
        self._emit("plan.started", goal=self._run.query, step_count=len(steps), **plan)
        if not self._declares:
            self._wait(200)
            self._emit("user.message", text=self._run.query)
        self._wait(600)

    def _steps(self, steps: Sequence[Step], skip: int = 0) -> Error | None:
        """Calls tool after tool until one fails; a binding's `s1` is the first step of `steps`, skipped or not."""
        for position, step in enumerate(steps[skip:], skip + 1):
            error = self._call(f"s{position}", step, is_last=position == len(steps))
            if error:
                return error
            self._wait(400)
        return None

    def _call(self, bound_as: str, step: Step, *, is_last: bool) -> Error | None:
        call = self._start(step)
        named = {"step_id": call["id"], "tool": step.tool}
        took = 120 + shop.serial(self._run.id, step.tool, digits=3) // 2
        self._wait(took)
        if is_last and self._run.mark == "^":
            self._emit("step.retrying", **named, attempt=1, max_attempts=2, delay_ms=200, error=UPSTREAM_TIMEOUT)
            self._wait(200 + took)
        error = ENVIRONMENT.get(self._run.mark[1:]) if is_last else None
        try:
            output = None if error else shop.call(step.tool, call["args_resolved"])
        except shop.ToolError as refusal:
            error = {"kind": "tool", "message": str(refusal), "reason_code": refusal.reason_code}
        call["duration_ms"] = took
        if error:
            call["error"] = error
            self._emit("step.failed", **named, error=error, duration_ms=took)
            return error
        self._outputs[bound_as] = call["output"] = output
        written = json.dumps(output, ensure_ascii=False)
        cut = self._declares and len(written) > PREVIEW_LIMIT
        preview = {"_preview": written[:PREVIEW_LIMIT], "_truncated": True} if cut else output
        self._emit("step.completed", **named, output_preview=preview, output_size=len(written), duration_ms=took)
        return None

    def _start(self, step: Step) -> Event:
        """Publishes the start of a call; its place in the plan is known only to an agent that has one."""
        call: Event = {"id": f"s{len(self._calls) + 1}", "tool": step.tool}
        named = {"step_id": call["id"], "tool": step.tool}
        args, changes = self._resolved(step)
        if changes:
            self._emit("args.coerced", **named, changes=changes, unresolved=[])
        place = {"index": len(self._calls) + 1, "total": self._total} if self._declares else {}
        self._emit("step.started", **named, args_resolved=args, **place)
        call["args_resolved"] = args
        self._calls.append(call)
        return call

    def _repair(self, failed_step: str, steps_left: int) -> None:
        old, self._plan_id = self._plan_id, f"{self._plan_id}-repaired"
        named = {"old_plan_id": old, "new_plan_id": self._plan_id, "failed_step": failed_step}
        self._emit("plan.repaired", **named, excluded_tools=[], step_count=steps_left)
        self._calls, self._total = [], steps_left
        self._wait(300)

    def _end(self, error: Error | None) -> None:
        if self._run.mark == "!":
            error = GAVE_UP
        fields: Event = {"total_duration_ms": (self._now - self._run.began) // timedelta(milliseconds=1)}
        if self._declares:
            fields["trace_steps"] = self._calls
        if error:
            failed = next((call["id"] for call in self._calls if call.get("error") == error), "")
            self._emit("plan.aborted", failed_step=failed, error=error, **fields)
            return
        if self._declares:
            fields["output"] = self._calls[-1]["output"]
        self._emit("plan.completed", **fields)

    def _complain(self) -> None:
        self._wait(8000)
        self._emit("user.message", text=self._run.story.complaint)
        self._wait(700)
        self._correct("user")

    def _correct(self, source: str) -> None:
        targets = [self._run.target(choice) for choice in (self._run.choice, self._run.correction)]
        named = {"selected_target": targets[0], "corrected_target": targets[1]}
        self._emit("target.corrected", query=self._run.query, **named, source=source)
        self._wait(500)

    def _filled(self, step: Step) -> dict[str, Any]:
        """Arguments with what the run is about filled in, bindings left as they are."""
        return {
            name: value.format(**self._run.subject) if isinstance(value, str) and "${" not in value else value
            for name, value in step.args.items()
        }

    def _resolved(self, step: Step) -> tuple[dict[str, Any], list[Event]]:
        """Arguments as they are sent, and what had to be cast to the type that the catalog asks for."""
        args, changes = self._filled(step), []
        for name, value in args.items():
            if isinstance(value, str) and value.startswith("${"):
                args[name] = found = resolve(value, self._outputs)
                if isinstance(found, int) and self._parameters[step.tool]["properties"][name]["type"] == "string":
                    args[name] = str(found)
                    changes.append({"field": name, "from": found, "to": str(found), "rule": "cast"})
        return args, changes

    def _emit(self, kind: str, **fields: Any) -> None:
        run = self._run
        told = {
            "collection_id": COLLECTION,
            "attempt_id": run.id,
            "principal_hash": fingerprint("principal", run.login),
            "session_hash": run.session,
            "agent": run.story.agent,
            "catalog_version": CATALOG_VERSION,
        }
        if run.mark == "&":  # what `plan.repaired` ties together needs no attempt id
            del told["attempt_id"]
        event: Event = {"type": kind, "ts": self._now.isoformat(timespec="milliseconds"), "plan_id": self._plan_id}
        if self._declares:
            event["event_id"] = f"{run.id}-e{len(self.events) + 1}"
        self.events.append({**event, **fields, "trace_metadata": told})

    def _wait(self, milliseconds: int) -> None:
        self._now += timedelta(milliseconds=milliseconds)


def resolve(binding: str, outputs: Mapping[str, Any]) -> Any:
    """Reads ``${s1.items[0].orderNo}`` from the outputs.

    ``(key)`` stands for the first key of an object, and JSON in a text is opened.

    >>> resolve("${s1.stock.(key)}", {"s1": {"stock": {"SK-1": 2}}}), resolve("${s1}", {"s1": "MB-1"})
    ('SK-1', 'MB-1')
    >>> resolve("${s1.text.ids[1]}", {"s1": {"text": '{"ids": [7, 8]}'}})
    8
    """
    name, *path = re.findall(r"[^.\[\]]+", binding[2:-1])
    value = outputs[name]
    for part in path:
        opened = json.loads(value) if isinstance(value, str) else value
        value = next(iter(opened)) if part == "(key)" else opened[int(part) if part.isdecimal() else part]
    return value
