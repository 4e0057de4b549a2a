"""Runs the command inside this process, and tells what it did."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.traces import MONDAY, Event, Run, flatten, outcome
from tooltrail.main import FAULT, main

#: The day after the last trace: nothing has expired.
AS_OF = "2026-01-12"


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def text(self) -> str:
        """What was printed, without the layout of its lines."""
        return " ".join(self.out.split())


@dataclass(frozen=True)
class Command:
    """The command `tooltrail`; whatever it is given, no call may show a traceback or meet a fault of the program."""

    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Outcome:
        self.capture.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = self.capture.readouterr()
        assert "Traceback" not in captured.err + captured.out
        assert code != FAULT, captured.err
        return Outcome(code, captured.out, captured.err)

    def refuses(self, *arguments: str | Path, code: int = 2) -> str:
        """What the command says when it refuses: one line on standard error, nothing on standard output."""
        done = self(*arguments)
        assert (done.code, done.out) == (code, "")
        assert done.err.count("\n") == 1, done.err
        return done.err


def write_events(path: Path, events: Iterable[Event]) -> Path:
    path.write_text("".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events), encoding="utf-8")
    return path


def traces() -> list[Event]:
    """Four days on which parcels are tracked, orders returned, and looked up by a number that a list gave."""
    return flatten([*_outcomes("where is my parcel", "getParcelSpot", "getParcelPlace", 0)]) + flatten(
        [
            *_outcomes("return my order", "createReturn", "listReturns", 1_000),
            *(_look_up(number) for number in range(8)),
        ]
    )


def _outcomes(query: str, right: str, wrong: str, first: int) -> Iterable[list[Event]]:
    for number in range(20):
        who, day = f"person-{number % 5}", number // 5
        yield outcome(first + 2 * number, right, day=day, principal=who, query=query)
        if day < 2:
            yield outcome(first + 2 * number + 1, wrong, day=day, principal=who, query=query, corrected_to=right)


def _look_up(number: int) -> list[Event]:
    orders = [{"id": f"ORD-{10_000 + number}"}, {"id": f"ORD-{20_000 + number}"}]
    run = Run(
        attempt_id=f"look-{number}",
        plan_id=f"plan-{number}",
        principal=f"person-{number % 4}",
        session=f"look-{number}",
        start=MONDAY.replace(hour=12, minute=number),
    )
    run.add("plan.started", goal="what is in my order", step_count=2)
    run.step("s1", "listOrders", {"page": "first"}, {"items": orders})
    run.step("s2", "getOrder", {"id": orders[0]["id"]}, {"id": orders[0]["id"], "total": "12000 won"})
    return run.completed().events
