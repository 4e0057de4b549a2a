"""What tells siblings apart: where each candidate holds the words of the request, and which words not all of them hold.

A word that every contender holds decides nothing and counts nothing; a word that one of them holds counts in full. A candidate that
holds none of the request's words is no contender: it changes no weight, so an unrelated tool never turns a decision round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from selector.query import Query, Term
from selector.text import root
from selector.tools import LEAD, MODULE, NAME, OPTION, PARAMETER, PARAMETER_TEXT, RESOURCE, TEXT, VERB, ToolFacts

#: What a word is worth by the place where a tool holds it: a name is chosen with care, a parameter's description speaks of much.
_WORTH = ((NAME | VERB, 1.0), (LEAD, 0.8), (TEXT | PARAMETER | OPTION, 0.6), (PARAMETER_TEXT, 0.5))
_KEPT = (TEXT | LEAD, OPTION, RESOURCE, MODULE)
_ROOT_STRENGTH = 0.7


class Match(NamedTuple):
    """How well one candidate holds one term: anywhere, in its description, among allowed values, as resource, as module; 0 to 1."""

    term: int
    surface: float
    text: float
    option: float
    resource: float
    module: float


class Comparison(NamedTuple):
    """The candidates beside each other.

    Attributes:
        matches: for each candidate the terms that it holds.
        telling: for each term its weight among all places, 0 where all contenders hold it.
        telling_options: the same among the values that parameters allow.
        total: the sums of `telling`, of `telling_options` and of the terms' weights, each at least 1.
        noun_weights: stem of a name's word -> what it tells, 0 where all contenders' names have it.
        explained: key of a word -> how well the request explains it.
    """

    query: Query
    facts: tuple[ToolFacts, ...]
    matches: tuple[tuple[Match, ...], ...]
    telling: tuple[float, ...]
    telling_options: tuple[float, ...]
    total: tuple[float, float, float]
    noun_weights: Mapping[str, float]
    explained: Mapping[str, float]


def compare(query: Query, facts: Sequence[ToolFacts]) -> Comparison:
    """Lay the candidates beside each other."""
    matches = tuple(_matches(query.terms, tool.index) for tool in facts)
    contenders = [tool for tool, held in zip(facts, matches, strict=True) if held]
    telling = _telling(query.terms, [match.term for held in matches for match in held], len(contenders))
    options = _telling(query.terms, [match.term for held in matches for match in held if match.option], len(contenders))
    return Comparison(
        query=query,
        facts=tuple(facts),
        matches=matches,
        telling=telling,
        telling_options=options,
        total=(max(1.0, sum(telling)), max(1.0, sum(options)), max(1.0, sum(term.weight for term in query.terms))),
        noun_weights=_noun_weights(contenders),
        explained=_explained(query.terms),
    )


def explains(explained: Mapping[str, float], stemmed: str) -> float:
    """Return how well a request explains a word of a tool: by the word itself, else by its root."""
    return explained.get(stemmed) or _ROOT_STRENGTH * explained.get("~" + root(stemmed), 0.0)


def _matches(terms: Sequence[Term], index: Mapping[str, int]) -> tuple[Match, ...]:
    found = []
    for number, term in enumerate(terms):
        match = _match(number, term, index)
        if match:
            found.append(match)
    return tuple(found)


def _match(number: int, term: Term, index: Mapping[str, int]) -> Match | None:
    """Look a term up under its keys, best first: each place counts once; a describing word never meets a tool's verb."""
    seen = VERB if term.state else 0
    surface, strengths = 0.0, [0.0] * len(_KEPT)
    for key, strength in term.keys:
        new = index.get(key, 0) & ~seen
        if not new:
            continue
        seen |= new
        surface = max(surface, strength * worth(new))
        for kept, places in enumerate(_KEPT):
            if new & places and not strengths[kept]:
                strengths[kept] = strength
    return Match(number, surface, *strengths) if surface or any(strengths) else None


def worth(places: int) -> float:
    """Return what a word is worth by the places that hold it.

    >>> worth(NAME | TEXT), worth(PARAMETER_TEXT), worth(RESOURCE)
    (1.0, 0.5, 0.0)
    """
    return next((value for kind, value in _WORTH if places & kind), 0.0)


def _telling(terms: Sequence[Term], held: Iterable[int], contenders: int) -> tuple[float, ...]:
    """Return for each term its weight times its contrast; ``held`` has a term's number once for each holder."""
    holders = Counter(held)
    return tuple(term.weight * _contrast(holders[number], contenders) for number, term in enumerate(terms))


def _contrast(holders: int, contenders: int) -> float:
    """Return what a word tells: all to one holder, nothing to all holders.

    >>> _contrast(1, 4), _contrast(4, 4), _contrast(1, 1), _contrast(0, 4)
    (1.0, 0.0, 1.0, 0.0)
    """
    if not holders:
        return 0.0
    return 1.0 if contenders < 2 else (contenders - holders) / (contenders - 1)


def _noun_weights(contenders: Sequence[ToolFacts]) -> dict[str, float]:
    holders = Counter(noun for tool in contenders for noun in dict.fromkeys(tool.nouns))
    return {noun: _contrast(count, len(contenders)) for noun, count in holders.items()}


def _explained(terms: Iterable[Term]) -> dict[str, float]:
    found: dict[str, float] = {}
    for term in terms:
        full = min(1.0, 2 * term.weight)
        for key, strength in term.keys:
            found[key] = max(found.get(key, 0.0), full * strength)
    return found
