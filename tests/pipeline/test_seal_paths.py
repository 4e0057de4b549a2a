"""Paths as senders write them, and the bindings of declared plans."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.seal import Budget, bindings, is_field_name, iter_leaves, normalise_path
from pipeline.seal.caps import MAX_PATH


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("$", "$"),
        ("", "$"),
        ("orderNo", "orderNo"),
        ("$.items[0].orderNo", "items[].orderNo"),
        ("items[*].orderNo", "items[].orderNo"),
        ("items[-1].orderNo", "items[].orderNo"),
        ("items[].orderNo", "items[].orderNo"),
        ("[0].id", "[].id"),
        ("$[0]", "[]"),
        ("rows[0][1]", "rows[][]"),
        ("goodsMap.*.goodsNo", "goodsMap.*.goodsNo"),
        ("goodsMap.100442.goodsNo", "goodsMap.*.goodsNo"),
        ("goodsMap['100442'].goodsNo", "goodsMap.*.goodsNo"),
        ('body["order"].id', "body.order.id"),
        ("variants.*{key}", "variants.*{key}"),
        ("*{key}", "*{key}"),
        ("kim@example.com", "*.com"),
    ],
)
def test_a_written_path_takes_the_form_of_the_seal(written: str, normal: str) -> None:
    assert normalise_path(written) == normal


@given(st.text(st.sampled_from("ab1.[]*${}'\" 가"), max_size=30))
def test_normalising_is_idempotent(written: str) -> None:
    normal = normalise_path(written)
    assert normalise_path(normal) == normal


json_values = st.recursive(
    st.just("leaf"),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=2)
        | st.dictionaries(st.sampled_from(["id", "items", "1002", "tea rose", "이름"]), inner, min_size=1, max_size=3)
    ),
)


@given(json_values)
def test_the_paths_of_leaves_are_in_that_form_already(value: Any) -> None:
    for path, _ in iter_leaves(value, Budget()):
        assert normalise_path(path) == path


def test_a_path_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        normalise_path("a" * (MAX_PATH + 1))


@pytest.mark.parametrize("name", ["a", "_id", "@type", "$ref", "x-max.y:z$", "이름", "a" * 64, "q1w2e3", "id_123"])
def test_field_names(name: str) -> None:
    assert is_field_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "1st", "-a", "a b", "a/b", "a" * 65, "id_1234", "kim@example.com", "a\n", "\ud800x", "ghp_" + "aB3" * 12],
)
def test_no_field_names(name: str) -> None:
    assert not is_field_name(name)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("${s1.items[0].orderNo}", [("s1", "items[].orderNo")]),
        ("${s1}", [("s1", "$")]),
        ("${s1[0]}", [("s1", "[]")]),
        ("${ s1.a }", [("s1", "a")]),
        ("from ${s1.a} to ${s2.b.*.c}", [("s1", "a"), ("s2", "b.*.c")]),
        ("${}", []),
        ("plain $ {s1.a}", []),
        ("${s1.a", []),
    ],
)
def test_bindings_of_a_text(text: str, found: list[tuple[str, str]]) -> None:
    assert list(bindings(text)) == found
