"""Dependency closure: which tools a target needs before it can be called, and what the user must give.

For each required input that identifies something, the producer whose chain the request speaks for is admitted, then
what that producer needs in turn. Everything else is told and not acted on: weak matches, blocked tools, values that
the request gives itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from selector.dependencies import DependencyClosure
from selector.linking.index import index_of
from selector.overlay import stated_edges
from selector.permission import read_permission
from selector.walk import Limits, Walk

#: How many other producers are named for a field, and how far chains are followed at most, whatever is asked.
ALTERNATIVES: Final = 2
_MOST_HOPS: Final = 64


def complete_target_dependencies(  # noqa: PLR0913 - the signature of the specification
    target: str,
    tools: Mapping[str, Any],
    *,
    graph: object = None,
    query: str | None = None,
    available_fields: Iterable[str] | None = None,
    context_field_names: Iterable[str] | None = None,
    allow_mutation: bool = False,
    max_hops: int = 3,
    max_alternatives_per_field: int = ALTERNATIVES,
    learning_suggestions: object = None,
) -> DependencyClosure:
    """Complete what a selected target needs before it can be called.

    Total on JSON-shaped data: what is of a wrong type is read as absent, and nothing is changed.

    Args:
        target: the selected tool.
        tools: the catalog by name: plain dictionaries or, to build the index once, a `CompiledCatalog`.
        graph: a `ToolGraph`, or a collection artifact as plain JSON: manual edges, links, promoted traces.
        query: the user's request. Without it every required identifier is looked for, as if the request asked to find
            it, and no tool that changes something is admitted.
        available_fields: inputs whose values are there already.
        context_field_names: inputs that the adapter fills from its context.
        allow_mutation: the adapter has authorised and confirmed changes; the request must ask for them as well.
        max_hops: how far producers of producers are followed.
        max_alternatives_per_field: how many other producers are named for a field.
        learning_suggestions: a snapshot's view of the collection (`PromotedSnapshot.for_collection`), or plain rows.

    >>> tools = {
    ...     "findUser": {"metadata": {"method": "get", "path": "/users/search",
    ...         "produces": [{"field_name": "id", "json_path": "$.items[*].id"}]}},
    ...     "getOrders": {"metadata": {"method": "get", "path": "/users/{userId}/orders",
    ...         "consumes": [{"field_name": "userId", "required": True}]}},
    ... }
    >>> complete_target_dependencies("getOrders", tools, query="find Kim's orders").required_dependencies
    ['findUser']
    >>> complete_target_dependencies("getOrders", tools, query="orders of user 17").user_input_slots[0]["reason"]
    'value_in_query'
    """
    index = index_of(tools)
    name = target if isinstance(target, str) else ""
    walk = Walk(
        index=index,
        target=name,
        query=query if isinstance(query, str) else None,
        stated=stated_edges(index, graph, learning_suggestions),
        limits=Limits(
            available=field_names(available_fields),
            context=field_names(context_field_names),
            permission=read_permission(query, allow_mutation),
            allow=allow_mutation is True,
            hops=bounded(max_hops, 0, _MOST_HOPS, 3),
            alternatives=bounded(max_alternatives_per_field, 0, 64, ALTERNATIVES),
        ),
    )
    return walk.closure()


def field_names(value: object) -> frozenset[str]:
    """Read names of fields; anything else is none."""
    if isinstance(value, str):
        return frozenset({value})
    return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, Iterable) else frozenset()


def bounded(value: object, least: int, most: int, default: int) -> int:
    """Return a whole number within its bounds, the default for what is none."""
    return max(least, min(most, value)) if isinstance(value, int) and not isinstance(value, bool) else default
