"""Keyed integer counts: differences are added in, a key at zero disappears, families are read back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, exists, func, select

from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import Evidence
from pipeline.learning.suggestions import FamilyText
from pipeline.learning.totals import FamilyCell
from pipeline.ports import EdgeEvidence
from storage.arrays import is_among, read_among
from storage.chunks import chunks
from storage.counters import COUNTERS, Counter, project
from storage.edge_evidence import read_edges
from storage.edge_totals import ALL_TOTALS, TOTALLED, TotalsChange
from storage.locks import Locks
from storage.tables import edge_counts, edge_totals, edges, target_counts, value_counts, wording_counts
from storage.upsert import delete_keys, insert_missing, upsert, upsert_returning


class SqlEvidence:
    """The counts of a store, in one transaction.

    Args:
        connection: a transaction.
        locks: what it holds against other writers; None for one that only reads.
    """

    def __init__(self, connection: Connection, locks: Locks | None = None) -> None:
        self._connection = connection
        self._locks = locks

    def apply(self, collection_id: str, delta: Evidence) -> None:
        """Adds a difference, in key order; a key at zero disappears. Nobody else counts here until the end."""
        if self._locks is not None:
            self._locks.hold_learning(collection_id)
        projection = project(collection_id, delta)
        insert_missing(
            self._connection,
            edges,
            [_named(collection_id, name, edge) for name, edge in sorted(projection.edges.items())],
        )
        takes_back = any(min(counts) < 0 for counts in delta.cells.values())
        change = TotalsChange()
        for counter in COUNTERS:
            rows = list(projection.rows(counter))
            self._add(counter, rows, change if counter in TOTALLED else None)
            if takes_back:
                self._delete_zeros(counter, rows)
        for counter in ALL_TOTALS:
            rows = change.rows(counter)
            self._add(counter, rows)
            if takes_back:
                self._delete_zeros(counter, rows)
        self._delete_edges_without_counts(projection.lowered)

    def _add(self, counter: Counter, rows: Sequence[Mapping[str, Any]], change: TotalsChange | None = None) -> None:
        """Adds rows in; where there are totals, notes what that changes of them."""
        if change is None:
            upsert(self._connection, counter.table, rows, add=counter.counts, keep=counter.names)
        else:
            now = upsert_returning(self._connection, counter.table, rows, add=counter.counts)
            change.note(counter, rows, now)

    def _delete_zeros(self, counter: Counter, rows: Sequence[Mapping[str, Any]]) -> None:
        """Deletes those of the rows that hold nothing any more; only of what was taken back nothing may be left."""
        key = [column.name for column in counter.table.primary_key]
        lowered = [row for row in rows if any(row[name] < 0 for name in counter.counts)]
        named = [{name: row[name] for name in key} for row in lowered]
        delete_keys(self._connection, counter.table, named, zero=counter.counts)

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
        found: dict[str, list[FamilyCell]] = {}
        for family, *cell in read_among(self._connection, _cells, families, collection_id=collection_id):
            found.setdefault(family, []).append(FamilyCell._make(cell))
        return found

    def family_texts(self, collection_id: str, families: Collection[str]) -> Mapping[str, FamilyText]:
        """Terms and most frequent wording; of equally frequent ones the shortest, then the smallest."""
        rows = read_among(self._connection, _first_wordings, families, collection_id=collection_id)
        return {family: FamilyText(family, tuple(terms.split()), wording) for family, terms, wording in rows}

    def declared_arguments(self, collection_id: str, tools: Collection[str]) -> set[tuple[str, str]]:
        """The (tool, argument path) pairs of the given tools that a declared edge leads into."""
        found: set[tuple[str, str]] = set()
        for chunk in chunks(sorted(tools)):
            query = select(edges.c.target, edges.c.to_field).where(
                edges.c.collection_id == collection_id,
                edges.c.target.in_(chunk),
                exists().where(edge_totals.c.edge_id == edges.c.id, edge_totals.c.declared > 0),
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


@cache
def _cells(has_arrays: bool) -> Select[Any]:
    table = target_counts.c
    query = select(table.family, *(table[name] for name in FamilyCell._fields))
    wanted = table.collection_id == bindparam("collection_id"), is_among(table.family, has_arrays)
    return query.where(*wanted).order_by(*target_counts.primary_key)


@cache
def _first_wordings(has_arrays: bool) -> Select[Any]:
    table = wording_counts.c
    place = func.row_number().over(
        partition_by=table.family,
        order_by=[table.attempts.desc(), func.length(table.wording), table.wording, table.terms],
    )
    wanted = table.collection_id == bindparam("collection_id"), is_among(table.family, has_arrays)
    ranked = select(table.family, table.terms, table.wording, place.label("place")).where(*wanted).subquery()
    return select(ranked.c.family, ranked.c.terms, ranked.c.wording).where(ranked.c.place == 1)


def _named(collection_id: str, identity: str, edge: Edge) -> dict[str, str]:
    return {
        "id": identity,
        "collection_id": collection_id,
        "source": edge.source,
        "from_field": edge.from_field,
        "target": edge.target,
        "to_field": edge.to_field,
    }
