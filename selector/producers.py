"""Candidate expansion: retrieved candidates, then the tools that produce what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from selector.closure import bounded
from selector.linking.chains import Chains
from selector.linking.contract import is_open
from selector.linking.index import CatalogIndex, index_of
from selector.linking.prospects import NEVER, Option
from selector.overlay import stated_edges
from selector.permission import read_permission
from selector.rows import read_rows

#: Which of a field's producers come first: finding and listing, then reading one, then whatever else.
ACTION_PRIORITY: Final[Mapping[str, int]] = {"search": 3, "read": 2, "action": 1}
_MOST_HOPS: Final = 64
_MOST_PRODUCERS: Final = 64


def expand_candidates_with_producers(  # noqa: PLR0913 - the signature of the specification, and what gates changes
    candidate_names: Sequence[Any],
    tools_by_name: Mapping[str, Any],
    *,
    max_producers_per_field: int = 3,
    max_hops: int = 1,
    action_priority: Mapping[str, int] | None = None,
    graph: object = None,
    learning_suggestions: object = None,
    query: str | None = None,
    allow_mutation: bool = False,
) -> list[str]:
    """Add to candidates the producers of what they need: required data fields only, original order first.

    Total on JSON-shaped data. A tool that changes something is added only if `query` asks for such a change and
    `allow_mutation` allows it; candidates that are given stay.

    Args:
        candidate_names: retrieved targets, best first: names, or rows with ``name``.
        tools_by_name: the catalog by name: plain dictionaries or a `CompiledCatalog`.
        max_producers_per_field: the most producers that a field adds, those that are there already included.
        max_hops: how far producers of producers are followed.
        action_priority: canonical action -> weight; a field's producers with the highest come first.
        graph: a `ToolGraph`, or a collection artifact as plain JSON.
        learning_suggestions: a snapshot's view of the collection, or plain rows: promoted traces.
        query: the user's request.
        allow_mutation: the adapter has authorised and confirmed changes.

    >>> produce, consume = [{"field_name": "orderNo"}], [{"field_name": "orderNo", "required": True}]
    >>> tools = {"searchOrders": {"metadata": {"method": "get", "path": "/orders", "produces": produce}},
    ...     "cancelOrder": {"metadata": {"method": "post", "path": "/orders/cancel", "consumes": consume}}}
    >>> expand_candidates_with_producers(["cancelOrder"], tools)
    ['cancelOrder', 'searchOrders']
    """
    names = list(dict.fromkeys(row.name for row in read_rows(candidate_names)))
    index = index_of(tools_by_name)
    priority = _priority(action_priority)
    permission = read_permission(query, allow_mutation)

    stated = stated_edges(index, graph, learning_suggestions).evidence
    chains = Chains(index, index.prospects(None, (), frozenset(), permission), stated)
    limit = bounded(max_producers_per_field, 0, _MOST_PRODUCERS, 3)
    level, found = [name for name in names if name in index], dict.fromkeys(names)
    for _ in range(bounded(max_hops, 0, _MOST_HOPS, 1)):
        added = [
            producer
            for consumer in level
            for need in index.needs(consumer)
            if is_open(need.field)
            for producer in _producers(index, chains.options(consumer, need, 1), priority)[:limit]
        ]
        level = [name for name in dict.fromkeys(added) if name not in found]
        found.update(dict.fromkeys(level))
        if not level:
            break
    return list(found)


def _priority(value: object) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        return ACTION_PRIORITY
    return {key: weight for key, weight in value.items() if isinstance(key, str) and isinstance(weight, int)}


def _producers(index: CatalogIndex, options: Sequence[Option], priority: Mapping[str, int]) -> list[str]:
    """Return a field's producers: what is stated, then by action, then by what their chain costs."""
    usable = [option for option in options if option.cost < NEVER]
    action = index.vocabulary.action
    ranked = sorted(
        usable,
        key=lambda option: (
            option.edge is None,
            -priority.get(action(option.supply.tool), 0),
            option.order,
        ),
    )
    return [option.supply.tool for option in ranked]
