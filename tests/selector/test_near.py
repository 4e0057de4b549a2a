"""The index of near families finds what comparing with all finds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from selector.families import NEAR, QueryFamily
from selector.near import FamilyIndex

TERMS = [f"t{number}" for number in range(22)]


def families(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[QueryFamily]:
    terms = sizes.flatmap(lambda size: st.permutations(TERMS).map(lambda drawn: tuple(sorted(drawn[:size]))))
    return terms.map(lambda drawn: QueryFamily(" ".join(drawn), drawn))


@settings(max_examples=150, deadline=None)
@given(st.lists(families(st.integers(3, 6) | st.integers(9, 20)), max_size=25), families(st.integers(3, 20)), st.data())
def test_the_index_finds_every_near_family(filed: list[QueryFamily], asked: QueryFamily, data: st.DataObject) -> None:
    changed = data.draw(st.permutations(TERMS))[: data.draw(st.integers(0, 3))]
    terms = tuple(sorted(set(asked.terms) ^ set(changed)))
    filed = [*filed, *([QueryFamily(" ".join(terms), terms)] if len(terms) >= 3 else [])]
    ours = set(asked.terms)
    named = [(name, family) for number, family in enumerate(filed) for name in ("a", "b")[: 1 + number % 2]]
    near = {
        (name, family.key)
        for name, family in named
        if len(ours & set(family.terms)) >= NEAR * len(ours | set(family.terms)) and family.key != asked.key
    }
    index = FamilyIndex(named)
    assert set(index.near(asked, {"a", "b", "c"})) == near
    assert set(index.near(asked, {"b"})) == {(name, key) for name, key in near if name == "b"}
