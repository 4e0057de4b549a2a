"""Snapshots: what is promoted and not expired, for the online selector."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from pipeline.ports import SuggestionChange
from selector.holder import SnapshotHolder
from storage import snapshots
from storage.errors import StoreError
from storage.snapshots import SnapshotReader
from storage.store import SqlStore
from tests.storage.content import EDGE, MONDAY, data_flow, preference

FRESH = MONDAY + timedelta(days=1)
PROMOTED = preference("3f9a", "bookRoom", "promoted")


def write(store: SqlStore, *changes: SuggestionChange) -> None:
    with store.unit_of_work() as work:
        work.suggestions.write(changes)
        work.commit()


@pytest.fixture
def full(store: SqlStore) -> SqlStore:
    rows = [
        PROMOTED,
        data_flow(EDGE, "promoted"),
        preference("77c0", "bookRoom", "promotable"),
        preference("77c0", "listRooms", "rejected"),
        preference("3f9a", "bookRoom", "promoted", collection_id="airline"),
        preference("3f9a", "bookRoom", "promoted", collection_id="shadowed", mode="shadow"),
    ]
    write(store, *(SuggestionChange(row, None) for row in rows))
    return store


@pytest.mark.usefixtures("full")
def test_a_snapshot_holds_what_is_promoted_by_collection(url: str) -> None:
    snapshot = snapshots.load(url, FRESH)
    assert snapshot.collections == ("airline", "hotel")
    assert len(snapshot.for_collection("hotel")) == 1
    assert [edge["edge"]["source"] for edge in snapshot.for_collection("hotel").edges] == ["findGuest"]


@pytest.mark.usefixtures("full")
def test_a_mode_that_no_snapshot_may_hold_is_left_out(url: str) -> None:
    assert len(snapshots.load(url, FRESH).for_collection("shadowed")) == 0


@pytest.mark.usefixtures("full")
def test_what_has_expired_is_in_no_snapshot(url: str) -> None:
    assert len(snapshots.load(url, MONDAY + timedelta(days=89))) == 3
    assert len(snapshots.load(url, MONDAY + timedelta(days=91))) == 0
    assert len(snapshots.load(url, MONDAY + timedelta(days=91), expiry_days=100)) == 3


@pytest.mark.usefixtures("full")
def test_the_present_decides_where_no_moment_is_given(url: str) -> None:
    assert len(snapshots.load(url, expiry_days=100_000)) == 3
    assert len(snapshots.load(url, expiry_days=0)) == 0


def test_the_version_changes_with_the_content_and_with_nothing_else(full: SqlStore, url: str) -> None:
    before = snapshots.load(url, FRESH).version
    assert snapshots.load(url, FRESH + timedelta(days=1)).version == before
    write(full, SuggestionChange(preference("77c0", "listRooms", "suggested"), None))
    assert snapshots.load(url, FRESH).version == before
    write(full, SuggestionChange({**PROMOTED, "boost": 0.01}, PROMOTED))
    assert snapshots.load(url, FRESH).version != before


def test_a_database_that_is_not_there_is_told_so_that_the_last_snapshot_is_kept(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        snapshots.load(f"sqlite:///{tmp_path}/gone.db")


class Statements:
    """Counts the statements of a reader, and what they name."""

    def __init__(self, reader: SnapshotReader) -> None:
        self.said: list[str] = []
        event.listen(reader._engine, "before_cursor_execute", self._note)

    def _note(self, _connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        self.said.append(statement)

    def reads_of_rows(self) -> int:
        """How many have read suggestions since this was asked last."""
        count = sum("FROM suggestions" in statement for statement in self.said)
        self.said.clear()
        return count


def test_a_refresh_reads_the_collection_that_changed_and_no_other(full: SqlStore, url: str) -> None:
    with SnapshotReader(url) as reader:
        statements = Statements(reader)
        first = reader.refresh(FRESH)
        assert statements.reads_of_rows() == 3
        assert reader.refresh(FRESH) is first
        assert statements.reads_of_rows() == 0
        write(full, SuggestionChange({**PROMOTED, "boost": 0.01}, PROMOTED))
        second = reader.refresh(FRESH)
        assert statements.reads_of_rows() == 1
        assert second.version == snapshots.load(url, FRESH).version != first.version
        write(full, SuggestionChange(preference("77c0", "listRooms", "suggested"), None))
        assert reader.refresh(FRESH) is second
        assert statements.reads_of_rows() == 0


def test_what_is_demoted_or_goes_leaves_the_next_snapshot(full: SqlStore, url: str) -> None:
    with SnapshotReader(url) as reader:
        assert len(reader.refresh(FRESH)) == 3
        write(full, SuggestionChange({**PROMOTED, "status": "demoted"}, PROMOTED))
        assert len(reader.refresh(FRESH)) == 2
        write(full, SuggestionChange(None, data_flow(EDGE, "promoted")))
        assert reader.refresh(FRESH).collections == ("airline",)


def test_an_open_reader_knows_by_itself_what_expires_and_when(full: SqlStore, url: str) -> None:
    write(full, SuggestionChange(preference("91ab", "bookRoom", "promoted", pinned=True), None))
    with SnapshotReader(url) as reader:
        statements = Statements(reader)
        sizes = [len(reader.refresh(MONDAY + timedelta(days=days))) for days in (1, 89, 90, 200, 1)]
        assert sizes == [4, 4, 1, 1, 4]
        assert statements.reads_of_rows() == 3


def test_a_holder_keeps_what_a_reader_gave_it(full: SqlStore, url: str) -> None:
    with SnapshotReader(url, clock=lambda: FRESH) as reader:
        holder = SnapshotHolder(reader.refresh)
        assert holder.refresh()
        assert len(holder.current) == 3
