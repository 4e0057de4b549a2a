"""``tooltrail audit-store``: what older scrub rules let through, and what leaking senders send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pipeline.errors import RejectedError
from pipeline.inspection import Inspector
from pipeline.kafka import messages_of
from pipeline.rebuild import judge_anew
from pipeline.repair import Border, judge_named, repair_attempts
from storage.inspection import Place
from storage.removals import RemovalCount
from tooltrail import rendering, wiring
from tooltrail.notes import note
from tooltrail.options import Db, Format, RowFormat
from tooltrail.relaying import kafka_of
from tooltrail.settings import read_stream_settings
from tooltrail.text import by_name, counted

app = typer.Typer(add_completion=False)

#: What a shell is told when something was found, and is there still.
_FOUND = 1
_MESSAGES, _TOPICS = "messages", "topics"


class UnreadableMessagesError(RejectedError):
    """A dump of messages cannot be read: give a file with one JSON value a line."""


@app.command("audit-store", epilog="Example: tooltrail audit-store --repair")
def audit_store(
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Scrub what is found, and count and judge anew.")] = False,
    messages: Annotated[
        list[Path] | None,
        typer.Option("--messages", metavar="FILE", help="Also look through dumps of a topic, a JSON value a line."),
    ] = None,
    topic: Annotated[
        list[str] | None,
        typer.Option("--topic", metavar="TOPIC", help="Also look through a topic of the brokers in the settings."),
    ] = None,
    row_format: RowFormat = Format.TABLE,
    db: Db = None,
) -> None:
    """Look through every table with the scrub rules of today; exit with 1 if anything is left that should not be there.

    It tells classes, tables and columns, never a value.
    """
    engine = wiring.open_engine(db, create=False)
    inspector = Inspector(engine.scrubber)
    dumped = _dumped(messages or (), inspector) + _carried(topic or (), inspector)
    with engine.store as store:
        found = store.inspect(inspector, _told if row_format is Format.TABLE else _untold)
        if repair and found:
            note(f"found {by_name(_by_class(found))}: repairing")
            _repair(engine)
            found = store.inspect(inspector)
        with store.reading() as views:
            removals = views.removals()
    found += dumped
    if row_format is Format.JSONL:
        rendering.write_json_lines([*_found_rows(found), *_removal_rows(removals)])
    else:
        _print(rendering.console(), found, removals, engine.scrubber.version)
        if repair and any(place.table not in (_MESSAGES, _TOPICS) for place in found):
            note("what is left no repair changes: names of files and collections, and what is told by id")
    if found:
        raise typer.Exit(_FOUND)


def _repair(engine: wiring.Engine) -> None:
    """First what is learned, from the events up, then what is told of it."""
    store, border = engine.store, Border(engine.keyring, engine.scrubber)
    with store.reading() as views:
        names = [collection.id for collection in views.collections()]
    for name in names:
        repaired = repair_attempts(store.unit_of_work, name, border, wiring.POLICY)
        if repaired.events:
            if store.recount(name):  # whoever wrote into the events alone left the counts behind
                store.recount(name, mend=True)
                judge_anew(store.unit_of_work, name, wiring.POLICY)
            note(f"{name}: {counted(repaired.events, 'event')} of {counted(repaired.attempts, 'attempt')} repaired")
    mender = store.mender(engine.keyring, engine.scrubber)
    acts = mender.mend_acts()
    judge_named(store.unit_of_work, sorted(acts.acted), wiring.POLICY)
    if rows := acts.rows + mender.mend_told().rows:
        note(f"mended: {by_name(rows)}")


def _told(table: str, rows: int) -> None:
    note(f"read {table}: {counted(rows, 'row')}")


def _untold(_table: str, _rows: int) -> None:
    """Says nothing: programs read the rows."""


def _dumped(files: Sequence[Path], inspector: Inspector) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for file in files:
        for label, count in inspector.messages(_lines(file)).items():
            found[Place(_MESSAGES, file.name, label)] += count
    return found


def _carried(topics: Sequence[str], inspector: Inspector) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for topic in topics:
        for label, count in inspector.messages(messages_of(kafka_of(read_stream_settings()), topic)).items():
            found[Place(_TOPICS, topic, label)] += count
    return found


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as stream:
            yield from (line for line in stream if not line.isspace())
    except OSError as error:
        raise UnreadableMessagesError(f"{file} cannot be read: {error.strerror or error}") from error


def _by_class(found: Mapping[Place, int]) -> Counter[str]:
    classes: Counter[str] = Counter()
    for place, count in found.items():
        classes[place.label] += count
    return classes


def _print(console: Console, found: Mapping[Place, int], removals: Sequence[RemovalCount], version: str) -> None:
    if found:
        rows = [(place.label, place.table, place.column, f"{count:,}") for place, count in sorted(found.items())]
        console.print(rendering.table(("class", "table", "column", "found>"), rows))
    else:
        console.print(rendering.line(f"nothing found by the rules {version}"))
    if not removals:
        return
    console.print("\nTaken out at the border, by sender:")
    cells = [
        (
            removal.adapter or "-",
            removal.collection_id,
            "scrubbed: it leaks" if removal.claimed else "raw",
            removal.label,
            f"{removal.removed:,}",
            f"{removal.days:,}",
        )
        for removal in removals
    ]
    console.print(rendering.table(("agent", "collection", "came as", "class", "removed>", "days>"), cells))


def _found_rows(found: Mapping[Place, int]) -> Iterable[dict[str, Any]]:
    return ({"kind": "found", **place._asdict(), "count": count} for place, count in sorted(found.items()))


def _removal_rows(removals: Sequence[RemovalCount]) -> Iterable[dict[str, Any]]:
    return (
        {
            "kind": "removed",
            "collection_id": removal.collection_id,
            "agent": removal.adapter,
            "claimed": removal.claimed,
            "label": removal.label,
            "count": removal.removed,
            "days": removal.days,
        }
        for removal in removals
    )
