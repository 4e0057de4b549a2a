"""Which producer, and by way of which others, fills an input best: the cheapest chain that the request speaks for.

A chain costs something for each call (`selector.linking.costs`), and more where the user must be asked on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple

from selector.linking.costs import Costs, is_given
from selector.linking.evidence import COSTS, JUDGED, STATED, Supply
from selector.linking.index import CatalogIndex, Need
from selector.linking.links import STATING, ExplicitEdge
from selector.linking.names import Reference
from selector.linking.pools import Pool, Profile, Want
from selector.request.reading import Request

#: What a stated edge of no confidence costs more than a certain one: a trace's share of the argument's values.
_DOUBT: Final = 0.6
#: An input that the user must be asked for, though it is an identifier.
_ASKED: Final = 1.5
#: An input of the producer that the request gives: it is what the request speaks of.
_GIVEN: Final = -0.1
#: How far ahead chains are compared; longer ones are followed call by call.
_LOOK_AHEAD: Final = 4
#: So many producers of one input are compared in full: those whose own call the request speaks for most. Of blocked
#: ones so many are told.
CONSIDERED: Final = 64
_BLOCKED: Final = 16
_NEVER: Final = float("inf")


class Option(NamedTuple):
    """A producer for an input and what its chain costs."""

    cost: float
    supply: Supply
    edge: ExplicitEdge | None

    @property
    def order(self) -> tuple[float, str, str]:
        """The best first; equal ones by name."""
        return (round(self.cost, 6), self.supply.tool, self.supply.path)


class _Lot(NamedTuple):
    """Outputs whose calls cost the same: what is known of the call, and what the request says for and against it."""

    profile: Profile
    entry: float
    supplies: tuple[Supply, ...]


#: What it costs to fill an input at once, and what calls cost that want something in turn.
_Wants = tuple[tuple[str, Want], ...]
_Begun = tuple[float, list[tuple[_Wants, float]]]


class _Considered(NamedTuple):
    """Outputs that are compared, those that are only told as blocked, and how many were left out."""

    lots: Sequence[_Lot]
    blocked: Sequence[Supply]
    omitted: int


class Chains:
    """Compares chains for one request."""

    def __init__(
        self,
        index: CatalogIndex,
        request: Request | None,
        filled: Collection[str],
        blocked: Callable[[str], bool],
        stated: Mapping[str, tuple[ExplicitEdge, ...]],
        target: str = "",
    ) -> None:
        self._index = index
        self._request = request
        self._filled = filled
        self._blocked = blocked
        self._stated = stated
        self._costs = Costs(index, request, filled, target)
        self._explained: dict[Pool, dict[str, float]] = {}
        self._chosen: dict[Pool, _Considered] = {}
        self._began: dict[Pool, _Begun] = {}
        self._asked: dict[tuple[int, int], float] = {}
        self._filling: list[dict[Want, float]] = [{} for _ in range(_LOOK_AHEAD)]
        self._omitted: dict[tuple[str, str], int] = {}

    def options(self, consumer: str, need: Need, hops: int) -> list[Option]:
        """Return the producers of an input, the best chain first; blocked ones too, at no finite cost.

        At most `CONSIDERED` that are stated, `CONSIDERED` by contract and `_BLOCKED` blocked ones are compared;
        `omitted` tells how many more there are.
        """
        ahead = min(hops, _LOOK_AHEAD)
        considered = self._considered(self._index.pools.fitting(need))
        ranked: dict[float, list[Option]] = {}
        omitted = self._stated_options(ranked, consumer, need, ahead) if consumer in self._stated else 0
        for lot in considered.lots:
            others = [supply for supply in lot.supplies if supply.tool != consumer]
            if others:
                cost = self._cost(lot.profile, lot.entry, ahead)
                _rank(ranked, cost, [Option(cost, supply, None) for supply in others])
        blocked = [supply for supply in considered.blocked if supply.tool != consumer]
        _rank(ranked, _NEVER, [Option(_NEVER, supply, None) for supply in blocked])
        self._omitted[consumer, need.field.name] = considered.omitted + omitted
        return _in_order(ranked)

    def omitted(self, consumer: str, need: Need) -> int:
        """Return how many outputs were not compared for an input, since there are so many."""
        return self._omitted.get((consumer, need.field.name), 0)

    def is_given(self, need: Need) -> bool:
        """Tell whether the request gives a value that an input could take."""
        return self._request is not None and is_given(self._request, need.references)

    def _stated_options(self, ranked: dict[float, list[Option]], consumer: str, need: Need, hops: int) -> int:
        """Add the producers of which it is stated that they fill an input; return how many were left out."""
        stated = [edge for edge in self._stated[consumer] if edge.field == need.field.name]
        stated = [edge for edge in stated if edge.producer in self._index and edge.producer != consumer]
        for edge in nsmallest(CONSIDERED, stated, key=lambda edge: (-edge.confidence, *edge)):
            supply, cost = _stated_supply(edge, need), _NEVER
            if not self._blocked(supply.tool):
                (lot,) = self._lots(self._index.pools.alone(supply))
                cost = self._cost(lot.profile, lot.entry, hops) + _DOUBT * (1 - edge.confidence)
            _rank(ranked, cost, [Option(cost, supply, edge)])
        return max(0, len(stated) - CONSIDERED)

    def _considered(self, pool: Pool) -> _Considered:
        """Return the outputs of a pool that are compared, chosen once for all consumers that need the same."""
        known = self._chosen.get(pool)
        if known is None:
            lots, blocked = list(self._lots(pool)), self._blocked_of(pool)
            if len(pool.supplies) > CONSIDERED:
                lots, blocked = _most_promising(lots), blocked[:_BLOCKED]
            compared = sum(len(lot.supplies) for lot in lots) + len(blocked)
            known = self._chosen[pool] = _Considered(lots, blocked, len(pool.supplies) - compared)
        return known

    def _blocked_of(self, pool: Pool) -> Sequence[Supply]:
        denied = {name for name in pool.changing if self._blocked(name)}
        return [supply for supply in pool.supplies if supply.tool in denied] if denied else ()

    def _lots(self, pool: Pool) -> Iterator[_Lot]:
        """Yield the outputs of a pool that are not blocked, those together of which nothing sets one apart."""
        words, plain, entry = self._words(pool), self._costs.plain, self._costs.entry
        for profile, run in pool.runs:
            rest = tuple([supply for supply in run if supply.tool not in words]) if words else run
            if rest:
                known = plain.get(profile.number)
                yield _Lot(profile, entry(profile) if known is None else known, rest)
        for name, explained in words.items():
            for profile, supply in pool.offers[name]:
                yield _Lot(profile, entry(profile, explained), (supply,))

    def _words(self, pool: Pool) -> Mapping[str, float]:
        """Return the tools that are judged by themselves: the request has words of theirs, or permits their change."""
        words = self._explained.get(pool)
        if words is None:
            words = self._explained[pool] = self._costs.words(pool)
            for name in pool.changing:
                if self._blocked(name):
                    words.pop(name, None)
                else:
                    words.setdefault(name, 0.0)
        return words

    def _cost(self, profile: Profile, entry: float, hops: int) -> float:
        """Return what a chain costs that begins with a call."""
        return self._with_wants(profile.call + entry, profile.wants, hops)

    def _with_wants(self, cost: float, wants: _Wants, hops: int) -> float:
        """Return what a call costs with what its inputs add."""
        filling = self._filling[hops - 1 if hops > 0 else 0]
        for name, want in wants:
            if name not in self._filled:
                more = filling.get(want)
                if more is None:
                    given = self._costs.is_given(want)
                    more = filling[want] = _GIVEN if given else self._want_cost(want, hops - 1)
                cost += more
        return cost

    def _want_cost(self, want: Want, hops: int) -> float:
        """Return what it costs to fill an input, at most what it costs to ask the user for it."""
        if hops <= 0:
            return _ASKED
        known = self._asked.get((want.first, hops))
        if known is None:
            known, following = self._begun(self._index.pools.ahead(want))
            for wants, cost in following:
                whole = self._with_wants(cost, wants, hops)
                if whole < known:
                    known = whole
            self._asked[want.first, hops] = known
        return known

    def _begun(self, pool: Pool) -> _Begun:
        """Return what the cheapest calls of a pool cost, by what they want in turn.

        A tool of which the request has words costs less than those that are like it otherwise: these may stay.
        """
        known = self._began.get(pool)
        if known is None:
            plain, entry = self._costs.plain, self._costs.entry
            direct, following = _ASKED, dict[int, tuple[_Wants, float]]()
            for profile, _ in pool.runs:
                begun = plain.get(profile.number)
                cost = profile.call + (entry(profile) if begun is None else begun)
                if not profile.wants:
                    direct = min(direct, cost)
                elif profile.leads not in following or cost < following[profile.leads][1]:
                    following[profile.leads] = (profile.wants, cost)
            for name, explained in self._words(pool).items():
                for profile, _ in pool.offers[name]:
                    cost = profile.call + entry(profile, explained)
                    if not profile.wants:
                        direct = min(direct, cost)
                    elif profile.leads not in following or cost < following[profile.leads][1]:
                        following[profile.leads] = (profile.wants, cost)
            known = self._began[pool] = (direct, list(following.values()))
        return known


def _rank(ranked: dict[float, list[Option]], cost: float, options: list[Option]) -> None:
    """Put options of one cost to those that cost as much."""
    if options:
        ranked.setdefault(round(cost, 6), []).extend(options)


def _in_order(ranked: Mapping[float, list[Option]]) -> list[Option]:
    """Return options, the best first, equal ones by name; of several of one tool its best."""
    best: dict[str, Option] = {}
    for cost in sorted(ranked):
        equal = ranked[cost]
        if len(equal) > 1:
            equal.sort(key=_name)
        for option in equal:
            best.setdefault(option.supply.tool, option)
    return list(best.values())


def _name(option: Option) -> tuple[str, str]:
    return (option.supply.tool, option.supply.path)


def _most_promising(lots: Sequence[_Lot]) -> list[_Lot]:
    """Return the outputs whose own calls cost least, before their inputs are looked at."""
    rows = (
        (round(COSTS[lot.profile.evidence] + lot.entry, 6), supply.tool, supply.path, number, supply)
        for number, lot in enumerate(lots)
        for supply in lot.supplies
    )
    chosen: dict[int, list[Supply]] = {}
    for *_, number, supply in nsmallest(CONSIDERED, rows):
        chosen.setdefault(number, []).append(supply)
    return [lots[number]._replace(supplies=tuple(supplies)) for number, supplies in chosen.items()]


class DirectSupplies:
    """Which outputs can fill inputs by contracts alone."""

    def __init__(self, index: CatalogIndex) -> None:
        self._chains = Chains(index, None, (), lambda _: False, {})

    def of(self, consumer: str, need: Need) -> list[Supply]:
        """Return the outputs of other tools that can fill an input, the strongest evidence first."""
        options = self._chains.options(consumer, need, 0)
        return [one.supply for one in sorted(options, key=lambda one: (COSTS[one.supply.evidence], one.order))]


def _stated_supply(edge: ExplicitEdge, need: Need) -> Supply:
    reference = need.references[0] if need.references else Reference((), need.field.name)
    evidence = STATED if edge.source in STATING else JUDGED
    return Supply(edge.producer, edge.path, edge.path.rpartition(".")[2], reference, evidence, False, False, "", "")
