"""``tooltrail db``: the schema of a database, and the hash of what it holds."""

from __future__ import annotations

import typer

from pipeline.errors import RejectedError
from storage import migration
from tooltrail import wiring
from tooltrail.options import Db

app = typer.Typer(no_args_is_help=True, add_completion=False)


class SchemaDiffersError(RejectedError):
    """The database has not the schema of this program: upgrade it, or give another."""


@app.command("upgrade")
def upgrade(db: Db = None) -> None:
    """Bring a database to the schema of this program; a SQLite file that does not exist is made."""
    before, after = migration.upgrade(wiring.database_url(db))
    typer.echo(f"schema {after}: nothing to do" if before == after else f"schema {before or 'none'} -> {after}")


@app.command("check")
def check(db: Db = None) -> None:
    """Compare a database with the schema that this program needs; change nothing."""
    report = migration.check(wiring.database_url(db))
    if report.is_current:
        typer.echo(f"schema {report.revision}: as this program needs it")
        return
    for difference in report.differences:
        typer.echo(difference)
    raise SchemaDiffersError(report.advice)


@app.command("digest")
def digest(db: Db = None) -> None:
    """Print one hash over everything that is learned: equal for the same events, acts and settings."""
    with wiring.open_store(db) as store, store.reading() as views:
        typer.echo(views.digest())
