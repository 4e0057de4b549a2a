"""``tooltrail select``: one decision of the selector, explained."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.errors import RejectedError
from selector import CompiledCatalog, select_target_candidate
from selector.snapshot import CollectionSnapshot
from tooltrail import rendering
from tooltrail.catalogs import read_catalog
from tooltrail.decision import print_decision
from tooltrail.learned import read_learned
from tooltrail.options import AsOf, Db, now
from tooltrail.text import counted

app = typer.Typer(add_completion=False)

#: Candidates that are compared where none are named: as many as retrieval usually returns.
_CANDIDATES = 8


class Form(StrEnum):
    """How a decision is written."""

    TEXT = "text"  # for people
    JSON = "json"  # the selector block


class UnknownCandidateError(RejectedError):
    """A candidate is not in the catalog: name tools of the catalog."""


@app.command("select", epilog='Example: tooltrail select "where is my parcel" --catalog catalog.json --collection shop')
def select(  # noqa: PLR0913  an option each
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What the user asks.")],
    *,
    catalog: Annotated[
        Path, typer.Option(metavar="FILE", help="Tools as JSON: name -> tool, a list, or an artifact with tools.")
    ],
    collection: Annotated[
        str | None, typer.Option("--collection", metavar="C", help="Apply what this collection has learned.")
    ] = None,
    llm_target: Annotated[str | None, typer.Option(metavar="T", help="The tool that a model chose.")] = None,
    candidate: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A retrieved tool, best first; default: the catalog's best eight."),
    ] = None,
    snapshot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Suggestions as JSON lines, in place of the database.")
    ] = None,
    as_of: AsOf = None,
    form: Annotated[Form, typer.Option("--format", help="Text for people, or the selector block.")] = Form.TEXT,
    db: Db = None,
) -> None:
    """Make one decision of the selector and explain it."""
    tools = CompiledCatalog(read_catalog(catalog))
    for unknown in (name for name in candidate or () if name not in tools):
        raise UnknownCandidateError(f"{unknown!r} is not in {catalog}: name tools of the catalog")
    learned = read_learned(collection, snapshot, as_of or now(), db)
    candidates: list[Any] = [*candidate] if candidate else _best(query, tools)
    block = select_target_candidate(query, candidates, tools, llm_target=llm_target, learning_suggestions=learned)
    if form is Form.JSON:
        typer.echo(json.dumps(block, ensure_ascii=False, indent=2))
        return
    console = rendering.console()
    print_decision(console, query, block)
    console.print()
    console.print(rendering.line(_what_was_known(query, learned, block)))


def _best(query: str, tools: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tools of the catalog that answer a request best by their own words, where no retrieval ranked any.

    All share one place, so that their order here says nothing in the decision itself.
    """
    ranked = select_target_candidate(query, _level(tools), tools)["rank_signals"]
    return _level(row["name"] for row in ranked[:_CANDIDATES])


def _level(names: Iterable[str]) -> list[dict[str, Any]]:
    return [{"name": name, "score": 1.0} for name in names]


def _what_was_known(query: str, learned: CollectionSnapshot | None, block: Mapping[str, Any]) -> str:
    if learned is None:
        return "Decided without learning: --collection applies what a collection has learned."
    applied = [row["learning"] for row in block["rank_signals"] if row["learning"]]
    if applied:
        told = ", ".join(f"{lesson['suggestion_id']} ({lesson['family_match']} family)" for lesson in applied)
        return f"Learned from {told}: `tooltrail suggestions show {applied[0]['suggestion_id']}`"
    lessons = learned.lessons(query)
    if lessons:
        told = ", ".join(f"{target} ({lesson.suggestion_id})" for target, lesson in sorted(lessons.items()))
        return (
            f"Learned for this request: {told}. It does not come close here, and learning turns close decisions only."
        )
    return (
        f"Nothing is promoted for this request; {learned.collection_id} has {counted(len(learned), 'promoted target')}."
    )
