"""What a batch costs the database: a bounded number of statements, none of which reads a whole table that grows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, event

from pipeline.intake import DeadLetter, Reason
from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, Key, RanKey, TargetKey, ValueKey, WordingKey
from pipeline.ports import EventName, SuggestionChange
from storage.store import SqlStore
from tests.storage.content import act, data_flow, entries, preference, summary
from tests.storage.plans import scanned_by_postgresql

#: The one table that a batch reads whole: a row for each catalog.
BOUNDED = {"collections"}
Statement = tuple[str, Any]


@contextmanager
def statements(store: SqlStore) -> Iterator[list[Statement]]:
    """The statements that run inside the block, each with parameters of one execution."""
    seen: list[Statement] = []

    def note(
        _connection: Connection, _cursor: object, statement: str, parameters: Any, _context: object, many: bool
    ) -> None:
        # Rows that are sent together come flat; those that are sent one by one, as a list.
        seen.append((statement, parameters[0] if many and isinstance(parameters, list) else parameters))

    event.listen(store._engine, "before_cursor_execute", note)
    yield seen
    event.remove(store._engine, "before_cursor_execute", note)


def cells(number: int) -> Evidence:
    principal, session = f"=p{number}", f"=s{number}"
    edge = Edge("findGuest", "id", f"bookRoom{number % 40}", "guest_id")
    counted: dict[Key, tuple[int, ...]] = {
        TargetKey(f"family-{number}", "bookRoom", principal, number): (1, 0, 0, 0, 0),
        WordingKey(f"family-{number}", "book room", f"book room {number}"): (1,),
        EdgeKey(edge, False, principal, session, number): (1, 1, 1, 0),
        EdgeKey(edge, True, principal, session, number): (1, 1, 0, 0),
        ValueKey(edge, True, "k1", f"value-{number}"): (1,),
        GivenKey(edge.target, "guest_id", True): (1,),
        RanKey(edge.target, principal, session): (1,),
    }
    return Evidence(counted)


def run_batch(store: SqlStore, numbers: range) -> None:
    """Everything that the one path and a review ask of a store, for so many attempts."""
    keys = [f"p:{number}" for number in numbers]
    families = [f"family-{number}" for number in numbers]
    edges = [Edge("findGuest", "id", f"bookRoom{number}", "guest_id") for number in range(40)]
    arguments = [(edge.target, edge.to_field) for edge in edges]
    rows = [*(preference(family, "bookRoom") for family in families), *map(data_flow, edges)]
    delta = Evidence()
    for number in numbers:
        delta += cells(number)
    with store.unit_of_work() as work:
        work.collections.gates()
        work.collections.remember(["hotel"])
        work.collections.settings("hotel")
        work.attempts.owners("hotel", keys)
        work.attempts.own("hotel", {key: key for key in keys}, {keys[0]: keys[1]})
        work.attempts.hold("hotel", keys)
        work.attempts.summaries("hotel", keys)
        work.attempts.known("hotel", [EventName(key, "", "e-1") for key in keys])
        work.attempts.load("hotel", keys)
        work.attempts.drop("hotel", "p:gone")
        for key in keys:
            work.attempts.save("hotel", key, summary(), entries("e-1", "e-2"))
        work.evidence.apply("hotel", delta)
        work.evidence.apply("hotel", cells(numbers[0]) - cells(numbers[1]))
        work.evidence.family_cells("hotel", families)
        work.evidence.family_texts("hotel", families)
        work.evidence.declared_arguments("hotel", [tool for tool, _ in arguments])
        work.evidence.edge_evidence("hotel", arguments, 2)
        work.suggestions.of_families("hotel", families)
        work.suggestions.of_arguments("hotel", arguments)
        work.suggestions.get([row["id"] for row in rows])
        work.suggestions.write([SuggestionChange(row, None) for row in rows])
        work.suggestions.write([SuggestionChange(None, rows[0])])
        work.acts.add(act(rows[0]["id"]))
        work.acts.of([row["id"] for row in rows])
        work.dead_letters.add([DeadLetter("stdin", key, "d", Reason.NO_TS, "", None, None) for key in keys])
        work.positions.advance({"stdin": keys[-1]})
        work.commit()


def test_a_batch_costs_the_same_number_of_statements_however_many_attempts_it_touches(store: SqlStore) -> None:
    costs = []
    for numbers in (range(2, 5), range(10, 410)):
        with statements(store) as seen:
            run_batch(store, numbers)
        costs.append(len(seen))
    assert costs[0] == costs[1] <= 88


def test_no_statement_of_a_batch_reads_a_whole_table_that_grows(store: SqlStore) -> None:
    run_batch(store, range(2, 50))
    with statements(store) as seen:
        run_batch(store, range(2, 50))
        run_batch(store, range(100, 150))
    assert whole_tables(store, seen) <= BOUNDED


def test_showing_one_suggestion_reads_no_whole_table(store: SqlStore) -> None:
    run_batch(store, range(2, 50))
    with statements(store) as seen, store.reading() as reader:
        for row in (preference("family-7", "bookRoom"), data_flow(Edge("findGuest", "id", "bookRoom7", "guest_id"))):
            reader.suggestions_named([row["id"]])
            reader.status_changes(row["id"])
            reader.samples(row)
        reader.dead_letters_named(["dl-1"])
    assert whole_tables(store, seen) == set()


def whole_tables(store: SqlStore, seen: list[Statement]) -> set[str]:
    """The tables that any of the statements reads from one end to the other, for want of an index."""
    if store._engine.dialect.name == "sqlite":
        return scanned_by_sqlite(str(store._engine.url.database), seen)
    return scanned_by_postgresql(store._engine, seen)


def scanned_by_sqlite(file: str, seen: list[Statement]) -> set[str]:
    found = set()
    connection = sqlite3.connect(file)
    for statement, parameters in seen:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters):
                words = step.split()
                if (
                    words[0] == "SCAN"
                    and not words[1].startswith(("(", "anon", "CONSTANT"))
                    and words[1].isidentifier()
                ):
                    found.add(words[1])
    connection.close()
    return found
