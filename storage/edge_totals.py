"""Totals of edges: what a decision asks of an edge, kept beside the counts that it is the sum of.

A much-travelled edge has as many rows of counts as it has principals, sessions and values; a batch that touches it must
not count them all again. So each change of the counts adds to the totals what it changes of them: sums by their
differences, numbers of distinct things by the rows that come to be or cease. Totals are derived: no digest covers them.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, case, delete, func, insert, literal, select, union_all

from storage.counters import EDGE_DAYS, EDGE_SESSIONS, EDGES, VALUES, Counter
from storage.tables import (
    edge_counts,
    edge_day_counts,
    edge_session_counts,
    edge_spans,
    edge_totals,
    edges,
    value_counts,
    value_totals,
)

TOTALS = Counter(edge_totals, (*EDGES.counts, "principals", "observers", "supporters"))
SPANS = Counter(edge_spans, ("sessions", "days"))
DISTINCT_VALUES = Counter(value_totals, ("known", "everybody"))

#: In the order in which they are written.
ALL_TOTALS = (TOTALS, SPANS, DISTINCT_VALUES)
#: The counters that have totals.
TOTALLED = (EDGES, EDGE_SESSIONS, EDGE_DAYS, VALUES)

_Place = tuple[Any, ...]


class TotalsChange:
    """What a change of the counts changes of the totals."""

    def __init__(self) -> None:
        self._sums: dict[Table, dict[_Place, list[int]]] = {counter.table: {} for counter in ALL_TOTALS}

    def rows(self, counter: Counter) -> list[dict[str, Any]]:
        """The rows of a table of totals of which anything changes, in key order."""
        columns = [*counter.names, *counter.counts]
        found = sorted(self._sums[counter.table].items())
        return [dict(zip(columns, (*place, *counts), strict=True)) for place, counts in found if any(counts)]

    def note(self, counter: Counter, added: Iterable[Mapping[str, Any]], now: Mapping[_Place, Sequence[int]]) -> None:
        """Notes what was added to rows of a counter.

        Args:
            counter: one of those that have totals.
            added: the rows that were added.
            now: the counts of these rows afterwards, by key.
        """
        key = [column.name for column in counter.table.primary_key]
        for row in added:
            place = tuple(row[name] for name in key)
            change = [row[name] for name in counter.counts]
            after = now[place]
            before = [count - difference for count, difference in zip(after, change, strict=True)]
            self._note_row(counter, row, change, (before, after))

    def _note_row(
        self,
        counter: Counter,
        row: Mapping[str, Any],
        change: Sequence[int],
        counts: tuple[Sequence[int], Sequence[int]],
    ) -> None:
        before, after = counts
        comes = any(after) - any(before)
        if counter is EDGES:
            observes, supports = ((after[place] > 0) - (before[place] > 0) for place in (0, 5))
            self._add(TOTALS, (row["edge_id"], row["known"]), [*change, comes, observes, supports])
        elif counter is VALUES:
            known = (after[0] > 0) - (before[0] > 0)
            self._add(DISTINCT_VALUES, (row["edge_id"], row["seal_key"]), [known, comes])
        else:
            spans = [comes, 0] if counter is EDGE_SESSIONS else [0, comes]
            self._add(SPANS, (row["edge_id"],), spans)

    def _add(self, counter: Counter, place: _Place, counts: Sequence[int]) -> None:
        present = self._sums[counter.table].setdefault(place, [0] * len(counts))
        for index, count in enumerate(counts):
            present[index] += count


def differences(connection: Connection, collection_id: str) -> Tally[str]:
    """How many rows of a collection's totals are not what its counts add up to, by table."""
    found: Tally[str] = Tally()
    of_collection = select(edges.c.id).where(edges.c.collection_id == collection_id)
    for table, query in summed().items():
        sums = query.subquery()
        expected = select(*sums.c).where(sums.c.edge_id.in_(of_collection))
        stored = select(table).where(table.c.edge_id.in_(of_collection))
        places = [column.name for column in table.primary_key]
        wrong: set[_Place] = set()
        for one, other in ((stored, expected), (expected, stored)):
            rest = one.except_(other).subquery()
            wrong.update(tuple(row) for row in connection.execute(select(*(rest.c[name] for name in places))))
        found[table.name] = len(wrong)
    return +found


def recompute(connection: Connection, collection_id: str) -> None:
    """Sums the totals of a collection up anew from its counts."""
    of_collection = select(edges.c.id).where(edges.c.collection_id == collection_id)
    for table, query in summed().items():
        connection.execute(delete(table).where(table.c.edge_id.in_(of_collection)))
        sums = query.subquery()
        rows = select(*sums.c).where(sums.c.edge_id.in_(of_collection))
        connection.execute(insert(table).from_select([column.name for column in table.columns], rows))


def summed() -> dict[Table, Select[Any]]:
    """What each table of totals must hold, as a query over the counts, its columns in the table's order."""
    counts, values = edge_counts.c, value_counts.c
    spans = union_all(
        select(edge_session_counts.c.edge_id, literal(1).label("sessions"), literal(0).label("days")),
        select(edge_day_counts.c.edge_id, literal(0), literal(1)),
    ).subquery()
    return {
        edge_totals: select(
            counts.edge_id,
            counts.known,
            *(func.sum(counts[name]).label(name) for name in EDGES.counts),
            func.count().label("principals"),
            func.sum(case((counts.attempts > 0, 1), else_=0)).label("observers"),
            func.sum(case((counts.declared_successful > 0, 1), else_=0)).label("supporters"),
        ).group_by(counts.edge_id, counts.known),
        edge_spans: select(
            spans.c.edge_id, func.sum(spans.c.sessions).label("sessions"), func.sum(spans.c.days).label("days")
        ).group_by(spans.c.edge_id),
        value_totals: select(
            values.edge_id,
            values.seal_key,
            func.sum(case((values.known > 0, 1), else_=0)).label("known"),
            func.count().label("everybody"),
        ).group_by(values.edge_id, values.seal_key),
    }
