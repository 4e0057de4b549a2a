"""How much work a closure and an expansion are: counted in what is read and compared, never in seconds."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from selector import (
    CompiledCatalog,
    ToolGraph,
    assemble_tool_bundle,
    complete_target_dependencies,
    expand_candidates_with_producers,
    projection,
    tools,
)
from selector.linking import index, links, vocabulary
from selector.linking.costs import Costs
from selector.linking.index import index_of
from selector.linking.pools import Pools
from selector.linking.prospects import CONSIDERED, Prospects
from selector.walk import ADMITTED
from tests.selector.catalogs import LIBRARY, tool


def counted(monkeypatch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> Counter[str]:
    """How often each of some functions is called."""
    calls: Counter[str] = Counter()

    def count(place: Any, name: str) -> None:
        original = getattr(place, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            calls[name] += 1
            return original(*arguments, **named)

        monkeypatch.setattr(place, name, counting)

    for place, name in places:
        count(place, name)
    return calls


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an output was gathered, the request held against a call, and a chain weighed."""
    return counted(monkeypatch, (Pools, "profile"), (Costs, "_entry"), (Prospects, "_with_wants"))


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
    assert work["profile"] == 2_000
    assert work["_entry"] <= 2_000 + CONSIDERED
    assert work["_with_wants"] <= CONSIDERED
    takers = {f"trackParcel{i}": tool(f"/track{i}", {"parcelId": "query"}) for i in range(50)}
    wide = CompiledCatalog({**catalog, **takers})
    work.clear()
    found = expand_candidates_with_producers(list(takers), wide)
    assert work["profile"] == 2_000
    assert work["_entry"] + work["_with_wants"] <= 2 * CONSIDERED
    assert len(found) == 53


def test_calls_that_are_alike_are_reckoned_once(work: Counter[str]) -> None:
    catalog = nested(50)
    index_of(catalog)
    work.clear()
    complete_target_dependencies("getParcel", catalog, query="look for it")
    assert (work["profile"], work["_entry"], work["_with_wants"]) == (0, 1, 1)


def test_a_request_is_reckoned_once_for_all_that_is_asked_of_it(work: Counter[str]) -> None:
    query, catalog = "find the branch that has a copy of the book Dune", CompiledCatalog(LIBRARY)
    complete_target_dependencies("getBranch", catalog, query=query)
    work.clear()
    bundle = assemble_tool_bundle(query, "getBranch", catalog, token_budget=4_000)
    assert bundle.required_tools
    assert not work


def test_calls_read_no_tool_again(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = CompiledCatalog(LIBRARY)
    index_of(catalog)
    places = ((index, "read_contract"), (index, "judge"), (vocabulary, "read_tool"), (projection, "project"))
    read = counted(monkeypatch, *places, (projection, "read_source"), (tools, "read_source"))
    for target in LIBRARY:
        query = f"find what {target} needs of the book Dune and of my member card, then delete it"
        assemble_tool_bundle(query, target, catalog, target_alternatives=list(LIBRARY), allow_mutation=True)
        expand_candidates_with_producers([target], catalog, query=query, max_hops=3)
    assert not read
    complete_target_dependencies("getBook", LIBRARY, query="find the book Dune")
    assert set(read) == {"read_contract", "judge", "read_tool", "read_source"}


def test_a_request_is_read_once_and_only_where_it_may_fill_an_input(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = CompiledCatalog({**LIBRARY, "setTitle": tool("/title", {"title": "body"}, method="post")})
    read = counted(monkeypatch, (index, "read_request"))
    for target in ("searchBooks", "setTitle", "listNewBooks"):
        complete_target_dependencies(target, catalog, query="change the title of Dune")
    assert not read
    for target in ("getBook", "getBranch", "borrowCopy"):
        complete_target_dependencies(target, catalog, query="change the title of Dune")
        assemble_tool_bundle("change the title of Dune", target, catalog)
    assert read["read_request"] == 1


def test_what_an_index_remembers_of_requests_is_bounded() -> None:
    catalog = CompiledCatalog(LIBRARY)
    for number in range(600):
        complete_target_dependencies("getBook", catalog, query=f"find the book called Dune {number}")
    kept = index_of(catalog)
    assert kept.request.cache_info().currsize <= 256
    assert kept.prospects.cache_info().currsize <= 128


def test_stated_edges_are_kept_ready_within_a_bound(work: Counter[str]) -> None:
    row = {"source": "getBook", "target": "listNewBooks", "relation": "requires", "is_manual": True}
    catalog = CompiledCatalog(LIBRARY)
    for number in range(3_000):
        graph = {"edges": [{**row, "data_flow": {"to_field": "bookId", "from_path": f"$.results[{number}].id"}}]}
        complete_target_dependencies("getBook", catalog, query="find a book", graph=graph)
    assert len(index_of(catalog).pools._alone) <= 1_024
    work.clear()
    complete_target_dependencies("getBook", catalog, query="find the book", graph=graph)
    assert work["profile"] == 0


def test_a_graph_is_laid_over_a_catalog_once_until_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ToolGraph(LIBRARY)
    graph.add_edge("listNewBooks", "getBook", "bookId")
    laid = counted(monkeypatch, (links, "by_consumer"))

    def needed() -> list[str]:
        found = complete_target_dependencies("getBook", graph.tools, graph=graph, query="read it to me")
        expand_candidates_with_producers(["getBook"], graph.tools, graph=graph)
        return found.required_dependencies

    assert needed() == needed() == ["listNewBooks"]
    assert laid["by_consumer"] == 2  # of the catalog's own links, and with the graph's
    graph.remove_edge("listNewBooks", "getBook", "bookId")
    assert needed() == []
    assert laid["by_consumer"] == 2  # nothing is left to lay
    graph.add_edge("searchBooks", "getBook", "bookId")
    assert needed() == ["searchBooks"]
    assert laid["by_consumer"] == 3


def test_a_copy_of_a_catalog_is_as_good_as_the_catalog() -> None:
    catalog, query = CompiledCatalog(LIBRARY), "find the branch of the book Dune"
    closure = complete_target_dependencies("getBranch", catalog, query=query)
    assert complete_target_dependencies("getBranch", deepcopy(catalog), query=query) == closure


def test_a_bundle_is_the_callers_own() -> None:
    listed = {"type": "object", "properties": {"state": {"type": "string", "enum": ["lent", "there"]}}}
    catalog = CompiledCatalog({"listCopies": {"description": "List copies.", "inputSchema": listed}})
    first = assemble_tool_bundle("list the copies", "listCopies", catalog).to_dict()
    spoilt = assemble_tool_bundle("list the copies", "listCopies", catalog)
    spoilt.projected_schemas["listCopies"]["parameters"][0]["enum"].clear()
    spoilt.projected_schemas["listCopies"]["parameters"].clear()
    spoilt.diagnostics.append({})
    assert assemble_tool_bundle("list the copies", "listCopies", catalog).to_dict() == first


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
