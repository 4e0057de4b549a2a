"""The candidates in order: each with its contributions, its score and what is learned for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from selector.contrast import compare
from selector.query import Query
from selector.signals import SIGNALS, Candidate, Retrieved
from selector.tools import ToolFacts

#: Contributions are rounded to as many digits before they are added, so that what a reader adds up is the score.
DIGITS: Final = 4

FamilyMatch = Literal["exact", "near"]


class Lesson(NamedTuple):
    """What is learned for one target and one request."""

    suggestion_id: str
    family_match: FamilyMatch
    boost: float


class Scored(NamedTuple):
    """One candidate with its score.

    Attributes:
        candidate: what the signals saw.
        contributions: name of a signal -> what it adds to the score, learning apart.
        evidence: name of a signal -> the words or values that it rests on.
        score: the sum of the contributions and of what learning adds.
        learned: what learning adds.
        lesson: what it adds it for.
    """

    candidate: Candidate
    contributions: Mapping[str, float]
    evidence: Mapping[str, tuple[str, ...]]
    score: float
    learned: float
    lesson: Lesson | None

    @property
    def tool(self) -> ToolFacts:
        """The candidate's tool."""
        return self.candidate.tool


def rank_by_evidence(query: Query, facts: Sequence[ToolFacts], retrieved: Sequence[Retrieved]) -> list[Scored]:
    """Score the candidates by evidence alone and return them, best first."""
    comparison = compare(query, facts)
    scored = [
        _score(Candidate(query, comparison, *seen)) for seen in zip(facts, comparison.held, retrieved, strict=True)
    ]
    return sorted(scored, key=_order)


def with_lessons(ranked: Sequence[Scored], lifted: Mapping[str, tuple[Lesson, float]]) -> list[Scored]:
    """Add what learning lifts, target -> lesson and boost, and return the candidates in their new order."""
    return sorted(
        (_lift(scored, *lifted[scored.tool.name]) if scored.tool.name in lifted else scored for scored in ranked),
        key=_order,
    )


def _score(candidate: Candidate) -> Scored:
    contributions: dict[str, float] = {}
    evidence: dict[str, tuple[str, ...]] = {}
    for name, weight, signal in SIGNALS:
        said = signal(candidate)
        contributions[name] = round(weight * said.share, DIGITS)
        evidence[name] = said.evidence
    return Scored(candidate, contributions, evidence, round(sum(contributions.values()), DIGITS), 0.0, None)


def _lift(scored: Scored, lesson: Lesson, boost: float) -> Scored:
    return scored._replace(score=round(scored.score + boost, DIGITS), learned=boost, lesson=lesson)


def _order(scored: Scored) -> tuple[float, int, str]:
    return (-scored.score, scored.candidate.retrieved.place, scored.tool.name)
