"""What tells siblings apart: where each candidate holds the words of the request, and which words not all of them hold.

A word that every contender holds decides nothing and counts nothing; a word that one of them holds counts in full. A candidate that
holds none of the request's words is no contender: it changes no weight, so an unrelated tool never turns a decision round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from selector.query import Query, Term
from selector.text import root
from selector.tools import LEAD, MODULE, NAME, OPTION, PARAMETER, PARAMETER_TEXT, RESOURCE, RESPONSE, TEXT, VERB, ToolFacts

#: What a word is worth by the place where a tool holds it: a name is chosen with care, a parameter's description speaks of much.
_WORTH = ((NAME | VERB, 1.0), (LEAD, 0.8), (TEXT | PARAMETER | OPTION, 0.6), (PARAMETER_TEXT, 0.5))
_ROOT_STRENGTH = 0.7


class Match(NamedTuple):
    """How well one candidate holds one term, place by place; 0 to 1."""

    term: int
    name: float
    surface: float
    text: float
    option: float
    resource: float
    module: float
    contract: float


class Comparison(NamedTuple):
    """The candidates beside each other.

    Attributes:
        matches: for each candidate the terms that it holds.
        telling: for each term its weight among all places, 0 where all contenders hold it.
        telling_options: the same among the values that parameters allow.
        noun_weights: stem of a name's word -> what it tells, 0 where all contenders' names have it.
        explained: key of a word -> how well the request explains it.
    """

    query: Query
    facts: tuple[ToolFacts, ...]
    matches: tuple[tuple[Match, ...], ...]
    telling: tuple[float, ...]
    telling_options: tuple[float, ...]
    noun_weights: Mapping[str, float]
    explained: Mapping[str, float]


def compare(query: Query, facts: Sequence[ToolFacts]) -> Comparison:
    """Lay the candidates beside each other."""
    matches = tuple(_matches(query.terms, tool.index) for tool in facts)
    contenders = [tool for tool, held in zip(facts, matches, strict=True) if held]
    return Comparison(
        query=query,
        facts=tuple(facts),
        matches=matches,
        telling=_telling(query.terms, matches, len(contenders), lambda match: match.surface),
        telling_options=_telling(query.terms, matches, len(contenders), lambda match: match.option),
        noun_weights=_noun_weights(contenders),
        explained=_explained(query.terms),
    )


def explains(explained: Mapping[str, float], stemmed: str) -> float:
    """Return how well a request explains a word of a tool: by the word itself, else by its root."""
    return explained.get(stemmed) or _ROOT_STRENGTH * explained.get("~" + root(stemmed), 0.0)


def _matches(terms: Iterable[Term], index: Mapping[str, int]) -> tuple[Match, ...]:
    found = []
    for number, term in enumerate(terms):
        hits = _hits(term, index)
        if hits:
            found.append(_match(number, hits))
    return tuple(found)


def _hits(term: Term, index: Mapping[str, int]) -> list[tuple[int, float]]:
    """Return the places that hold a term, each once, with the best strength; a describing word never meets a tool's verb."""
    seen = VERB if term.state else 0
    hits = []
    for key, strength in term.keys:
        new = index.get(key, 0) & ~seen
        if new:
            hits.append((new, strength))
            seen |= new
    return hits


def _match(number: int, hits: Iterable[tuple[int, float]]) -> Match:
    surface = 0.0
    for places, strength in hits:
        for kind, worth in _WORTH:
            if places & kind:
                surface = max(surface, worth * strength)
                break
    return Match(
        number,
        _strongest(hits, NAME | VERB),
        surface,
        _strongest(hits, TEXT | LEAD),
        _strongest(hits, OPTION),
        _strongest(hits, RESOURCE),
        _strongest(hits, MODULE),
        _strongest(hits, PARAMETER | RESPONSE),
    )


def _strongest(hits: Iterable[tuple[int, float]], places: int) -> float:
    return next((strength for held, strength in hits if held & places), 0.0)


def _telling(
    terms: Sequence[Term], matches: Iterable[Iterable[Match]], contenders: int, place: Callable[[Match], float]
) -> tuple[float, ...]:
    holders = Counter(match.term for held in matches for match in held if place(match))
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
