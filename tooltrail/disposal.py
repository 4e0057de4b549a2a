"""``tooltrail collections retain|erase``: what has grown old goes, and what must be forgotten."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import typer

from pipeline.disposal import Removed
from pipeline.erasure import erase
from pipeline.errors import RejectedError
from pipeline.learning.suggestions import moment
from pipeline.retention import default_floor, floor_of, forget_letters, retain
from storage.read_models import ListedCollection
from storage.store import SqlStore
from tooltrail import rendering, wiring
from tooltrail.options import Db, now, read_moment
from tooltrail.text import by_name, counted


class UnknownCollectionError(RejectedError):
    """No collection has that name: `tooltrail collections list` shows what there is."""


class NotConfirmedError(RejectedError):
    """An erasure cannot be undone, and nobody said yes."""


class ErasureInFutureError(RejectedError):
    """An erasure in the future would refuse what comes until then."""


def retain_collections(
    names: Annotated[list[str] | None, typer.Argument(metavar="C", help="Collections; default: every one.")] = None,
    *,
    days: Annotated[
        int | None,
        typer.Option("--days", metavar="N", min=0, max=36_500, help="Days to keep; default: the collection's setting."),
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option("--as-of", metavar="ISO", parser=read_moment, help="Count the days back from; default: now."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, and change nothing.")] = False,
    db: Db = None,
) -> None:
    """Let go of attempts older than a collection keeps, and of what they taught; older events are refused then."""
    at = as_of or now()
    with wiring.open_store(db) as store:
        for collection in named_collections(store, names):
            kept = collection.settings.retention_days if days is None else days
            floor = floor_of(at, kept)
            if dry_run:
                _print_due(store, collection, floor)
                continue
            removed = retain(store.unit_of_work, collection.id, floor, wiring.POLICY)
            _print_removed(f"{collection.id}: kept from {moment(floor)[:10]}", removed)
        if not names and not dry_run:
            letters = forget_letters(store.unit_of_work, None, default_floor(at))
            if letters:
                rendering.console().print(f"{counted(letters, 'dead letter')} of no collection went")


def erase_collection(
    collection: Annotated[str, typer.Argument(metavar="C", help="The collection.")],
    *,
    at: Annotated[
        datetime | None,
        typer.Option("--at", metavar="ISO", parser=read_moment, help="Erase what is from before; default: now."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
) -> None:
    """Erase everything of a collection from every table; a tombstone stays, and events from before are refused."""
    present = now()
    if at is not None and at > present:
        raise ErasureInFutureError(f"{moment(at)} is in the future: give an --at that is not, or none")
    with wiring.open_store(db) as store:
        (found,) = named_collections(store, [collection])
        if not yes:
            _confirm(found)
        removed = erase(store.unit_of_work, collection, at or present, wiring.POLICY)
    _print_removed(f"{collection}: erased as of {moment(at or present)}", removed)


def named_collections(store: SqlStore, names: Sequence[str] | None) -> list[ListedCollection]:
    """The collections of those names, or all of them.

    Raises:
        UnknownCollectionError: there is none of a name.
    """
    with store.reading() as views:
        found = {collection.id: collection for collection in views.collections()}
    for missing in (name for name in names or () if name not in found):
        raise UnknownCollectionError(f"no collection {missing!r}: `tooltrail collections list` shows what there is")
    return [found[name] for name in (dict.fromkeys(names) if names else found)]


def _confirm(collection: ListedCollection) -> None:
    """Asks on a terminal; anywhere else nobody can answer.

    Raises:
        NotConfirmedError: nobody said yes.
    """
    what = f"{counted(collection.attempts, 'attempt')} of {collection.id}, and what they taught"
    if not sys.stdin.isatty():
        raise NotConfirmedError(f"erasing {what}, cannot be undone: give --yes")
    if not typer.confirm(f"Erase {what}? This cannot be undone.", err=True):
        raise NotConfirmedError("nothing was erased")


def _print_due(store: SqlStore, collection: ListedCollection, floor: datetime) -> None:
    with store.reading() as views:
        attempts, events, letters = views.aged(collection.id, floor)
    said = ", ".join((counted(attempts, "attempt"), counted(events, "event"), counted(letters, "dead letter")))
    rendering.console().print(
        rendering.line(f"{collection.id}: kept from {moment(floor)[:10]}; would go: {said} (a dry run: nothing did)")
    )


def _print_removed(title: str, removed: Removed) -> None:
    facts = {
        "attempts": f"{removed.attempts:,}",
        "events": f"{removed.events:,}",
        "counts": by_name(removed.counts) or "0",
        "suggestions": f"{removed.suggestions.gone:,} went, {removed.suggestions.changed:,} changed",
        "dead letters": f"{removed.dead_letters:,}",
    }
    if removed.audit or removed.outbox or removed.acts:
        facts["acts"] = f"{removed.acts:,}"
        facts["records"] = f"{removed.audit:,} of the audit table, {removed.outbox:,} of the outbox"
    console = rendering.console()
    console.print(rendering.line(rendering.heading(title)))
    console.print(rendering.facts(facts))
