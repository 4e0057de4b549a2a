"""No tool that changes something gets through, by whichever door, unless a request asks and the caller allows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from selector import assemble_tool_bundle, complete_target_dependencies, expand_candidates_with_producers
from selector.permission import read_permission
from selector.safety import asked_changes, judge
from tests.selector.gate_samples import (
    DANGEROUS,
    DANGEROUS_NAMES,
    DANGEROUS_SENTENCES,
    HARMLESS,
    READING_REQUESTS,
    WRITING_REQUESTS,
    Tool,
)

TARGET = "locate"
LOCATE = {
    "description": "Where a parcel is.",
    "metadata": {
        "method": "get",
        "path": "/location",
        "api_contract": {"consumes": [{"field_name": "parcelId", "required": True, "kind": "data"}]},
    },
}


def giving(tool: Tool) -> Tool:
    """The tool with a contract by which it gives what the target needs."""
    produces = [{"field_name": "parcelId", "json_path": "$.parcelId", "field_type": "string"}]
    return {**tool, "produces": produces}


def catalog(name: str, tool: Tool) -> dict[str, Any]:
    return {TARGET: LOCATE, name: giving(tool)}


def shown(result: Any) -> str:
    """Everything of a result but its diagnostics, as text."""
    plain = result.to_dict()
    plain.pop("diagnostics")
    plain.get("closure", {}).pop("diagnostics", None)
    return json.dumps(plain, ensure_ascii=False)


def doors(name: str, tool: Tool, query: str | None, *, allow: bool) -> dict[str, bool]:
    """Through which doors a tool gets."""
    tools = catalog(name, tool)
    options: dict[str, Any] = {"query": query, "allow_mutation": allow}
    closure = complete_target_dependencies(TARGET, tools, **options)
    bundle = assemble_tool_bundle(query, TARGET, tools, target_alternatives=[name], allow_mutation=allow)
    hint = {"graph": {"edges": [{"source": TARGET, "target": name, "relation": "requires"}]}}
    stated = {"source": TARGET, "target": name, "relation": "requires", "is_manual": True}
    manual = {"graph": {"edges": [{**stated, "data_flow": {"from_field": "parcelId", "to_field": "parcelId"}}]}}
    trace = [
        {
            "kind": "data_flow_edge",
            "status": "promoted",
            "edge": {"source": name, "from_field": "parcelId", "target": TARGET, "to_field": "parcelId"},
        }
    ]
    quoted = json.dumps(name, ensure_ascii=False)
    return {
        "closure": quoted in shown(closure),
        "bundle": quoted in shown(bundle),
        "expansion": name in expand_candidates_with_producers([TARGET], tools, max_hops=3, **options),
        "hint": quoted in shown(complete_target_dependencies(TARGET, tools, graph=hint, **options)),
        "manual": quoted in shown(complete_target_dependencies(TARGET, tools, graph=manual, **options)),
        "trace": quoted in shown(complete_target_dependencies(TARGET, tools, learning_suggestions=trace, **options)),
        "bundle by trace": quoted in shown(assemble_tool_bundle(query, TARGET, tools, learning_suggestions=trace)),
    }


def test_the_suite_is_large_enough() -> None:
    assert len(DANGEROUS) + len(READING_REQUESTS) >= 80


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_dangerous_tool_is_told_from_any_fact(name: str) -> None:
    assert judge(name, giving(DANGEROUS[name])).changes


@pytest.mark.parametrize("name", HARMLESS)
def test_a_reading_tool_gets_through(name: str) -> None:
    if name == "trackParcel":  # nothing but its name and a denial
        assert not judge(name, HARMLESS[name]).changes
    found = doors(name, HARMLESS[name], "find the parcel of Kim", allow=False)
    assert {door for door, open_ in found.items() if not open_} <= {"hint"}, found


@pytest.mark.parametrize("name", DANGEROUS)
def test_no_door_is_open_to_a_reading_request(name: str) -> None:
    for query, allow in ((None, True), (READING_REQUESTS[0], True)):
        assert not any(doors(name, DANGEROUS[name], query, allow=allow).values()), (query, allow)


def test_names_and_descriptions_alone_tell_a_change() -> None:
    assert [name for name in DANGEROUS_NAMES if not judge(name, {}).changes] == []
    assert [said for said in DANGEROUS_SENTENCES if not judge("tool", {"description": said}).changes] == []


@pytest.mark.parametrize("query", READING_REQUESTS)
def test_a_request_that_asks_for_no_change_opens_no_door(query: str) -> None:
    assert asked_changes(query) == frozenset()
    for name in ("deleteParcel", "createParcel", "소포삭제"):
        assert not any(doors(name, DANGEROUS[name], query, allow=True).values())


@pytest.mark.parametrize("query", WRITING_REQUESTS)
def test_permission_and_request_are_both_needed_and_match(query: str) -> None:
    asked = WRITING_REQUESTS[query]
    names = {"delete": "deleteParcel", "write": "createParcel"}
    other = names["write" if asked == "delete" else "delete"]
    assert not any(doors(names[asked], DANGEROUS[names[asked]], query, allow=False).values())
    assert not any(doors(other, DANGEROUS[other], query, allow=True).values())
    assert doors(names[asked], DANGEROUS[names[asked]], query, allow=True)["expansion"]
    assert doors(names[asked], DANGEROUS[names[asked]], query, allow=True)["closure"]


@pytest.mark.parametrize(
    "query", ["delete the last note of Kim's parcel", "김씨 소포의 마지막 메모를 삭제해줘", "소포의 메모를 지워줘"]
)
def test_what_only_says_whose_the_thing_is_may_not_be_changed(query: str) -> None:
    permission = read_permission(query, True)
    assert permission.kinds == {"delete"}
    assert permission.things.isdisjoint({"parcel", "소포"})


def test_only_true_itself_allows() -> None:
    for truthy in (1, "yes", [True], {"allow": True}):
        closure = complete_target_dependencies(
            TARGET,
            catalog("deleteParcel", {}),
            query="delete the parcel",
            allow_mutation=truthy,  # type: ignore[arg-type]  # what a careless caller may pass
        )
        assert closure.required_dependencies == []


def test_a_blocked_tool_and_its_contradiction_stand_in_the_diagnostics() -> None:
    closure = complete_target_dependencies(
        TARGET, catalog("parcelInfo", DANGEROUS["parcelInfo1"]), query="find the parcel of Kim"
    )
    row = next(row for row in closure.diagnostics if row["reason"] == "mutation_dependency_blocked")
    assert row["producer"] == "parcelInfo"
    assert row["contradictory"]
    assert {fact["source"]: fact["says"] for fact in row["facts"]} == {"method": "changes", "canonical_action": "reads"}
    assert closure.safety["blocked"] == 1


def test_a_blocked_alternative_stands_in_the_diagnostics_alone() -> None:
    tools = {TARGET: LOCATE, "dropParcel": {}, "viewParcel": {}}
    bundle = assemble_tool_bundle("show the parcel", TARGET, tools, target_alternatives=["dropParcel", "viewParcel"])
    assert bundle.target_alternatives == ["viewParcel"]
    assert "dropParcel" not in bundle.omitted_tools + bundle.admitted_tools
    assert {"reason": "mutation_alternative_blocked", "tool": "dropParcel", "kind": "delete"} in bundle.diagnostics
