"""Proven offsets: what is committed is durable, whatever is asked for."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping

import pytest
from faust.transport.drivers import aiokafka as driver
from faust.types import TP
from hypothesis import given
from hypothesis import strategies as st

from pipeline.worker import Proven
from pipeline.worker.consumer import ProvenConsumer

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


def test_a_commit_that_the_broker_refused_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    partition = TP("events", 0)
    answers = iter((False, True))
    told: list[Mapping[TP, int]] = []

    async def commit(_self: driver.Consumer, offsets: Mapping[TP, int]) -> bool:
        told.append(dict(offsets))
        return next(answers)

    monkeypatch.setattr(driver.Consumer, "_commit", commit)
    consumer = ProvenConsumer.__new__(ProvenConsumer)  # the library's own needs a broker
    consumer.proven = Proven()
    consumer._acked, consumer._acked_index = defaultdict(list), defaultdict(set)
    consumer.proven.begin(partition, 0)
    for offset in range(3):
        consumer.proven.add(partition, offset)
    for _ in range(3):
        wanted = consumer._filter_committable_offsets(consumer._filter_tps_with_pending_acks())
        if wanted:
            asyncio.run(consumer._commit(wanted))
    assert told == [{partition: 3}, {partition: 3}]
