"""Migrations: up, down and up again, safe for two at once, and a schema that is not known is refused."""

from __future__ import annotations

import argparse
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import alembic.command
import alembic.op
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, create_engine, insert, make_url, select, text

import migrations
from pipeline.learning.evidence import Evidence, TargetKey
from storage import migration, schema
from storage.engine import open_engine
from storage.errors import UnknownSchemaError
from storage.store import SqlStore
from storage.tables import metadata
from tests.databases import Databases, PostgresqlServer, SqliteFiles
from tests.loop import Loop
from tests.storage.content import act, digest, entries, summary
from tests.traces import Run, flatten, outcome

REVISIONS = sorted(
    script.revision for script in ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()
)
TRACES = flatten(
    [
        *(outcome(number, "trackParcel", principal=f"p{number % 4}", day=number % 5) for number in range(40)),
        *(
            Run(f"run-{number}", f"plan-{number}", principal=f"p{number % 4}")
            .step("s1", "findParcel", {"city": "Busan"}, {"items": [{"id": f"PX-{number}0442"}]})
            .step("s2", "openParcel", {"parcel_id": f"PX-{number}0442"}, {"state": "open"})
            .completed()
            .events
            for number in range(6)
        ),
    ]
)
LATER = flatten(outcome(number, "trackParcel", principal=f"p{number % 4}", day=6) for number in range(50, 60))
ONE = Evidence({TargetKey("3f9a", "bookRoom", "=kim", 20_458): (1, 0, 0, 0, 0)})


#: The objects of a schema, definitions and all, as PostgreSQL tells them.
_MADE = """
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
        || attnotnull || ' ' || coalesce(attcollation::regcollation::text, '')
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
"""


def execute(url: str, statement: str, **values: str) -> None:
    engine = create_engine(make_url(url).set(drivername=driver(url)))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


def driver(url: str) -> str:
    return "sqlite" if url.startswith("sqlite") else "postgresql+psycopg"


def claim(url: str, revision: str) -> None:
    execute(url, "UPDATE alembic_version SET version_num = :revision", revision=revision)


def made(url: str) -> set[str]:
    """What a database was made of: tables and indexes, names and all, whatever the white space."""
    told = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL" if url.startswith("sqlite") else _MADE
    engine = create_engine(make_url(url).set(drivername=driver(url)))
    with engine.connect() as connection:
        found = {re.sub(r"\s+", " ", line) for line in connection.scalars(text(told))}
    engine.dispose()
    return {line for line in found if "alembic_version" not in line}


def fill(url: str) -> str:
    with SqlStore(url) as store:
        with store.unit_of_work() as work:
            work.collections.remember(["hotel"])
            work.attempts.save("hotel", "a:1", summary(), entries("e-1"))
            work.evidence.apply("hotel", ONE)
            work.acts.add(act("tp-1"))
            work.commit()
        return digest(store)


def test_a_new_file_gets_its_schema_when_it_is_opened_to_be_written(sqlite: SqliteFiles) -> None:
    url = sqlite.empty()
    with SqlStore(url):
        pass
    assert migration.check(url) == migration.SchemaReport(schema.HEAD, schema.HEAD, ())
    assert migration.check(url).is_current


@pytest.mark.parametrize("create", [True, False])
def test_a_new_database_on_a_server_gets_its_schema_by_the_command_that_is_named(
    postgresql: PostgresqlServer, create: bool
) -> None:
    url = postgresql.empty()
    with pytest.raises(UnknownSchemaError, match="is empty: run `tooltrail db upgrade --db postgresql"):
        SqlStore(url, create=create)
    assert made(url) == set()
    migration.upgrade(url)
    assert migration.check(url).is_current


def test_upgrading_twice_changes_nothing(empty_url: str) -> None:
    url = empty_url
    assert migration.upgrade(url) == (None, schema.HEAD)
    before = fill(url)
    assert migration.upgrade(url) == (schema.HEAD, schema.HEAD)
    with SqlStore(url) as store:
        assert digest(store) == before


def test_down_and_up_again_with_data(empty_url: str) -> None:
    url = empty_url
    migration.upgrade(url)
    complete = made(url)
    before = fill(url)
    assert migration.downgrade(url, "base") == (schema.HEAD, None)
    assert not migration.check(url).is_current
    assert made(url) == set()
    assert migration.upgrade(url) == (None, schema.HEAD)
    assert made(url) == complete
    assert fill(url) == before


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_each_revision_goes_down_and_up_again_with_data(empty_url: str, revision: str) -> None:
    migration.upgrade(empty_url)
    complete = made(empty_url)
    with Loop(empty_url) as loop:
        loop.learn(TRACES)
        before = loop.digest(), loop.export()
    assert migration.downgrade(empty_url, revision) == (schema.HEAD, revision)
    assert migration.upgrade(empty_url) == (revision, schema.HEAD)
    assert made(empty_url) == complete
    with Loop(empty_url) as loop:
        assert (loop.digest(), loop.export()) == before
        assert loop.learn(TRACES).accepted == 0


def test_a_database_of_the_first_schema_is_upgraded_with_its_data(empty_url: str, url: str) -> None:
    with Loop(url) as loop:
        loop.learn(TRACES)
        before = loop.digest(), loop.export()
    upgrade_to(empty_url, "0001")
    copy_rows(url, empty_url)
    with pytest.raises(UnknownSchemaError, match="has the older schema 0001: run `tooltrail db upgrade"):
        SqlStore(empty_url)
    assert migration.upgrade(empty_url) == ("0001", schema.HEAD)
    with Loop(empty_url) as loop:
        assert (loop.digest(), loop.export()) == before
        assert loop.learn(TRACES).accepted == 0
        loop.learn(LATER)
        after = loop.digest(), loop.export()
    with Loop(url) as loop:
        loop.learn(LATER)
        assert (loop.digest(), loop.export()) == after


def upgrade_to(url: str, revision: str) -> None:
    engine = open_engine(url, create=True)
    with engine.begin() as connection:
        alembic.command.upgrade(migration._config(connection), revision)
    engine.dispose()


def copy_rows(source: str, target: str) -> None:
    """Copies what the target's tables have a place for."""
    from_engine, to_engine = open_engine(source, create=False), open_engine(target, create=False)
    with from_engine.connect() as reader, to_engine.begin() as writer:
        old = MetaData()
        old.reflect(writer)
        for table in metadata.sorted_tables:
            if table.name in old.tables and (rows := reader.execute(select(table)).mappings().all()):
                columns = [column.name for column in table.columns if column.name in old.tables[table.name].columns]
                writer.execute(insert(table), [{name: row[name] for name in columns} for row in rows])
    from_engine.dispose()
    to_engine.dispose()


def test_the_newest_migration_is_the_one_the_program_asks_for() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert scripts.get_current_head() == schema.HEAD
    assert revisions == sorted(revisions, reverse=True)
    assert all(re.fullmatch(r"\d{4}", revision) for revision in revisions)


def test_migrations_make_what_the_models_say(databases: Databases, empty_url: str) -> None:
    models = databases.empty()
    engine = open_engine(models, create=True)
    with engine.begin() as connection:
        metadata.create_all(connection)
    engine.dispose()
    migration.upgrade(empty_url)
    assert migration.check(empty_url).is_current
    assert made(empty_url) == made(models)
    databases.drop(models)


def test_a_database_that_differs_from_the_models_is_told(empty_url: str) -> None:
    migration.upgrade(empty_url)
    execute(empty_url, "DROP INDEX ix_acts_suggestion_id")
    execute(empty_url, "ALTER TABLE outbox ADD COLUMN topic TEXT")
    report = migration.check(empty_url)
    assert not report.is_current
    assert report.differences == ("add_index ix_acts_suggestion_id", "remove_column outbox topic")


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [("9999", "pip install --upgrade tooltrail"), ("0000", "tooltrail db upgrade --db (sqlite|postgresql)")],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_schema_of_another_version_is_refused_with_the_command_that_helps(
    empty_url: str, revision: str, sentence: str, create: bool
) -> None:
    migration.upgrade(empty_url)
    claim(empty_url, revision)
    with pytest.raises(UnknownSchemaError, match=sentence):
        SqlStore(empty_url, create=create)


def test_a_newer_schema_is_not_upgraded(empty_url: str) -> None:
    migration.upgrade(empty_url)
    claim(empty_url, "9999")
    with pytest.raises(UnknownSchemaError, match="has schema 9999"):
        migration.upgrade(empty_url)


def test_another_programs_database_is_refused_and_left_alone(empty_url: str) -> None:
    execute(empty_url, "CREATE TABLE bookings (id INTEGER)")
    before = made(empty_url)
    for use in (lambda: SqlStore(empty_url), lambda: migration.upgrade(empty_url)):
        with pytest.raises(UnknownSchemaError, match=r"holds other tables \(bookings\)"):
            use()
    assert made(empty_url) == before


def test_reading_an_empty_file_names_the_command_that_makes_it(sqlite: SqliteFiles) -> None:
    url = sqlite.empty()
    Path(url.removeprefix("sqlite:///")).touch()
    with pytest.raises(UnknownSchemaError, match="is empty: run `tooltrail db upgrade"):
        SqlStore(url, create=False)
    assert not migration.check(url).is_current


def test_some_that_make_one_database_at_once_all_find_it_made(empty_url: str) -> None:
    ready = threading.Barrier(4)
    found: list[tuple[str | None, str | None]] = []

    def upgrade() -> None:
        ready.wait()
        found.append(migration.upgrade(empty_url))

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
def test_an_upgrade_that_breaks_off_leaves_what_was(empty_url: str) -> None:
    with pytest.raises(ConnectionAbortedError):
        migration.upgrade(empty_url)
    assert made(empty_url) == set()


def test_a_developer_runs_alembic_on_a_database_by_its_url(empty_url: str) -> None:
    config = Config(cmd_opts=argparse.Namespace(x=[f"db={empty_url}"]))
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    alembic.command.upgrade(config, "head")
    alembic.command.check(config)
    assert migration.check(empty_url).is_current
