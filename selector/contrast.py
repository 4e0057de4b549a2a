"""What tells siblings apart: where each candidate holds the words of the request, and which words not all of them hold.

A word that every contender holds decides nothing and counts nothing; a word that one of them holds counts in full. A
candidate that holds none of the request's words is no contender: it changes no weight, so an unrelated tool never
turns a decision round.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from selector.query import Query
from selector.rows import Retrieved
from selector.terms import Term
from selector.text import root
from selector.tools import LEAD, MODULE, NAME, OPTION, PARAMETER, PARAMETER_TEXT, RESOURCE, TEXT, VERB, ToolFacts

_ROOT_STRENGTH = 0.7
#: Places that are signals of their own, too.
_APART = OPTION | RESOURCE | MODULE
_SURFACE = NAME | VERB | LEAD | TEXT | PARAMETER | PARAMETER_TEXT | OPTION


def _worth(places: int) -> float:
    """Return a word's worth by its places: a name is chosen with care, a parameter's description speaks of much."""
    if places & (NAME | VERB):
        return 1.0
    if places & LEAD:
        return 0.8
    if places & (TEXT | PARAMETER | OPTION):
        return 0.6
    return 0.5 if places & PARAMETER_TEXT else 0.0


_WORTH: Final = tuple(_worth(places) for places in range(_SURFACE + 1))


class Match(NamedTuple):
    """How well one candidate holds one term: anywhere, and in its description; 0 to 1."""

    term: int
    surface: float
    text: float


class Held(NamedTuple):
    """What one candidate holds of a request.

    Attributes:
        matches: the terms that it holds, in the request's order.
        options: terms among the values that its parameters allow, and how well.
        resource: how well its declared resource is spoken of.
        module: how well its path and module are spoken of.
        places: where it holds anything of the request, a sum of places.
    """

    matches: tuple[Match, ...]
    options: tuple[tuple[int, float], ...]
    resource: float
    module: float
    places: int


_NOTHING_HELD: Final = Held((), (), 0.0, 0.0, 0)


class Comparison(NamedTuple):
    """The candidates beside each other.

    Attributes:
        facts: for each candidate what its tool is.
        held: for each candidate what it holds of the request.
        retrieved: for each candidate where retrieval put it among the contenders.
        telling: for each term its weight among all places, 0 where all contenders hold it.
        telling_options: the same among the values that parameters allow.
        total: the sums of `telling`, of `telling_options` and of the terms' weights, each at least 1.
        noun_weights: stem of a name's word -> what it tells, 0 where all contenders' names have it.
    """

    query: Query
    facts: tuple[ToolFacts, ...]
    held: tuple[Held, ...]
    retrieved: tuple[Retrieved, ...]
    telling: tuple[float, ...]
    telling_options: tuple[float, ...]
    total: tuple[float, float, float]
    noun_weights: Mapping[str, float]


def compare(query: Query, facts: Sequence[ToolFacts], retrieved: Sequence[Retrieved]) -> Comparison:
    """Lay the candidates beside each other."""
    held = tuple([_held(query, tool.places) for tool in facts])
    contenders = [tool for tool, one in zip(facts, held, strict=True) if one.matches]
    telling = _telling(query.terms, [match.term for one in held for match in one.matches], len(contenders))
    options = _telling(query.terms, [term for one in held for term, _ in one.options], len(contenders))
    return Comparison(
        query=query,
        facts=tuple(facts),
        held=held,
        retrieved=_among_contenders(held, retrieved),
        telling=telling,
        telling_options=options,
        total=(max(1.0, sum(telling)), max(1.0, sum(options)), max(1.0, sum([term.weight for term in query.terms]))),
        noun_weights=_noun_weights(contenders),
    )


def _among_contenders(held: Sequence[Held], retrieved: Sequence[Retrieved]) -> tuple[Retrieved, ...]:
    """Count places among contenders, and shares of the best contender's score: strangers between them say nothing."""
    contending = [seen for seen, one in zip(retrieved, held, strict=True) if one.matches]
    if not contending or len(contending) == len(held):
        return tuple(retrieved)
    places = sorted([seen.place for seen in contending])
    best = max([seen.share or 0.0 for seen in contending])
    return tuple(
        [
            Retrieved(bisect_left(places, place), min(1.0, share / best) if share and best else share)
            for place, share in retrieved
        ]
    )


def explains(explained: Mapping[str, float], stemmed: str) -> float:
    """Return how well a request explains a word of a tool: by the word itself, else by its root."""
    return explained.get(stemmed) or _ROOT_STRENGTH * explained.get("~" + root(stemmed), 0.0)


def _held(query: Query, places: Mapping[str, int]) -> Held:
    if places.keys().isdisjoint(query.explained):
        return _NOTHING_HELD
    matches: list[Match] = []
    options: list[tuple[int, float]] = []
    resource = module = 0.0
    everywhere = 0
    for number, term in enumerate(query.terms):
        hits = [(strength, places[key]) for key, strength in term.keys if key in places]
        if not hits:
            continue
        surface, text, option, of_resource, of_module, found = _best(hits, VERB if term.state else 0)
        everywhere |= found
        if surface:
            matches.append(Match(number, surface, text))
        if option:
            options.append((number, option))
        resource = max(resource, of_resource)
        module = max(module, of_module)
    return Held(tuple(matches), tuple(options), resource, module, everywhere)


def _best(hits: Sequence[tuple[float, int]], seen: int) -> tuple[float, float, float, float, float, int]:
    """Return how well one term is held, in each place by its best key, and where.

    Args:
        hits: for each key that is held what a match by it is worth, and where it stands; best first.
        seen: places that do not count: a describing word never meets a verb.

    Returns:
        The match on the surface, in the description, among options, resource, and module; then a sum of places.
    """
    surface = text = option = resource = module = 0.0
    everywhere = 0
    for strength, found in hits:
        new = found & ~seen
        seen |= new
        everywhere |= new
        worth = strength * _WORTH[new & _SURFACE]
        surface = max(surface, worth)
        if new & (TEXT | LEAD):
            text = text or strength
        if new & _APART:
            option = strength if new & OPTION else option
            resource = resource or (strength if new & RESOURCE else 0.0)
            module = module or (strength if new & MODULE else 0.0)
    return surface, text, option, resource, module, everywhere


def _telling(terms: Sequence[Term], held: Iterable[int], contenders: int) -> tuple[float, ...]:
    """Return for each term its weight times its contrast; ``held`` has a term's number once for each holder."""
    holders = [0] * len(terms)
    for number in held:
        holders[number] += 1
    return tuple([term.weight * _contrast(count, contenders) for term, count in zip(terms, holders, strict=True)])


def _contrast(holders: int, contenders: int) -> float:
    """Return what a word tells: all to one holder, nothing to all holders.

    >>> _contrast(1, 4), _contrast(4, 4), _contrast(1, 1), _contrast(0, 4)
    (1.0, 0.0, 1.0, 0.0)
    """
    if not holders:
        return 0.0
    return 1.0 if contenders < 2 else (contenders - holders) / (contenders - 1)


def _noun_weights(contenders: Sequence[ToolFacts]) -> dict[str, float]:
    holders: dict[str, int] = {}
    for tool in contenders:
        for noun in tool.nouns:
            holders[noun] = holders.get(noun, 0) + 1
    return {noun: _contrast(count, len(contenders)) for noun, count in holders.items()}
