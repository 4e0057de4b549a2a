"""What holds of every catalog and every request: totality, order independence, evidence, termination, budgets."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector import (
    CompiledCatalog,
    ToolGraph,
    assemble_tool_bundle,
    complete_target_dependencies,
    expand_candidates_with_producers,
)
from selector.linking.prospects import Prospects
from tests.selector.catalogs import LIBRARY, tool

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
THINGS = ("order", "user", "parcel", "depot")
FIELDS = st.sampled_from([f"{thing}Id" for thing in THINGS] + ["id", "name", "q"])
PATHS = st.sampled_from([f"/{thing}s{tail}" for thing in THINGS for tail in ("", "/{id}", "/search")])
TOOLS = st.builds(
    lambda path, needs, gives, method, optional: tool(
        path, dict.fromkeys(needs, "query"), [f"$.items[*].{name}" for name in gives], method=method, optional=optional
    ),
    PATHS,
    st.lists(FIELDS, max_size=3, unique=True),
    st.lists(FIELDS, max_size=3, unique=True),
    st.sampled_from(["get", "get", "post", "delete"]),
    st.lists(FIELDS, max_size=1),
)
NAMES = st.sampled_from([f"{verb}{thing.title()}" for verb in ("get", "list", "find", "delete") for thing in THINGS])
CATALOGS = st.dictionaries(NAMES, TOOLS, min_size=1, max_size=8)
REQUESTS = st.sampled_from(
    [None, "find the order of user 7", "show the parcels", "소포 찾아서 삭제해줘", "delete the order of Kim", ""]
)


def any_of(*shapes: Any) -> Any:
    """A shape that was meant, or any JSON in its place."""
    return st.one_of(JSON, *shapes)


@settings(max_examples=60, deadline=None)
@given(
    any_of(NAMES),
    any_of(CATALOGS, st.dictionaries(st.text(max_size=4), JSON, max_size=3)),
    any_of(REQUESTS),
    JSON,
    JSON,
    JSON,
)
def test_no_json_shaped_input_raises(target: Any, tools: Any, query: Any, first: Any, second: Any, third: Any) -> None:
    given_values = deepcopy([target, tools, query, first, second, third])
    closure = complete_target_dependencies(
        target,
        tools,
        query=query,
        graph=first,
        available_fields=second,
        context_field_names=third,
        allow_mutation=first,
        max_hops=second,
        max_alternatives_per_field=third,
        learning_suggestions=first,
    )
    bundle = assemble_tool_bundle(
        query,
        target,
        tools,
        graph=second,
        target_alternatives=first,
        allow_mutation=second,
        learning_suggestions=third,
    )
    expanded = expand_candidates_with_producers(
        first, tools, max_producers_per_field=second, max_hops=third, action_priority=first, graph=second, query=query
    )
    json.dumps([closure.to_dict(), bundle.to_dict(), expanded])
    assert repr([target, tools, query, first, second, third]) == repr(given_values)


@settings(max_examples=30, deadline=None)
@given(CATALOGS, REQUESTS, st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_catalog_does_not_matter(
    tools: dict[str, Any], query: str | None, draw: random.Random, allow: bool
) -> None:
    names = list(tools)
    target = names[0]
    draw.shuffle(names)
    shuffled = {name: tools[name] for name in names}
    for catalog in (shuffled, CompiledCatalog(shuffled)):
        assert (
            complete_target_dependencies(target, catalog, query=query, allow_mutation=allow).to_dict()
            == complete_target_dependencies(target, tools, query=query, allow_mutation=allow).to_dict()
        )
    assert expand_candidates_with_producers([target], shuffled) == expand_candidates_with_producers([target], tools)


@settings(max_examples=30, deadline=None)
@given(CATALOGS, REQUESTS, st.booleans())
def test_every_admitted_tool_has_evidence_and_stands_before_who_needs_it(
    tools: dict[str, Any], query: str | None, allow: bool
) -> None:
    for target in tools:
        closure = complete_target_dependencies(target, tools, query=query, allow_mutation=allow)
        required = closure.required_dependencies
        assert {row["producer"] for row in closure.evidence} == set(required)
        assert len(set(required)) == len(required)
        assert target not in required
        place = {name: i for i, name in enumerate([*required, target])}
        assert all(place[row["producer"]] < place[row["consumer"]] for row in closure.evidence)
        assert all(row["tier"] <= 3 for row in closure.evidence)
        assert set(required).isdisjoint(closure.optional_dependencies)


@settings(max_examples=30, deadline=None)
@given(CATALOGS, st.lists(NAMES, max_size=3), st.integers(0, 3), st.integers(0, 3))
def test_expansion_is_stable_and_keeps_the_candidates_first(
    tools: dict[str, Any], names: list[str], hops: int, limit: int
) -> None:
    unique = list(dict.fromkeys(names))
    found = expand_candidates_with_producers(names, tools, max_hops=hops, max_producers_per_field=limit)
    assert found[: len(unique)] == unique
    assert len(set(found)) == len(found)
    further = expand_candidates_with_producers(names, tools, max_hops=hops + 1, max_producers_per_field=limit)
    assert further[: len(found)] == found
    everything = expand_candidates_with_producers(names, tools, max_hops=64, max_producers_per_field=limit)
    assert expand_candidates_with_producers(everything, tools, max_hops=64, max_producers_per_field=limit) == everything


@settings(max_examples=30, deadline=None)
@given(CATALOGS, REQUESTS, st.lists(st.integers(1, 600), min_size=2, max_size=4), st.integers(0, 7))
def test_more_budget_never_removes_a_tool_and_no_budget_is_exceeded(
    tools: dict[str, Any], query: str | None, budgets: list[int], seed: int
) -> None:
    target, *others = tools

    def count(text: str) -> int:
        return (len(text) * (3 + seed) + seed * text.count("e") * 20) // 9  # need not grow with the text

    for counter in (None, count):
        before: list[str] = []
        for budget in sorted(budgets):
            bundle = assemble_tool_bundle(
                query, target, tools, target_alternatives=others, token_budget=budget, token_counter=counter
            )
            assert bundle.token_budget["used"] <= budget
            assert set(before) <= set(bundle.admitted_tools)
            assert bundle.budget_insufficient == (bundle.admitted_tools == [])
            assert list(bundle.projected_schemas) == bundle.admitted_tools
            before = bundle.admitted_tools


def test_asking_twice_gives_the_same() -> None:
    catalog = CompiledCatalog(LIBRARY)
    first, second = (
        complete_target_dependencies("borrowCopy", catalog, query="find a copy of Dune and borrow it") for _ in range(2)
    )
    assert first == second
    filled = complete_target_dependencies(
        "borrowCopy", catalog, query="find a copy of Dune and borrow it", available_fields=["memberId", "copyNo"]
    )
    assert filled.required_dependencies == []


def test_a_chain_of_ten_thousand_tools_a_ring_and_a_self_edge_end() -> None:
    size = 10_000
    ring = {
        f"getStep{i}": tool(f"/step{i}s", {f"step{(i + 1) % size}x_id": "query"}, [f"$.step{i}x_id"])
        for i in range(size)
    }
    catalog = CompiledCatalog(ring)
    closure = complete_target_dependencies("getStep0", catalog, query="find the step", max_hops=10**9)
    assert len(closure.required_dependencies) == 64
    assert [row["reason"] for row in closure.unresolved_fields] == ["max_hops"]
    assert len(expand_candidates_with_producers(["getStep0"], catalog, max_hops=10**9)) == 65


def test_cycles_are_reported_and_never_followed() -> None:
    tools = {
        "getOrder": tool("/orders/{userId}", {"userId": "path"}, ["$.order.orderId"]),
        "getUser": tool("/users/{orderId}", {"orderId": "path"}, ["$.user.userId"]),
        "getSelf": tool("/selves/{selfId}", {"selfId": "path"}, ["$.selfId"]),
    }
    closure = complete_target_dependencies("getOrder", tools, query="find the order of the user", max_hops=20)
    assert closure.required_dependencies == ["getUser"]
    assert closure.cycles == [["getUser", "getOrder"]]
    assert complete_target_dependencies("getSelf", tools, query="find it").required_dependencies == []
    graph = ToolGraph.build(tools)
    for pair in (("getOrder", "getOrder"), ("getOrder", "getUser"), ("getUser", "getOrder")):
        graph.add_edge(*pair, "orderId" if pair[1] == "getUser" else "userId")
    again = complete_target_dependencies("getOrder", tools, query="find the order", graph=graph, max_hops=20)
    assert again.required_dependencies == ["getUser"]


@settings(max_examples=60, deadline=None)
@given(CATALOGS, REQUESTS, st.booleans(), st.integers(1, 4))
def test_chains_that_are_not_followed_would_not_have_been_cheaper(
    tools: dict[str, Any], query: str | None, allow: bool, hops: int
) -> None:
    def closures() -> list[dict[str, Any]]:
        catalog = CompiledCatalog(tools)
        options: dict[str, Any] = {"query": query, "allow_mutation": allow, "max_hops": hops}
        return [complete_target_dependencies(target, catalog, **options).to_dict() for target in tools]

    short = closures()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Prospects, "_may_undercut", lambda *_: True)
        assert closures() == short


@settings(max_examples=15, deadline=None)
@given(CATALOGS, st.lists(st.tuples(REQUESTS, st.booleans(), st.sampled_from(["", "orderId", "userId"])), max_size=6))
def test_what_a_catalog_remembers_changes_no_later_result(
    tools: dict[str, Any], calls: list[tuple[str | None, bool, str]]
) -> None:
    used = CompiledCatalog(tools)
    for query, allow, there in calls:
        for target in tools:
            options: dict[str, Any] = {"query": query, "allow_mutation": allow, "available_fields": [there]}
            found = complete_target_dependencies(target, used, **options)
            assert found == complete_target_dependencies(target, CompiledCatalog(tools), **options)
