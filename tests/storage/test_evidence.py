"""Counts: differences add up in any order, and what is taken back leaves nothing."""

from __future__ import annotations

from hypothesis import given

from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, TargetKey, ValueKey, WordingKey
from pipeline.learning.suggestions import FamilyText
from pipeline.learning.totals import FamilyCell
from storage.store import SqlStore
from storage.tables import edges, wording_counts
from tests.storage.cells import evidence, unhurried
from tests.storage.content import EDGE, digest, digest_inside, rows

ONE = Evidence({TargetKey("3f9a", "bookRoom", "=kim", 20_458): (1, 0, 0, 0, 0)})


@unhurried
@given(evidence(), evidence())
def test_what_is_added_and_taken_back_leaves_nothing(lasting_store: SqlStore, stays: Evidence, goes: Evidence) -> None:
    with lasting_store.unit_of_work() as work:
        work.evidence.apply("hotel", stays)
        before = digest_inside(work)
        work.evidence.apply("hotel", goes)
        work.evidence.apply("hotel", Evidence() - goes)
        assert digest_inside(work) == before


@unhurried
@given(evidence(), evidence(), evidence())
def test_differences_in_any_order_and_grouping_give_the_same_counts(
    lasting_store: SqlStore, one: Evidence, other: Evidence, third: Evidence
) -> None:
    orders = [[one + other - third], [one, other, Evidence() - third], [other, Evidence() - third, one]]
    found = set()
    for deltas in orders:
        with lasting_store.unit_of_work() as work:
            work.evidence.apply("hotel", third)
            for delta in deltas:
                work.evidence.apply("hotel", delta)
            found.add(digest_inside(work))
    assert len(found) == 1


@unhurried
@given(evidence())
def test_counts_of_one_collection_are_not_anothers(lasting_store: SqlStore, counted: Evidence) -> None:
    with lasting_store.unit_of_work() as work:
        work.evidence.apply("hotel", counted)
        assert work.evidence.family_cells("airline", ["3f9a", "77c0"]) == {}
        assert work.evidence.family_texts("airline", ["3f9a", "77c0"]) == {}
        assert work.evidence.all_families("airline") == []
        assert work.evidence.all_arguments("airline") == []
        assert work.evidence.declared_arguments("airline", ["findGuest", "bookRoom"]) == set()


def test_the_cells_of_families_are_read_back(store: SqlStore) -> None:
    later = TargetKey("3f9a", "listRooms", "?a:7", 20_459)
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", ONE)
        work.evidence.apply("hotel", Evidence({**ONE.cells, later: (0, 1, 2, 3, 4)}))
        assert work.evidence.family_cells("hotel", ["3f9a", "none"]) == {
            "3f9a": [
                FamilyCell("bookRoom", "=kim", 20_458, 2, 0, 0, 0, 0),
                FamilyCell("listRooms", "?a:7", 20_459, 0, 1, 2, 3, 4),
            ]
        }
        assert work.evidence.all_families("hotel") == ["3f9a"]


def test_the_example_of_a_family_is_its_most_frequent_wording_then_the_shortest_then_the_smallest(
    store: SqlStore,
) -> None:
    wordings = {
        ("a", "book two rooms"): 1,
        ("a", "two rooms, book"): 2,
        ("b", "a longer wording"): 2,
        ("b", "방 예약"): 2,
        ("c", "book B"): 1,
        ("c", "book a"): 1,
        ("c", "book Z and more"): 1,
    }
    counts = {WordingKey(family, "book room", text): (number,) for (family, text), number in wordings.items()}
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence(counts))
        terms = ("book", "room")
        assert work.evidence.family_texts("hotel", ["a", "b", "c", "d"]) == {
            "a": FamilyText("a", terms, "two rooms, book"),
            "b": FamilyText("b", terms, "방 예약"),
            "c": FamilyText("c", terms, "book B"),
        }


def test_a_family_whose_text_is_not_kept_has_an_empty_example(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence({WordingKey("3f9a", "", ""): (3,)}))
        assert work.evidence.family_texts("hotel", ["3f9a"]) == {"3f9a": FamilyText("3f9a")}


def test_a_wording_of_any_length_is_counted(store: SqlStore) -> None:
    long = "room " * 20_000
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence({WordingKey("3f9a", "room", long): (1,)}))
        work.evidence.apply("hotel", Evidence({WordingKey("3f9a", "room", long): (1,)}))
        work.commit()
    (row,) = rows(store, wording_counts)
    assert (row["wording"], row["attempts"]) == (long, 2)


def test_declared_arguments_are_those_of_declared_edges_into_the_tools(store: SqlStore) -> None:
    observed = Edge("findGuest", "guests[].name", "bookRoom", "name")
    elsewhere = Edge("findGuest", "guests[].id", "cancelRoom", "guest_id")
    cells = {
        EdgeKey(EDGE, True, "=kim", "=s", 20_458): (1, 0, 0, 0),
        EdgeKey(observed, False, "=kim", "=s", 20_458): (1, 1, 1, 0),
        EdgeKey(elsewhere, True, "=kim", "=s", 20_458): (1, 1, 0, 0),
    }
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence(cells))
        assert work.evidence.declared_arguments("hotel", ["bookRoom", "listRooms"]) == {("bookRoom", "guest_id")}
        assert work.evidence.declared_arguments("hotel", []) == set()
        assert work.evidence.all_arguments("hotel") == [
            ("bookRoom", "guest_id"),
            ("bookRoom", "name"),
            ("cancelRoom", "guest_id"),
        ]


def test_an_edge_leaves_the_dictionary_with_its_last_count(store: SqlStore) -> None:
    cell = Evidence({EdgeKey(EDGE, False, "=kim", "=s", 20_458): (1, 1, 1, 0)})
    value = Evidence({ValueKey(EDGE, True, "k1", "AAAAAAAAAAAA"): (1,)})
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", cell + value)
        work.evidence.apply("hotel", Evidence() - cell)
        assert work.evidence.all_arguments("hotel") == [("bookRoom", "guest_id")]
        work.evidence.apply("hotel", Evidence() - value)
        assert work.evidence.all_arguments("hotel") == []
        work.commit()
    assert rows(store, edges) == []


def test_many_keys_are_counted_and_read_at_once(store: SqlStore) -> None:
    families = [f"{number:04x}" for number in range(1_500)]
    cells = {TargetKey(family, "bookRoom", "=kim", 20_458): (1, 0, 0, 0, 0) for family in families}
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence(cells))
        assert list(work.evidence.family_cells("hotel", families)) == families
        work.commit()
    empty = digest(store)
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence())
        work.commit()
    assert digest(store) == empty


def test_given_counts_do_not_make_an_argument_that_nothing_produces(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence({GivenKey("bookRoom", "guest_id", True): (4,)}))
        assert work.evidence.all_arguments("hotel") == []
        assert work.evidence.edge_evidence("hotel", [("bookRoom", "guest_id")], 2) == {}
