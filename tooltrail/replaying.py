"""``tooltrail replay``: takes events in from files, with a bar on a terminal and a summary."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from pipeline.intake import Message
from pipeline.process import BatchReport
from pipeline.replay import Defaults, FileProgress, UnreadableFileError, find_files, read_messages
from pipeline.replay import replay as replay_messages
from storage.store import SqlStore
from tooltrail import rendering, wiring
from tooltrail.notes import note
from tooltrail.options import Db, read_moment
from tooltrail.text import by_name, by_status, counted

app = typer.Typer(add_completion=False)

#: What a shell is told when `--strict` finds that something was refused, and when a file could not be read.
_REFUSED, _UNREADABLE = 1, 2


@dataclass(slots=True)
class Intaken:
    """What became of files that were taken in.

    Attributes:
        files: each with how far it was read.
        report: what became of their messages.
        unreadable: why a file could not be read, or not to its end.
    """

    files: list[FileProgress]
    report: BatchReport = field(default_factory=BatchReport)
    unreadable: list[UnreadableFileError] = field(default_factory=list)


@app.command(
    "replay",
    epilog="Examples: tooltrail replay traces/ --collection shop;  zcat old.gz | tooltrail replay - --strict",
)
def replay(
    names: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="JSON Lines, plain or gzip; a directory of them; - for standard input."),
    ],
    collection: Annotated[
        str | None, typer.Option("--collection", metavar="C", help="Collection of events that name none.")
    ] = None,
    assume_ts: Annotated[
        datetime | None,
        typer.Option("--assume-ts", metavar="ISO", parser=read_moment, help="Time of events that carry none."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if anything was refused.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No bar and no summary.")] = False,
    db: Db = None,
) -> None:
    """Take events in from files and learn from them; the same events twice change nothing."""
    files = [FileProgress(name, _size(name)) for name in find_files(names)]
    engine = wiring.open_engine(db)
    if engine.uses_demonstration_key:
        note("sealed with the public demonstration key, which protects nothing: set TOOLTRAIL_SEAL_KEY for real data")
    with engine.store:
        with _bar(files, hidden=quiet) as on_batch:
            taken = take_in(engine, files, Defaults(collection, assume_ts), on_batch)
        if not quiet:
            print_summary(rendering.console(), taken, engine.store, letters=_letters_command(db))
    for error in taken.unreadable:
        note(str(error))
    if taken.unreadable:
        raise typer.Exit(_UNREADABLE)
    if strict and taken.report.refused:
        raise typer.Exit(_REFUSED)


def take_in(
    engine: wiring.Engine,
    files: list[FileProgress],
    defaults: Defaults,
    on_batch: Callable[[BatchReport], None] = lambda _report: None,
) -> Intaken:
    """Takes files in, one after the other; one that cannot be read to its end keeps no other from being read."""
    taken = Intaken(files)
    taken.report = replay_messages(_messages(taken, defaults), engine.store.unit_of_work, engine.rules, on_batch)
    return taken


def _messages(taken: Intaken, defaults: Defaults) -> Iterator[Message]:
    for file in taken.files:
        try:
            yield from read_messages(file.name, defaults, file)
        except UnreadableFileError as error:
            taken.unreadable.append(error)


def print_summary(console: Console, taken: Intaken, store: SqlStore, *, letters: str | None = None) -> None:
    """Prints what became of the messages, and where the suggestions of their collections stand.

    Args:
        console: where to.
        taken: what became of the files.
        store: the database.
        letters: the command that shows what was refused, None where it is shown anyway.
    """
    report = taken.report
    blank = sum(file.blank_lines for file in taken.files)
    facts = {
        "read": f"{counted(report.messages, 'message')} from {counted(len(taken.files), 'file')}",
        "accepted": f"{counted(report.accepted, 'event')}, {counted(report.attempts, 'new attempt')}",
        "duplicates": f"{report.duplicates:,}",
    }
    if report.conflicts:
        facts["conflicts"] = f"{report.conflicts:,} event ids came with another content: the smaller hash stands"
    if blank:
        facts["skipped"] = counted(blank, "blank line")
    facts["refused"] = by_name(report.refused) or "nothing"
    if report.refused and letters:
        facts["see them with"] = letters
    with store.reading() as views:
        statuses = {found.id: found.suggestions for found in views.collections() if found.id in report.collections}
    for collection_id, counts in statuses.items():
        facts[f"suggestions of {collection_id}"] = by_status(counts) or "none yet"
    console.print(rendering.facts(facts))


@contextmanager
def _bar(files: list[FileProgress], *, hidden: bool) -> Iterator[Callable[[BatchReport], None]]:
    """A bar over the bytes of all files, on a terminal; gives what moves it after each batch."""
    sizes = [file.size for file in files]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = rendering.error_console()
    with Progress(*columns, console=console, transient=True, disable=hidden or not sys.stderr.isatty()) as progress:
        task = progress.add_task("replay", total=sum(sizes) if all(sizes) else None, rate="")
        read = 0

        def on_batch(report: BatchReport) -> None:
            nonlocal read
            read += report.messages
            elapsed = progress.tasks[0].elapsed or 0.0
            rate = f"{read / elapsed:,.0f} messages/s" if elapsed else ""
            progress.update(task, completed=sum(file.position for file in files), rate=rate)

        yield on_batch


def _letters_command(db: str | None) -> str:
    """The command that shows what was refused; a URL that may hold a password is not repeated."""
    given = f" --db {shlex.quote(db)}" if db and db.startswith("sqlite:") else ""
    return f"tooltrail dead-letters list{given}"


def _size(name: str) -> int:
    """Bytes on disk, 0 where there is no telling."""
    path = Path(name)
    return path.stat().st_size if path.is_file() else 0
