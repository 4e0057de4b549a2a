"""Inspection reads every column that may hold words, on both databases, and a repair goes through them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Float, Integer, Table, create_engine, insert

from pipeline.inspection import Inspector
from pipeline.intake import Intake, Message
from pipeline.learning.policy import Policy
from pipeline.process import Rules, process
from pipeline.repair import Border, repair_attempts
from pipeline.scrub import RuleSet, Scrubber
from pipeline.seal import Keyring
from storage.inspection import Place, inspect, inspected_tables, readable_columns
from storage.tables import metadata
from storage.types import Moment
from tests.commands.running import traces
from tests.loop import Loop
from tests.traces import flatten, outcome

DATUM = "dana.audit@example.com"
COLUMNS = [
    pytest.param(table, column, id=f"{table.name}.{column.name}")
    for table in inspected_tables()
    for column in readable_columns(table)
]
JSON_COLUMNS = {"body", "rivals", "row", "cause", "payload", "settings"}
POSITION = ("positions", "position")


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")  # without the foreign keys of the store: each table is filled alone
    with engine.connect() as opened:
        metadata.create_all(opened)
        yield opened
    engine.dispose()


def filler(column: Column[Any]) -> Any:
    if isinstance(column.type, Moment):
        return datetime(2026, 1, 5, tzinfo=UTC)
    if isinstance(column.type, Integer | Float):
        return 1
    return {} if column.name in JSON_COLUMNS or (column.table.name, column.name) == POSITION else "x"


def holding(table: Table, column: Column[Any]) -> dict[str, Any]:
    row = {other.name: filler(other) for other in table.columns}
    datum: Any = DATUM
    if column.name == "rivals":
        datum = [DATUM]
    elif column.name in JSON_COLUMNS or (table.name, column.name) == POSITION:
        datum = {"query": DATUM}
    return {**row, column.name: datum}


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_datum_in_any_column_is_found_there(connection: Connection, table: Table, column: Column[Any]) -> None:
    with connection.begin_nested() as savepoint:
        connection.execute(insert(table), [holding(table, column)])
        found = inspect(connection, Inspector())
        savepoint.rollback()
    assert found == {Place(table.name, column.name, "EMAIL"): 1}


def test_a_repair_gives_what_the_rules_would_have_let_in(new_loop: Callable[[], Loop]) -> None:
    leak = outcome(900, "createReturn", day=0, principal="person-1", query=f"return my order, mail {DATUM}")
    events = [*traces(), *flatten([leak])]
    loop, fresh = new_loop(), new_loop()
    keyring, today = Keyring.demonstration(), Scrubber()
    old = Rules(Intake(keyring, Scrubber(RuleSet("0", (), ()))), Policy())
    lines = [Message("t", str(number), json.dumps(event).encode()) for number, event in enumerate(events)]
    process(lines, loop.store.unit_of_work(), old)
    fresh.learn(events)
    assert loop.store.inspect(Inspector())
    assert loop.digest() != fresh.digest()
    repaired = repair_attempts(loop.store.unit_of_work, "shop", Border(keyring, today), Policy())
    mender = loop.store.mender(keyring, today)
    assert not mender.mend_acts().rows
    mender.mend_told()
    assert repaired.attempts == 1
    assert loop.digest() == fresh.digest()
    assert loop.store.inspect(Inspector()) == {}
