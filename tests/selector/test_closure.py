"""What a closure admits, asks for and tells, on small catalogs of our own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from selector import (
    CompiledCatalog,
    PromotedSnapshot,
    ToolGraph,
    assemble_tool_bundle,
    complete_target_dependencies,
    expand_candidates_with_producers,
)
from tests.selector.catalogs import LIBRARY, tool

FIELDS = {
    *("target", "required_dependencies", "optional_dependencies", "alternatives_by_field", "resolved_fields"),
    *("unresolved_fields", "dependency_paths", "cycles", "evidence", "user_input_slots", "safety", "diagnostics"),
    *("policy_revision", "complete"),
}


def needs(target: str, query: str | None, **options: Any) -> list[str]:
    return complete_target_dependencies(target, LIBRARY, query=query, **options).required_dependencies


def slots(target: str, query: str | None, **options: Any) -> dict[str, str]:
    closure = complete_target_dependencies(target, LIBRARY, query=query, **options)
    return {row["field"]: row["reason"] for row in closure.user_input_slots}


@pytest.mark.parametrize(
    ("query", "target", "required"),
    [
        ("reviews of the book Dune", "getBookReviews", ["searchBooks"]),
        ("reviews of book 42", "getBookReviews", []),
        ("reviews of the book with id B-17", "getBookReviews", []),
        ("show the reviews of the newest book", "getBookReviews", ["listNewBooks"]),
        ("where does the branch stand that has a copy of the book Dune?", "getBranch", ["searchBooks", "listCopies"]),
        ("who is the publisher of Dune?", "getPublisher", ["searchBooks", "getBook"]),
        ("'데미안' 책의 리뷰 찾아줘", "getBookReviews", ["searchBooks"]),
        ("42번 책의 리뷰 보여줘", "getBookReviews", []),
        ("get the reviews by id", "getBookReviews", []),
    ],
)
def test_producers_are_those_that_the_request_speaks_for(query: str, target: str, required: list[str]) -> None:
    closure = complete_target_dependencies(target, LIBRARY, query=query)
    assert sorted(closure.required_dependencies) == sorted(required), closure.diagnostics
    assert closure.complete


def test_the_result_has_the_fields_of_the_specification_and_is_plain_json() -> None:
    result = complete_target_dependencies("getBranch", LIBRARY, query="find the branch of the book Dune").to_dict()
    assert set(result) == FIELDS
    assert json.loads(json.dumps(result)) == result
    assert {"allow_mutation", "query_intent", "mutation_dependencies_allowed"} <= set(result["safety"])
    evidence = {(row["consumer"], row["field"]): row for row in result["evidence"]}
    row = evidence["getBranch", "branchCode"]
    assert (row["producer"], row["path"], row["tier"]) == ("listCopies", "$.copies[*].branchCode", 2)


def test_without_a_query_everything_is_looked_for_and_nothing_changes() -> None:
    assert needs("getBookReviews", None) == ["listNewBooks"]
    closure = complete_target_dependencies("borrowCopy", LIBRARY, allow_mutation=True)
    assert closure.safety["query_intent"] == "unknown"
    assert not {"borrowCopy", "returnLoan", "deleteMember"} & set(closure.required_dependencies)


def test_available_and_context_fields_need_no_producer() -> None:
    query = "find a copy of Dune and borrow it"
    assert "searchMembers" in needs("borrowCopy", query)
    assert "searchMembers" not in needs("borrowCopy", query, available_fields={"memberId"})
    assert slots("borrowCopy", query, context_field_names=["memberId"])["memberId"] == "context_field"
    assert slots("getBookReviews", "reviews of book 42") == {"bookId": "value_in_query"}


def test_hop_limits_are_told() -> None:
    closure = complete_target_dependencies("getBranch", LIBRARY, query="find the branch of the book Dune", max_hops=1)
    assert closure.required_dependencies == ["listCopies"]
    assert closure.unresolved_fields == [{"tool": "listCopies", "field": "bookId", "reason": "max_hops"}]
    assert not closure.complete


def test_a_weak_match_is_an_ambiguity_and_no_dependency() -> None:
    tools = {
        "sendNote": tool("/notes", {"title": "body"}, method="post"),
        "getBook": tool("/books/1", {}, ["$.title"]),
    }
    closure = complete_target_dependencies("sendNote", tools, query="find a book and send a note about it")
    assert closure.required_dependencies == []
    row = next(row for row in closure.diagnostics if row["reason"] == "ambiguous_dependency")
    assert (row["producers"], row["evidence_tier"]) == (["getBook"], 4)


def test_paging_credentials_context_and_filters_are_never_looked_for() -> None:
    taken = ["pageToken", "access_token", "q", "cursor"]
    tools = {
        "listThings": tool("/things", dict.fromkeys(taken, "query")),
        "giveAll": tool("/all", {}, [f"$.{name}" for name in taken]),
    }
    assert complete_target_dependencies("listThings", tools, query="find all things").required_dependencies == []
    assert expand_candidates_with_producers(["listThings"], tools) == ["listThings"]
    tools["listThings"]["metadata"]["api_contract"]["consumes"] = [
        {"field_name": "orderId", "required": True, "kind": "context"}
    ]
    tools["giveOrder"] = tool("/orders", {}, ["$.orderId"])
    assert complete_target_dependencies("listThings", tools, query="find the order").required_dependencies == []


@pytest.mark.parametrize(
    ("given", "needed", "linked"),
    [
        ("$.users[*].id", "user_id", True),
        ("$.user.id", "userId", True),
        ("$.data.users.items[*].id", "userIds", True),
        ("$.orders[*].items[*].id", "orderId", False),
        ("$.주문목록[*].주문번호", "orderNo", True),
        ("$.orders[*].orderNo", "주문번호", True),
        ("$.repos[*].id", "repository_id", True),
        ("$.users[*].name", "user_id", False),
        ("$.users[*].id", "order_id", False),
        ("$.accounts[*].id", "source_account_id", True),
        ("$.orders[*].orderNo", "orderId", False),
        ("$.users[*].id:boolean", "user_id", False),
    ],
)
def test_fields_are_linked_by_what_they_identify(given: str, needed: str, linked: bool) -> None:
    tools = {"giver": tool("/give", {}, [given]), "taker": tool("/take", {needed: "query"})}
    found = complete_target_dependencies("taker", tools).required_dependencies
    assert found == (["giver"] if linked else [])


def test_an_id_in_a_path_is_that_of_what_stands_before_it() -> None:
    tools = {
        "searchArtists": tool("/search/artists", {}, ["$.items[*].id"]),
        "searchAlbums": tool("/search/albums", {}, ["$.items[*].id"]),
        "getAlbums": tool("/artists/{id}/albums", {"id": "path"}),
    }
    assert complete_target_dependencies("getAlbums", tools).required_dependencies == ["searchArtists"]


def test_an_object_is_known_by_its_shape_where_no_name_tells() -> None:
    person = ["id", "name", "born", "height"]
    tools = {
        "getPerson": tool("/people/{personId}", {"personId": "path"}, [f"$.{name}" for name in person]),
        "getFilm": tool("/films/7", {}, [f"$.cast[*].{name}" for name in (*person, "role")]),
    }
    closure = complete_target_dependencies("getPerson", tools)
    assert closure.required_dependencies == ["getFilm"]
    assert closure.evidence[0]["evidence"] == "object_shape"


def test_semantic_tags_and_openapi_links_need_no_likeness_of_names() -> None:
    giver, taker = tool("/give", {}, ["$.blob"]), tool("/take", {"thing": "query"})
    tools = {"giver": giver, "taker": taker}
    assert complete_target_dependencies("taker", tools).required_dependencies == []
    giver["metadata"]["api_contract"]["links"] = [
        {"operation_id": "taker", "parameters": [{"field_name": "thing", "json_path": "$.blob"}]}
    ]
    closure = complete_target_dependencies("taker", tools, query="do it")
    assert closure.evidence[0]["sources"] == ["openapi_link"]
    giver["metadata"]["api_contract"]["links"] = []
    for row in (*giver["metadata"]["api_contract"]["produces"], *taker["metadata"]["api_contract"]["consumes"]):
        row["semantic_tag"] = "parcel_tracking"
    assert complete_target_dependencies("taker", tools).evidence[0]["evidence"] == "semantic_tag"


def test_plain_json_schemas_are_contracts_too() -> None:
    user = {"type": "object", "title": "User", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    tools = {
        "list_users": {"outputSchema": {"type": "array", "items": user}, "annotations": {"readOnlyHint": True}},
        "get_profile": {
            "inputSchema": {"type": "object", "properties": {"user_id": {"type": "string"}}, "required": ["user_id"]}
        },
    }
    assert complete_target_dependencies("get_profile", tools, query="the profile of Kim").required_dependencies == [
        "list_users"
    ]


def test_references_and_combined_schemas_are_followed_and_never_for_long() -> None:
    document = {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/Invoice"}}},
        "$defs": {"Invoice": {"allOf": [{"properties": {"id": {"type": "string"}}}, {"$ref": "#/$defs/Invoice"}]}},
    }
    taker = tool("/pay", {"invoiceId": "query"})
    tools = {"giver": {"outputSchema": document, "annotations": {"readOnlyHint": True}}, "taker": taker}
    assert complete_target_dependencies("taker", tools).required_dependencies == ["giver"]
    deep: dict[str, Any] = {"type": "object"}
    for _ in range(7):
        deep = {"oneOf": [deep] * 60}
    assert complete_target_dependencies("taker", {"giver": {"outputSchema": deep}, "taker": taker}).complete


def test_a_step_that_asks_for_details_is_a_call_between() -> None:
    tools = {
        **LIBRARY,
        "reserveBook": tool("/reservations", {}, ["$.reservationId"], method="post", optional=["bookId"]),
    }
    plain = complete_target_dependencies("reserveBook", tools, query="reserve a book")
    assert plain.required_dependencies == []
    closure = complete_target_dependencies(
        "reserveBook", tools, query="find the book Dune, inspect its details, and reserve it"
    )
    assert closure.required_dependencies == ["searchBooks", "getBook"]
    assert [row["evidence"] for row in closure.evidence] == ["resource_identifier", "query_step"]


def test_expansion_takes_the_actions_that_come_first() -> None:
    plain = expand_candidates_with_producers(["getBookReviews"], LIBRARY, max_producers_per_field=1)
    assert plain in (["getBookReviews", "searchBooks"], ["getBookReviews", "listNewBooks"])
    both = expand_candidates_with_producers(["getBranch", "getBookReviews"], LIBRARY, max_hops=2)
    assert both[:2] == ["getBranch", "getBookReviews"]
    assert set(both[2:]) == {"listCopies", "searchBooks", "listNewBooks"}


def test_a_single_run_counts_for_nothing_and_a_promoted_edge_fills_a_field() -> None:
    tools = {"giver": {}, "taker": {"inputSchema": {"properties": {"x": {}}, "required": ["x"]}}}
    edge = {"source": "giver", "from_field": "a.b", "target": "taker", "to_field": "x"}
    row = {"id": "e", "kind": "data_flow_edge", "collection_id": "c", "edge": edge}
    for status, required in (("suggested", []), ("promotable", []), ("demoted", []), ("promoted", ["giver"])):
        snapshot = PromotedSnapshot.from_rows([{**row, "status": status}]).for_collection("c")
        graph = ToolGraph(tools).with_promoted(snapshot)
        for options in ({"learning_suggestions": snapshot}, {"graph": graph}):
            closure = complete_target_dependencies("taker", tools, query="take it", **options)
            assert closure.required_dependencies == required, status
    run = {"source": "taker", "target": "giver", "relation": "requires", "evidence_sources": ["run"]}
    flow = {"from_field": "b", "to_field": "x"}
    observed = {"tools": tools, "graph": {"edges": [{**run, "data_flow": flow}]}}
    for graph_option in (observed, ToolGraph.from_artifact(observed)):
        assert complete_target_dependencies("taker", tools, graph=graph_option).required_dependencies == []


def test_a_bundle_holds_the_required_part_whole_or_nothing() -> None:
    query, target = "find the branch of the book Dune", "getBranch"
    bundle = assemble_tool_bundle(query, target, LIBRARY, target_alternatives=["getPublisher", "deleteMember"])
    assert bundle.admitted_tools == [target, "searchBooks", "listCopies", "getPublisher"]
    assert bundle.target_alternatives == ["getPublisher"]
    assert bundle.closure_status == "ready"
    assert set(bundle.projected_schemas["getBranch"]) == {"name", "description", "parameters"}
    small = assemble_tool_bundle(query, target, LIBRARY, token_budget=5)
    assert small.budget_insufficient
    assert small.closure_status == "budget_insufficient"
    assert small.admitted_tools == []


def test_any_counter_counts() -> None:
    class Tokenizer:
        def count(self, text: str) -> int:
            return len(text) // 2

    counters = (len, Tokenizer(), lambda text: list(text.encode()), lambda text: {"input_ids": [1] * len(text)})
    for counter in counters:
        bundle = assemble_tool_bundle("show", "getBook", LIBRARY, token_counter=counter, token_budget=10_000)
        assert bundle.token_budget["accounting"] == "token_counter"
        assert 0 < bundle.token_budget["used"] <= 10_000
    assert bundle.token_budget["used"] > 2


@pytest.mark.parametrize("returned", [None, True, "12", b"12", 1j])
def test_a_counter_that_returns_no_count_is_told_so(returned: object) -> None:
    with pytest.raises(TypeError, match="must return a number of tokens"):
        assemble_tool_bundle("show", "getBook", LIBRARY, token_counter=lambda _: returned)


@pytest.mark.parametrize("returned", [-1, float("nan"), float("inf")])
def test_a_count_is_finite_and_not_negative(returned: float) -> None:
    with pytest.raises(ValueError, match="must return a number of tokens"):
        assemble_tool_bundle("show", "getBook", LIBRARY, token_counter=lambda _: returned)


@pytest.mark.parametrize("counter", [7, "count", [1], {"count": 3}])
def test_a_counter_that_is_none_is_told_so(counter: object) -> None:
    with pytest.raises(TypeError, match="give a callable on text"):
        assemble_tool_bundle("show", "getBook", LIBRARY, token_counter=counter)


@pytest.mark.parametrize("budget", [0, -5, 1.5, True, float("nan"), "100", [1]])
def test_a_budget_is_a_positive_whole_number(budget: Any) -> None:
    with pytest.raises(ValueError, match="positive whole number"):
        assemble_tool_bundle("show", "getBook", LIBRARY, token_budget=budget)


def test_an_infinite_budget_is_none() -> None:
    bundle = assemble_tool_bundle("show", "getBook", LIBRARY, token_budget=float("inf"))  # type: ignore[arg-type]  # any caller may
    assert bundle.token_budget["limit"] is None
    json.dumps(bundle.to_dict(), allow_nan=False)


def test_half_a_character_in_a_catalog_is_shown_as_a_question_mark(tmp_path: Path) -> None:
    tools = {"getBook": {"description": "Half \ud800 a character."}}
    bundle = assemble_tool_bundle("show", "getBook", tools)
    assert bundle.projected_schemas["getBook"]["description"] == "Half ? a character."
    ToolGraph(tools).save(tmp_path / "graph.json")
    assert ToolGraph.load(tmp_path / "graph.json").tools["getBook"] == tools["getBook"]
    with pytest.raises(OSError, match=r"."):
        ToolGraph(tools).save(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["graph.json"]


@pytest.mark.parametrize(
    ("parameter", "output"),
    [
        *(("issue_number", "number"), ("issue_iid", "iid"), ("issueKey", "key"), ("issue_code", "code")),
        *(("issue_name", "name"), ("issue_sha", "sha"), ("issue_ref", "ref"), ("issueHandle", "handle")),
        *(("issue_hash", "hash"), ("issue_slug", "slug"), ("name", "metadata.name"), ("number", "number")),
        ("issue", "id"),
    ],
)
def test_a_path_leads_to_a_resource_by_whatever_identifies_it(parameter: str, output: str) -> None:
    tools = {
        "listIssues": tool("/issues", {}, [f"$.items[*].{output}", "$.items[*].title"]),
        "listNotes": tool(f"/issues/{{{parameter}}}/notes", {parameter: "path"}, ["$.notes[*].text"]),
    }
    closure = complete_target_dependencies("listNotes", tools, query="find the issue about rust and show its notes")
    assert closure.required_dependencies == ["listIssues"]


def test_what_is_called_by_its_name_needs_no_search() -> None:
    tools = {
        "listZones": tool("/zones", {}, ["$.items[*].metadata.name"]),
        "listLamps": tool("/zones/{zone}/lamps", {"zone": "path"}, ["$.items[*].metadata.name"]),
    }
    given = complete_target_dependencies("listLamps", tools, query="show the lamps in zone attic")
    assert given.required_dependencies == []
    assert given.user_input_slots[0]["reason"] == "value_in_query"
    found = complete_target_dependencies("listLamps", tools, query="find the coldest zone and show its lamps")
    assert found.required_dependencies == ["listZones"]


def test_an_unknown_target_is_not_complete_and_a_self_edge_is_a_cycle() -> None:
    unknown = complete_target_dependencies("nothing", LIBRARY, query="show it")
    assert not unknown.complete
    assert [row["reason"] for row in unknown.diagnostics] == ["unknown_target"]
    graph = ToolGraph({"turn": {"inputSchema": {"properties": {"x": {}}, "required": ["x"]}}})
    graph.add_edge("turn", "turn", "x")
    assert complete_target_dependencies("turn", graph.tools, graph=graph, query="find it").cycles == [["turn", "turn"]]


def test_my_things_are_read_where_the_service_keeps_them() -> None:
    tools = {
        "search": tool("/search", {"q": "query"}, ["$.albums[*].id"]),
        "listMyAlbums": tool("/me/albums", {}, ["$.items[*].id"]),
        "getAlbum": tool("/albums/{album_id}", {"album_id": "path"}, ["$.title"]),
    }
    closure = complete_target_dependencies("getAlbum", tools, query="show my album Night Train")
    assert closure.required_dependencies == ["listMyAlbums"]


def test_a_compiled_catalog_is_indexed_once() -> None:
    catalog = CompiledCatalog(LIBRARY)
    complete_target_dependencies("getBranch", catalog, query="find the branch")
    index = catalog.index
    assemble_tool_bundle("find the branch", "getBranch", catalog)
    expand_candidates_with_producers(["getBranch"], catalog)
    assert catalog.index is index is not None


def test_networkx_is_imported_by_a_graph_alone() -> None:
    code = (
        "import sys; from selector import *; "
        "complete_target_dependencies('a', {'a': {}}); assemble_tool_bundle('', 'a', {'a': {}}); "
        "assert 'networkx' not in sys.modules; ToolGraph({'a': {}}); assert 'networkx' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
