"""Provenance: where the value of an argument first appeared, and so which tool produced it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pipeline.learning.attempts import Attempt, Edge, UserText
from pipeline.learning.sealed import has_fingerprint
from pipeline.learning.steps import Step

#: A value as the seal shows it: the key and the fingerprint. Fingerprints of two keys are never compared.
Value = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Flow:
    """A producer edge that one attempt shows.

    Attributes:
        edge: the output field and the argument that it filled.
        values: the values that it carried.
        day_at: the time of the first consuming step.
        completed: whether a consuming step completed.
        echoed: whether a later output repeated one of the values.
    """

    edge: Edge
    values: frozenset[Value]
    day_at: datetime
    completed: bool
    echoed: bool


@dataclass(slots=True)
class _Appearances:
    """Where the values of an attempt appear, by step number."""

    arguments: dict[Value, list[int]]
    outputs: dict[Value, list[tuple[int, str]]]


def observed_flows(attempt: Attempt) -> tuple[Flow, ...]:
    """The producer edges that the values of an attempt prove, in the order of the edges.

    A value's origin is where it first appears: in a text of the user, an argument or an output. Only an output as
    origin gives an edge, from its first path in document order to every later step that is given the value; a step that
    began before the producer ended cannot have used it (design: Provenance).
    """
    appearances = _appearances(attempt.steps)
    origins: dict[Value, tuple[int, str] | None] = {}
    found: dict[Edge, list[tuple[int, Value]]] = {}
    for number, step in enumerate(attempt.steps):
        for leaf in step.arguments:
            if leaf.fingerprint is None:
                continue
            value = (step.argument_key, leaf.fingerprint)
            if value not in origins:
                origins[value] = _origin(value, appearances, attempt)
            origin = origins[value]
            if origin is not None and _can_feed(origin[0], number, attempt.steps):
                edge = Edge(attempt.steps[origin[0]].tool, origin[1], step.tool, leaf.path)
                found.setdefault(edge, []).append((number, value))
    return tuple(_flow(edge, uses, appearances, attempt.steps) for edge, uses in sorted(found.items()))


def given_arguments(attempt: Attempt) -> Iterator[tuple[str, str]]:
    """The (tool, argument path) pairs that were given a value which is not weak, each once, in order."""
    strong = ((step.tool, leaf) for step in attempt.steps for leaf in step.arguments if leaf.fingerprint is not None)
    yield from sorted({(tool, leaf.path) for tool, leaf in strong})


def _appearances(steps: tuple[Step, ...]) -> _Appearances:
    arguments: dict[Value, list[int]] = {}
    outputs: dict[Value, list[tuple[int, str]]] = {}
    for number, step in enumerate(steps):
        for leaf in step.arguments:
            if leaf.fingerprint is not None:
                arguments.setdefault((step.argument_key, leaf.fingerprint), []).append(number)
        for leaf in step.outputs:
            if leaf.fingerprint is not None:
                places = outputs.setdefault((step.output_key, leaf.fingerprint), [])
                if not places or places[-1][0] != number:
                    places.append((number, leaf.path))
    return _Appearances(arguments, outputs)


def _origin(value: Value, appearances: _Appearances, attempt: Attempt) -> tuple[int, str] | None:
    """The first output that holds a value, as (step number, path), unless a user or an argument had it before."""
    places = appearances.outputs.get(value)
    if not places:
        return None
    number, path = places[0]
    producer = attempt.steps[number]
    if any(_argument_first(other, number, attempt.steps) for other in appearances.arguments.get(value, ())):
        return None
    if any(_said_before(text, value, producer) for text in attempt.texts):
        return None
    return number, path


def _argument_first(consumer: int, producer: int, steps: tuple[Step, ...]) -> bool:
    return consumer <= producer or _overlaps(producer, consumer, steps)


def _can_feed(producer: int, consumer: int, steps: tuple[Step, ...]) -> bool:
    return producer < consumer and not _overlaps(producer, consumer, steps)


def _overlaps(producer: int, consumer: int, steps: tuple[Step, ...]) -> bool:
    """Whether the consumer began before the producer ended; an unknown time hides nothing."""
    ended, started = steps[producer].ended, steps[consumer].started
    return ended is not None and started is not None and started < ended


def _said_before(text: UserText, value: Value, producer: Step) -> bool:
    key, fingerprint = value
    if text.seal_key != key or (text.at is not None and text.at > (producer.ended or producer.day_at)):
        return False
    return has_fingerprint(text.spans, fingerprint)


def _flow(edge: Edge, uses: list[tuple[int, Value]], appearances: _Appearances, steps: tuple[Step, ...]) -> Flow:
    values = frozenset(value for _, value in uses)
    return Flow(
        edge=edge,
        values=values,
        day_at=steps[uses[0][0]].day_at,
        completed=any(steps[number].completed for number, _ in uses),
        echoed=any(len(appearances.outputs[value]) > 1 for value in values),
    )
