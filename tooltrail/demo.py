"""``tooltrail demo``: the whole loop on the example shop, embedded, in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from pipeline.errors import RejectedError
from pipeline.learning.suggestions import Row
from pipeline.learning.verdicts import Status
from pipeline.replay import Defaults, FileProgress, find_files
from pipeline.seal import Keyring
from storage import snapshots
from storage.read_models import StoredDeadLetter, SuggestionFilter
from storage.store import SqlStore
from tooltrail import rendering, wiring
from tooltrail.decision import Block, candidate_table, compared, print_outcome, signal_table
from tooltrail.demo_console import open_console
from tooltrail.explanation import in_words, subject, support, why
from tooltrail.notes import note
from tooltrail.replaying import print_summary, take_in
from tooltrail.serving import require_console
from tooltrail.shop import Shop, find_shop, read_shop
from tooltrail.views import score_table

app = typer.Typer(add_completion=False)

_TITLE = "The Dalbit shop"
_DATABASE, _KEPT = "tooltrail.db", Path("shop-demo")
#: A screen that a person reads is no wider than this.
_WIDTH = 110


class BadFolderError(RejectedError):
    """The folder cannot be made: give another one."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned of the shop: promoted targets and edges, what waits, and what was refused."""

    targets: Sequence[Row]
    edges: Sequence[Row]
    waiting: Sequence[Row]
    refused: Sequence[StoredDeadLetter]


@app.command("demo", epilog="Example: tooltrail demo --keep shop-demo")
def demo(
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FOLDER", help="Keep the database in this folder.")
    ] = None,
    with_console: Annotated[
        bool, typer.Option("--console", help="Then open the console on it, by a link that works once.")
    ] = False,
) -> None:
    """Show the whole loop on the example shop: a close decision, days of traces, the decision again."""
    if with_console:
        require_console()
    shop = read_shop(find_shop())
    console = rendering.console()
    console.width = min(console.width, _WIDTH)
    before = shop.decide()
    _print_before(console, shop, before)
    with _database(keep) as url:
        engine = wiring.engine_of(Keyring.demonstration(), url)
        with engine.store:
            _print_replay(console, shop, engine)
            after = shop.decide(snapshots.load(url, shop.as_of).for_collection(shop.collection_id))
            learned = _read_learned(engine.store, shop)
            _print_learned(console, learned, _lesson(after))
            _print_after(console, shop, before, after)
            _print_next(console, shop, learned, keep)
            if missing := _missing(learned, before, after):
                note(f"the demonstration does not show what it should: {missing}")
                raise typer.Exit(1)
            if with_console:
                open_console(engine, shop)


@contextmanager
def _database(keep: Path | None) -> Iterator[str]:
    if keep is None:
        with TemporaryDirectory(prefix="tooltrail-") as folder:
            yield f"sqlite:///{Path(folder) / _DATABASE}"
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFolderError(f"{keep} cannot be made: {error.strerror}: give another folder") from error
    yield f"sqlite:///{keep / _DATABASE}"


def _print_before(console: Console, shop: Shop, before: Block) -> None:
    console.print(
        rendering.dim(f"{_TITLE}: {len(shop.tools)} tools, an agent, no service: all of it runs in this process.")
    )
    console.print()
    _print_part(console, 1, "A close decision, before anything is learned")
    _print_candidates(console, shop, before)


def _print_candidates(console: Console, shop: Shop, block: Block) -> None:
    print_outcome(console, shop.query, block)
    notes = {name: str(shop.tools[name].get("description", "")).partition(". ")[0] for name in shop.tools}
    console.print()
    console.print(candidate_table(block["rank_signals"], "what it does", notes))


def _print_replay(console: Console, shop: Shop, engine: wiring.Engine) -> None:
    _print_part(console, 2, "Its traces: what the agent did, and where its users corrected it")
    console.print(rendering.dim(f"$ tooltrail replay {shop.folder.parent.name}/{shop.folder.name}/"))
    files = [FileProgress(name, 0) for name in find_files([str(shop.folder)])]
    print_summary(console, take_in(engine, files, Defaults()), engine.store)


def _print_learned(console: Console, learned: Learned, decisive: str | None) -> None:
    """Prints what was promoted and why, what waits and what was refused."""
    _print_part(console, 3, "What was learned from them, and why")
    _print_targets(console, "Promoted: what these requests mean", learned.targets)
    for row in (row for row in learned.targets if row["id"] == decisive):
        console.print()
        console.print(rendering.line(rendering.heading(f"Why {row['target']}?"), " ", *why(row, wiring.POLICY)))
        console.print(score_table(row, wiring.POLICY))
    _print_edges(console, learned.edges)
    _print_targets(console, "Not promoted, or not yet", learned.waiting)
    console.print()
    console.print(rendering.heading("Refused, and kept as dead letters"))
    console.print(
        rendering.list_of(
            (letter.reason, f"{Path(letter.source).name}, line {letter.position}", letter.detail)
            for letter in learned.refused
        )
    )


def _print_targets(console: Console, title: str, rows: Sequence[Row]) -> None:
    console.print()
    console.print(rendering.heading(title))
    console.print(
        rendering.list_of(
            (row["id"], subject(row), "; ".join((support(row), *map(in_words, row["evidence"]["blocked_by"]))))
            for row in rows
        )
    )


def _print_edges(console: Console, rows: Sequence[Row]) -> None:
    console.print()
    console.print(rendering.heading("Promoted: which output feeds which input"))
    cells = [
        (
            f"{row['edge']['source']} {row['edge']['from_field']}",
            f"{row['edge']['target']} {row['edge']['to_field']}",
            str(row["evidence"]["attempts"]),
            str(row["evidence"]["values"]),
        )
        for row in rows
    ]
    console.print(rendering.table(("output", "input", "attempts>", "values>"), cells))


def _print_after(console: Console, shop: Shop, before: Block, after: Block) -> None:
    _print_part(console, 4, "The same request, with what was learned")
    _print_candidates(console, shop, after)
    console.print()
    console.print(rendering.line("All signals add the same to the first two but these:"))
    console.print(signal_table(*compared(after["rank_signals"]), differing=True))
    console.print()
    then, now = str(before["selected_target"]), str(after["selected_target"])
    console.print(rendering.line("The decision was ", rendering.heading(then), " and is ", rendering.heading(now), "."))
    console.print("Learning is one small signal: it turns close decisions, and never outweighs strong evidence.")


def _print_next(console: Console, shop: Shop, learned: Learned, keep: Path | None) -> None:
    """Prints commands to try, with ids that exist."""
    at = shop.as_of.date().isoformat()
    db = f"--db sqlite:///{(keep or _KEPT) / _DATABASE}"
    commands = [
        *([] if keep else [f"tooltrail demo --keep {_KEPT}"]),
        f"tooltrail suggestions list {db} --as-of {at}",
        *(f"tooltrail suggestions show {row['id']} {db} --as-of {at}" for row in learned.targets[-1:]),
        *(f"tooltrail suggestions approve {row['id']} {db} --at {at}" for row in learned.waiting[-1:]),
        "tooltrail replay YOUR-TRACES.jsonl --collection YOUR-CATALOG",
    ]
    console.print()
    console.print("Review it in a browser: `tooltrail demo --console`, or `make console` in a checkout.")
    console.print()
    console.print(rendering.heading("Next"))
    for command in commands:
        console.print(rendering.line("  ", command), soft_wrap=True)


def _print_part(console: Console, number: int, title: str) -> None:
    if number > 1:
        console.print()
    console.print(rendering.line(rendering.heading(f"{number}. {title}")))
    console.print(rendering.dim("-" * min(console.width, len(title) + 3)))


def _read_learned(store: SqlStore, shop: Shop) -> Learned:
    with store.reading() as views:
        rows = list(views.suggestions(SuggestionFilter(collection_id=shop.collection_id, as_of=shop.as_of)))
        refused = list(views.dead_letters())
    promoted = [row for row in rows if row["status"] == Status.PROMOTED]
    return Learned(
        targets=[row for row in promoted if row["edge"] is None],
        edges=[row for row in promoted if row["edge"] is not None],
        waiting=[row for row in rows if row["status"] == Status.PROMOTABLE],
        refused=refused,
    )


def _lesson(after: Block) -> str | None:
    """The suggestion that speaks for what was selected."""
    lessons = [row["learning"] for row in after["rank_signals"] if row["selected"] and row["learning"]]
    return lessons[0]["suggestion_id"] if lessons else None


def _missing(learned: Learned, before: Block, after: Block) -> str:
    """What the demonstration promises and did not show; empty if it kept its promise."""
    if not learned.targets:
        return "no target preference was promoted"
    if not learned.edges:
        return "no producer edge was promoted"
    if before["selected_target"] == after["selected_target"] or _lesson(after) is None:
        return "what was learned did not change the decision"
    return ""
