"""Counters: how a difference of evidence lies in the tables, as sums by the keys that are read together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table

from pipeline.learning.attempts import Edge
from pipeline.learning.evidence import (
    Counts,
    EdgeKey,
    Evidence,
    GivenKey,
    RanKey,
    TargetKey,
    ValueKey,
    WordingKey,
    is_known,
)
from pipeline.learning.suggestions import edge_id
from storage.tables import (
    declared_counts,
    edge_counts,
    edge_day_counts,
    edge_session_counts,
    given_counts,
    ran_counts,
    target_counts,
    value_counts,
    wording_counts,
)

_Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A table of counts.

    Attributes:
        table: its primary key names a row, or, for wordings, a hash of what does.
        counts: the columns that are counted; the others name the row.
    """

    table: Table
    counts: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The columns that name a row, the primary key first."""
        return [column.name for column in self.table.columns if column.name not in self.counts]


TARGETS = Counter(target_counts, ("success", "failure", "corrected_to", "corrected_away", "environment"))
WORDINGS = Counter(wording_counts, ("attempts",))
EDGES = Counter(edge_counts, ("attempts", "successful", "completed", "echoes", "declared", "declared_successful"))
EDGE_SESSIONS = Counter(edge_session_counts, ("attempts",))
EDGE_DAYS = Counter(edge_day_counts, ("attempts",))
DECLARED = Counter(declared_counts, ("attempts",))
VALUES = Counter(value_counts, ("known", "anonymous"))
GIVEN = Counter(given_counts, ("known", "anonymous"))
RAN = Counter(ran_counts, ("attempts",))

#: In the order in which they are written: one lock order for every writer.
COUNTERS = (TARGETS, WORDINGS, EDGES, EDGE_SESSIONS, EDGE_DAYS, DECLARED, VALUES, GIVEN, RAN)


@dataclass(slots=True)
class Projection:
    """A difference of evidence as rows to be added.

    Attributes:
        edges: the edges that it touches, by identity.
        lowered: the identities of those of which anything is taken back.
    """

    edges: dict[str, Edge] = field(default_factory=dict)
    lowered: set[str] = field(default_factory=set)
    _sums: dict[Table, dict[_Place, list[int]]] = field(default_factory=lambda: {row.table: {} for row in COUNTERS})

    def rows(self, counter: Counter) -> Iterator[dict[str, Any]]:
        """The rows of a table of which any count changes, in key order."""
        columns = [*counter.names, *counter.counts]
        for place, counts in sorted(self._sums[counter.table].items()):
            if any(counts):
                yield dict(zip(columns, (*place, *counts), strict=True))

    def add(self, counter: Counter, place: _Place, counts: Sequence[int]) -> None:
        """Adds counts to a row."""
        rows = self._sums[counter.table]
        present = rows.get(place)
        if present is None:
            rows[place] = list(counts)
        else:
            for index, count in enumerate(counts):
                present[index] += count


def project(collection_id: str, delta: Evidence) -> Projection:
    """Sums a difference up by the keys of the tables."""
    projection = Projection()
    identities: dict[Edge, str] = {}
    for key, counts in delta.cells.items():
        match key:
            case EdgeKey() | ValueKey():
                identity = identities.get(key.edge)
                if identity is None:
                    identity = identities[key.edge] = edge_id(collection_id, key.edge)
                    projection.edges[identity] = key.edge
                if min(counts) < 0:
                    projection.lowered.add(identity)
                _add_edge(projection, identity, key, counts)
            case _:
                _add_other(projection, collection_id, key, counts)
    return projection


def _add_edge(projection: Projection, identity: str, key: EdgeKey | ValueKey, counts: Counts) -> None:
    if isinstance(key, ValueKey):
        projection.add(VALUES, (identity, key.seal_key, key.fingerprint), _by_trust(counts[0], known=key.known))
        return
    known = int(is_known(key.principal))
    observed = (0, 0, 0, 0, counts[0], counts[1]) if key.declared else (*counts, 0, 0)
    projection.add(EDGES, (identity, known, key.principal), observed)
    projection.add(EDGE_SESSIONS, (identity, key.session), counts[:1])
    projection.add(EDGE_DAYS, (identity, key.day), counts[:1])
    if key.declared:
        projection.add(DECLARED, (identity, known, key.principal, key.session), counts[1:2])


def _add_other(
    projection: Projection, collection_id: str, key: TargetKey | WordingKey | GivenKey | RanKey, counts: Counts
) -> None:
    match key:
        case TargetKey():
            projection.add(TARGETS, (collection_id, *key), counts)
        case WordingKey(family=family, terms=terms, wording=wording):
            text = hashlib.blake2b(f"{terms}\x1f{wording}".encode(), digest_size=16).hexdigest()
            projection.add(WORDINGS, (collection_id, family, text, terms, wording), counts)
        case GivenKey(tool=tool, path=path, known=known):
            projection.add(GIVEN, (collection_id, tool, path), _by_trust(counts[0], known=known))
        case RanKey(tool=tool, principal=principal, session=session):
            known_principal = int(is_known(principal))
            projection.add(RAN, (collection_id, tool, known_principal, principal, session), counts)


def _by_trust(count: int, *, known: bool) -> tuple[int, int]:
    return (count, 0) if known else (0, count)
