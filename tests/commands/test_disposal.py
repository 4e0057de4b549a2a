"""`tooltrail collections retain|erase` and `tooltrail rebuild`, as an operator runs them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.commands.running import Command

NOTHING_DIFFERS = "nothing differs"


@pytest.mark.usefixtures("learned")
def test_retention_says_what_would_go_then_what_went_and_rebuild_finds_nothing(tooltrail: Command) -> None:
    as_of = ("--days", "2", "--as-of", "2026-01-09")
    before = tooltrail("db", "digest").out
    dry = tooltrail("collections", "retain", *as_of, "--dry-run")
    assert "shop: kept from 2026-01-07; would go: 48 attempts" in dry.text
    assert tooltrail("db", "digest").out == before
    assert NOTHING_DIFFERS in tooltrail("rebuild").text
    done = tooltrail("collections", "retain", "shop", *as_of)
    assert "shop: kept from 2026-01-07 attempts 48" in done.text
    assert tooltrail("rebuild").code == 0
    (row,) = tooltrail("collections", "list", "--format", "jsonl").rows
    assert (row["attempts"], row["floor"]) == (20, "2026-01-07T00:00:00Z")


@pytest.mark.usefixtures("learned")
def test_a_collection_keeps_as_long_as_it_was_told(tooltrail: Command) -> None:
    assert "retention-days 180 -> 2" in tooltrail("collections", "set", "shop", "--retention-days", "2").text
    assert "attempts 48" in tooltrail("collections", "retain", "--as-of", "2026-01-09").text
    assert "attempts 0" in tooltrail("collections", "retain", "--as-of", "2026-01-09", "--days", "9").text


def test_erasure_asks_first_and_leaves_nothing(tooltrail: Command, learned: Path, events: Path) -> None:
    assert "68 attempts of shop, and what they taught, cannot be undone: give --yes" in tooltrail.refuses(
        "collections", "erase", "shop"
    )
    done = tooltrail("collections", "erase", "shop", "--yes", "--at", "2026-02-01")
    assert "shop: erased as of 2026-02-01T00:00:00Z attempts 68" in done.text
    assert tooltrail("suggestions", "list").text.startswith("No suggestion")
    with sqlite3.connect(learned) as database:
        dumped = "\n".join(line for line in database.iterdump() if line.startswith("INSERT"))
    database.close()
    assert "parcel" not in dumped.lower()
    assert "erased" in tooltrail("replay", events).text
    assert NOTHING_DIFFERS in tooltrail("rebuild", "shop").text


def test_rebuild_tells_and_mends_what_differs(tooltrail: Command, learned: Path) -> None:
    before = tooltrail("db", "digest").out
    with sqlite3.connect(learned) as database:
        database.execute("UPDATE target_counts SET success = success + 1")
    database.close()
    damaged = tooltrail("db", "digest").out
    assert tooltrail("rebuild", "--dry-run").code == 1
    assert tooltrail("db", "digest").out == damaged
    done = tooltrail("rebuild")
    assert (done.code, "target_counts differed and were mended" in done.text) == (1, True)
    assert tooltrail("rebuild").code == 0
    assert tooltrail("db", "digest").out == before


@pytest.mark.usefixtures("learned")
def test_suggestions_are_listed_page_by_page(tooltrail: Command) -> None:
    as_of = ("--as-of", "2026-01-12", "--format", "jsonl")
    rows = tooltrail("suggestions", "list", *as_of).rows
    pages, after = [], ()
    while page := tooltrail("suggestions", "list", *as_of, "--limit", "2", *after).rows:
        pages += page
        after = ("--after", page[-1]["id"])
    assert pages == rows
    assert len(rows) > 2


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["collections", "retain", "depot"], "no collection 'depot'"),
        (["collections", "erase", "depot", "--yes"], "no collection 'depot'"),
        (["collections", "erase", "shop", "--yes", "--at", "2150-01-01"], "is in the future"),
        (["collections", "retain", "--days", "-1"], "greater than or equal to 0"),
        (["rebuild", "depot"], "no collection 'depot'"),
        (["suggestions", "list", "--after", "tp-0000000000000000"], "begin the list anew"),
    ],
)
def test_what_is_not_there_is_refused(tooltrail: Command, arguments: list[str], said: str) -> None:
    assert said in tooltrail.refuses(*arguments)
