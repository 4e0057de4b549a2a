"""The candidates in order: each with its contributions, its score and what is learned for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from selector.contrast import Held, compare
from selector.query import Query
from selector.rows import Retrieved
from selector.signals import SIGNALS
from selector.tools import ToolFacts

#: Contributions are rounded to as many digits before they are added, so that what a reader adds up is the score.
DIGITS: Final = 4
_UNIT: Final = 10**DIGITS

FamilyMatch = Literal["exact", "near"]


class Lesson(NamedTuple):
    """What is learned for one target and one request."""

    suggestion_id: str
    family_match: FamilyMatch
    boost: float


class Scored(NamedTuple):
    """One candidate with its score.

    Attributes:
        tool: what is known of the tool.
        held: what of the request it holds.
        place: where retrieval put it, from 0.
        contributions: what each signal adds to the score, in the order of `selector.signals.NAMES`, learning apart.
        evidence: for each signal, in the same order, the words or values that it rests on.
        score: the sum of the contributions and of what learning adds.
        learned: what learning adds.
        lesson: what it adds it for.
    """

    tool: ToolFacts
    held: Held
    place: int
    contributions: tuple[float, ...]
    evidence: tuple[tuple[str, ...], ...]
    score: float
    learned: float
    lesson: Lesson | None


def rank_by_evidence(query: Query, facts: Sequence[ToolFacts], retrieved: Sequence[Retrieved]) -> list[Scored]:
    """Score the candidates by evidence alone and return them, best first."""
    compared = compare(query, facts, retrieved)
    columns = [(weight, signal(compared)) for _, weight, signal in SIGNALS]
    earned = list(zip(*[_contributions(weight, column.shares) for weight, column in columns], strict=True))
    contributions = _without_strangers(earned, compared.held)
    nothing = [()] * len(facts)
    evidence = zip(*[nothing if column.evidence is None else column.evidence for _, column in columns], strict=True)
    scored = [
        Scored(tool, held, seen.place, added, words, int(sum(added) * _UNIT + 0.5) / _UNIT, 0.0, None)
        for tool, held, seen, added, words in zip(facts, compared.held, retrieved, contributions, evidence, strict=True)
    ]
    return sorted(scored, key=_order)


def _without_strangers(contributions: list[tuple[float, ...]], held: Sequence[Held]) -> list[tuple[float, ...]]:
    """Halve what a candidate earns that holds nothing of the request, where another one holds something.

    Any tool takes few inputs or does what is asked: that speaks for a tool of which the request speaks, for no other.
    """
    known = [one.known for one in held]
    if all(known) or not any(known):
        return contributions
    return [
        added if knows else tuple([int(share * _UNIT / 2) / _UNIT for share in added])
        for added, knows in zip(contributions, known, strict=True)
    ]


def _contributions(weight: float, shares: Sequence[float]) -> list[float]:
    """Return what a signal adds to each candidate's score, rounded: `round` would cost more than the signals."""
    if not any(shares):
        return [0.0] * len(shares)
    scale = weight * _UNIT
    return [int(share * scale + 0.5) / _UNIT if share else 0.0 for share in shares]


def with_lessons(ranked: Sequence[Scored], lifted: Mapping[str, tuple[Lesson, float]]) -> list[Scored]:
    """Add what learning lifts, target -> lesson and boost, and return the candidates in their new order."""
    return sorted(
        (_lift(scored, *lifted[scored.tool.name]) if scored.tool.name in lifted else scored for scored in ranked),
        key=_order,
    )


def _lift(scored: Scored, lesson: Lesson, boost: float) -> Scored:
    return scored._replace(score=round(scored.score + boost, DIGITS), learned=boost, lesson=lesson)


def _order(scored: Scored) -> tuple[float, int, str]:
    return (-scored.score, scored.place, scored.tool.name)
