"""Leaves: the paths of the design, value by value, and the caps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.seal import Budget, Cap, CapExceededError, Keyring, iter_leaves, seal_leaves
from pipeline.seal.caps import MAX_DEPTH, MAX_LEAVES, MAX_NODES

SEAL = Keyring.demonstration().for_collection("garden")


def leaves_of(value: Any) -> list[tuple[str, Any]]:
    return list(iter_leaves(value, Budget()))


def sealed(value: Any) -> list[list[str | None]]:
    return seal_leaves(value, SEAL, Budget())


@pytest.mark.parametrize(
    ("value", "leaves"),
    [
        ("rose", [("$", "rose")]),
        (None, [("$", None)]),
        ({"bed": {"soil": "loam"}}, [("bed.soil", "loam")]),
        ({"beds": ["north", "south"]}, [("beds[]", "north"), ("beds[]", "south")]),
        ({"beds": [{"id": "b1"}, {"id": "b2"}]}, [("beds[].id", "b1"), ("beds[].id", "b2")]),
        ([["a", "b"], ["c"]], [("[][]", "a"), ("[][]", "b"), ("[][]", "c")]),
        ([{"id": "b1"}], [("[].id", "b1")]),
        ({}, []),
        ({"bed": {}, "beds": [[], {}]}, []),
        ({"@type": "Plant", "$ref": "p", "_x": 1}, [("@type", "Plant"), ("$ref", "p"), ("_x", 1)]),
        ({"식물": {"이름": "장미"}}, [("식물.이름", "장미")]),
        ({"x-rate.limit:max$": 5}, [("x-rate.limit:max$", 5)]),
    ],
)
def test_a_leaf_stands_under_its_path(value: Any, leaves: list[tuple[str, Any]]) -> None:
    assert leaves_of(value) == leaves


@pytest.mark.parametrize(
    "key", ["71002", "tea rose", "2026-03-02", "", "lot_20260302", "a" * 65, "é/è", "-dash", "kim@example.com"]
)
def test_a_key_that_is_no_field_name_is_data(key: str) -> None:
    assert leaves_of({"plants": {key: {"height": 1200}}}) == [("plants.*.height", 1200), ("plants.*{key}", key)]


def test_all_keys_are_data_where_one_is_and_the_values_are_of_one_type() -> None:
    assert leaves_of({"rose": "p-1", "tea rose": "p-2"}) == [
        ("*", "p-1"),
        ("*{key}", "rose"),
        ("*", "p-2"),
        ("*{key}", "tea rose"),
    ]


def test_only_the_odd_keys_are_data_where_values_differ_in_type() -> None:
    assert leaves_of({"total": 3, "tea rose": "p-2", "on": True}) == [
        ("total", 3),
        ("*", "p-2"),
        ("*{key}", "tea rose"),
        ("on", True),
    ]


def test_three_records_of_one_shape_are_a_table_by_key() -> None:
    table = {"red": {"id": "r", "n": 1}, "blue": {"n": 2, "id": "b"}, "green": {"id": "g", "n": 3}}
    red, blue, green = (
        [f"colours.*.{name}" for name in names] + ["colours.*{key}"]
        for names in (("id", "n"), ("n", "id"), ("id", "n"))
    )
    assert [path for path, _ in leaves_of({"colours": table})] == red + blue + green


@pytest.mark.parametrize(
    "record",
    [
        {"red": {"id": "r"}, "blue": {"id": "b"}},
        {"red": {"id": "r"}, "blue": {"id": "b"}, "green": {"name": "g"}},
        {"red": {}, "blue": {}, "green": {}},
        {"red": {"id": "r"}, "blue": {"id": "b"}, "green": "none"},
        {"red": "r", "blue": "b", "green": "g"},
    ],
)
def test_fewer_or_unlike_entries_are_a_record(record: dict[str, Any]) -> None:
    assert all("*" not in path for path, _ in leaves_of(record))


def test_text_that_holds_json_is_sealed_as_what_it_holds() -> None:
    block = {"content": [{"type": "text", "text": json.dumps({"plants": [{"id": "P-2201"}]})}]}
    assert ("content[].text.plants[].id", "P-2201") in leaves_of(block)
    assert sealed(json.dumps({"id": "P-2201"})) == sealed({"id": "P-2201"})
    assert sealed(' [\n"P-2201"] ') == sealed(["P-2201"])


def test_json_inside_json_inside_text_is_opened_too() -> None:
    inner = json.dumps({"id": "P-2201"})
    assert leaves_of({"a": json.dumps({"b": json.dumps([inner])})}) == [("a.b[].id", "P-2201")]


@pytest.mark.parametrize(
    "text", ["[draft] a note [end]", "{name}", "{}x", '"P-2201"', "P-2201", "[1, 2", "{'id': 1}", "[NaN]"]
)
def test_other_text_stays_text(text: str) -> None:
    assert leaves_of(text) == [("$", text)]


def test_a_key_that_spells_json_is_a_value_like_any_other() -> None:
    assert leaves_of({'{"id": 1}': "x"}) == [("*", "x"), ("*{key}", '{"id": 1}')]


def test_the_same_value_has_one_fingerprint_as_number_as_text_and_in_text() -> None:
    rows = dict(sealed({"number": 220_115, "text": "220115", "inside": '{"deep": [220115.0]}'}))
    assert rows["number"] == rows["text"] == rows["inside.deep[]"] is not None


def test_a_key_that_is_data_can_be_found_as_a_value() -> None:
    _, (path, key) = sealed({"770221": "full"})
    assert path == "*{key}"
    assert [["plant", key]] == sealed({"plant": 770_221})


def test_rows_are_distinct_and_in_document_order() -> None:
    assert [path for path, _ in sealed({"z": ["P-2201", "P-2201", "P-2202"], "a": [True, False]})] == [
        "z[]",
        "z[]",
        "a[]",
    ]


def test_sealing_reads_the_full_value_before_anything_is_cut() -> None:
    start = "x" * 100_000
    assert sealed(start + "a") != sealed(start + "b")


def nested(depth: int) -> Any:
    value: Any = "deep"
    for _ in range(depth):
        value = {"a": value}
    return value


def test_depth_is_capped_also_through_text() -> None:
    assert leaves_of(nested(MAX_DEPTH))[0][1] == "deep"
    for too_deep in (nested(MAX_DEPTH + 1), {"t": json.dumps(nested(MAX_DEPTH))}, "[" * 100_000 + "]" * 100_000):
        with pytest.raises(CapExceededError) as exceeded:
            leaves_of(too_deep)
        assert exceeded.value.cap is Cap.DEPTH


def test_nodes_are_capped_also_in_text() -> None:
    too_many = [0] * (MAX_NODES + 1)
    for value in (too_many, json.dumps(too_many), [[[]] * 400] * 600):
        with pytest.raises(CapExceededError) as exceeded:
            leaves_of(value)
        assert exceeded.value.cap is Cap.NODES


def test_distinct_leaves_are_capped() -> None:
    with pytest.raises(CapExceededError) as exceeded:
        sealed(list(range(1_000, 1_001 + MAX_LEAVES)))
    assert exceeded.value.cap is Cap.LEAVES
    assert len(sealed([1_000] * (MAX_LEAVES + 1))) == 1


def test_the_payloads_of_one_event_share_its_budget() -> None:
    budget = Budget()
    seal_leaves([0] * (MAX_NODES - 10), SEAL, budget)
    with pytest.raises(CapExceededError):
        seal_leaves([0] * 20, SEAL, budget)


def test_paths_that_grow_without_end_are_refused() -> None:
    value: Any = "deep"
    for _ in range(30):
        value = {"a" * 60: value}
    with pytest.raises(CapExceededError):
        leaves_of(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_a_value_and_its_json_text_have_the_same_leaves(value: Any) -> None:
    if isinstance(value, dict | list):
        assert sealed(json.dumps(value)) == sealed(value)


@given(json_values)
def test_no_path_shows_a_value_that_is_no_field_name(value: Any) -> None:
    for path, _ in sealed({"payload": value, "70025": "other"}):
        assert path is not None
        assert "70025" not in path


@given(st.dictionaries(st.text(max_size=6), st.text(max_size=6), max_size=6))
def test_the_order_of_keys_changes_the_order_of_leaves_only(record: dict[str, str]) -> None:
    def key(row: list[str | None]) -> tuple[str, str]:
        return str(row[0]), str(row[1])

    backwards = dict(reversed(record.items()))
    assert sorted(sealed(record), key=key) == sorted(sealed(backwards), key=key)
