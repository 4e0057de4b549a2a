"""Proven offsets: what is committed is durable, whatever is asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.worker import Proven

steps = st.lists(st.tuples(st.sampled_from(["add", "clip"]), st.integers(0, 30)), max_size=60)


@given(start=st.integers(0, 10), moves=steps)
def test_no_offset_is_committed_below_which_one_is_missing(start: int, moves: list[tuple[str, int]]) -> None:
    proven: Proven[str] = Proven()
    proven.begin("p", start)
    durable: set[int] = set()
    committed = start
    for move, offset in moves:
        if move == "add":
            proven.add("p", offset)
            durable.add(offset)
        elif (given_back := proven.clip("p", offset)) is not None:
            assert committed < given_back <= offset
            assert set(range(start, given_back)) <= durable
            committed = given_back
    assert all(position >= committed for position in proven.positions().values())


@given(start=st.integers(0, 5), order=st.permutations(range(5, 20)))
def test_all_that_is_durable_is_committed_in_the_end_in_whatever_order_it_became_so(
    start: int, order: list[int]
) -> None:
    proven: Proven[str] = Proven()
    proven.begin("p", start)
    for offset in [*range(start, 5), *order]:
        proven.add("p", offset)
    assert proven.clip("p", 20) == 20
    assert proven.clip("p", 20) is None
    assert proven.positions() == {"p": 20}


def test_a_partition_that_is_anothers_is_not_committed() -> None:
    proven: Proven[str] = Proven()
    proven.begin("p", 0)
    proven.add("p", 0)
    proven.end("p")
    proven.add("p", 1)
    assert proven.clip("p", 2) is None
    assert proven.positions() == {}
