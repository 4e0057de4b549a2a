"""How much work a closure and an expansion are: counted in outputs that are compared, never in seconds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from selector import CompiledCatalog, ToolGraph, complete_target_dependencies, expand_candidates_with_producers
from selector.linking.chains import CONSIDERED, Chains
from selector.walk import ADMITTED
from tests.selector.catalogs import tool


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an output was weighed, and how often one was looked at to choose those that are weighed."""
    counted: Counter[str] = Counter()

    def count(name: str) -> None:
        original = getattr(Chains, name)

        def counting(self: Chains, *arguments: Any) -> Any:
            counted[name] += 1
            return original(self, *arguments)

        monkeypatch.setattr(Chains, name, counting)

    count("_supply_cost")
    count("_promise")
    return counted


def dense(size: int) -> CompiledCatalog:
    """Every tool takes and gives the same two identifiers."""
    given = ["$.items[*].orderId", "$.userId"]
    return CompiledCatalog(
        {f"readPart{i}": tool(f"/x{i}", {"orderId": "query", "userId": "query"}, given) for i in range(size)}
    )


def nested(size: int) -> CompiledCatalog:
    """A list of parcels for each of many towns, all of which feed one tool."""
    lists = {f"listTown{i}": tool(f"/town{i}/parcels", {}, ["$.items[*].parcelId"]) for i in range(size)}
    return CompiledCatalog({"getParcel": tool("/parcels/{parcelId}", {"parcelId": "path"}), **lists})


def test_the_work_of_a_dense_catalog_grows_no_faster_than_the_catalog(work: Counter[str]) -> None:
    found = {}
    for size in (250, 1_000):
        work.clear()
        complete_target_dependencies("readPart0", dense(size), query="find it", max_hops=64)
        found[size] = sum(work.values())
    assert found[1_000] <= 4.5 * max(found[250], 1)


def test_producers_are_chosen_once_however_many_candidates_need_them(work: Counter[str]) -> None:
    catalog = nested(2_000)
    complete_target_dependencies("getParcel", catalog, query="find the parcel")
    assert work["_promise"] == 2_000
    assert work["_supply_cost"] <= 2 * CONSIDERED
    takers = {f"trackParcel{i}": tool(f"/track{i}", {"parcelId": "query"}) for i in range(50)}
    wide = CompiledCatalog({**catalog, **takers})
    work.clear()
    found = expand_candidates_with_producers(list(takers), wide)
    assert work["_promise"] == 2_000
    assert work["_supply_cost"] <= 50 * CONSIDERED
    assert len(found) == 53


def test_the_bound_of_what_is_compared_is_told() -> None:
    closure = complete_target_dependencies("getParcel", nested(200), query="find the parcel")
    row = next(row for row in closure.diagnostics if row["reason"] == "producers_bounded")
    assert (row["considered"], row["omitted"]) == (CONSIDERED, 200 - CONSIDERED)
    ambiguous = next(row for row in closure.diagnostics if row["reason"] == "ambiguous_producer")
    assert len(ambiguous["producers"]) + ambiguous["omitted"] == CONSIDERED


def test_a_producer_of_many_that_the_request_speaks_of_is_compared() -> None:
    tools = {**nested(200), "listVault": tool("/vault/parcels", {}, ["$.items[*].parcelId"])}
    closure = complete_target_dependencies("getParcel", tools, query="find the parcel in the vault")
    assert closure.required_dependencies == ["listVault"]


def test_blocked_producers_do_not_crowd_out_those_that_read() -> None:
    blocked = {f"deleteTown{i}": tool(f"/a{i}", {}, ["$.items[*].parcelId"], method="delete") for i in range(300)}
    tools = {**nested(1), **blocked}
    closure = complete_target_dependencies("getParcel", tools, query="find the parcel")
    assert closure.required_dependencies == ["listTown0"]


def test_the_number_of_admitted_tools_is_bounded_and_told() -> None:
    size = ADMITTED + 40
    schema = {"properties": {f"x{i}": {"type": "string"} for i in range(8)}, "required": [f"x{i}" for i in range(8)]}
    graph = ToolGraph({f"part{i}": {"inputSchema": schema} for i in range(size)})
    for i in range(size):
        for field in range(8):
            if 8 * i + field + 1 < size:
                graph.add_edge(f"part{8 * i + field + 1}", f"part{i}", f"x{field}")
    closure = complete_target_dependencies("part0", graph.tools, graph=graph, query="find it", max_hops=64)
    assert len(closure.required_dependencies) == ADMITTED
    assert not closure.complete
    assert {row["reason"] for row in closure.unresolved_fields} == {"max_tools"}
    assert "admission_limit_reached" in {row["reason"] for row in closure.diagnostics}
