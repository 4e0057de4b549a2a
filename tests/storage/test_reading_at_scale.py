"""What reads page by page, by change or by age searches an index, and never a whole table that grows."""

from __future__ import annotations

from datetime import timedelta

from pipeline.learning.verdicts import Status
from pipeline.ports import LetterName, SuggestionChange, Told
from storage.read_models import DeadLetterFilter, SuggestionFilter
from storage.store import SqlStore
from tests.storage.content import MONDAY, preference
from tests.storage.test_plans import run_batch, statements, whole_tables


def full(store: SqlStore) -> SqlStore:
    run_batch(store, range(2, 50))
    with store.unit_of_work() as work:
        rows = [preference(f"family-{number}", "listRooms", "promoted") for number in range(30)]
        work.suggestions.write([SuggestionChange(row, None) for row in rows])
        work.commit()
    return store


def test_a_page_of_a_list_begins_by_key(store: SqlStore) -> None:
    full(store)
    with store.reading() as reader:
        listed = list(reader.suggestions())
        letters = list(reader.dead_letters())
    with statements(store) as seen, store.reading() as reader:
        after = SuggestionFilter(after=listed[40]["id"])
        assert list(reader.suggestions(after)) == listed[41:]
        assert list(reader.dead_letters(DeadLetterFilter(after=letters[9].id))) == letters[10:]
    assert whole_tables(store, seen) == set()


def test_a_page_after_what_is_gone_is_empty(store: SqlStore) -> None:
    full(store)
    with store.reading() as reader:
        assert list(reader.suggestions(SuggestionFilter(after="tp-gone"))) == []
        assert list(reader.dead_letters(DeadLetterFilter(after="dl-gone"))) == []


def test_the_promoted_rows_of_a_collection_are_searched(store: SqlStore) -> None:
    full(store)
    with statements(store) as seen, store.reading() as reader:
        wanted = SuggestionFilter(status=Status.PROMOTED, collection_id="hotel")
        assert len(list(reader.suggestions(wanted))) == 30
    assert whole_tables(store, seen) == set()


def test_what_must_go_is_searched(store: SqlStore) -> None:
    full(store)
    later = MONDAY + timedelta(days=1)
    with statements(store) as seen, store.unit_of_work() as work:
        assert len(work.disposal.aged("hotel", later, 10)) == 10
        assert len(work.disposal.begun_before("hotel", later, "p:10", 10)) == 10
        work.disposal.forget_plans("hotel", ["p:10", "p:11"])
        work.disposal.old_letters("hotel", later, 10)
        work.disposal.old_letters(None, later, 10)
        work.disposal.letters("hotel", 10)
        told = work.disposal.last_told()
        assert work.disposal.forget_told("hotel", later, Told(0, 0), told).audit > 0
        work.dead_letters.at({"stdin": ["p:4", "p:5"]})
        work.dead_letters.remove([LetterName("stdin", "p:4", "d")])
        work.dead_letters.skip([LetterName("stdin", "p:5", "d")], "kim")
    assert whole_tables(store, seen) <= {"skipped_letters"}
