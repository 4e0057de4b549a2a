"""Whose things a list is narrowed to: ``cancel the subscription of Ada`` lists Ada's, so she is found first.

A request that names a possessor without saying what it is (``of Ada``, ``Ada's``) names it for something. If no call so
far takes a name, and one list has one option for a thing that can be found by its name, that is what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from selector.linking.chains import Chains
from selector.linking.evidence import KINDRED, MENTION
from selector.linking.index import CatalogIndex, is_detail
from selector.linking.kinds import DATA
from selector.linking.names import NAME_KIND
from selector.linking.needs import Need
from selector.linking.prospects import Option
from selector.request.reading import Request


class Filter(NamedTuple):
    """An optional input of a list, and what finds the thing by which it narrows the list."""

    tool: str
    need: Need
    option: Option


def possessor_filter(index: CatalogIndex, request: Request, chains: Chains, tools: Iterable[str]) -> Filter | None:
    """Return the option that narrows one of some lists to the things of whom the request names; none if it is unclear.

    Args:
        index: the catalog.
        request: the request.
        chains: its chains.
        tools: the calls so far, in order.
    """
    called = list(tools)
    whose = {name.thing for name in request.names if name.never or name.agent or name.thing}
    if not whose or any(index.traits(tool).takes_name for tool in called):
        return None
    for tool in called:
        if is_detail(index.contracts[tool]) or index.judgement(tool).changes:
            continue
        found = [one for need in _options(index, tool) if (one := _found_by_name(index, chains, tool, need, whose))]
        if found:
            return found[0] if len({one.need.references[0].noun for one in found}) == 1 else None
    return None


def has_options(index: CatalogIndex, tool: str) -> bool:
    """Tell whether a call has an option that a thing found by its name may fill."""
    return next(_options(index, tool), None) is not None


def _options(index: CatalogIndex, tool: str) -> Iterator[Need]:
    for need in index.needs(tool):
        own = index.thing(tool) in {reference.noun for reference in need.references}
        if need.references and not need.field.required and need.field.kind == DATA and not own:
            yield need


def _found_by_name(index: CatalogIndex, chains: Chains, tool: str, need: Need, whose: set[str]) -> Filter | None:
    nouns = {reference.noun for reference in need.references if reference.kind != NAME_KIND}
    if "" not in whose and whose.isdisjoint(nouns):
        return None
    for option in chains.options(tool, need, 1):
        traits = index.traits(option.supply.tool)
        direct = option.supply.evidence not in {MENTION, KINDRED} and option.supply.reference.noun in nouns
        if option.cost < float("inf") and direct and traits.takes_name and not traits.needs:
            return Filter(tool, need, option)
    return None
