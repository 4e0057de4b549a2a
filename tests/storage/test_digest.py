"""The digest: equal for equal content, however it came; another for another content."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from pipeline.intake import DeadLetter, Reason
from pipeline.learning.acts import ActKind
from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, RanKey, TargetKey, ValueKey, WordingKey
from pipeline.learning.settings import CollectionSettings, Mode
from pipeline.ports import SuggestionChange, UnitOfWork
from storage.store import SqlStore
from tests.storage.content import EDGE, act, data_flow, digest, digest_inside, entries, preference, summary

Write = Callable[[UnitOfWork], None]


def counts(*cells: tuple[object, tuple[int, ...]]) -> Write:
    return lambda work: work.evidence.apply("hotel", Evidence(dict(cells)))  # type: ignore[arg-type]  # any key


def suggests(row: dict[str, object]) -> Write:
    return lambda work: work.suggestions.write([SuggestionChange(row, None)])


CONTENT: list[Write] = [
    lambda work: work.collections.save_settings("hotel", CollectionSettings(Mode.SHADOW)),
    lambda work: work.attempts.save("hotel", "a:1", summary(), entries("e-1", "e-2")),
    lambda work: work.attempts.save("hotel", "a:2", summary(principal="kim"), entries("e-1")),
    lambda work: work.attempts.own("hotel", {"plan": "p:plan"}, {}),
    counts((TargetKey("3f9a", "bookRoom", "=kim", 20_458), (1, 0, 0, 0, 0)), (WordingKey("3f9a", "t", "w"), (1,))),
    counts((EdgeKey(EDGE, False, "=kim", "=s", 20_458), (1, 1, 1, 0)), (ValueKey(EDGE, True, "k", "v"), (1,))),
    counts((EdgeKey(EDGE, True, "=kim", "=s", 20_458), (1, 1, 0, 0))),
    counts((GivenKey("bookRoom", "guest_id", True), (1,)), (RanKey("bookRoom", "=kim", "=s"), (1,))),
    suggests(preference("3f9a", "bookRoom")),
    suggests(data_flow()),
    lambda work: work.acts.add(act("tp-1")),
    lambda work: work.acts.add(act("tp-1", ActKind.REOPEN)),
]


def digest_of(store: SqlStore, writes: list[Write]) -> str:
    """The digest of a store that holds this alone; it is left as it was."""
    with store.unit_of_work() as work:
        work.collections.remember(["hotel"])
        for write in writes:
            write(work)
        return digest_inside(work)


def test_the_same_content_in_any_order_has_one_digest(lasting_store: SqlStore) -> None:
    orders = [CONTENT, CONTENT[::-1], CONTENT[5:] + CONTENT[:5], CONTENT[::2] + CONTENT[1::2]]
    assert len({digest_of(lasting_store, order) for order in orders}) == 1


def test_the_same_content_in_any_number_of_transactions_has_one_digest(store: SqlStore) -> None:
    together = digest_of(store, CONTENT)
    for write in CONTENT:
        with store.unit_of_work() as work:
            write(work)
            work.commit()
    assert digest(store) == together


def test_every_part_of_the_content_shows(lasting_store: SqlStore) -> None:
    digests = {digest_of(lasting_store, CONTENT)}
    for number in range(len(CONTENT)):
        digests.add(digest_of(lasting_store, CONTENT[:number] + CONTENT[number + 1 :]))
    assert len(digests) == len(CONTENT) + 1


def test_columns_do_not_run_into_one_another(lasting_store: SqlStore) -> None:
    edges = [Edge(*fields) for fields in permutations(["a", "b", "ab", ""])]
    cells = [(EdgeKey(edge, False, "=k", "=s", 1), (1, 0, 0, 0)) for edge in edges]
    assert len({digest_of(lasting_store, [counts(cell)]) for cell in cells}) == len(edges)


def test_settings_that_say_the_defaults_are_no_settings(store: SqlStore) -> None:
    nobody_set_any = digest_of(store, [])
    assert (
        digest_of(store, [lambda work: work.collections.save_settings("hotel", CollectionSettings())]) == nobody_set_any
    )


def test_how_and_when_events_came_does_not_show(store: SqlStore) -> None:
    before = digest(store)
    letter = DeadLetter("stdin", "1", "5e0c", Reason.NO_TS, "no ts", None, None)
    with store.unit_of_work() as work:
        work.positions.advance({"stdin": "9"})
        work.dead_letters.add([letter])
        work.commit()
    assert digest(store) == before


def test_a_suggestion_that_came_back_leaves_no_trace_in_the_digest(store: SqlStore) -> None:
    row = preference("3f9a", "bookRoom")
    suggested: list[str] = []
    for change in (SuggestionChange(row, None), SuggestionChange(None, row), SuggestionChange(row, None)):
        with store.unit_of_work() as work:
            work.suggestions.write([change])
            work.commit()
        suggested.append(digest(store))
    assert suggested[0] == suggested[2] != suggested[1]
