"""Evidence: keyed integer counts, added with `+` and taken back with `-`; a key at zero disappears.

Two workers' counts merge by addition. Nothing decayed or distinct is stored: decay, caps and distinct counts are
computed when read, over sorted keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from pipeline.learning.attempts import Attempt, Edge
from pipeline.learning.outcomes import day_of, target_outcomes
from pipeline.learning.provenance import given_arguments, observed_flows

#: Marks of a principal or session: known by the sender, or the attempt itself standing in for a missing one.
_KNOWN, _ANONYMOUS = "=", "?"


class TargetKey(NamedTuple):
    """Counts (success, failure, corrected_to, corrected_away, environment)."""

    family: str
    target: str
    principal: str
    day: int


class WordingKey(NamedTuple):
    """Counts (attempts) with this wording of the family; `terms` are the family's content terms, joined by a space."""

    family: str
    terms: str
    wording: str


class EdgeKey(NamedTuple):
    """Counts (attempts, of these successful, with a consuming step completed, with a later echo)."""

    edge: Edge
    declared: bool
    principal: str
    session: str
    day: int


class ValueKey(NamedTuple):
    """Counts (attempts) in which the edge carried the value; `known`: whether the principal is known."""

    edge: Edge
    known: bool
    seal_key: str
    fingerprint: str


class GivenKey(NamedTuple):
    """Counts (attempts) in which the argument was given a value that is not weak."""

    tool: str
    path: str
    known: bool


class RanKey(NamedTuple):
    """Counts (successful attempts) in which the tool ran."""

    tool: str
    principal: str
    session: str


Key = TargetKey | WordingKey | EdgeKey | ValueKey | GivenKey | RanKey
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A commutative group of counts: what any set of attempts teaches.

    >>> one = Evidence({GivenKey("getOrder", "order_id", True): (1,)})
    >>> (one + one).cells[GivenKey("getOrder", "order_id", True)]
    (2,)
    >>> (one - one) == Evidence()
    True
    """

    cells: Mapping[Key, Counts]

    def __init__(self, cells: Mapping[Key, Counts] | None = None) -> None:
        object.__setattr__(self, "cells", cells or {})

    def __add__(self, other: Evidence) -> Evidence:
        """The evidence of both."""
        return self._merged(other, 1)

    def __sub__(self, other: Evidence) -> Evidence:
        """This evidence with the other taken back."""
        return self._merged(other, -1)

    def __bool__(self) -> bool:
        """Whether any count is not zero."""
        return bool(self.cells)

    def _merged(self, other: Evidence, sign: int) -> Evidence:
        cells = dict(self.cells)
        for key, counts in other.cells.items():
            present = cells.get(key, (0,) * len(counts))
            total = tuple(a + sign * b for a, b in zip(present, counts, strict=True))
            if any(total):
                cells[key] = total
            else:
                cells.pop(key, None)
        return Evidence(cells)


def is_known(marked: str) -> bool:
    """Whether a principal or session of a key was known to the sender.

    >>> is_known(marked_principal("3f2a", "att-1")), is_known(marked_principal(None, "att-1"))
    (True, False)
    """
    return marked.startswith(_KNOWN)


def marked_principal(name: str | None, attempt: str) -> str:
    """The principal (or session) of an evidence key: the known one, else the attempt itself."""
    return f"{_KNOWN}{name}" if name else f"{_ANONYMOUS}{attempt}"


def contribution(attempt: Attempt) -> Evidence:
    """What one attempt adds to the evidence of its collection: a pure function of its events."""
    cells: dict[Key, Counts] = {}
    principal = marked_principal(attempt.principal, attempt.key)
    session = marked_principal(attempt.session, attempt.key)
    _count_targets(cells, attempt, principal)
    _count_flows(cells, attempt, principal, session)
    if attempt.ending is not None and not attempt.ending.environment:
        for edge in sorted(attempt.declared):
            key = EdgeKey(edge, True, principal, session, day_of(attempt.ending.at))
            cells[key] = (1, int(attempt.ending.success), 0, 0)
    if attempt.ending is not None and attempt.ending.success:
        for tool in sorted(_tools_that_ran(attempt)):
            cells[RanKey(tool, principal, session)] = (1,)
    return Evidence(cells)


def _count_targets(cells: dict[Key, Counts], attempt: Attempt, principal: str) -> None:
    if attempt.family is None:
        return
    outcomes = target_outcomes(attempt)
    for outcome in outcomes:
        counts = outcome.counts
        cells[TargetKey(attempt.family.key, outcome.target, principal, outcome.day)] = (
            counts.success,
            counts.failure,
            counts.corrected_to,
            counts.corrected_away,
            counts.environment,
        )
    if any(not outcome.counts.environment for outcome in outcomes):
        cells[WordingKey(attempt.family.key, " ".join(attempt.family.terms), attempt.family.wording)] = (1,)


def _count_flows(cells: dict[Key, Counts], attempt: Attempt, principal: str, session: str) -> None:
    known = is_known(principal)
    success = int(attempt.ending is not None and attempt.ending.success)
    for flow in observed_flows(attempt):
        key = EdgeKey(flow.edge, False, principal, session, day_of(flow.day_at))
        cells[key] = (1, success, int(flow.completed), int(flow.echoed))
        for seal_key, fingerprint in sorted(flow.values):
            cells[ValueKey(flow.edge, known, seal_key, fingerprint)] = (1,)
    for tool, path in given_arguments(attempt):
        cells[GivenKey(tool, path, known)] = (1,)


def _tools_that_ran(attempt: Attempt) -> set[str]:
    tools = {step.tool for step in attempt.steps} | set(attempt.tools) | {edge.target for edge in attempt.declared}
    return tools | ({attempt.selected} if attempt.selected else set())


def total(parts: Iterable[Evidence]) -> Evidence:
    """The sum of many contributions."""
    cells: dict[Key, Counts] = {}
    for part in parts:
        for key, counts in part.cells.items():
            present = cells.get(key)
            cells[key] = counts if present is None else tuple(map(add, present, counts))
    return Evidence({key: counts for key, counts in cells.items() if any(counts)})
