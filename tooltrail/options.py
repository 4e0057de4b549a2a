"""Options that several commands share, declared once, and how a moment is written."""

from __future__ import annotations

import getpass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How rows are written."""

    TABLE = "table"  # for people
    JSONL = "jsonl"  # for programs: one row a line, the same bytes for the same rows


def read_moment(text: str) -> datetime:
    """Reads a moment in ISO 8601; a date alone is its midnight, a time without zone is in UTC.

    >>> read_moment("2026-01-06").isoformat(), read_moment("2026-01-06T09:00:00+09:00").isoformat()
    ('2026-01-06T00:00:00+00:00', '2026-01-06T00:00:00+00:00')

    Raises:
        typer.BadParameter: the text is no moment.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"{text!r} is no ISO 8601 time: write 2026-01-06 or 2026-01-06T09:00:00Z") from None


def now() -> datetime:
    """The present, where nobody names a moment."""
    return datetime.now(UTC)


def login_name() -> str:
    """Who runs the command.

    Raises:
        typer.BadParameter: the system does not say.
    """
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        raise typer.BadParameter("the system does not say who you are: give --actor NAME") from None


Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="Database, such as sqlite:///tooltrail.db; default: TOOLTRAIL_DB."),
]
Api = Annotated[
    str | None,
    typer.Option("--api", metavar="URL", help="A console in place of a database; its token: TOOLTRAIL_API_TOKEN."),
]
Collection = Annotated[str | None, typer.Option("--collection", metavar="C", help="Only this collection.")]
AsOf = Annotated[
    datetime | None,
    typer.Option(
        "--as-of", metavar="ISO", parser=read_moment, help="The moment that decides what has expired; default: now."
    ),
]
RowFormat = Annotated[Format, typer.Option("--format", help="A table for people, or one JSON object a line.")]
