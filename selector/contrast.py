"""What tells siblings apart: where each candidate holds the words of the request, and which words not all of them hold.

A word that every contender holds decides nothing and counts nothing; a word that one of them holds counts in full. A
candidate that holds none of the request's words is no contender: it changes no weight, so an unrelated tool never
turns a decision round.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress, repeat
from operator import attrgetter
from typing import Final, NamedTuple

from selector.query import Query
from selector.rows import Retrieved
from selector.shapes import singular_stems
from selector.terms import Term
from selector.tools import (
    LEAD,
    MODULE,
    NAME,
    OPTION,
    PARAMETER,
    PARAMETER_TEXT,
    RESOURCE,
    RESPONSE,
    TEXT,
    VERB,
    ToolFacts,
)

#: A word of the request that tells less, a plain verb of telling or a denied one, makes no tool a contender.
_LEAST_TELLING: Final = 0.3
#: Places that are signals of their own, too.
_APART = OPTION | RESOURCE | MODULE
_EVERY = attrgetter("every")
_SURFACE = NAME | VERB | LEAD | TEXT | PARAMETER | PARAMETER_TEXT | OPTION
_DESCRIPTION = LEAD | TEXT
_FIELDS = PARAMETER | RESPONSE


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


class Held(NamedTuple):
    """What one candidate holds of a request.

    Attributes:
        matches: number of a term that it holds -> how well it holds it anywhere, 0 to 1; in the request's order.
        described: the weight of the terms in its description.
        options: terms among the values that its parameters allow, and how well.
        resource: how well its declared resource is spoken of.
        module: how well its path and module are spoken of.
        places: where it holds anything of the request, a sum of places.
        fields: keys under which its inputs and outputs are spoken of.
        known: it holds a word that tells something: the request speaks of it.
    """

    matches: Mapping[int, float]
    described: float
    options: tuple[tuple[int, float], ...]
    resource: float
    module: float
    places: int
    fields: tuple[str, ...]
    known: bool


_NOTHING_HELD: Final = Held({}, 0.0, (), 0.0, 0.0, 0, (), known=False)


class Comparison(NamedTuple):
    """The candidates beside each other.

    Attributes:
        facts: for each candidate what its tool is.
        held: for each candidate what it holds of the request.
        retrieved: for each candidate where retrieval put it among the contenders.
        telling: for each term its weight among all places, 0 where all contenders hold it.
        telling_options: the same among the values that parameters allow.
        total: the sums of `telling`, of `telling_options` and of the terms' weights, each at least 1.
        head: keys of the noun that request and candidates are about and what a match by each is worth.
        ones: stems of the nouns of which the request means one, where a tool's name says all of a noun.
        noun_weights: stem of a name's word -> what it tells, 0 where all contenders' names have it.
    """

    query: Query
    facts: tuple[ToolFacts, ...]
    held: tuple[Held, ...]
    retrieved: tuple[Retrieved, ...]
    telling: tuple[float, ...]
    telling_options: tuple[float, ...]
    total: tuple[float, float, float]
    head: Mapping[str, float]
    ones: frozenset[str]
    noun_weights: Mapping[str, float]


def compare(query: Query, facts: Sequence[ToolFacts], retrieved: Sequence[Retrieved]) -> Comparison:
    """Lay the candidates beside each other."""
    held = tuple([_held(query, tool) for tool in facts])
    contenders = [tool for tool, one in zip(facts, held, strict=True) if one.matches]
    telling = _telling(query.terms, chain.from_iterable([one.matches for one in held]), len(contenders))
    options = _telling(query.terms, [term for one in held for term, _ in one.options], len(contenders))
    return Comparison(
        query=query,
        facts=tuple(facts),
        held=held,
        retrieved=_among_contenders(held, retrieved),
        telling=telling,
        telling_options=options,
        total=(max(1.0, sum(telling)), max(1.0, sum(options)), max(1.0, sum([term.weight for term in query.terms]))),
        head=_head(query, facts),
        ones=singular_stems(query.said) if any(map(_EVERY, facts)) else frozenset(),
        noun_weights=_noun_weights(contenders),
    )


def _head(query: Query, facts: Sequence[ToolFacts]) -> dict[str, float]:
    """Return the last noun of the request's phrase that any candidate is about: names of things stand there, too."""
    heads = {tool.head for tool in facts}
    for keys in reversed(query.phrase):
        found = dict(keys)
        if not heads.isdisjoint(found):
            return found
    return {}


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


def _held(query: Query, tool: ToolFacts) -> Held:
    """Look a request's words up in a tool. Each place of a word counts once, by the best key that stands there."""
    places_of = list(map(tool.places.get, query.keys, repeat(0)))
    if not any(places_of):
        return _NOTHING_HELD
    matches: dict[int, float] = {}
    apart: list[tuple[int, float, int]] = []
    fields: list[str] = []
    described = 0.0
    known = False
    everywhere = seen = 0
    current = -1
    for (number, weight, key, strength, barred), found in compress(zip(query.uses, places_of, strict=True), places_of):
        if number != current:
            current, seen = number, barred
        if barred and key in tool.acts:
            continue
        if found & _FIELDS:
            fields.append(key)
        new = found & ~seen
        if not new:
            continue
        worth = strength * _WORTH[new & _SURFACE]
        if worth > matches.get(number, 0.0):
            matches[number] = worth
            known = known or weight >= _LEAST_TELLING
        if new & _DESCRIPTION and not seen & _DESCRIPTION:
            described += weight * strength
        if new & _APART:
            apart.append((number, strength, new))
        seen |= new
        everywhere |= new
    options = [(number, strength) for number, strength, where in apart if where & OPTION]
    return Held(
        matches,
        described,
        tuple(options),
        _strongest(apart, RESOURCE) if apart else 0.0,
        _strongest(apart, MODULE) if apart else 0.0,
        everywhere,
        tuple(fields),
        known,
    )


def _strongest(apart: Sequence[tuple[int, float, int]], place: int) -> float:
    return max([strength for _, strength, where in apart if where & place], default=0.0)


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
    contrasts = [_contrast(count, len(contenders)) for count in range(max(holders.values(), default=0) + 1)]
    return {noun: contrasts[count] for noun, count in holders.items()}
