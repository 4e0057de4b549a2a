"""Databases for tests: SQLite files, or databases of their own on the PostgreSQL server that the environment names."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from storage.migration import upgrade
from storage.tables import metadata

SERVER_VARIABLE = "TOOLTRAIL_TEST_POSTGRESQL"


class Databases(Protocol):
    """Gives out databases, each its own."""

    name: str

    def empty(self) -> str:
        """The URL of a database without a schema."""

    def ready(self) -> str:
        """The URL of a database that can be opened to be written."""

    def drop(self, url: str) -> None:
        """Takes a database back."""


class SqliteFiles:
    """Files in a folder; a new one gets its schema by itself."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def empty(self) -> str:
        return f"sqlite:///{tempfile.mkdtemp(dir=self._folder)}/store.db"

    def ready(self) -> str:
        return self.empty()

    def drop(self, url: str) -> None:
        for file in Path(url.removeprefix("sqlite:///")).parent.iterdir():
            file.unlink()


class PostgresqlServer:
    """Databases of a server; one that has the schema is emptied and given out again, which is faster than a new one."""

    name = "postgresql"

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._names: set[str] = set()
        self._with_schema: set[str] = set()
        self._free: list[str] = []

    def empty(self) -> str:
        name = f"test_{uuid.uuid4().hex}"
        self._on_server(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        self._names.add(name)
        return self._named(name)

    def ready(self) -> str:
        if self._free:
            return self._free.pop()
        made = self.empty()
        upgrade(made)
        self._with_schema.add(made)
        return made

    def drop(self, url: str) -> None:
        if url in self._with_schema:
            with psycopg.connect(url) as connection:
                for table in reversed(metadata.sorted_tables):
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
            self._free.append(url)
            return
        name = str(make_url(url).database)
        self._names.remove(name)
        self._on_server(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def close(self) -> None:
        """Takes every database back."""
        self._with_schema.clear()
        for name in sorted(self._names):
            self.drop(self._named(name))

    def _on_server(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._named(self._url.database), autocommit=True) as connection:
            connection.execute(statement)

    def _named(self, name: str | None) -> str:
        return self._url.set(database=name).render_as_string(hide_password=False)


@contextmanager
def borrowed(databases: Databases) -> Iterator[str]:
    """The URL of a database that can be opened to be written, for the time of a block."""
    url = databases.ready()
    try:
        yield url
    finally:
        databases.drop(url)
