"""Totals of edges: whatever is added and taken back, they are what the counts add up to."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, update

from pipeline.learning.evidence import Evidence
from storage import edge_totals
from storage.store import SqlStore
from storage.tables import edge_spans, value_totals
from storage.tables import edge_totals as totals
from tests.storage.cells import evidence, unhurried


@given(st.lists(evidence(), min_size=1, max_size=3), st.integers(0, 2))
@unhurried
def test_totals_follow_the_counts(lasting_store: SqlStore, added: list[Evidence], first: int) -> None:
    taken_back = added[first % len(added) :]
    with lasting_store.unit_of_work() as work:
        for some in added:
            work.evidence.apply("hotel", some)
            work.evidence.apply("inn", some)
        for some in taken_back:
            work.evidence.apply("hotel", Evidence() - some)
        connection = work._ledger._connection
        for collection_id in ("hotel", "inn"):
            assert edge_totals.differences(connection, collection_id) == Counter()


@given(evidence())
@unhurried
def test_totals_that_went_wrong_are_found_and_summed_up_anew(lasting_store: SqlStore, counted: Evidence) -> None:
    with lasting_store.unit_of_work() as work:
        work.evidence.apply("hotel", counted)
        connection = work._ledger._connection
        broken = Counter(
            {
                totals.name: len(
                    connection.execute(update(totals).values(echoes=99).returning(totals.c.edge_id)).all()
                ),
                edge_spans.name: len(connection.execute(delete(edge_spans).returning(edge_spans.c.edge_id)).all()),
                value_totals.name: len(
                    connection.execute(update(value_totals).values(known=99).returning(value_totals.c.edge_id)).all()
                ),
            }
        )
        assert edge_totals.differences(connection, "hotel") == +broken
        edge_totals.recompute(connection, "hotel")
        assert edge_totals.differences(connection, "hotel") == Counter()
