"""Packing: nothing is lost, an attempt keeps its order, and no message is larger than it may be."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.publish.packing import Limits, Pack, Packer

acts = st.lists(
    st.tuples(
        st.sampled_from("abc"), st.integers(0, 40), st.sampled_from(["add", "end", "wind up", "due"]), st.integers(0, 2)
    ),
    max_size=60,
)


@given(acts, st.integers(60, 120), st.integers(1, 5), st.integers(60, 300))
def test_every_event_goes_once_in_its_order(
    steps: list[tuple[str, int, str, int]], size: int, count: int, open_bytes: int
) -> None:
    packer = Packer(Limits(message_bytes=size, message_events=count, linger_seconds=3, open_bytes=open_bytes))
    added: dict[str, list[list[int]]] = {"a": [], "b": [], "c": []}
    packs: list[Pack] = []
    now = 0.0
    for number, (key, length, act, later) in enumerate(steps):
        now += later
        if act == "add":
            event = [number, *range(length // 3)]
            data = json.dumps(event).replace(" ", "").encode()
            assert packer.fits(data)
            added[key].append(event)
            packs += packer.add(key, None, data, now)
        elif act == "end":
            packs += packer.end(key)
        elif act == "wind up":
            packer.wind_up(key, now)
        else:
            packs += packer.due(now)
            wait = packer.wait(now)
            assert wait is None or wait > 0
    packs += packer.rest()
    assert all(len(pack.data) <= size and 1 <= pack.events <= count for pack in packs)
    sent = {key: [event for pack in packs if pack.key == key for event in json.loads(pack.data)] for key in added}
    assert sent == added
    assert sum(pack.events for pack in packs) == sum(map(len, added.values()))


def test_what_is_open_is_bounded() -> None:
    packer = Packer(Limits(open_bytes=1_000))
    packs = [pack for number in range(100) for pack in packer.add(f"k{number}", None, b"x" * 50, 0.0)]
    assert [pack.key for pack in packs] == [f"k{number}" for number in range(len(packs))]
    assert len(packs) >= 80


def test_what_follows_the_end_of_an_attempt_at_once_travels_with_it() -> None:
    packer = Packer(Limits(linger_seconds=2.0, ended_seconds=0.25))
    packs = [*packer.add("other", None, b"1", 0.0), *packer.add("a", None, b"2", 0.1)]
    packer.wind_up("a", 0.1)
    assert packer.wait(0.2) == pytest.approx(0.15)
    packs += [*packer.add("a", None, b"3", 0.3), *packer.due(0.3)]
    assert not packs
    assert [(pack.key, pack.data) for pack in packer.due(0.4)] == [("a", b"[2,3]")]
    packs += packer.add("a", None, b"4", 0.5)
    assert [(pack.key, pack.data) for pack in packer.due(2.0)] == [("other", b"[1]")]
    assert [(pack.key, pack.data) for pack in packer.due(2.5)] == [("a", b"[4]")]
    assert packer.wait(2.5) is None
