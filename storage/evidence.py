"""Keyed integer counts: differences are added in, a key at zero disappears, families are read back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, delete, exists, func, select

from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import (
    Counts,
    EdgeKey,
    Evidence,
    GivenKey,
    Key,
    RanKey,
    TargetKey,
    ValueKey,
    WordingKey,
    is_known,
)
from pipeline.learning.suggestions import FamilyText, edge_id
from pipeline.learning.totals import FamilyCell
from pipeline.ports import EdgeEvidence
from storage.chunks import chunks
from storage.edge_evidence import read_edges
from storage.tables import (
    edge_counts,
    edges,
    given_counts,
    ran_counts,
    target_counts,
    value_counts,
    wording_counts,
)
from storage.upsert import insert_missing, upsert

_Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Counter:
    """How one kind of key lies in a table.

    Attributes:
        table: the table.
        counts: its counted columns, in the order of the evidence's counts.
        columns: from collection and key to the other columns.
    """

    table: Table
    counts: tuple[str, ...]
    columns: Callable[[str, Any], _Row]

    def row(self, collection_id: str, key: Key, counts: Counts) -> _Row:
        """A key and its counts as a row."""
        return {**self.columns(collection_id, key), **dict(zip(self.counts, counts, strict=True))}


def _target(collection_id: str, key: TargetKey) -> _Row:
    return {"collection_id": collection_id, **key._asdict()}


def _wording(collection_id: str, key: WordingKey) -> _Row:
    text_hash = hashlib.blake2b(f"{key.terms}\x1f{key.wording}".encode(), digest_size=16).hexdigest()
    return {"collection_id": collection_id, "text_hash": text_hash, **key._asdict()}


def _edge(collection_id: str, key: EdgeKey) -> _Row:
    return {
        "edge_id": edge_id(collection_id, key.edge),
        "declared": int(key.declared),
        "principal": key.principal,
        "session": key.session,
        "day": key.day,
        "known": int(is_known(key.principal)),
    }


def _value(collection_id: str, key: ValueKey) -> _Row:
    return {
        "edge_id": edge_id(collection_id, key.edge),
        "seal_key": key.seal_key,
        "fingerprint": key.fingerprint,
        "known": int(key.known),
    }


def _given(collection_id: str, key: GivenKey) -> _Row:
    return {"collection_id": collection_id, "tool": key.tool, "path": key.path, "known": int(key.known)}


def _ran(collection_id: str, key: RanKey) -> _Row:
    return {"collection_id": collection_id, **key._asdict(), "known": int(is_known(key.principal))}


#: In the order in which tables are written: one lock order for every writer.
_COUNTERS: Mapping[type[Key], _Counter] = {
    TargetKey: _Counter(
        target_counts, ("success", "failure", "corrected_to", "corrected_away", "environment"), _target
    ),
    WordingKey: _Counter(wording_counts, ("attempts",), _wording),
    EdgeKey: _Counter(edge_counts, ("attempts", "successful", "completed", "echoes"), _edge),
    ValueKey: _Counter(value_counts, ("attempts",), _value),
    GivenKey: _Counter(given_counts, ("attempts",), _given),
    RanKey: _Counter(ran_counts, ("attempts",), _ran),
}


class SqlEvidence:
    """The counts of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def apply(self, collection_id: str, delta: Evidence) -> None:
        """Adds a difference, in key order; a key at zero disappears."""
        cells: dict[type[Key], list[tuple[Key, Counts]]] = {kind: [] for kind in _COUNTERS}
        for key, counts in delta.cells.items():
            cells[type(key)].append((key, counts))
        touched = {key.edge for key in delta.cells if isinstance(key, EdgeKey | ValueKey)}
        insert_missing(self._connection, edges, [_dictionary_row(collection_id, edge) for edge in sorted(touched)])
        lowered: list[Edge] = []
        for kind, counter in _COUNTERS.items():
            rows = [counter.row(collection_id, key, counts) for key, counts in sorted(cells[kind])]
            upsert(self._connection, counter.table, rows, add=counter.counts, keep=_facts(counter))
            fallen = [(key, counts) for key, counts in cells[kind] if min(counts) < 0]
            self._delete_zeros(counter, [counter.row(collection_id, key, counts) for key, counts in sorted(fallen)])
            lowered.extend(key.edge for key, _ in fallen if isinstance(key, EdgeKey | ValueKey))
        self._delete_edges_without_counts({edge_id(collection_id, edge) for edge in lowered})

    def _delete_zeros(self, counter: _Counter, rows: Sequence[_Row]) -> None:
        if not rows:
            return
        table = counter.table
        key = [column.name for column in table.primary_key]
        statement = delete(table).where(
            and_(*(table.c[name] == bindparam(f"key_{name}") for name in key)),
            and_(*(table.c[name] == 0 for name in counter.counts)),
        )
        self._connection.execute(statement, [{f"key_{name}": row[name] for name in key} for row in rows])

    def _delete_edges_without_counts(self, ids: Collection[str]) -> None:
        for chunk in chunks(sorted(ids)):
            statement = delete(edges).where(
                edges.c.id.in_(chunk),
                ~exists().where(edge_counts.c.edge_id == edges.c.id),
                ~exists().where(value_counts.c.edge_id == edges.c.id),
            )
            self._connection.execute(statement)

    def family_cells(self, collection_id: str, families: Collection[str]) -> Mapping[str, Sequence[FamilyCell]]:
        """All target counts of those families that have any."""
        columns = [target_counts.c.family, *(target_counts.c[name] for name in FamilyCell._fields)]
        found: dict[str, list[FamilyCell]] = {}
        for chunk in chunks(sorted(families)):
            query = select(*columns).where(
                target_counts.c.collection_id == collection_id, target_counts.c.family.in_(chunk)
            )
            for family, *cell in self._connection.execute(query.order_by(*target_counts.primary_key)):
                found.setdefault(family, []).append(FamilyCell(*cell))
        return found

    def family_texts(self, collection_id: str, families: Collection[str]) -> Mapping[str, FamilyText]:
        """Terms and most frequent wording; of equally frequent ones the shortest, then the smallest."""
        table = wording_counts.c
        place = func.row_number().over(
            partition_by=table.family,
            order_by=[table.attempts.desc(), func.length(table.wording), table.wording, table.terms],
        )
        found: dict[str, FamilyText] = {}
        for chunk in chunks(sorted(families)):
            ranked = (
                select(table.family, table.terms, table.wording, place.label("place"))
                .where(table.collection_id == collection_id, table.family.in_(chunk))
                .subquery()
            )
            for row in self._connection.execute(select(ranked).where(ranked.c.place == 1)):
                found[row.family] = FamilyText(row.family, tuple(row.terms.split()), row.wording)
        return found

    def declared_arguments(self, collection_id: str, tools: Collection[str]) -> set[tuple[str, str]]:
        """The (tool, argument path) pairs of the given tools that a declared edge leads into."""
        found: set[tuple[str, str]] = set()
        for chunk in chunks(sorted(tools)):
            query = select(edges.c.target, edges.c.to_field).where(
                edges.c.collection_id == collection_id,
                edges.c.target.in_(chunk),
                exists().where(edge_counts.c.edge_id == edges.c.id, edge_counts.c.declared == 1),
            )
            found.update((row.target, row.to_field) for row in self._connection.execute(query))
        return found

    def edge_evidence(
        self, collection_id: str, arguments: Collection[tuple[str, str]], sessions_per_principal: int
    ) -> Mapping[Edge, EdgeEvidence]:
        """What is counted of each edge into the arguments; distinct values are those of the largest seal key."""
        found: dict[Edge, EdgeEvidence] = {}
        for chunk in chunks(sorted(arguments)):
            found.update(read_edges(self._connection, collection_id, chunk, sessions_per_principal))
        return found

    def all_families(self, collection_id: str) -> Sequence[str]:
        """Every family with counts, sorted."""
        query = select(target_counts.c.family).where(target_counts.c.collection_id == collection_id).distinct()
        return sorted(self._connection.scalars(query))

    def all_arguments(self, collection_id: str) -> Sequence[tuple[str, str]]:
        """Every (tool, argument path) that an edge leads into, sorted."""
        query = select(edges.c.target, edges.c.to_field).where(edges.c.collection_id == collection_id).distinct()
        return sorted((row.target, row.to_field) for row in self._connection.execute(query))


def _facts(counter: _Counter) -> list[str]:
    """The columns that follow from the key: they stay as they are when counts are added."""
    return [column.name for column in counter.table.columns if column.name not in counter.counts]


def _dictionary_row(collection_id: str, edge: Edge) -> _Row:
    return {
        "id": edge_id(collection_id, edge),
        "collection_id": collection_id,
        "source": edge.source,
        "from_field": edge.from_field,
        "target": edge.target,
        "to_field": edge.to_field,
    }
