"""``tooltrail rebuild``: counts and suggestions computed anew from the attempts; it must change nothing."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from pipeline.rebuild import judge_anew
from storage.store import SqlStore
from tooltrail import rendering, wiring
from tooltrail.disposal import named_collections
from tooltrail.options import Db
from tooltrail.text import by_name

app = typer.Typer(add_completion=False)

#: What a shell is told when anything differed.
_DIFFERED = 1


@app.command("rebuild", epilog="Example: tooltrail rebuild shop --dry-run")
def rebuild(
    names: Annotated[list[str] | None, typer.Argument(metavar="C", help="Collections; default: every one.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what differs, and leave it.")] = False,
    db: Db = None,
) -> None:
    """Compute counts and suggestions anew from the attempts; exit with 1 if anything differed, which is mended."""
    console = rendering.console()
    differed = False
    with wiring.open_store(db) as store:
        for collection in named_collections(store, names):
            found = _rebuilt(store, collection.id, dry_run=dry_run)
            mended = "differ" if dry_run else "differed and were mended"
            said = f"{by_name(found)} {mended}" if found else "nothing differs"
            console.print(rendering.line(f"{collection.id}: {collection.attempts:,} attempts counted anew, {said}"))
            differed = differed or bool(found)
    if differed:
        raise typer.Exit(_DIFFERED)


def _rebuilt(store: SqlStore, collection_id: str, *, dry_run: bool) -> Counter[str]:
    """How many rows differed, by table."""
    found = store.recount(collection_id)
    if found and not dry_run:
        store.recount(collection_id, mend=True)
    judged = judge_anew(store.unit_of_work, collection_id, wiring.POLICY, dry_run=dry_run)
    found["suggestions"] += judged.changed + judged.gone
    return +found
