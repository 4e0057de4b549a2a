"""The figures by which expansion is judged: by what closures find, not by how long a list is."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from pipeline.errors import RejectedError
from selector import CompiledCatalog, complete_target_dependencies


class BadCasesError(RejectedError):
    """A file holds no closure cases: give a list of objects with query, target and required."""


class Case(NamedTuple):
    """A request, its target, and the producers that it really needs."""

    suite: str
    catalog: CompiledCatalog
    query: str | None
    target: str
    required: frozenset[str]
    context: frozenset[str]


@dataclass(slots=True)
class Figures:
    """Sums over the cases of a suite."""

    COLUMNS: ClassVar = (
        *("cases>", "recall>", "complete>", "unexpected>", "candidates>", "most>", "user slots>", "unsatisfied>"),
        *("ambiguous>", "unknown targets>"),
    )

    sizes: list[int] = field(default_factory=list)
    required: int = 0
    found: int = 0
    complete: int = 0
    unexpected: int = 0
    slots: int = 0
    unsatisfied: int = 0
    ambiguous: int = 0
    unknown: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The figures: counts, and means a case."""
        cases = len(self.sizes)
        return {
            "cases": cases,
            "required_producer_recall": self.found / self.required if self.required else 1.0,
            "complete_coverage": self.complete / cases,
            "unexpected_dependencies": self.unexpected / cases,
            "average_candidates": sum(self.sizes) / cases,
            "max_candidates": max(self.sizes),
            "user_input_slots": self.slots / cases,
            "unsatisfied_fields": self.unsatisfied / cases,
            "ambiguous": self.ambiguous / cases,
            "unknown_targets": self.unknown,
        }

    def cells(self) -> tuple[str, ...]:
        """The figures as cells of a table."""
        return tuple(str(value) if isinstance(value, int) else f"{value:.2f}" for value in self.to_dict().values())


def measure_closures(cases: Iterable[Case], max_hops: int) -> dict[str, Figures]:
    """Closes every case and adds up by suite; ``ALL`` holds all of them."""
    found: dict[str, Figures] = {}
    for case in cases:
        closure = complete_target_dependencies(
            case.target, case.catalog, query=case.query, context_field_names=case.context, max_hops=max_hops
        )
        admitted = frozenset(closure.required_dependencies)
        for suite in dict.fromkeys((case.suite, "ALL")):
            figures = found.setdefault(suite, Figures())
            figures.sizes.append(1 + len(admitted))
            figures.required += len(case.required)
            figures.found += len(case.required & admitted)
            figures.complete += case.required <= admitted
            figures.unexpected += len(admitted - case.required)
            figures.unknown += case.target not in case.catalog
            figures.slots += len(closure.user_input_slots)
            figures.unsatisfied += len(closure.unresolved_fields)
            figures.ambiguous += any(row["reason"].startswith("ambiguous") for row in closure.diagnostics)
    return {suite: found[suite] for suite in sorted(found, key=lambda name: (name == "ALL", name))}


def read_cases(cases: Path, catalog: Path) -> list[Case]:
    """Reads cases and the catalog, or catalogs by name, that they are about; either may be compressed with gzip.

    Raises:
        BadCasesError: a file cannot be read or holds no such thing.
    """
    content, tools = _read(cases), _read(catalog)
    rows = content.get("closure", content.get("cases")) if isinstance(content, dict) else content
    catalogs: dict[str, CompiledCatalog] = {}
    found = []
    for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
        if wrong := _wrong_field(row):
            raise BadCasesError(f"{cases}: case {number} has a wrong {wrong}")
        name = str(row.get("catalog", ""))
        if name not in catalogs:
            catalogs[name] = CompiledCatalog(_tools(tools, name, catalog))
        found.append(_case(row, catalogs[name]))
    if not found:
        raise BadCasesError(f'{cases} holds no closure cases: give [{{"query", "target", "required": [...]}}, ...]')
    return found


def _wrong_field(row: object) -> str:
    """Return what is wrong with a case; empty if nothing is."""
    if not isinstance(row, dict):
        return 'shape: give an object with "query", "target" and "required"'
    if not isinstance(row.get("target"), str) or not row["target"]:
        return '"target": give the name of a tool'
    if not isinstance(row.get("query"), str | None):
        return '"query": give a text, or null'
    for key, value in (("required", row.get("required")), ("context", row.get("context") or [])):
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            return f'"{key}": give a list of names'
    return ""


def _case(row: Mapping[str, Any], catalog: CompiledCatalog) -> Case:
    query = row.get("query")
    names, context = (
        frozenset(name for name in value if isinstance(name, str)) if isinstance(value, list) else frozenset()
        for value in (row["required"], row.get("context"))
    )
    suite = str(row.get("suite", "cases"))
    return Case(suite, catalog, query if isinstance(query, str) else None, row["target"], names, context)


def _tools(content: Any, name: str, path: Path) -> Mapping[str, Any]:
    if isinstance(content, dict):
        for place in (content.get(name), content):
            if isinstance(place, dict) and isinstance(place.get("tools"), dict):
                return dict(place["tools"])
        if all(isinstance(tool, dict) and "tools" not in tool for tool in content.values()):
            return content
    raise BadCasesError(f"{path} has no catalog {name!r}")


def _read(path: Path) -> Any:
    try:
        data = path.read_bytes()
        return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except OSError as error:
        raise BadCasesError(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError, EOFError):
        raise BadCasesError(f"{path} is no JSON document in UTF-8") from None
