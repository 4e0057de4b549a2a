"""What a suggestion is about, as a page names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EdgeName:
    """A producer edge: an output field of one tool that fills an argument of another."""

    source: str
    from_field: str
    target: str
    to_field: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What a suggestion is about.

    Attributes:
        id: its identity.
        kind: ``target_preference`` or ``data_flow_edge``.
        collection_id: the catalog.
        target: the preferred tool, or the tool that an edge leads into.
        query_example: the family's most frequent wording, scrubbed; None for an edge, empty where no text is kept.
        query_family: the family's key; None for an edge.
        query_terms: the family's content terms.
        edge: None for a target preference.
        changes_state: whether the target changes state.
        is_undeclared: whether the declared catalog does not hold the target (or an edge's source) any more.
    """

    id: str
    kind: str
    collection_id: str
    target: str
    query_example: str | None
    query_family: str | None
    query_terms: tuple[str, ...]
    edge: EdgeName | None
    changes_state: bool
    is_undeclared: bool


def read_subject(row: Mapping[str, Any], declared: Mapping[str, bool]) -> Subject:
    """Reads what a row is about.

    Args:
        row: a suggestion's row.
        declared: the tools of the collection's declared catalog; empty where none is declared.
    """
    edge = EdgeName(**row["edge"]) if row["edge"] else None
    named = {row["target"], *((edge.source,) if edge else ())}
    return Subject(
        id=row["id"],
        kind=row["kind"],
        collection_id=row["collection_id"],
        target=row["target"],
        query_example=row["query_example"],
        query_family=row["query_family"],
        query_terms=tuple(row["query_terms"]),
        edge=edge,
        changes_state=bool(row.get("changes_state")),
        is_undeclared=bool(declared) and not named <= set(declared),
    )
