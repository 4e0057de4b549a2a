"""Migrations: up, down and up again, safe for two at once, and a schema that is not known is refused."""

from __future__ import annotations

import argparse
import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import alembic.command
import alembic.op
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import migrations
from pipeline.learning.evidence import Evidence, TargetKey
from storage import migration, schema
from storage.errors import UnknownSchemaError
from storage.store import SqlStore
from storage.tables import metadata
from tests.storage.content import act, digest, entries, summary

ONE = Evidence({TargetKey("3f9a", "bookRoom", "=kim", 20_458): (1, 0, 0, 0, 0)})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


def execute(file: Path, statement: str, *values: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement, values)
    connection.close()


def claim(file: Path, revision: str) -> None:
    execute(file, "UPDATE alembic_version SET version_num = ?", revision)


def made(file: Path) -> set[str]:
    """What a file was made of: tables and indexes, names and all, whatever the white space."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
    found = {re.sub(r"\s+", " ", sql) for (sql,) in rows}
    connection.close()
    return found


def fill(url: str) -> str:
    with SqlStore(url) as store:
        with store.unit_of_work() as work:
            work.collections.remember(["hotel"])
            work.attempts.save("hotel", "a:1", summary(), entries("e-1"))
            work.evidence.apply("hotel", ONE)
            work.acts.add(act("tp-1"))
            work.commit()
        return digest(store)


def test_a_new_database_gets_its_schema_when_it_is_opened_to_be_written(url: str) -> None:
    with SqlStore(url):
        pass
    assert migration.check(url) == migration.SchemaReport(schema.HEAD, schema.HEAD, ())
    assert migration.check(url).is_current


def test_upgrading_twice_changes_nothing(url: str) -> None:
    assert migration.upgrade(url) == (None, schema.HEAD)
    before = fill(url)
    assert migration.upgrade(url) == (schema.HEAD, schema.HEAD)
    with SqlStore(url) as store:
        assert digest(store) == before


def test_down_and_up_again_with_data(url: str) -> None:
    before = fill(url)
    assert migration.downgrade(url, "base") == (schema.HEAD, None)
    assert not migration.check(url).is_current
    assert migration.upgrade(url) == (None, schema.HEAD)
    assert migration.check(url).is_current
    assert fill(url) == before


def test_the_newest_migration_is_the_one_the_program_asks_for() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert scripts.get_current_head() == schema.HEAD
    assert revisions == sorted(revisions, reverse=True)
    assert all(re.fullmatch(r"\d{4}", revision) for revision in revisions)


def test_migrations_make_what_the_models_say(sqlite_url: str, file: Path, tmp_path: Path) -> None:
    migration.upgrade(sqlite_url)
    engine = create_engine(f"sqlite:///{tmp_path}/models.db")
    metadata.create_all(engine)
    engine.dispose()
    assert made(file) == made(tmp_path / "models.db")


def test_a_database_that_differs_from_the_models_is_told(sqlite_url: str, file: Path) -> None:
    migration.upgrade(sqlite_url)
    execute(file, "DROP INDEX ix_acts_suggestion_id")
    execute(file, "ALTER TABLE outbox ADD COLUMN topic TEXT")
    report = migration.check(sqlite_url)
    assert not report.is_current
    assert report.differences == ("add_index ix_acts_suggestion_id", "remove_column outbox topic")


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [("9999", "pip install --upgrade tooltrail"), ("0000", "tooltrail db upgrade --db sqlite:///")],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_schema_of_another_version_is_refused_with_the_command_that_helps(
    sqlite_url: str, file: Path, revision: str, sentence: str, create: bool
) -> None:
    migration.upgrade(sqlite_url)
    claim(file, revision)
    with pytest.raises(UnknownSchemaError, match=sentence):
        SqlStore(sqlite_url, create=create)


def test_a_newer_schema_is_not_upgraded(sqlite_url: str, file: Path) -> None:
    migration.upgrade(sqlite_url)
    claim(file, "9999")
    with pytest.raises(UnknownSchemaError, match="has schema 9999"):
        migration.upgrade(sqlite_url)


def test_another_programs_database_is_refused_and_left_alone(sqlite_url: str, file: Path) -> None:
    execute(file, "CREATE TABLE bookings (id INTEGER)")
    for use in (lambda: SqlStore(sqlite_url), lambda: migration.upgrade(sqlite_url)):
        with pytest.raises(UnknownSchemaError, match=r"holds other tables \(bookings\)"):
            use()
    assert made(file) == {"CREATE TABLE bookings (id INTEGER)"}


def test_reading_an_empty_database_names_the_command_that_makes_it(sqlite_url: str, file: Path) -> None:
    file.touch()
    with pytest.raises(UnknownSchemaError, match="is empty: run `tooltrail db upgrade"):
        SqlStore(sqlite_url, create=False)
    assert not migration.check(sqlite_url).is_current


def test_two_that_make_one_database_at_once_both_find_it_made(url: str) -> None:
    ready = threading.Barrier(4)
    found: list[tuple[str | None, str | None]] = []

    def upgrade() -> None:
        ready.wait()
        found.append(migration.upgrade(url))

    threads = [threading.Thread(target=upgrade) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=str) == [(schema.HEAD, schema.HEAD)] * 3 + [(None, schema.HEAD)]


@pytest.fixture
def breaks_off(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def fail(*_arguments: object) -> None:
        raise ConnectionAbortedError

    with monkeypatch.context() as patched:
        patched.setattr(alembic.op, "create_index", fail)
        yield


@pytest.mark.usefixtures("breaks_off")
def test_an_upgrade_that_breaks_off_leaves_what_was(sqlite_url: str, file: Path) -> None:
    with pytest.raises(ConnectionAbortedError):
        migration.upgrade(sqlite_url)
    assert made(file) == set()


def test_a_developer_runs_alembic_on_a_database_by_its_url(url: str) -> None:
    config = Config(cmd_opts=argparse.Namespace(x=[f"db={url}"]))
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    alembic.command.upgrade(config, "head")
    alembic.command.check(config)
    assert migration.check(url).is_current
