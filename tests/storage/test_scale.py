"""What a batch costs on PostgreSQL does not follow what is stored: statements are counted, and plans are read."""

from __future__ import annotations

from benchmarks.scale import BOUNDED, Undone, batches, fill, grow, statements
from pipeline.process import process
from storage import edge_totals
from storage.store import SqlStore
from tests.databases import PostgresqlServer
from tests.loop import RULES, fresh_loop
from tests.storage.plans import scanned_by_postgresql

_ATTEMPTS = 40


def test_a_batch_costs_as_many_statements_whatever_is_stored_and_reads_no_whole_table(
    postgresql: PostgresqlServer,
) -> None:
    with fresh_loop(postgresql) as little, fresh_loop(postgresql) as much:
        for loop in (little, much):
            fill(loop.store, _ATTEMPTS)
        grow(much.store, copies=30, suggestions=900)
        (batch,) = batches(1, size=120)
        seen = []
        for loop in (little, much):
            with statements(loop.store) as found:
                process(batch, Undone(loop.store._engine, loop.store._clock), RULES)
            seen.append(found)
        assert len(seen[0]) == len(seen[1]) <= 60
        assert scanned_by_postgresql(much.store._engine, seen[1]) <= BOUNDED
        assert stored_attempts(much.store) == 31 * stored_attempts(little.store)
        with much.store._engine.connect() as connection:
            assert not edge_totals.differences(connection, "bench")


def stored_attempts(store: SqlStore) -> int:
    with store.reading() as models:
        return sum(found.attempts for found in models.collections())
