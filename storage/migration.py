"""Migration: brings a database to the schema of this program, and tells whether it is there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import alembic.command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine

import migrations
from storage.engine import open_engine, reading, shown
from storage.locks import lock_schema
from storage.review_tables import metadata
from storage.schema import HEAD, refuse_newer, require, revision


@dataclass(frozen=True, slots=True)
class SchemaReport:
    """Where a schema stands.

    Attributes:
        revision: the database's, None where it has no schema.
        head: this program's.
        differences: what differs between the tables and what this program expects, one line each.
    """

    revision: str | None
    head: str
    differences: tuple[str, ...]

    @property
    def is_current(self) -> bool:
        """Whether this program can use the database."""
        return self.revision == self.head and not self.differences

    @property
    def advice(self) -> str:
        """What is wrong with a schema that is not current, and what to do about it."""
        if self.revision == self.head:
            return f"the tables differ from schema {self.head}: restore a backup, or replay the events"
        newer = self.revision is not None and self.revision > self.head
        command = "pip install --upgrade tooltrail" if newer else "tooltrail db upgrade"
        return f"schema {self.revision or 'none'}, this program needs {self.head}: run `{command}`"


def upgrade(url: str) -> tuple[str | None, str | None]:
    """Brings a database to the schema of this program; one that is there already stays as it is.

    All of it is one transaction: two at once take turns, and one that breaks off leaves what was.

    Args:
        url: the database; a SQLite file that does not exist is made.

    Returns:
        The revision before and after, None for no schema.

    Raises:
        UnknownSchemaError: the database is newer than this program, or another program's.
    """
    engine = open_engine(url, create=True)
    try:
        return _migrate(engine)
    finally:
        engine.dispose()


def downgrade(url: str, target: str) -> tuple[str | None, str | None]:
    """Takes a database back to an earlier schema; what that has no place for is lost."""
    engine = open_engine(url, create=False)
    try:
        with engine.begin() as connection:
            lock_schema(connection)
            before = revision(connection)
            alembic.command.downgrade(_config(connection), target)
            return before, revision(connection)
    finally:
        engine.dispose()


def check(url: str) -> SchemaReport:
    """Compares a database with what this program expects; changes nothing."""
    engine = open_engine(url, create=False)
    try:
        with reading(engine).connect() as connection:
            found = revision(connection)
            context = MigrationContext.configure(connection)
            differences = compare_metadata(context, metadata) if found is not None else []
            return SchemaReport(found, HEAD, tuple(_described(difference) for difference in differences))
    finally:
        engine.dispose()


def prepare(engine: Engine) -> None:
    """Makes a database ready to be written: a new SQLite file gets its schema, any other must have it.

    Raises:
        UnknownSchemaError: the database has no schema, an older or a newer one.
    """
    if engine.dialect.name == "sqlite":
        with reading(engine).connect() as connection:
            is_new = revision(connection) is None
        if is_new:
            _migrate(engine)
    require(engine)


def _migrate(engine: Engine) -> tuple[str | None, str | None]:
    with engine.begin() as connection:
        lock_schema(connection)
        before = revision(connection)
        if before is not None and before > HEAD:
            refuse_newer(shown(engine), before)
        alembic.command.upgrade(_config(connection), "head")
        return before, revision(connection)


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    return config


def _described(difference: Any) -> str:
    """One line of alembic's report: the operation and what it concerns."""
    operation = difference[0] if isinstance(difference, list) else difference
    name, *what = operation
    return " ".join([str(name), *(str(getattr(item, "name", item)) for item in what if item is not None)])
