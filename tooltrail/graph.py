"""``tooltrail graph``: who gives what to whom in a catalog, and how good the closures are that rest on it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.errors import RejectedError
from selector import CompiledCatalog, ToolGraph
from tooltrail import rendering
from tooltrail.catalogs import read_catalog, read_json
from tooltrail.closure_figures import Figures, measure_closures, read_cases
from tooltrail.learned import read_learned
from tooltrail.options import AsOf, Db, Format, RowFormat, now
from tooltrail.text import counted

app = typer.Typer(
    help="Build a tool graph, show who feeds whom, export it, and measure closures.",
    no_args_is_help=True,
    add_completion=False,
)


class BadGraphError(RejectedError):
    """A file is no collection artifact, or a tool is not in it."""


class ExportFormat(StrEnum):
    """What a graph is written as."""

    GRAPHML = "graphml"
    DOT = "dot"


CatalogFile = Annotated[
    Path, typer.Option("--catalog", metavar="FILE", help="Tools as JSON, or a collection artifact with its edges.")
]
CollectionOption = Annotated[
    str | None, typer.Option("--collection", metavar="C", help="Lay the promoted producer edges of C over the graph.")
]
SnapshotFile = Annotated[
    Path | None, typer.Option("--snapshot", metavar="FILE", help="Suggestions as JSON lines, in place of the database.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; default: the terminal.")]


@app.command("build", epilog="Example: tooltrail graph build --catalog catalog.json -o collection.json")
def build(
    catalog: CatalogFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The collection artifact.")],
    collection: CollectionOption = None,
    snapshot: SnapshotFile = None,
    as_of: AsOf = None,
    db: Db = None,
) -> None:
    """Build a graph from tools' contracts and save it as a collection artifact."""
    graph = _graph(catalog, collection, snapshot, as_of, db)
    try:
        graph.save(output)
    except OSError as error:
        raise _unwritten(output, error) from error
    sources: dict[str, int] = {}
    for edge in graph.edges():
        sources[edge.source] = sources.get(edge.source, 0) + 1
    console = rendering.console()
    console.print(f"{output}: {counted(len(graph.tools), 'tool')}, {counted(len(graph.edges()), 'edge')}")
    for source, count in sorted(sources.items()):
        console.print(f"  {source:15s} {count:,}")


@app.command("show", epilog="Example: tooltrail graph show cancelOrder --catalog catalog.json")
def show(  # noqa: PLR0913  an option each
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool.")],
    *,
    catalog: CatalogFile,
    collection: CollectionOption = None,
    snapshot: SnapshotFile = None,
    as_of: AsOf = None,
    row_format: RowFormat = Format.TABLE,
    db: Db = None,
) -> None:
    """Show a tool's producers and consumers with the evidence for each."""
    graph = _graph(catalog, collection, snapshot, as_of, db)
    if tool not in graph.tools:
        raise BadGraphError(f"{tool!r} is not in {catalog}: name a tool of the catalog")
    sides = {"producer": graph.producers(tool), "consumer": graph.consumers(tool)}
    if row_format is Format.JSONL:
        rendering.write_json_lines({"role": role, **row} for role, rows in sides.items() for row in rows)
        return
    console = rendering.console()
    for role, rows in sides.items():
        console.print(rendering.heading(f"{counted(len(rows), role)} of {tool}"))
        if rows:
            columns = (role, "gives", "into", "source", "confidence>")
            console.print(rendering.table(columns, [_cells(role, row) for row in rows]))


def _cells(role: str, row: dict[str, Any]) -> tuple[str, ...]:
    return (row[role], row["path"], row["field"] or "-", row["source"], f"{row['confidence']:.2f}")


@app.command("export", epilog="Example: tooltrail graph export --catalog collection.json --format dot | dot -Tsvg")
def export(  # noqa: PLR0913  an option each
    *,
    catalog: CatalogFile,
    form: Annotated[ExportFormat, typer.Option("--format", help="GraphML, or Graphviz's DOT.")] = ExportFormat.GRAPHML,
    output: Output = None,
    collection: CollectionOption = None,
    snapshot: SnapshotFile = None,
    as_of: AsOf = None,
    db: Db = None,
) -> None:
    """Write the graph as GraphML or DOT."""
    graph = _graph(catalog, collection, snapshot, as_of, db)
    written = graph.to_dot() if form is ExportFormat.DOT else graph.to_graphml()
    if output is None:
        typer.echo(written)
        return
    try:
        output.write_text(written + "\n", encoding="utf-8")
    except OSError as error:
        raise _unwritten(output, error) from error


def _unwritten(output: Path, error: OSError) -> BadGraphError:
    return BadGraphError(f"{output} cannot be written: {error.strerror or error}; give a file in a folder that exists")


@app.command("measure", epilog="Example: tooltrail graph measure cases.json --catalog catalogs.json")
def measure(
    cases: Annotated[Path, typer.Argument(metavar="CASES", help="Cases as JSON: query, target, required, context.")],
    catalog: Annotated[Path, typer.Option(metavar="FILE", help="The catalog, or catalogs by name.")],
    max_hops: Annotated[int, typer.Option(min=0, max=64, help="How far producers are followed.")] = 3,
    row_format: RowFormat = Format.TABLE,
) -> None:
    """Measure closures on cases: recall and coverage of the required producers, what is unexpected or asked for."""
    found = measure_closures(read_cases(cases, catalog), max_hops)
    if row_format is Format.JSONL:
        rendering.write_json_lines({"suite": suite, **figures.to_dict()} for suite, figures in found.items())
        return
    rows = [(suite, *figures.cells()) for suite, figures in found.items()]
    rendering.console().print(rendering.table(("suite", *Figures.COLUMNS), rows))


def _graph(
    catalog: Path, collection: str | None, snapshot: Path | None, as_of: datetime | None, db: str | None
) -> ToolGraph:
    content = read_json(catalog, BadGraphError)
    if isinstance(content, dict) and isinstance(content.get("graph"), dict) and isinstance(content.get("tools"), dict):
        try:
            graph = ToolGraph.from_artifact(content)
        except ValueError as error:
            raise BadGraphError(f"{catalog}: {error}") from error
    else:
        graph = ToolGraph.build(CompiledCatalog(read_catalog(catalog)))
    learned = read_learned(collection, snapshot, as_of or now(), db)
    return graph.with_promoted(learned) if learned is not None else graph
