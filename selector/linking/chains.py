"""Which producer, and by way of which others, fills an input best: the cheapest chain that the request speaks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import Final

from selector.linking.costs import Costs
from selector.linking.evidence import COSTS, JUDGED, STATED, Supply
from selector.linking.index import CatalogIndex
from selector.linking.links import STATING, ExplicitEdge
from selector.linking.names import Reference
from selector.linking.needs import Need
from selector.linking.prospects import CONSIDERED, LOOK_AHEAD, NEVER, Option, Prospects, best_of_each

#: What a stated edge of no confidence costs more than a certain one: a trace's share of the argument's values.
_DOUBT: Final = 0.6


class Chains:
    """Compares the producers of inputs: those by contract, and those of which it is stated."""

    def __init__(
        self, index: CatalogIndex, prospects: Prospects, stated: Mapping[str, tuple[ExplicitEdge, ...]]
    ) -> None:
        self._index = index
        self._prospects = prospects
        self._stated = stated

    def options(self, consumer: str, need: Need, hops: int) -> Sequence[Option]:
        """Return the producers of an input, the best chain first; blocked ones too, at no finite cost."""
        return self.compared(consumer, need, hops)[0]

    def compared(self, consumer: str, need: Need, hops: int) -> tuple[Sequence[Option], int]:
        """Return the producers of an input as `options` does, and how many outputs were left out.

        At most `CONSIDERED` that are stated and as many by contract are compared.
        """
        ahead, pool = min(hops, LOOK_AHEAD), self._index.pools.fitting(need)
        found, omitted = self._prospects.ranked(pool, ahead), self._prospects.omitted(pool)
        if consumer in pool.offers:
            found = [option for option in found if option.supply.tool != consumer]
        stated = self._edges(consumer, need)
        if not stated:
            return found, omitted
        best = nsmallest(CONSIDERED, stated, key=lambda edge: (-edge.confidence, *edge))
        options = [*(self._stated_option(edge, need, ahead) for edge in best), *found]
        ranked = best_of_each(sorted(options, key=lambda option: option.order))
        return ranked, omitted + max(0, len(stated) - CONSIDERED)

    def _edges(self, consumer: str, need: Need) -> Sequence[ExplicitEdge]:
        """Return what is stated of an input, by tools of the catalog other than the consumer."""
        stated = self._stated.get(consumer)
        if not stated:
            return ()
        edges = (edge for edge in stated if edge.field == need.field.name)
        return [edge for edge in edges if edge.producer in self._index and edge.producer != consumer]

    def _stated_option(self, edge: ExplicitEdge, need: Need, hops: int) -> Option:
        supply = _stated_supply(edge, need)
        if self._prospects.blocks(supply.tool):
            return Option(NEVER, supply, edge)
        return Option(self._prospects.alone(supply, hops) + _DOUBT * (1 - edge.confidence), supply, edge)


class DirectSupplies:
    """Which outputs can fill inputs by contracts alone."""

    def __init__(self, index: CatalogIndex) -> None:
        self._chains = Chains(index, Prospects(index.pools, Costs(index, None), frozenset(), lambda _: False), {})

    def of(self, consumer: str, need: Need) -> list[Supply]:
        """Return the outputs of other tools that can fill an input, the strongest evidence first."""
        options = self._chains.options(consumer, need, 0)
        return [one.supply for one in sorted(options, key=lambda one: (COSTS[one.supply.evidence], one.order))]


def _stated_supply(edge: ExplicitEdge, need: Need) -> Supply:
    reference = need.references[0] if need.references else Reference((), need.field.name)
    evidence = STATED if edge.source in STATING else JUDGED
    return Supply(edge.producer, edge.path, edge.path.rpartition(".")[2], reference, evidence, False, False, "", "")
