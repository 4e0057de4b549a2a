"""A tool's facts, from metadata of several dialects or from a bare name."""

from __future__ import annotations

from typing import Any

import pytest

from selector import CompiledCatalog
from selector.tools import NAME, OPTION, PARAMETER, RESPONSE, VERB, changes_state, read_tool


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("deleteUser", True),
        ("getUser", False),
        ("getUpdates", False),
        ("list_cancelled_orders", False),
        ("settings", False),
        ("cancel-order", True),
        ("hotel.book", True),
        ("order_status", False),
        ("order_food", True),
        ("purchase_order", True),
        ("readOnlyDelete", False),
        ("calculate_refund", False),
        ("issues/lock", True),
        ("주문취소", False),
        ("", False),
        ("???", False),
    ],
)
def test_a_name_alone_says_whether_state_changes(name: str, changes: bool) -> None:
    assert changes_state(name) is changes


@pytest.mark.parametrize(
    ("tool", "changes"),
    [
        ({"metadata": {"ai_metadata": {"canonical_action": "delete"}}}, True),
        ({"metadata": {"ai_metadata": {"canonical_action": "Read"}}}, False),
        ({"metadata": {"ai_metadata": {"canonical_action": "unknown"}, "method": "DELETE"}}, True),
        ({"metadata": {"method": "get"}}, False),
        ({"metadata": {"method": "patch"}}, True),
        ({"metadata": {"method": "post"}}, True),
        ({"metadata": {"method": "post", "ai_metadata": {"canonical_action": "search"}}}, False),
        ({"annotations": {"readOnlyHint": True}, "metadata": {"method": "delete"}}, False),
        ({"annotations": {"readOnlyHint": False}}, True),
        ({"annotations": {"destructiveHint": True}}, True),
        ({"metadata": {"ai_metadata": None}}, False),
        ({}, False),
        (None, False),
    ],
)
def test_a_declaration_says_whether_state_changes(tool: Any, changes: bool) -> None:
    assert changes_state("thing", tool) is changes


def test_a_declaration_comes_before_the_name_and_the_name_before_post() -> None:
    declared = {"metadata": {"ai_metadata": {"canonical_action": "read"}}}
    assert changes_state("deleteUser", declared) is False
    assert changes_state("searchUsers", {"metadata": {"method": "post"}}) is False


@pytest.mark.parametrize(
    ("name", "description", "action"),
    [
        ("get_user", "", "read"),
        ("users", "Returns all users.", "read"),
        ("users", "Lists the users.", "search"),
        ("get_ticket", "Buys a ticket for the train.", "create"),
        ("add", "Calculates the sum of two numbers.", "read"),
        ("flights.search", "Find flights.", "search"),
        ("Hall_2_BookHall", "Books a hall.", "create"),
        ("thing", "", ""),
    ],
)
def test_actions_are_inferred(name: str, description: str, action: str) -> None:
    assert read_tool(name, {"description": description}).action == action


@pytest.mark.parametrize(
    ("name", "declared", "shape"),
    [
        ("countUsers", "list", "count"),
        ("getUserDetail", "list", "single"),
        ("listUsers", "single", "list"),
        ("getUser", "single", "single"),
        ("getUser", "array", "list"),
        ("getUser", None, ""),
        ("deleteUser", "list", "mutation"),
    ],
)
def test_shapes_are_inferred(name: str, declared: str | None, shape: str) -> None:
    assert read_tool(name, {"metadata": {"ai_metadata": {"result_shape": declared}}}).shape == shape


SCHEMA = {
    "type": "object",
    "properties": {"orderNo": {"type": "string"}, "state": {"enum": ["open", "shut"]}, "limit": {"type": "integer"}},
    "required": ["orderNo"],
}


@pytest.mark.parametrize(
    "tool",
    [
        {"parameters": SCHEMA},
        {"inputSchema": SCHEMA},
        {"input_schema": SCHEMA},
        {"type": "function", "function": {"parameters": SCHEMA}},
        {
            "parameters": [
                {"name": "orderNo", "required": True},
                {"name": "state", "enum": ["open", "shut"]},
                {"name": "limit", "type": "integer"},
            ]
        },
        {
            "metadata": {
                "api_contract": {
                    "consumes": [
                        {"field_name": "orderNo", "required": True, "kind": "data"},
                        {"field_name": "state", "enum": ["open", "shut"]},
                        {"field_name": "limit", "field_type": "integer"},
                        {"field_name": "tenant", "kind": "context"},
                    ]
                }
            }
        },
    ],
)
def test_inputs_of_every_dialect(tool: Any) -> None:
    facts = read_tool("getOrder", tool)
    assert [(field.name, field.required) for field in facts.fields] == [
        ("orderNo", True),
        ("state", False),
        ("limit", False),
    ]
    assert facts.numbers == 1
    assert facts.places["open"] == OPTION
    assert facts.places["limit"] == PARAMETER


def test_places_of_words() -> None:
    tool = {"metadata": {"api_contract": {"produces": [{"field_name": "trackingCode"}]}}}
    places = read_tool("shipParcel", tool).places
    assert places["ship"] == VERB
    assert places["parcel"] == NAME
    assert places["track"] == places["cod"] == RESPONSE
    assert places["shipparcel"] == NAME


def test_a_change_of_a_plain_tool_is_seen_at_once() -> None:
    tool: dict[str, Any] = {"metadata": {"ai_metadata": {"canonical_action": "read"}}}
    assert read_tool("thing", tool).action == "read"
    tool["metadata"]["ai_metadata"]["canonical_action"] = "delete"
    assert read_tool("thing", tool).action == "delete"


def test_a_compiled_catalog_is_a_mapping_of_its_tools() -> None:
    tools = {"getOrder": {"description": "Get an order."}, "broken": None}
    catalog = CompiledCatalog(tools)
    assert dict(catalog) == tools
    assert "getOrder" in catalog
    assert catalog.facts("broken").action == ""
    with pytest.raises(KeyError):
        catalog.facts("elsewhere")
    tools["later"] = {}
    assert len(catalog) == 2
