"""What is counted of edges, against a plain recount of the same cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from pipeline.learning.attempts import Edge
from pipeline.learning.edges import EdgeCounts
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, RanKey, ValueKey, is_known
from pipeline.learning.suggestions import EdgeTotals
from pipeline.ports import EdgeEvidence
from storage.store import SqlStore
from tests.storage.cells import evidence, unhurried
from tests.storage.content import EDGE

ARGUMENTS = [(tool, path) for tool in ("bookRoom", "findGuest") for path in ("id", "guests[].id")]


@unhurried
@given(evidence(), st.integers(1, 3), st.sets(st.sampled_from(ARGUMENTS)))
def test_edges_are_counted_as_a_plain_recount_counts_them(
    lasting_store: SqlStore, counted: Evidence, cap: int, arguments: set[tuple[str, str]]
) -> None:
    with lasting_store.unit_of_work() as work:
        work.evidence.apply("hotel", counted)
        found = work.evidence.edge_evidence("hotel", arguments, cap)
    edges = {key.edge for key in counted.cells if isinstance(key, EdgeKey)}
    wanted = {edge for edge in edges if (edge.target, edge.to_field) in arguments}
    assert found == {edge: recount(counted, edge, cap) for edge in wanted}


def recount(counted: Evidence, edge: Edge, cap: int) -> EdgeEvidence:
    cells = {key: counts for key, counts in counted.cells.items() if isinstance(key, EdgeKey) and key.edge == edge}
    observed = {key: counts for key, counts in cells.items() if not key.declared}
    return EdgeEvidence(
        totals=EdgeTotals(
            attempts=sum(counts[0] for counts in observed.values()),
            successful=sum(counts[1] for counts in observed.values()),
            completed=sum(counts[2] for counts in observed.values()),
            echoes=sum(counts[3] for counts in observed.values()),
            principals=len({key.principal for key in cells}),
            sessions=len({key.session for key in cells}),
            days=len({key.day for key in cells}),
            values=most_values(counted, edge, lambda _known: True),
            last_day=max(key.day for key in cells),
        ),
        known=recount_of(counted, edge, cap, lambda known: known),
        everybody=recount_of(counted, edge, cap, lambda _known: True),
    )


def recount_of(counted: Evidence, edge: Edge, cap: int, counts_for: Callable[[bool], bool]) -> EdgeCounts:
    edge_cells = [
        (key, counts)
        for key, counts in counted.cells.items()
        if isinstance(key, EdgeKey) and key.edge == edge and counts_for(is_known(key.principal))
    ]
    observed = [(key, counts) for key, counts in edge_cells if not key.declared]
    declared = [(key, counts) for key, counts in edge_cells if key.declared]
    supporting = [(key.principal, key.session) for key, counts in declared if counts[1] > 0]
    ran = [
        (key.principal, key.session)
        for key in counted.cells
        if isinstance(key, RanKey) and key.tool == edge.target and counts_for(is_known(key.principal))
    ]
    is_declared = any(isinstance(key, EdgeKey) and key.edge == edge and key.declared for key in counted.cells)
    return EdgeCounts(
        attempts=sum(counts[0] for _, counts in observed),
        completed=sum(counts[2] for _, counts in observed),
        values=most_values(counted, edge, counts_for),
        given=sum(
            counts[0]
            for key, counts in counted.cells.items()
            if isinstance(key, GivenKey)
            and (key.tool, key.path) == (edge.target, edge.to_field)
            and counts_for(key.known)
        ),
        principals=len({key.principal for key, _ in observed}),
        declared=sum(counts[0] for _, counts in declared),
        declared_successful=sum(counts[1] for _, counts in declared),
        declared_principals=len({principal for principal, _ in supporting}),
        declared_sessions=capped(supporting, cap),
        target_sessions=capped(ran, cap) if is_declared else 0,
    )


def most_values(counted: Evidence, edge: Edge, counts_for: Callable[[bool], bool]) -> int:
    values = defaultdict(set)
    for key in counted.cells:
        if isinstance(key, ValueKey) and key.edge == edge and counts_for(key.known):
            values[key.seal_key].add(key.fingerprint)
    return max(map(len, values.values()), default=0)


def capped(sessions: list[tuple[str, str]], cap: int) -> int:
    by_principal = defaultdict(set)
    for principal, session in sessions:
        by_principal[principal].add(session)
    return sum(min(cap, len(found)) for found in by_principal.values())


def test_a_session_on_two_days_is_one_and_a_value_of_two_principals_is_one(store: SqlStore) -> None:
    cells = {
        EdgeKey(EDGE, False, "=kim", "=s", 20_458): (1, 1, 1, 0),
        EdgeKey(EDGE, False, "=kim", "=s", 20_459): (1, 0, 1, 1),
        EdgeKey(EDGE, False, "?a:3", "?a:3", 20_459): (1, 0, 0, 0),
        ValueKey(EDGE, True, "k1", "AAAAAAAAAAAA"): (2,),
        ValueKey(EDGE, False, "k1", "AAAAAAAAAAAA"): (1,),
        GivenKey("bookRoom", "guest_id", True): (5,),
        GivenKey("bookRoom", "guest_id", False): (2,),
    }
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence(cells))
        found = work.evidence.edge_evidence("hotel", [("bookRoom", "guest_id"), ("bookRoom", "name")], 2)
    assert found == {
        EDGE: EdgeEvidence(
            totals=EdgeTotals(3, 1, 2, 1, principals=2, sessions=2, days=2, values=1, last_day=20_459),
            known=EdgeCounts(attempts=2, completed=2, values=1, given=5, principals=1),
            everybody=EdgeCounts(attempts=3, completed=2, values=1, given=7, principals=2),
        )
    }


def test_sessions_behind_a_declared_edge_are_capped_by_principal(store: SqlStore) -> None:
    cells: dict[EdgeKey | RanKey, tuple[int, ...]] = {
        EdgeKey(EDGE, True, "=kim", f"=s{number}", 20_458): (1, 1, 0, 0) for number in range(5)
    }
    cells[EdgeKey(EDGE, True, "=lee", "=t", 20_458)] = (1, 1, 0, 0)
    cells[EdgeKey(EDGE, True, "=han", "=u", 20_458)] = (1, 0, 0, 0)
    cells |= {RanKey("bookRoom", "=kim", f"=s{number}"): (1,) for number in range(9)}
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence(cells))
        found = work.evidence.edge_evidence("hotel", [("bookRoom", "guest_id")], 2)[EDGE].known
    assert found == EdgeCounts(
        declared=7, declared_successful=6, declared_principals=2, declared_sessions=3, target_sessions=2
    )
