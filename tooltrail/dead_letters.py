"""``tooltrail dead-letters``: what was refused, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from typing import Annotated, Any

import typer

from pipeline.errors import RejectedError
from pipeline.intake import Reason
from pipeline.learning.suggestions import moment
from pipeline.ports import LetterName
from pipeline.redelivery import redeliver
from pipeline.replay import Defaults
from pipeline.scrub import scrub_text
from storage.read_models import DeadLetterFilter, ReadModels, StoredDeadLetter
from tooltrail import rendering, wiring
from tooltrail.options import Db, Format, RowFormat, login_name, read_moment
from tooltrail.text import by_name, counted

app = typer.Typer(no_args_is_help=True, add_completion=False)

#: Rows of a table; more of them scroll away what a person looks for.
_SHOWN = 50


#: Letters that are set aside in one transaction.
_TOGETHER = 1_000


class NothingAskedForError(RejectedError):
    """Nothing says which dead letters are meant."""


class UnknownDeadLetterError(RejectedError):
    """No dead letter has that id: `tooltrail dead-letters list` shows what there is."""


@app.command("list", epilog="Example: tooltrail dead-letters list --reason not_json")
def list_letters(
    reason: Annotated[Reason | None, typer.Option("--reason", metavar="R", help="Only those of this reason.")] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help=f"At most so many; default: {_SHOWN} in a table.")
    ] = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="ID", help="Only those that come after this one.")
    ] = None,
    row_format: RowFormat = Format.TABLE,
    db: Db = None,
) -> None:
    """List what was refused, by source and then as it came."""
    with wiring.open_store(db) as store, store.reading() as views:
        if after is not None:
            _named(views, [after])
        letters = views.dead_letters(DeadLetterFilter(reason=reason.value if reason else None, after=after))
        if row_format is Format.JSONL:
            rendering.write_json_lines(_row(letter) for letter in islice(letters, limit))
            return
        _print_table(list(islice(letters, limit or _SHOWN)), views.refusal_counts(), reason)


@app.command("show")
def show(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Ids of dead letters.")],
    db: Db = None,
) -> None:
    """Show dead letters in full, with what was kept of them: scrubbed, sealed, or withheld."""
    with wiring.open_store(db) as store, store.reading() as views:
        letters = _named(views, ids)
    for letter in letters:
        _print_letter(letter)


Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Ids of dead letters.")]
OfReason = Annotated[Reason | None, typer.Option("--reason", metavar="R", help="All of this reason.")]
Every = Annotated[bool, typer.Option("--all", help="Every one.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")]


@app.command("replay", epilog="Example: tooltrail dead-letters replay --reason no_ts --assume-ts 2026-01-05")
def replay(  # noqa: PLR0913  an option an argument
    ids: Ids = None,
    *,
    reason: OfReason = None,
    every: Every = False,
    collection: Annotated[
        str | None, typer.Option("--collection", metavar="C", help="Collection of events that name none.")
    ] = None,
    assume_ts: Annotated[
        datetime | None,
        typer.Option("--assume-ts", metavar="ISO", parser=read_moment, help="Time of events that carry none."),
    ] = None,
    dry_run: DryRun = False,
    db: Db = None,
) -> None:
    """Try dead letters again, from their file while it stands, else as they were kept; what is accepted leaves them."""
    engine = wiring.open_engine(db, create=False)
    with engine.store as store, store.reading() as views:
        letters = _asked_for(views, ids, reason, every=every)
        defaults = Defaults(collection, assume_ts)
        done = redeliver(letters, store.unit_of_work, engine.rules, defaults, dry_run=dry_run)
    facts = {
        "tried": counted(done.letters - done.lost, "dead letter"),
        "would be accepted" if dry_run else "accepted": f"{done.accepted:,}",
        "refused": by_name(done.refused) or "nothing",
    }
    if done.lost:
        facts["not tried"] = (
            f"{done.lost:,}: the source is gone or holds something else there, and what was kept cannot be taken in"
        )
    rendering.console().print(rendering.facts(facts))


@app.command("skip", epilog="Example: tooltrail dead-letters skip --reason not_json --dry-run")
def skip(
    ids: Ids = None,
    *,
    reason: OfReason = None,
    every: Every = False,
    actor: Annotated[
        str | None, typer.Option("--actor", metavar="A", help="Who does; default: your login name.")
    ] = None,
    dry_run: DryRun = False,
    db: Db = None,
) -> None:
    """Set dead letters aside for good: what was kept goes; who did so, when, and why they were refused stays."""
    who = scrub_text(actor or login_name())
    total = 0
    with wiring.open_store(db) as store, store.reading() as views:
        letters = iter(_asked_for(views, ids, reason, every=every))
        while some := [LetterName(found.source, found.position, found.digest) for found in islice(letters, _TOGETHER)]:
            total += len(some)
            if not dry_run:
                with store.unit_of_work() as work:
                    work.dead_letters.skip(some, who)
                    work.commit()
    would = "would be " if dry_run else ""
    rendering.console().print(f"{counted(total, 'dead letter')} {would}set aside")


def _asked_for(
    views: ReadModels, ids: Sequence[str] | None, reason: Reason | None, *, every: bool
) -> Iterable[StoredDeadLetter]:
    """The letters that are meant, those of one source together.

    Raises:
        NothingAskedForError: none of the ways to say which was used, or more than one.
    """
    if sum((bool(ids), reason is not None, every)) != 1:
        raise NothingAskedForError("say which dead letters: ids, --reason R, or --all")
    if ids:
        return _named(views, ids)
    return views.dead_letters(DeadLetterFilter(reason=reason.value if reason else None))


def _named(views: ReadModels, ids: Sequence[str]) -> list[StoredDeadLetter]:
    """The letters of those ids, by source.

    Raises:
        UnknownDeadLetterError: there is none of an id.
    """
    letters = {letter.id: letter for letter in views.dead_letters_named(ids)}
    for missing in (identity for identity in ids if identity not in letters):
        raise UnknownDeadLetterError(f"no dead letter {missing!r}: `tooltrail dead-letters list` shows what there is")
    return sorted((letters[identity] for identity in dict.fromkeys(ids)), key=lambda letter: letter.source)


def _print_table(letters: list[StoredDeadLetter], counts: Any, reason: Reason | None) -> None:
    console = rendering.console()
    if not letters:
        console.print("Nothing was refused." if reason is None else f"Nothing was refused as {reason.value}.")
        return
    rows = [
        (letter.id, letter.reason, f"{letter.source} {letter.position}", str(letter.tries), letter.detail)
        for letter in letters
    ]
    console.print(rendering.table(("id", "reason", "from", "tries>", "what to do"), rows, fixed=("id", "reason")))
    total = counts.get(reason.value, 0) if reason else sum(counts.values())
    console.print()
    shown = "" if len(letters) == total else f", {len(letters)} shown (--limit N)"
    console.print(rendering.line(f"{counted(total, 'dead letter')}{shown}: {by_name(counts)}"))


def _print_letter(letter: StoredDeadLetter) -> None:
    console = rendering.console()
    console.print(rendering.line(rendering.heading(letter.id), "  ", letter.reason))
    facts = {
        "what to do": letter.detail,
        "from": f"{letter.source}, position {letter.position}",
        "collection": letter.collection_id or "unknown",
        "seen": f"{counted(letter.tries, 'time')}, {moment(letter.first_seen)} to {moment(letter.last_seen)}",
        "bytes": f"keyed hash {letter.digest}",
    }
    console.print(rendering.facts(facts))
    if letter.body is None:
        console.print("Nothing of it is kept: it could not be read, or it may not be kept.")
    else:
        console.print("Kept, scrubbed and sealed:")
        console.print(rendering.document(letter.body))
    console.print()


def _row(letter: StoredDeadLetter) -> dict[str, Any]:
    return {**asdict(letter), "first_seen": moment(letter.first_seen), "last_seen": moment(letter.last_seen)}
