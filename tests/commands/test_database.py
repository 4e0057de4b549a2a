"""`tooltrail db`, and what every command says of a database that it cannot use."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from pathlib import Path

import pytest

from storage.schema import HEAD
from tests.commands.running import Command

EVERY_READER = [
    ("suggestions", "list"),
    ("suggestions", "show", "tp-0123456789abcdef"),
    ("suggestions", "approve", "tp-0123456789abcdef"),
    ("collections", "list"),
    ("dead-letters", "list"),
    ("dead-letters", "show", "dl-0"),
    ("db", "check"),
    ("db", "digest"),
]


def test_a_new_database_is_made_once(tooltrail: Command) -> None:
    assert tooltrail("db", "upgrade").out == f"schema none -> {HEAD}\n"
    assert tooltrail("db", "upgrade").out == f"schema {HEAD}: nothing to do\n"
    assert tooltrail("db", "check").out == f"schema {HEAD}: as this program needs it\n"


@pytest.mark.usefixtures("learned")
def test_the_digest_tells_content_apart(tooltrail: Command) -> None:
    before = tooltrail("db", "digest").out
    assert re.fullmatch(r"[0-9a-f]{64}\n", before)
    tooltrail("collections", "set", "shop", "--mode", "shadow")
    assert tooltrail("db", "digest").out != before


def test_a_changed_table_is_found(tooltrail: Command, learned: Path) -> None:
    with sqlite3.connect(learned) as connection:
        connection.execute("ALTER TABLE acts ADD COLUMN mood TEXT")
    done = tooltrail("db", "check")
    assert done.code == 2
    assert "mood" in done.out
    assert f"the tables differ from schema {HEAD}" in done.err


@pytest.mark.parametrize("command", EVERY_READER)
def test_a_database_that_is_not_there_is_not_made_by_reading(
    tooltrail: Command, folder: Path, command: tuple[str, ...]
) -> None:
    assert "tooltrail.db does not exist: check --db" in tooltrail.refuses(*command)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("command", EVERY_READER)
def test_a_database_of_a_newer_schema_is_refused(tooltrail: Command, learned: Path, command: tuple[str, ...]) -> None:
    with sqlite3.connect(learned) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    if command == ("db", "check"):
        assert f"schema 9999, this program needs {HEAD}" in tooltrail(*command).err
    else:
        assert f"has schema 9999, this program knows schemas up to {HEAD}" in tooltrail.refuses(*command)


def test_events_are_not_taken_into_a_newer_schema(tooltrail: Command, learned: Path, events: Path) -> None:
    with sqlite3.connect(learned) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "upgrade tooltrail" in tooltrail.refuses("replay", events)
    assert "pip install --upgrade tooltrail" in tooltrail("doctor").out
    assert "upgrade tooltrail" in tooltrail.refuses("db", "upgrade")


@pytest.mark.parametrize("command", [("suggestions", "list"), ("replay", "traces.jsonl"), ("db", "upgrade")])
@pytest.mark.usefixtures("events")
def test_a_file_that_is_no_database_is_refused(tooltrail: Command, folder: Path, command: tuple[str, ...]) -> None:
    (folder / "letter.db").write_text("Dear Sir or Madam, " * 100)
    assert "is no SQLite database" in tooltrail.refuses(*command, "--db", "sqlite:///letter.db")


@pytest.mark.usefixtures("events")
def test_a_folder_that_is_not_there_is_refused(tooltrail: Command) -> None:
    said = tooltrail.refuses("replay", "traces.jsonl", "--db", "sqlite:///nowhere/new.db")
    assert "cannot be opened" in said


@pytest.fixture
def locked(folder: Path) -> Path:
    """A folder in which nobody may write: not even the superuser may in /proc, who may everywhere else."""
    if os.geteuid() == 0:
        return Path("/proc")
    made = folder / "locked"
    made.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    return made


@pytest.mark.usefixtures("events")
def test_a_folder_that_may_only_be_read_is_refused(tooltrail: Command, locked: Path) -> None:
    said = tooltrail.refuses("replay", "traces.jsonl", "--db", f"sqlite:///{locked / 'new.db'}")
    assert "cannot be opened" in said
    assert "you may write in" in said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("shop.db", "'shop.db' is no database URL: write sqlite:///shop.db"),
        ("", "write sqlite:///tooltrail.db"),
        ("mysql://localhost/shop", "is neither SQLite nor PostgreSQL"),
        ("nonsense://shop", "write sqlite:///FILE"),
    ],
)
def test_what_is_no_database_url_is_refused(tooltrail: Command, url: str, said: str) -> None:
    complaint = tooltrail.refuses("suggestions", "list", "--db", url)
    assert said in complaint
