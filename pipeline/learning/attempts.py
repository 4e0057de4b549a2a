"""An attempt is what its events say so far: a pure function of the set of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from pipeline.learning.sealed import SealedEvent
from pipeline.learning.steps import Step, ordered_steps

#: Ends of a run that the environment caused, by `reason_code`, else `kind` (design: Outcomes).
ENVIRONMENT_REASONS = frozenset({"auth_expired", "rate_limited", "upstream_5xx", "timeout"})


@dataclass(frozen=True, slots=True)
class UserText:
    """What the user said, as fingerprints of its spans.

    Attributes:
        at: when it was said; None for the goal and the query, which come before everything.
        seal_key: the key of the fingerprints.
        spans: the fingerprints of every span of one to eight words, as a body keeps them.
    """

    at: datetime | None
    seal_key: str
    spans: str


@dataclass(frozen=True, slots=True)
class Family:
    """The query family of an attempt: its key, its content terms and the scrubbed wording, where text is kept."""

    key: str
    terms: tuple[str, ...]
    wording: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: the deciding end, else what a recorded attempt says."""

    at: datetime
    success: bool
    environment: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """Somebody's word that another target was right."""

    at: datetime
    corrected: str


class Edge(NamedTuple):
    """A producer edge: the output field of one tool that fills an argument of another."""

    source: str
    from_field: str
    target: str
    to_field: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run for one request, as far as its events tell.

    Attributes:
        key: its name inside the collection; stands for a missing principal or session.
        principal: who asked, None where no event says.
        session: the session, None where no event says.
        family: None where no query has a content term.
        selected: the selected target, None where no event says.
        ending: None while the run is open.
        correction: the latest, None where there is none or it names the selected target.
        steps: in the order in which they ran.
        texts: what the user said.
        declared: edges that a plan or a trace declares, rather than values prove.
        tools: tools that a recorded attempt or a declared edge says ran, beside those of the steps.
    """

    key: str
    principal: str | None
    session: str | None
    family: Family | None
    selected: str | None
    ending: Ending | None
    correction: Correction | None
    steps: tuple[Step, ...]
    texts: tuple[UserText, ...]
    declared: frozenset[Edge]
    tools: frozenset[str]


def build_attempt(key: str, events: Iterable[SealedEvent]) -> Attempt:
    """Reads an attempt from the set of its events, in whatever order they are given.

    Args:
        key: the attempt's name inside its collection.
        events: its accepted events, each once.
    """
    ordered = sorted(events, key=_moment)
    by_type: dict[str, list[SealedEvent]] = {}
    for event in ordered:
        by_type.setdefault(event.type, []).append(event)
    selected = _selected_target(by_type)
    return Attempt(
        key=key,
        principal=_last(event.principal for event in ordered),
        session=_last(event.session for event in ordered),
        family=_family(by_type),
        selected=selected,
        ending=_ending(by_type),
        correction=_correction(by_type, selected),
        steps=ordered_steps(ordered),
        texts=tuple(_texts(ordered)),
        declared=frozenset(_declared(ordered)),
        tools=frozenset(_recorded_tools(by_type)),
    )


def _moment(event: SealedEvent) -> tuple[datetime, str]:
    return event.ts, event.content_hash


def _last(values: Iterable[str | None]) -> str | None:
    """The last value that says something, of values in order."""
    found = None
    for value in values:
        found = value or found
    return found


def _selected_target(by_type: Mapping[str, Sequence[SealedEvent]]) -> str | None:
    for name in ("target.selected", "attempt.recorded", "target.corrected"):
        target = _last(event.body.get("selected_target") for event in by_type.get(name, ()))
        if target:
            return target
    return None


def _family(by_type: Mapping[str, Sequence[SealedEvent]]) -> Family | None:
    """The family of the request; a query without a content term is a query still, and has none."""
    for name in ("target.selected", "attempt.recorded", "target.corrected", "plan.started"):
        field = "goal" if name == "plan.started" else "query"
        for event in reversed(by_type.get(name, ())):
            family = event.body.get("family")
            if family:
                return Family(family["key"], tuple(family.get("terms", ())), event.body.get(field) or "")
            if event.body.get(field):
                return None
    return None


def _ending(by_type: Mapping[str, Sequence[SealedEvent]]) -> Ending | None:
    ends = sorted((*by_type.get("plan.completed", ()), *by_type.get("plan.aborted", ())), key=_moment)
    if ends:
        last = ends[-1]
        success = last.type == "plan.completed"
        return Ending(last.ts, success, not success and _is_environment(last.body.get("error") or {}))
    for record in reversed(by_type.get("attempt.recorded", ())):
        if record.body.get("success") is not None:
            success = bool(record.body["success"])
            reason = {"reason_code": record.body.get("failure_reason")}
            return Ending(record.ts, success, not success and _is_environment(reason))
    return None


def _is_environment(error: Mapping[str, Any]) -> bool:
    reason = error.get("reason_code") or error.get("kind") or ""
    status = error.get("status")
    return reason in ENVIRONMENT_REASONS or (isinstance(status, int) and (status in {401, 429} or 500 <= status < 600))


def _correction(by_type: Mapping[str, Sequence[SealedEvent]], selected: str | None) -> Correction | None:
    corrections = by_type.get("target.corrected", ())
    if not corrections:
        return None
    latest = corrections[-1]
    corrected = latest.body.get("corrected_target")
    return Correction(latest.ts, corrected) if corrected and corrected != selected else None


def _texts(events: Iterable[SealedEvent]) -> Iterator[UserText]:
    for event in events:
        spans = event.body.get("spans")
        if spans:
            at = event.ts if event.type == "user.message" else None
            yield UserText(at, event.body.get("seal_key", ""), spans)


def _declared(events: Iterable[SealedEvent]) -> Iterator[Edge]:
    for event in events:
        for row in event.body.get("trace_edges", ()):
            yield Edge(row["source"], row["from_field"], row["target"], row["to_field"])
        steps = event.body.get("steps", ())
        tools = {step["id"]: step["tool"] for step in steps}
        for step in steps:
            for to_field, source_step, from_field in step.get("bindings", ()):
                if source_step in tools:
                    yield Edge(tools[source_step], from_field, step["tool"], to_field)


def _recorded_tools(by_type: Mapping[str, Sequence[SealedEvent]]) -> Iterator[str]:
    for record in by_type.get("attempt.recorded", ()):
        yield from record.body.get("plan_tools", ())
