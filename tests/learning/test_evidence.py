"""Evidence adds up, and edges are judged on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.learning.edges import EdgeCounts, judge_edge, wilson_lower
from pipeline.learning.evidence import Evidence, GivenKey, RanKey, TargetKey, total
from pipeline.learning.policy import Policy
from pipeline.learning.verdicts import Status

POLICY = Policy()
PROVEN = EdgeCounts(attempts=6, completed=6, values=5, given=8, principals=3)
DECLARED = EdgeCounts(
    declared=6, declared_successful=5, declared_principals=3, declared_sessions=5, target_sessions=6, best_sessions=5
)

evidence = st.builds(
    Evidence,
    st.dictionaries(
        st.one_of(
            st.builds(GivenKey, st.sampled_from("ab"), st.sampled_from("xy"), st.booleans()),
            st.builds(RanKey, st.sampled_from("ab"), st.sampled_from(["=p", "?a"]), st.sampled_from(["=s", "?a"])),
        ),
        st.integers(1, 5).map(lambda count: (count,)),
        max_size=6,
    ),
)


@given(evidence, evidence, evidence)
def test_evidence_is_a_commutative_group(a: Evidence, b: Evidence, c: Evidence) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + Evidence() == a
    assert (a + b) - b == a
    assert total([a, b, c]) == c + b + a


def test_a_key_at_zero_disappears() -> None:
    once = Evidence({TargetKey("3f9a", "track", "=kim", 20_458): (1, 0, 0, 0, 0)})
    assert not once - once
    assert once


def status(counts: EdgeCounts, everybody: EdgeCounts | None = None) -> tuple[str, tuple[str, ...]]:
    verdict = judge_edge(counts, everybody or counts, POLICY)
    return verdict.status.value, verdict.blocked_by


def test_an_edge_proven_by_values_is_promoted() -> None:
    assert status(PROVEN) == ("promoted", ())
    assert judge_edge(PROVEN, PROVEN, POLICY).proof == ("values",)


@pytest.mark.parametrize(
    ("changed", "gate"),
    [
        ({"attempts": 3, "completed": 3}, "few_attempts"),
        ({"values": 1}, "constant_value"),
        ({"values": 2}, "few_values"),
        ({"principals": 2}, "few_principals"),
        ({"completed": 1}, "consumer_fails"),
        ({"given": 200}, "small_share"),
    ],
)
def test_each_gate_of_a_value_proof_blocks_by_itself(changed: dict[str, int], gate: str) -> None:
    assert status(replace(PROVEN, **changed)) == ("suggested", (gate,))


@pytest.mark.parametrize(
    ("changed", "gate"),
    [
        ({"declared_principals": 2}, "few_principals"),
        ({"declared_sessions": 3, "best_sessions": 3, "target_sessions": 3}, "few_sessions"),
        ({"declared_successful": 2}, "runs_fail"),
        ({"best_sessions": 9}, "weaker_than_best"),
        ({"target_sessions": 60}, "small_share"),
    ],
)
def test_each_gate_of_a_declared_edge_blocks_by_itself(changed: dict[str, int], gate: str) -> None:
    assert status(DECLARED)[0] == "promoted"
    assert status(replace(DECLARED, **changed)) == ("suggested", (gate,))


def test_what_only_anonymous_evidence_proves_is_promotable() -> None:
    assert status(EdgeCounts(), PROVEN) == ("promotable", ("anonymous_evidence",))
    assert judge_edge(EdgeCounts(), PROVEN, POLICY).status is Status.PROMOTABLE


def test_wilson_is_below_the_share_and_tightens_with_evidence() -> None:
    assert wilson_lower(8, 10, 1.645) < wilson_lower(80, 100, 1.645) < 0.8
    assert wilson_lower(120, 100, 1.645) == wilson_lower(100, 100, 1.645)
