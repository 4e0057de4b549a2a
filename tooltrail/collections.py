"""``tooltrail collections``: what is known of each collection, and how far learning may go in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.errors import RejectedError
from pipeline.intake.crossing import is_plain_name
from pipeline.learning.settings import CollectionSettings, Mode, Review
from pipeline.learning.suggestions import moment
from pipeline.review import set_collection
from selector.tools import changes_state
from storage.read_models import ListedCollection
from tooltrail import rendering, wiring
from tooltrail.catalogs import read_catalog
from tooltrail.disposal import erase_collection, retain_collections
from tooltrail.options import Db, Format, RowFormat
from tooltrail.text import by_status, counted

app = typer.Typer(
    help="List collections, set how far learning may go in each, and let go of what is old or must be forgotten.",
    no_args_is_help=True,
    add_completion=False,
)
app.command("retain", epilog="Example: tooltrail collections retain shop --days 90 --dry-run")(retain_collections)
app.command("erase", epilog="Example: tooltrail collections erase shop --yes")(erase_collection)


class BadCollectionNameError(RejectedError):
    """No event could be of a collection of that name: name it in plain words."""


class NothingToSetError(RejectedError):
    """No setting was given: name at least one."""


@app.command("list")
def list_collections(row_format: RowFormat = Format.TABLE, db: Db = None) -> None:
    """List the collections with their settings and what was learned."""
    with wiring.open_store(db) as store, store.reading() as views:
        found = views.collections()
    if row_format is Format.JSONL:
        rendering.write_json_lines(_row(collection) for collection in found)
        return
    console = rendering.console()
    if not found:
        console.print("No collection yet: `tooltrail replay` brings them in.")
        return
    rows = [
        (
            collection.id,
            collection.settings.mode.value,
            collection.settings.review.value,
            _switches(collection.settings),
            f"{collection.attempts:,}",
            moment(collection.last_at)[:10] if collection.last_at else "-",
            by_status(collection.suggestions) or "-",
        )
        for collection in found
    ]
    columns = ("collection", "mode", "review", "anonymous, text", "attempts>", "last event", "suggestions")
    console.print(rendering.table(columns, rows, fixed=("mode", "review", "last event")))


@app.command("set", epilog="Example: tooltrail collections set shop --mode shadow --catalog catalog.json")
def set_settings(  # noqa: PLR0913  a setting an option
    collection: Annotated[str, typer.Argument(metavar="C", help="The collection; it need not exist yet.")],
    *,
    mode: Annotated[
        Mode | None, typer.Option(help="observe: suggest only; shadow: judge, but let no snapshot hold it; promote.")
    ] = None,
    review: Annotated[Review | None, typer.Option(help="Which target preferences wait for an operator.")] = None,
    trust_anonymous: Annotated[
        bool | None, typer.Option(help="Whether evidence without a principal may promote.")
    ] = None,
    keep_text: Annotated[bool | None, typer.Option(help="Whether query text is stored, scrubbed.")] = None,
    catalog: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Tools as JSON: which there are, and which change state."),
    ] = None,
    retention_days: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=36_500, help="Days that `collections retain` keeps.")
    ] = None,
    two_people: Annotated[
        bool | None, typer.Option(help="Whether in the console a promotion of what changes state needs two people.")
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(metavar="G,...", help="Groups that may see it in the console; an empty list for everybody."),
    ] = None,
    db: Db = None,
) -> None:
    """Set what is given, leave the rest, and judge every suggestion of the collection anew."""
    tools = None if catalog is None else read_catalog(catalog)
    given: dict[str, Any] = {
        "mode": mode,
        "review": review,
        "trust_anonymous": trust_anonymous,
        "keep_text": keep_text,
        "retention_days": retention_days,
        "state_changing": None if tools is None else _state_changing(tools),
        "two_people": two_people,
        "groups": None if groups is None else _groups(groups),
    }
    if not is_plain_name(collection) or not collection:
        raise BadCollectionNameError(
            f"{collection!r} is no name for a collection: use plain words of 200 characters or fewer"
        )
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise NothingToSetError("nothing to set: give at least one of the options of `collections set --help`")
    with wiring.open_store(db, create=True) as store:
        with store.unit_of_work() as work:
            before = work.collections.settings(collection)
            after = replace(before, **changes)
            set_collection(work, collection, after, wiring.POLICY)
            if tools is not None:
                work.catalogs.save(collection, tools)
            work.commit()
        with store.reading() as views:
            stands = next(found for found in views.collections() if found.id == collection)
    _print_changes(before, after, stands)


def _state_changing(tools: Mapping[str, Mapping[str, Any]]) -> Mapping[str, bool]:
    return {name: changes_state(name, tool) for name, tool in sorted(tools.items())}


def _groups(text: str) -> tuple[str, ...]:
    """The groups of a list with commas, sorted; an empty list is everybody's."""
    return tuple(sorted({name.strip() for name in text.split(",")} - {""}))


def _print_changes(before: CollectionSettings, after: CollectionSettings, stands: ListedCollection) -> None:
    console = rendering.console()
    then, now = _settings_row(before), _settings_row(after)
    for name in now:
        if then[name] != now[name]:
            console.print(rendering.line(f"{stands.id}: {name} {then[name]} -> {now[name]}"))
    if before == after:
        console.print(rendering.line(f"{stands.id}: nothing changed"))
    console.print(rendering.line(f"{stands.id}: {by_status(stands.suggestions) or 'no suggestion yet'}"))


def _switches(settings: CollectionSettings) -> str:
    trust = "trusted" if settings.trust_anonymous else "not trusted"
    return f"{trust}, {'kept' if settings.keep_text else 'not kept'}"


def _settings_row(settings: CollectionSettings) -> dict[str, str]:
    changing = sum(settings.state_changing.values())
    tools = f"{counted(len(settings.state_changing), 'tool')}, {changing} of which change state"
    return {
        "mode": settings.mode.value,
        "review": settings.review.value,
        "trust-anonymous": "yes" if settings.trust_anonymous else "no",
        "keep-text": "yes" if settings.keep_text else "no",
        "catalog": tools if settings.state_changing else "none",
        "retention-days": str(settings.retention_days),
        "two-people": "yes" if settings.two_people else "no",
        "groups": ", ".join(settings.groups) or "everybody",
    }


def _row(collection: ListedCollection) -> dict[str, Any]:
    settings = collection.settings
    return {
        "id": collection.id,
        "mode": settings.mode.value,
        "review": settings.review.value,
        "trust_anonymous": settings.trust_anonymous,
        "keep_text": settings.keep_text,
        "retention_days": settings.retention_days,
        "two_people": settings.two_people,
        "groups": list(settings.groups),
        "state_changing": dict(settings.state_changing),
        "floor": moment(collection.floor) if collection.floor else None,
        "erased_at": moment(collection.erased_at) if collection.erased_at else None,
        "attempts": collection.attempts,
        "last_at": moment(collection.last_at) if collection.last_at else None,
        "suggestions": dict(collection.suggestions),
    }
