"""What it costs to fill inputs in the light of one request: for each pool of outputs, by way of which others.

A chain costs something for each call (`selector.linking.costs`), and more where the user must be asked on its way.
Nothing here depends on who needs what is given: it is reckoned once for all targets of a request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple

from selector.linking.costs import Costs
from selector.linking.evidence import CALL, COSTS, Supply
from selector.linking.links import ExplicitEdge
from selector.linking.pools import Pool, Pools, Profile, Want

#: An input that the user must be asked for, though it is an identifier.
_ASKED: Final = 1.5
#: An input of the producer that the request gives: it is what the request speaks of.
_GIVEN: Final = -0.1
#: How far ahead chains are compared; longer ones are followed call by call.
LOOK_AHEAD: Final = 4
#: So many producers of one input are compared in full: those whose own call the request speaks for most. Of blocked
#: ones so many are told.
CONSIDERED: Final = 64
_BLOCKED: Final = 16
NEVER: Final = float("inf")

_Wants = tuple[tuple[str, Want], ...]


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


class _Considered(NamedTuple):
    """Outputs that are compared, those that are only told as blocked, and how many were left out."""

    lots: Sequence[_Lot]
    blocked: Sequence[Supply]
    omitted: int


class Prospects:
    """What chains cost in the light of one request, each reckoned once.

    Args:
        pools: the catalog's outputs.
        costs: what calls cost in the light of the request.
        filled: inputs whose values are there.
        blocked: tells of a tool that changes something whether it may not be used.
    """

    def __init__(self, pools: Pools, costs: Costs, filled: frozenset[str], blocked: Callable[[str], bool]) -> None:
        self._pools = pools
        self._costs = costs
        self._filled = filled
        self.blocks = blocked
        self._explained: dict[Pool, dict[str, float]] = {}
        self._considered: dict[Pool, _Considered] = {}
        self._ranked: dict[tuple[Pool, int], Sequence[Option]] = {}
        self._direct: dict[Pool, float] = {}
        self._following: dict[Pool, Sequence[tuple[_Wants, float]]] = {}
        self._filling: list[dict[Want, float]] = [{} for _ in range(LOOK_AHEAD)]

    def ranked(self, pool: Pool, hops: int) -> Sequence[Option]:
        """Return a pool's outputs, the best chain first, the best of each tool; blocked ones last, at no finite cost.

        At most `CONSIDERED` are compared, and `_BLOCKED` blocked ones told; `omitted` tells how many more there are.
        """
        found = self._ranked.get((pool, hops))
        if found is None:
            considered = self._consider(pool)
            equal: dict[float, list[tuple[float, Sequence[Supply]]]] = {}
            for profile, entry, supplies in considered.lots:
                cost = self._with_wants(profile.call + entry, profile.wants, hops)
                equal.setdefault(round(cost, 6), []).append((cost, supplies))
            options = [option for cost in sorted(equal) for option in _options(equal[cost])]
            if considered.blocked:
                options += _options([(NEVER, (supply,)) for supply in considered.blocked])
            found = self._ranked[pool, hops] = best_of_each(options)
        return found

    def omitted(self, pool: Pool) -> int:
        """Return how many outputs of a pool are not compared, since there are so many."""
        return self._consider(pool).omitted

    def alone(self, supply: Supply, hops: int) -> float:
        """Return what a chain costs that ends in an output of whatever pool."""
        pool = self._pools.alone(supply)
        ((profile, _),) = pool.offers[supply.tool]
        entry = self._costs.entry(profile, self._costs.words(pool).get(supply.tool, 0.0))
        return self._with_wants(profile.call + entry, profile.wants, hops)

    def _consider(self, pool: Pool) -> _Considered:
        known = self._considered.get(pool)
        if known is None:
            lots, blocked = list(self._lots(pool)), self._blocked_of(pool)
            if len(pool.supplies) > CONSIDERED:
                lots, blocked = _most_promising(lots), blocked[:_BLOCKED]
            compared = sum([len(lot.supplies) for lot in lots]) + len(blocked)
            known = self._considered[pool] = _Considered(lots, blocked, len(pool.supplies) - compared)
        return known

    def _blocked_of(self, pool: Pool) -> Sequence[Supply]:
        denied = {name for name in pool.changing if self.blocks(name)}
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
            words = self._costs.words(pool)
            for name in pool.changing:
                if self.blocks(name):
                    words.pop(name, None)
                else:
                    words.setdefault(name, 0.0)
            if len(pool.supplies) <= CONSIDERED:
                self._explained[pool] = words
        return words

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
        pool = self._pools.ahead(want)
        known = self._direct_cost(pool)
        if hops > 1 or self._may_undercut(pool, known):
            for wants, cost in self._follow(pool):
                known = min(known, self._with_wants(cost, wants, hops))
        return known

    def _may_undercut(self, pool: Pool, known: float) -> bool:
        """Tell whether a call that wants something in turn, for which the user must be asked, may cost less."""
        if self._filled or self._costs.gives or pool.named:
            return True
        return CALL + self._costs.least(max(self._words(pool).values(), default=0.0)) + _ASKED < known

    def _direct_cost(self, pool: Pool) -> float:
        """Return what the cheapest call of a pool costs that wants nothing in turn, at most what asking costs.

        A tool of which the request has words costs less than those that are like it otherwise: these may stay.
        """
        known = self._direct.get(pool)
        if known is None:
            known, plain, entry = _ASKED, self._costs.plain, self._costs.entry
            for profile in pool.direct:
                begun = plain.get(profile.number)
                known = min(known, profile.call + (entry(profile) if begun is None else begun))
            for name, explained in self._words(pool).items():
                for profile, _ in pool.offers[name]:
                    if not profile.wants:
                        known = min(known, profile.call + entry(profile, explained))
            self._direct[pool] = known
        return known

    def _follow(self, pool: Pool) -> Sequence[tuple[_Wants, float]]:
        """Return what the cheapest calls of a pool cost that want something in turn, for each that they want."""
        known = self._following.get(pool)
        if known is None:
            plain, entry = self._costs.plain, self._costs.entry
            best: dict[int, tuple[_Wants, float]] = {}
            for profile in pool.following:
                begun = plain.get(profile.number)
                cost = profile.call + (entry(profile) if begun is None else begun)
                if profile.leads not in best or cost < best[profile.leads][1]:
                    best[profile.leads] = (profile.wants, cost)
            for name, explained in self._words(pool).items():
                for profile, _ in pool.offers[name]:
                    cost = profile.call + entry(profile, explained)
                    if profile.wants and (profile.leads not in best or cost < best[profile.leads][1]):
                        best[profile.leads] = (profile.wants, cost)
            known = self._following[pool] = tuple(best.values())
        return known


def best_of_each(options: Iterable[Option]) -> Sequence[Option]:
    """Return options in their order, of several of one tool the first."""
    best: dict[str, Option] = {}
    for option in options:
        best.setdefault(option.supply.tool, option)
    return list(best.values())


def _options(equal: Sequence[tuple[float, Sequence[Supply]]]) -> list[Option]:
    """Return outputs of one cost by name; each lot stands in that order already."""
    options = [Option(cost, supply, None) for cost, supplies in equal for supply in supplies]
    if len(equal) > 1:
        options.sort(key=_name)
    return options


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
