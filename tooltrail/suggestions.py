"""``tooltrail suggestions``: what was learned, why it stands where it stands, and an operator's acts on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Annotated

import typer

from pipeline.errors import RejectedError
from pipeline.learning.acts import ActKind
from pipeline.learning.suggestions import Kind, Row, as_listed, moment
from pipeline.learning.verdicts import Status
from pipeline.ports import UnitOfWork
from pipeline.review import Signature, act_on, roll_back
from storage.read_models import SuggestionFilter
from tooltrail import rendering, wiring
from tooltrail.explanation import blockers, in_words, subject, support
from tooltrail.notes import note
from tooltrail.options import Api, AsOf, Collection, Db, Format, RowFormat, login_name, now, read_moment
from tooltrail.remote import RemoteConsole, open_console
from tooltrail.text import by_status, counted, printable
from tooltrail.views import print_explanation

app = typer.Typer(no_args_is_help=True, add_completion=False)

_IDENTITY = re.compile(r"(tp|df)-[0-9a-f]{16}")
_POLICY = wiring.POLICY


class UnknownSuggestionError(RejectedError):
    """No suggestion has that id: `tooltrail suggestions list` shows what there is."""


class TwoPlacesError(RejectedError):
    """A database and a console are two places, of which one is asked."""


def read_identity(text: str) -> str:
    """Reads the id of a suggestion, which need not exist yet.

    >>> read_identity("tp-a7bcfdbb3f5ab9f3")
    'tp-a7bcfdbb3f5ab9f3'

    Raises:
        typer.BadParameter: it is none.
    """
    if _IDENTITY.fullmatch(text) is None:
        raise typer.BadParameter(
            f"{text!r} is no suggestion id: one is tp- or df- and 16 hexadecimal digits, as `suggestions list` shows it"
        )
    return text


Ids = Annotated[list[str], typer.Argument(metavar="ID", parser=read_identity, help="Ids of suggestions.")]


@app.command("list", epilog="Example: tooltrail suggestions list --status promoted --as-of 2026-01-15")
def list_suggestions(  # noqa: PLR0913, PLR0917  an option an argument
    status: Annotated[Status | None, typer.Option("--status", help="Only those of this status.")] = None,
    kind: Annotated[Kind | None, typer.Option("--kind", help="Only those of this kind.")] = None,
    collection: Collection = None,
    as_of: AsOf = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = None,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="ID", parser=read_identity, help="Only those that come after this one."),
    ] = None,
    row_format: RowFormat = Format.TABLE,
    api: Api = None,
    db: Db = None,
) -> None:
    """List what stands as of a moment, in a fixed order."""
    at = as_of or now()
    if api is not None:
        wanted_there = {"status": status, "kind": kind, "collection": collection, "after": after}
        found = _remote(api, db).rows(limit, as_of=moment(at), **wanted_there)
        _print_rows(found, at, row_format)
        return
    wanted = SuggestionFilter(
        status=status, kind=kind, collection_id=collection, as_of=at, expiry_days=_POLICY.expiry_days, after=after
    )
    with wiring.open_store(db) as store, store.reading() as views:
        if after is not None and not views.suggestions_named([after]):
            raise UnknownSuggestionError(f"no suggestion {after} any more: begin the list anew")
        _print_rows(islice(views.suggestions(wanted), limit), at, row_format)


def _print_rows(rows: Iterable[Row], at: datetime, row_format: Format) -> None:
    if row_format is Format.JSONL:
        rendering.write_json_lines(rows)
    else:
        _print_table(list(rows), at)


def _remote(api: str, db: str | None) -> RemoteConsole:
    """The console that is asked in place of a database.

    Raises:
        TwoPlacesError: a database is named, too.
    """
    if db is not None:
        raise TwoPlacesError("--db and --api are two places: name one")
    return open_console(api)


@app.command("show")
def show(ids: Ids, as_of: AsOf = None, api: Api = None, db: Db = None) -> None:
    """Explain suggestions: what each says, its scores beside their thresholds, what blocks it, its history."""
    at = as_of or now()
    if api is not None:
        remote = _remote(api, db)
        for identity in dict.fromkeys(ids):
            print_explanation(rendering.console(), remote.row(identity, moment(at)), at, (), _POLICY)
        return
    with wiring.open_store(db) as store, store.reading() as views:
        stored = views.suggestions_named(ids)
        for missing in (identity for identity in ids if identity not in stored):
            raise UnknownSuggestionError(f"no suggestion {missing}: `tooltrail suggestions list` shows what there is")
        console = rendering.console()
        for identity in dict.fromkeys(ids):
            row = as_listed(stored[identity], at, _POLICY.expiry_days)
            print_explanation(console, row, at, views.samples(row), _POLICY)


def _print_table(rows: Sequence[Row], at: datetime) -> None:
    console = rendering.console()
    if not rows:
        console.print(f"No suggestion as of {moment(at)}.")
        return
    several = len({row["collection_id"] for row in rows}) > 1
    cells = [
        (
            rendering.line(row["id"], "  ", rendering.coloured(f"{row['status']:<10}")),
            (f"{row['collection_id']}: " if several else "") + subject(row),
            "; ".join(filter(None, (support(row), blockers(row)))),
        )
        for row in rows
    ]
    console.print(rendering.list_of(cells))
    statuses = by_status(Counter(row["status"] for row in rows))
    console.print()
    console.print(rendering.line(f"{counted(len(rows), 'suggestion')} as of {moment(at)}: {statuses}"))
    expired = sum("expired" in row["evidence"]["blocked_by"] for row in rows)
    if expired:
        console.print(f"{expired:,} have expired by then: --as-of shows how things stood earlier.")


# --- acts: one declaration of their options serves them all ---

Actor = Annotated[str | None, typer.Option("--actor", metavar="A", help="Who acts; default: your login name.")]
Comment = Annotated[str, typer.Option("--comment", metavar="TEXT", help="Why, in words; stored scrubbed.")]
Reason = Annotated[str, typer.Option("--reason", metavar="CODE", help="Why, as a code of your own.")]
At = Annotated[
    datetime | None,
    typer.Option("--at", metavar="ISO", parser=read_moment, help="When the act counts from; default: now."),
]

#: How an act is done: in a transaction, to a suggestion, signed.
_Deed = Callable[[UnitOfWork, str, Signature], Row | None]

_ACTS: Mapping[str, str] = {
    "approve": "Promote, until the evidence of a later day demotes it; an approved edge stands until an act.",
    "pin": "Promote, whatever the evidence says.",
    "demote": "Take out of promotion, until it is approved again or reopened.",
    "reject": "Reject, whatever the evidence says.",
    "reopen": "Lift every act: what the evidence says holds again.",
    "rollback": "Undo the act in force: the one before it is in force again.",
}


def _register(verb: str, summary: str) -> None:
    def command(  # noqa: PLR0913, PLR0917  an option an argument
        ids: Ids,
        actor: Actor = None,
        comment: Comment = "",
        reason: Reason = "",
        at: At = None,
        api: Api = None,
        db: Db = None,
    ) -> None:
        if api is not None:
            if actor is not None or at is not None:
                raise TwoPlacesError("a console signs acts by its own users and clock: leave --actor and --at away")
            _act_remotely(_remote(api, db), verb, ids, comment, reason)
            return
        _act(verb, ids, Signature(actor or login_name(), at or now(), comment, reason), db)

    app.command(verb, help=summary)(command)


for _verb, _summary in _ACTS.items():
    _register(_verb, _summary)


def _deed(verb: str) -> _Deed:
    if verb == "rollback":
        return lambda work, identity, signature: roll_back(work, identity, signature, _POLICY)
    return lambda work, identity, signature: act_on(work, identity, ActKind(verb), signature, _POLICY)


class FutureActError(RejectedError):
    """An act cannot be dated in the future: it would be in force before it is done, and nothing could undo it."""


def _act(verb: str, ids: Iterable[str], signature: Signature, db: str | None) -> None:
    """Does one thing to every suggestion, in one transaction, and prints where each stood and stands."""
    if signature.at > now():
        raise FutureActError(f"--at {moment(signature.at)} lies in the future: give a moment that has passed")
    named, deed = list(dict.fromkeys(ids)), _deed(verb)
    with wiring.open_store(db) as store, store.unit_of_work() as work:
        before = work.suggestions.get(named)
        after = {identity: deed(work, identity, signature) for identity in named}
        work.commit()
    console = rendering.console()
    for identity, row in after.items():
        if row is None:
            note(f"{identity} does not exist yet: the act waits for it")
            continue
        then = as_listed(before[identity], signature.at, _POLICY.expiry_days)
        console.print(_change(then, as_listed(row, signature.at, _POLICY.expiry_days)))
        latest = row["acts"][-1]
        if verb != "rollback" and (latest["act"], latest["at"]) != (verb, moment(signature.at)):
            note(f"{identity}: {verb} is not in force, since {latest['act']} of {latest['at']} is the later act")


def _act_remotely(remote: RemoteConsole, verb: str, ids: Sequence[str], comment: str, reason: str) -> None:
    """Does one thing to every suggestion of a console, and prints where each stood and stands."""
    console = rendering.console()
    for done in remote.act(verb, list(dict.fromkeys(ids)), comment, reason):
        blocked = "; ".join(map(in_words, done["blocked_by"]))
        waits = "it waits for a second person" if done["waits"] else blocked
        console.print(
            rendering.line(
                f"{done['id']}  ",
                rendering.coloured(done["before"]),
                " -> " if done["before"] != done["after"] else " stays ",
                rendering.coloured(done["after"]),
                f"  {subject(done['subject'])}",
                rendering.dim(f"  ({printable(waits)})" if waits else ""),
            )
        )


def _change(before: Row, after: Row) -> object:
    blocked = "; ".join(map(in_words, after["evidence"]["blocked_by"]))
    return rendering.line(
        f"{after['id']}  ",
        rendering.coloured(before["status"]),
        " -> " if before["status"] != after["status"] else " stays ",
        rendering.coloured(after["status"]),
        f"  {subject(after)}",
        rendering.dim(f"  ({printable(blocked)})" if blocked else ""),
    )
