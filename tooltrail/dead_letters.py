"""``tooltrail dead-letters``: what was refused, and why."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import Annotated, Any

import typer

from pipeline.errors import RejectedError
from pipeline.intake import Reason
from pipeline.learning.suggestions import moment
from storage.read_models import DeadLetterFilter, StoredDeadLetter
from tooltrail import rendering, wiring
from tooltrail.options import Db, Format, RowFormat
from tooltrail.text import by_name, counted

app = typer.Typer(no_args_is_help=True, add_completion=False)

#: Rows of a table; more of them scroll away what a person looks for.
_SHOWN = 50


class UnknownDeadLetterError(RejectedError):
    """No dead letter has that id: `tooltrail dead-letters list` shows what there is."""


@app.command("list", epilog="Example: tooltrail dead-letters list --reason not_json")
def list_letters(
    reason: Annotated[Reason | None, typer.Option("--reason", metavar="R", help="Only those of this reason.")] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help=f"At most so many; default: {_SHOWN} in a table.")
    ] = None,
    row_format: RowFormat = Format.TABLE,
    db: Db = None,
) -> None:
    """List what was refused, by source and then as it came."""
    with wiring.open_store(db) as store, store.reading() as views:
        letters = views.dead_letters(DeadLetterFilter(reason=reason.value if reason else None))
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
        letters = {letter.id: letter for letter in views.dead_letters_named(ids)}
    for missing in (identity for identity in ids if identity not in letters):
        raise UnknownDeadLetterError(f"no dead letter {missing!r}: `tooltrail dead-letters list` shows what there is")
    for identity in dict.fromkeys(ids):
        _print_letter(letters[identity])


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
