"""Which producer, and by way of which others, fills an input best: the cheapest chain that the request speaks for.

A chain costs something for each call, less where the request's words are the tool's, and more where what the chain
begins with does not fit what the request names. All costs are of one scale: a call costs `_CALL`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from heapq import nsmallest
from itertools import islice
from typing import Final, NamedTuple

from selector import lexicon
from selector.linking.evidence import JUDGED, KINDRED, MENTION, NAMED, OWN, SHAPED, STATED, TAGGED, Supply, compatible
from selector.linking.held import held_nouns
from selector.linking.index import CatalogIndex, Need
from selector.linking.links import STATING, ExplicitEdge
from selector.linking.names import NAME_KIND, Reference, noun_stems
from selector.request.names import Name
from selector.request.reading import Request
from selector.request.words import is_person
from selector.text import split_identifier, stem

#: What speaks for an output, as a cost.
_EVIDENCE: Final = {
    STATED: -0.6,
    TAGGED: 0.0,
    NAMED: 0.0,
    OWN: 0.0,
    MENTION: 0.35,
    SHAPED: 0.25,
    JUDGED: 0.2,
    KINDRED: 0.5,
}
_CALL: Final = 0.6
#: What a stated edge of no confidence costs more than a certain one: a trace's share of the argument's values.
_DOUBT: Final = 0.6
#: An input that the user must be asked for, though it is an identifier.
_ASKED: Final = 1.5
#: Words of the request that are the tool's, and the most they count.
_WORDS, _MOST_WORDS = 0.7, 1.6
#: A search by name: for the thing that is named, for one of which nothing is said, for another; and with no name.
_NAMED_THING, _LIKELY_THING, _UNSAID_THING, _OTHER_THING, _NO_NAME = -0.6, -0.4, -0.1, 1.2, 0.5
#: A list that takes no name where the request names something.
_NAMELESS_LIST: Final = 1.2
#: One value that is whatever it is, where a list would give the choice.
_SINGLE: Final = 0.1
#: A tool that leads from a thing which the request speaks of.
_SPOKEN_PARENT: Final = -0.3
#: A tool that leads from a thing to others of its kind.
_SAME_KIND: Final = 0.3
#: A search or list for what the request speaks of as a part of something else.
_DERIVED: Final = 0.7
#: The words of a path or name stand in the request as they are: ``on the air``.
_PHRASE: Final = 0.5
_CHANGE: Final = 0.8
#: An input of the producer that the request gives: it is what the request speaks of.
_GIVEN: Final = -0.1
#: ``my playlists`` are read where the service keeps those of who asks.
_OWN_PRODUCER: Final = -2.0
_OWN_REQUEST: Final = re.compile(r"(?<= )(?:my|내|나의|제|저의) (\S+)(?: (\S+))?(?: (\S+))?")
_ME: Final = frozenset({"me", "mine", "my", "self"})
#: What is the most of its kind in the request's words is read from a ranking.
_BEST: Final = -1.5
_SUPERLATIVE: Final = re.compile(r" (?:가장|제일|최고\S*|최다\S*|인기\S*|most \w+ed) ")
_RANKED: Final = lexicon.stems_of("top best popular trending ranking ranked highest rated")
#: How far ahead chains are compared; longer ones are followed call by call.
_LOOK_AHEAD: Final = 4
#: So many producers of a producer's input are compared ahead, the most promising by contract first.
_LOOKED_AT: Final = 32
#: So many producers of one input are compared in full: those whose own call the request speaks for most. Of blocked
#: ones so many are told.
CONSIDERED: Final = 64
_BLOCKED: Final = 16
#: Whose time it is of, not what is asked: ``today's news``.
_TIMES: Final = frozenset(
    f"{word}'s" for word in ("today", "tomorrow", "yesterday", "tonight", "week", "month", "year")
)
_NEVER: Final = float("inf")
#: From here on a word of the request is the target's own.
_TARGETS: Final = 0.5


_Term = tuple[float, list[tuple[Mapping[str, float], float]]]


class Option(NamedTuple):
    """A producer for an input and what its chain costs."""

    cost: float
    supply: Supply
    edge: ExplicitEdge | None

    @property
    def order(self) -> tuple[float, str, str]:
        """The best first; equal ones by name."""
        return (round(self.cost, 6), self.supply.tool, self.supply.path)


class _Considered(NamedTuple):
    """Outputs that are compared, and how many were left out."""

    supplies: tuple[Supply, ...]
    omitted: int


class Chains:
    """Compares chains for one request."""

    def __init__(
        self,
        index: CatalogIndex,
        request: Request | None,
        filled: Container[str],
        blocked: Callable[[str], bool],
        stated: Mapping[str, tuple[ExplicitEdge, ...]],
        target: str = "",
    ) -> None:
        self._index = index
        self._request = request
        self._filled = filled
        self._blocked = blocked
        self._stated = stated
        self._owned = frozenset(_owned(request)) - held_nouns(index, target) if request else frozenset()
        self._superlative = request is not None and bool(_SUPERLATIVE.search(request.spoken))
        self._terms = _terms(index, request, target) if request else []
        self._costs: dict[tuple[Reference, int], float] = {}
        self._entries: dict[tuple[str, str], float] = {}
        self._chosen: dict[tuple[object, ...], _Considered] = {}
        self._omitted: dict[tuple[str, str], int] = {}

    def options(self, consumer: str, need: Need, hops: int) -> list[Option]:
        """Return the producers of an input, the best chain first; blocked ones too, at no finite cost.

        At most `CONSIDERED` that are stated, `CONSIDERED` by contract and `_BLOCKED` blocked ones are compared;
        `omitted` tells how many more there are.
        """
        ahead = min(hops, _LOOK_AHEAD)
        found: dict[str, Option] = {}
        stated = [edge for edge in self._stated.get(consumer, ()) if edge.field == need.field.name]
        stated = [edge for edge in stated if edge.producer in self._index and edge.producer != consumer]
        for edge in nsmallest(CONSIDERED, stated, key=lambda edge: (-edge.confidence, *edge)):
            self._keep(found, self._option(_stated_supply(edge, need), need, ahead, edge))
        considered = self._considered(need)
        for supply in considered.supplies:
            if supply.tool != consumer:
                self._keep(found, self._option(supply, need, ahead, None))
        self._omitted[consumer, need.field.name] = considered.omitted + max(0, len(stated) - CONSIDERED)
        return sorted(found.values(), key=lambda option: option.order)

    def omitted(self, consumer: str, need: Need) -> int:
        """Return how many outputs were not compared for an input, since there are so many."""
        return self._omitted.get((consumer, need.field.name), 0)

    def _considered(self, need: Need) -> _Considered:
        """Return the outputs that are compared for an input, chosen once for all consumers that need the same."""
        key = (need.references, need.field.tag, need.field.type, need.field.format)
        known = self._chosen.get(key)
        if known is None:
            fitting = [supply for supply in self._supplies(need) if _fits(supply, need)]
            if len(fitting) > CONSIDERED:
                usable = [supply for supply in fitting if not self._blocked(supply.tool)]
                blocked = (supply for supply in fitting if self._blocked(supply.tool))
                chosen = [*nsmallest(CONSIDERED, usable, key=self._promise), *islice(blocked, _BLOCKED)]
            else:
                chosen = fitting
            known = self._chosen[key] = _Considered(tuple(chosen), len(fitting) - len(chosen))
        return known

    def _promise(self, supply: Supply) -> tuple[float, str, str]:
        """What an output costs before its inputs are looked at."""
        return (round(_EVIDENCE[supply.evidence] + self._entry_cost(supply), 6), supply.tool, supply.path)

    @staticmethod
    def _keep(found: dict[str, Option], option: Option | None) -> None:
        if option is not None and (option.supply.tool not in found or option.order < found[option.supply.tool].order):
            found[option.supply.tool] = option

    def _supplies(self, need: Need) -> Iterator[Supply]:
        yield from self._index.tagged(need.field.tag)
        for reference in need.references:
            yield from self._index.supplies(reference)
            for supply in self._index.kindred(reference):
                yield supply._replace(evidence=KINDRED)

    def _option(self, supply: Supply, need: Need, hops: int, edge: ExplicitEdge | None) -> Option | None:
        if edge is None and not _fits(supply, need):
            return None
        if self._blocked(supply.tool):
            return Option(_NEVER, supply, edge)
        doubt = _DOUBT * (1 - edge.confidence) if edge else 0.0
        return Option(self._supply_cost(supply, hops) + doubt, supply, edge)

    def _supply_cost(self, supply: Supply, hops: int) -> float:
        cost = _CALL + _EVIDENCE[supply.evidence] + self._entry_cost(supply)
        for need in self._index.traits(supply.tool).needs:
            if need.field.name in self._filled:
                continue
            given = self._request is not None and is_given(self._request, need)
            cost += _GIVEN if given else self._need_cost(need, hops - 1)
        return cost

    def _need_cost(self, need: Need, hops: int) -> float:
        """Return what it costs to fill an input, at most what it costs to ask the user for it."""
        reference = need.references[0]
        if self._request is not None and is_given(self._request, need):
            return 0.0
        if hops <= 0:
            return _ASKED
        known = self._costs.get((reference, hops))
        if known is None:
            self._costs[reference, hops] = _ASKED  # a chain that leads back here asks
            known = _ASKED
            for supply in islice(self._supplies(need), _LOOKED_AT):
                if not supply.echo and not self._blocked(supply.tool):
                    known = min(known, self._supply_cost(supply, hops))
            self._costs[reference, hops] = known
        return known

    def _entry_cost(self, supply: Supply) -> float:
        """Return what speaks for and against a producer as a call that this request asks for."""
        key = (supply.tool, supply.reference.noun)
        known = self._entries.get(key)
        if known is None:
            known = self._entries[key] = self._new_entry_cost(supply)
        return known

    def _new_entry_cost(self, supply: Supply) -> float:
        request = self._request
        traits = self._index.traits(supply.tool)
        things = {need.references[0].noun for need in traits.needs if need.field.name not in self._filled}
        cost = _CHANGE if self._index.judgement(supply.tool).changes else 0.0
        if request is None:
            return cost + (0.0 if not things else 0.2)
        words = self._words(supply.tool) + (_PHRASE if traits.phrase and traits.phrase in request.spoken else 0.0)
        cost -= _WORDS * min(words, _MOST_WORDS)
        cost += self._said_cost(supply)
        if things:
            cost += _SAME_KIND if things == {supply.reference.noun} else 0.0
            return cost + (_SPOKEN_PARENT if things & _spoken(request) else 0.0)
        cost += _DERIVED if supply.reference.noun in request.derived else 0.0
        if not request.names:
            return cost + (_NO_NAME if traits.needs_name else 0.0)
        if not traits.takes_name:
            return cost + _NAMELESS_LIST
        return cost + min(_name_cost(name, supply.reference.noun) for name in request.names)

    def _said_cost(self, supply: Supply) -> float:
        """Return what speaks for producers of one's own things and for rankings, where the request asks for them."""
        own = supply.reference.noun in self._owned
        if not own and not self._superlative:
            return 0.0
        path = self._index.contracts[supply.tool].path
        about = self._index.about(supply.tool) | frozenset(split_identifier(path))
        mine = _OWN_PRODUCER if own and about & _ME else 0.0
        return mine + (_BEST if self._superlative and about & _RANKED else 0.0)

    def _words(self, tool: str) -> float:
        """Return how much of the request a tool's words explain."""
        return sum(
            weight * max(strength * posting.get(tool, 0.0) for posting, strength in postings)
            for weight, postings in self._terms
        )


def _fits(supply: Supply, need: Need) -> bool:
    field = need.field
    return not supply.echo and compatible(supply.type, supply.format, field.type, field.format)


class DirectSupplies:
    """Which outputs can fill inputs by contracts alone."""

    def __init__(self, index: CatalogIndex) -> None:
        self._chains = Chains(index, None, (), lambda _: False, {})

    def of(self, consumer: str, need: Need) -> list[Supply]:
        """Return the outputs of other tools that can fill an input, the strongest evidence first."""
        options = self._chains.options(consumer, need, 0)
        return [one.supply for one in sorted(options, key=lambda one: (_EVIDENCE[one.supply.evidence], one.order))]


def _terms(index: CatalogIndex, request: Request, target: str) -> list[_Term]:
    """Return the words that speak for a producer: none of time, and none that the target itself explains."""
    found = []
    for term in request.query.terms:
        postings = [(index.posting(key), strength) for key, strength in term.keys if index.has_word(key)]
        own = any(posting.get(target, 0.0) > _TARGETS for posting, strength in postings if strength >= _TARGETS)
        if postings and not own and term.word not in _TIMES:
            found.append((term.weight, postings))
    return found


def _owned(request: Request) -> Iterator[str]:
    """Yield the things that are one's own: ``my playlist``, ``my saved albums``."""
    for match in _OWN_REQUEST.finditer(request.spoken):
        for word in filter(None, match.groups()):
            yield from noun_stems(stem(word))


def _spoken(request: Request) -> frozenset[str]:
    return request.nouns | {name.thing for name in request.names if name.thing}


def _name_cost(name: Name, thing: str) -> float:
    if name.thing == thing:
        return _NAMED_THING
    if name.thing or thing in name.never:
        return _OTHER_THING
    if name.agent and is_person(thing):
        return _LIKELY_THING
    return _UNSAID_THING


def _stated_supply(edge: ExplicitEdge, need: Need) -> Supply:
    reference = need.references[0] if need.references else Reference((), need.field.name)
    evidence = STATED if edge.source in STATING else JUDGED
    return Supply(edge.producer, edge.path, edge.path.rpartition(".")[2], reference, evidence, False, False, "", "")


def is_given(request: Request, need: Need) -> bool:
    """Tell whether a request gives a value that an input could take: one beside the input's thing.

    All words of the thing must be spoken (``coupon validation``); an ordinal (``the second season``) gives a number.
    """
    for reference in need.references:
        if reference.kind == NAME_KIND and (
            request.called.issuperset(reference.thing) or any(name.thing == reference.noun for name in request.names)
        ):
            return True
        if all(word in request.given for word in reference.thing):
            return True
        if reference.kind == "no" and all(
            word + "#" in request.given or word in request.given for word in reference.thing
        ):
            return True
    return False
