"""The schema a program needs: a database of another one is refused, with the command that helps."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, Text, column, inspect, select, table

from storage.engine import reading, shown
from storage.errors import UnknownSchemaError

#: The revision that this program reads and writes; revisions are four-digit numbers and grow.
HEAD = "0005"

_VERSIONS = "alembic_version"


def revision(connection: Connection) -> str | None:
    """The revision of a database, None where it has no schema.

    Raises:
        UnknownSchemaError: the tables in it are another program's.
    """
    tables = inspect(connection).get_table_names()
    if _VERSIONS in tables:
        return connection.scalar(select(column("version_num", Text)).select_from(table(_VERSIONS)))
    if tables:
        raise UnknownSchemaError(
            f"{shown(connection.engine)} holds other tables ({', '.join(sorted(tables)[:3])}): give another database"
        )
    return None


def require(engine: Engine) -> None:
    """Makes sure that a database has the schema of this program.

    Raises:
        UnknownSchemaError: it has none, an older or a newer one.
    """
    with reading(engine).connect() as connection:
        found = revision(connection)
    if found == HEAD:
        return
    database = shown(engine)
    if found is None:
        raise UnknownSchemaError(f"{database} is empty: run `tooltrail db upgrade --db {database}`")
    if found < HEAD:
        raise UnknownSchemaError(f"{database} has the older schema {found}: run `tooltrail db upgrade --db {database}`")
    refuse_newer(database, found)


def refuse_newer(database: str, found: str) -> None:
    """Refuses a schema of a later program.

    Raises:
        UnknownSchemaError: always.
    """
    raise UnknownSchemaError(
        f"{database} has schema {found}, this program knows schemas up to {HEAD}: "
        "run `pip install --upgrade tooltrail`, or give another database"
    )
