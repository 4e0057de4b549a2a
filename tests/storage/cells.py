"""Evidence as hypothesis draws it: few names, so that keys meet."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, RanKey, TargetKey, ValueKey, WordingKey

#: Examples write to a database: fewer of them, and no clock over each.
unhurried = settings(max_examples=40, deadline=None)

_TOOLS = st.sampled_from(["findGuest", "bookRoom"])
_PATHS = st.sampled_from(["id", "guests[].id"])
_EDGES = st.builds(Edge, _TOOLS, _PATHS, _TOOLS, _PATHS)
_PRINCIPALS = st.sampled_from(["=kim", "=lee", "?a:1", "?a:2"])
_SESSIONS = st.sampled_from(["=s1", "=s2", "=s3", "?a:1", "?a:2"])
_DAYS = st.integers(20_458, 20_460)
_FAMILIES = st.sampled_from(["3f9a", "77c0"])

_KEYS = st.one_of(
    st.builds(TargetKey, _FAMILIES, _TOOLS, _PRINCIPALS, _DAYS),
    st.builds(WordingKey, _FAMILIES, st.just("book room"), st.sampled_from(["book a room", "room!", "방 예약"])),
    st.builds(EdgeKey, _EDGES, st.booleans(), _PRINCIPALS, _SESSIONS, _DAYS),
    st.builds(ValueKey, _EDGES, st.booleans(), st.sampled_from(["k1", "k2"]), st.sampled_from("vwxyz")),
    st.builds(GivenKey, _TOOLS, _PATHS, st.booleans()),
    st.builds(RanKey, _TOOLS, _PRINCIPALS, _SESSIONS),
)


@st.composite
def evidence(draw: st.DrawFn) -> Evidence:
    """What some attempts teach: every key counts one attempt or more, and its other counts are no greater."""
    cells = {}
    for key in draw(st.lists(_KEYS, unique=True, max_size=30)):
        attempts = draw(st.integers(1, 3))
        parts = draw(st.lists(st.integers(0, attempts), min_size=3, max_size=3))
        if isinstance(key, EdgeKey):
            cells[key] = (attempts, parts[0], 0, 0) if key.declared else (attempts, *parts)
        elif isinstance(key, TargetKey):
            cells[key] = (attempts, *parts, 0)
        else:
            cells[key] = (attempts,)
    return Evidence(cells)
