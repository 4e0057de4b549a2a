"""Words that meet although they are written differently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selector.korean import bare_noun, form_of, predicate
from selector.text import fold, keys, root, split_identifier, stem, words


@pytest.mark.parametrize(
    "forms",
    [
        ("order", "orders", "ordered", "ordering"),
        ("cancel", "cancelled", "canceled", "cancelling"),
        ("category", "categories"),
        ("box", "boxes"),
        ("address", "addresses"),
        ("update", "updated", "updating", "updates"),
        ("buy", "bought"),
        ("주문", "주문을", "주문에서", "주문해줘", "주문한"),
        ("고객", "고객님의", "고객들"),
    ],
)
def test_forms_of_one_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    "words_of_a_family",
    [
        ("translate", "translation", "translator"),
        ("reserve", "reservation"),
        ("approve", "approval"),
        ("ship", "shipment"),
    ],
)
def test_words_of_one_family_share_a_root(words_of_a_family: tuple[str, ...]) -> None:
    assert len({root(stem(word)) for word in words_of_a_family}) == 1


@pytest.mark.parametrize("pair", [("news", "new"), ("status", "state"), ("string", "stre"), ("order", "orderly")])
def test_different_words_stay_apart(pair: tuple[str, str]) -> None:
    assert stem(pair[0]) != stem(pair[1])


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getUserById", ("get", "user", "by", "id")),
        ("GET_user-by.id", ("get", "user", "by", "id")),
        ("parseJSONBody2", ("parse", "json", "body", "2")),
        ("api/v2/orders:list", ("api", "v", "2", "orders", "list")),
        ("주문Detail조회", ("주문", "detail", "조회")),
        ("", ()),
    ],
)
def test_identifiers_are_split(name: str, parts: tuple[str, ...]) -> None:
    assert split_identifier(name) == parts


def test_a_part_of_a_korean_compound_is_found() -> None:
    assert "=내역" in keys([stem("주문내역을")])


@pytest.mark.parametrize(
    ("word", "split"),
    [
        ("등록해주세요", ("등록", "command")),
        ("등록하고", ("등록", "connective")),
        ("등록된", ("등록", "adnominal")),
        ("등록하지", ("등록", "denied")),
        ("권한", None),
        ("가방", None),
    ],
)
def test_korean_predicates(word: str, split: tuple[str, str] | None) -> None:
    assert predicate(word) == split


@given(st.text(max_size=60))
def test_any_text_has_words(text: str) -> None:
    folded = fold(text)
    for word in words(folded):
        assert stem(word)
        assert bare_noun(word)
        assert form_of(word)
    assert all(part for part in split_identifier(text))
