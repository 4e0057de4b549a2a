"""Promoted suggestions: one bounded signal that turns close decisions and no other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector import PromotedSnapshot, query_family, select_target_candidate
from selector.query import read_query

SIBLINGS: dict[str, Any] = {
    "getParcelLabel": {"description": "Label of a parcel."},
    "getParcelSlip": {"description": "Slip of a parcel."},
    "discardParcel": {"description": "Discard a parcel."},
}
QUERY = "show the sticker of parcel 1234"
TOLD_OTHERWISE = "show the sticker of parcel 77"


def promoted(target: str, query: str = QUERY, **changes: Any) -> dict[str, Any]:
    family = query_family(query)
    return {
        "id": f"id:{target}",
        "kind": "target_preference",
        "status": "promoted",
        "collection_id": "post",
        "query_family": family.key,
        "query_terms": list(family.terms),
        "target": target,
        "boost": 0.055,
        **changes,
    }


def select(suggestions: object = None, query: str = QUERY, **arguments: Any) -> dict[str, Any]:
    return select_target_candidate(query, list(SIBLINGS), SIBLINGS, learning_suggestions=suggestions, **arguments)


def learning_row(selection: dict[str, Any], name: str) -> dict[str, Any]:
    return next(row for row in selection["rank_signals"] if row["name"] == name)


def test_a_promoted_suggestion_turns_a_close_decision() -> None:
    before, after = select(), select([promoted("getParcelSlip")])
    assert (before["selected_target"], before["ambiguous"], before["learning_applied"]) == (
        "getParcelLabel",
        True,
        False,
    )
    assert (after["selected_target"], after["learning_applied"]) == ("getParcelSlip", True)
    row = learning_row(after, "getParcelSlip")
    assert row["learning"] == {"suggestion_id": "id:getParcelSlip", "family_match": "exact", "boost": 0.055}
    assert row["signals"]["learning"] == 0.055
    assert row["score"] == pytest.approx(learning_row(before, "getParcelSlip")["score"] + 0.055)
    assert learning_row(after, "getParcelLabel")["learning"] is None


def test_values_do_not_matter_to_the_family() -> None:
    assert select([promoted("getParcelSlip")], TOLD_OTHERWISE)["selected_target"] == "getParcelSlip"


def test_a_near_family_counts_half() -> None:
    row = promoted("getParcelSlip", "old ugly worn parcel sticker")
    near = "old ugly worn parcel sticker today please"
    selection = select([row], near)
    assert selection["selected_target"] == "getParcelLabel"
    assert learning_row(selection, "getParcelSlip")["learning"] == {
        "suggestion_id": "id:getParcelSlip",
        "family_match": "near",
        "boost": 0.0275,
    }
    assert select([{**row, "query_terms": []}], near)["learning_applied"] is False


def test_rows_of_graph_tool_call_are_read_by_their_text() -> None:
    row = {
        "id": "target_preference:1",
        "type": "target_preference",
        "status": "promoted",
        "query_family": "show the sticker of parcel 5",
        "query_fingerprint": "0",
        "target": "getParcelSlip",
        "observations": 4,
    }
    selection = select([row])
    assert selection["selected_target"] == "getParcelSlip"
    assert learning_row(selection, "getParcelSlip")["signals"]["learning"] == 0.055


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "suggested"},
        {"status": "promotable"},
        {"status": "demoted"},
        {"status": "rejected"},
        {"status": None},
        {"kind": "data_flow_edge"},
        {"kind": "plan_path"},
        {"query_family": ""},
        {"query_family": None},
        {"target": "elsewhere"},
        {"target": 7},
        {"query_family": query_family("something else").key, "query_terms": []},
    ],
)
def test_rows_that_teach_nothing(changes: dict[str, Any]) -> None:
    assert select([{**promoted("getParcelSlip"), **changes}]) == select()


def test_the_highest_boost_of_a_target_counts_once() -> None:
    rows = [promoted("getParcelSlip", id=str(boost), boost=boost) for boost in (0.02, 0.05, 0.03)]
    row = learning_row(select(rows), "getParcelSlip")
    assert row["learning"] == {"suggestion_id": "0.05", "family_match": "exact", "boost": 0.05}


def test_no_boost_is_above_the_bound() -> None:
    row = learning_row(select([promoted("getParcelSlip", boost=9)]), "getParcelSlip")
    assert row["signals"]["learning"] == 0.06


def test_rows_of_two_collections_teach_nothing() -> None:
    rows = [promoted("getParcelSlip"), promoted("getParcelSlip", collection_id="bank")]
    assert select(rows) == select()
    snapshot = PromotedSnapshot.from_rows(rows)
    assert select(snapshot.for_collection("post"))["learning_applied"] is True
    assert select(snapshot.for_collection("school")) == select()


def test_a_request_without_content_learns_nothing() -> None:
    assert select([promoted("getParcelSlip", "?!")], "?!")["learning_applied"] is False


def test_learning_never_selects_a_change_for_a_question() -> None:
    selection = select([promoted("discardParcel")])
    assert selection["selected_target"] == "getParcelLabel"
    assert selection["learning_applied"] is False


def test_a_close_llm_target_stands_against_learning() -> None:
    selection = select([promoted("getParcelSlip")], llm_target="getParcelLabel")
    assert selection["selected_target"] == "getParcelLabel"
    assert selection["ambiguous"] is True


WORDS = [
    "get",
    "list",
    "cancel",
    "remove",
    "update",
    "order",
    "parcel",
    "label",
    "slip",
    "detail",
    "count",
    "취소",
    "주문",
    "목록",
]
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)
catalogs = st.lists(
    st.tuples(phrases, phrases, st.sampled_from([None, "read", "delete", "update", "search"])), min_size=2, max_size=5
)
queries = phrases.map(" ".join)


@settings(max_examples=250, deadline=None)
@given(queries, catalogs, st.data())
def test_learning_beats_no_strong_evidence_and_passes_no_gate(
    query: str, catalog: list[Any], data: st.DataObject
) -> None:
    tools = {
        f"{'_'.join(name)}_{number}": {
            "description": " ".join(description),
            "metadata": {"ai_metadata": {"canonical_action": action}},
        }
        for number, (name, description, action) in enumerate(catalog)
    }
    llm = data.draw(st.sampled_from([None, *tools]))
    targets = data.draw(st.lists(st.sampled_from(list(tools)), min_size=1, max_size=8))
    boosts = st.floats(0, 1) | st.sampled_from([0.055, 0.06, 1e9])
    rows = [promoted(target, query, boost=data.draw(boosts)) for target in targets]
    base = select_target_candidate(query, list(tools), tools, llm_target=llm)
    taught = select_target_candidate(query, list(tools), tools, llm_target=llm, learning_suggestions=rows)
    if "selected_by_strong_evidence" in base["reason_codes"]:
        assert taught["selected_target"] == base["selected_target"]
    if base["overrode_llm"]:
        assert taught["selected_target"] != llm
    changes = {row["name"]: row["changes_state"] for row in base["candidate_evidence"]}
    if not read_query(query).commands_change and not changes[base["selected_target"]]:
        assert not changes[taught["selected_target"]]
    for row in taught["rank_signals"]:
        assert row["score"] == pytest.approx(sum(row["signals"].values()), abs=1e-9)
        assert 0 <= row["signals"]["learning"] <= 0.06
        assert (row["signals"]["learning"] > 0) == (row["learning"] is not None)
    assert taught["learning_applied"] == any(row["learning"] for row in taught["rank_signals"])
