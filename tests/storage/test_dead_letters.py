"""Dead letters: one each, however often it comes."""

from __future__ import annotations

from typing import Any

from pipeline.intake import DeadLetter, Reason
from storage.read_models import DeadLetterFilter, StoredDeadLetter
from storage.store import SqlStore


def letter(position: str = "1", **more: Any) -> DeadLetter:
    fields: dict[str, Any] = {
        "source": "file:traces.jsonl",
        "digest": "5e0c",
        "reason": Reason.NO_TS,
        "detail": "no ts: give one",
        "collection_id": "hotel",
        "body": {"type": "user.message"},
        **more,
    }
    return DeadLetter(position=position, **fields)


def add(store: SqlStore, *letters: DeadLetter) -> None:
    with store.unit_of_work() as work:
        work.dead_letters.add(letters)
        work.commit()


def listed(store: SqlStore, **wanted: str) -> list[StoredDeadLetter]:
    with store.reading() as reader:
        return list(reader.dead_letters(DeadLetterFilter(**wanted)))


def test_a_letter_is_listed_with_what_is_known_of_it(store: SqlStore) -> None:
    add(store, letter())
    (found,) = listed(store)
    assert (found.source, found.position, found.digest) == ("file:traces.jsonl", "1", "5e0c")
    assert (found.reason, found.detail, found.collection_id) == ("no_ts", "no ts: give one", "hotel")
    assert (found.body, found.tries) == ({"type": "user.message"}, 1)
    assert found.first_seen == found.last_seen


def test_the_same_letter_again_is_one_and_its_tries_are_counted(store: SqlStore) -> None:
    add(store, letter(), letter())
    add(store, letter(reason=Reason.NO_RUN, detail="no run"))
    (found,) = listed(store)
    assert (found.tries, found.reason, found.detail) == (3, "no_run", "no run")
    assert found.first_seen < found.last_seen


def test_letters_of_another_place_or_content_are_others(store: SqlStore) -> None:
    add(store, letter("1"), letter("2"), letter(source="stdin"), letter(digest="77aa"))
    assert len({found.id for found in listed(store)}) == 4


def test_letters_are_filtered_and_named(store: SqlStore) -> None:
    add(store, letter("1"), letter("2", reason=Reason.NOT_JSON, collection_id=None, body=None), letter(source="stdin"))
    assert [found.position for found in listed(store, reason="not_json")] == ["2"]
    assert [found.source for found in listed(store, source="stdin")] == ["stdin"]
    assert {found.position for found in listed(store, collection_id="hotel")} == {"1"}
    (withheld,) = listed(store, reason="not_json")
    assert withheld.body is None
    with store.reading() as reader:
        assert reader.dead_letters_named([withheld.id, "dl-none"]) == [withheld]
        assert reader.refusal_counts() == {"no_ts": 2, "not_json": 1}


def test_no_letters_are_no_rows(store: SqlStore) -> None:
    add(store)
    assert listed(store) == []
