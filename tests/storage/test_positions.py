"""Positions: the last of each source."""

from __future__ import annotations

from storage.store import SqlStore
from storage.tables import positions
from tests.storage.content import rows


def test_the_last_position_of_each_source_is_kept(store: SqlStore) -> None:
    for position in ("7", "19"):
        with store.unit_of_work() as work:
            work.positions.advance({"file:a.jsonl": position, "topic/0": int(position)})
            work.commit()
    assert {row["source"]: row["position"] for row in rows(store, positions)} == {"file:a.jsonl": "19", "topic/0": 19}


def test_nothing_read_moves_nothing(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.positions.advance({})
        work.commit()
    assert rows(store, positions) == []
