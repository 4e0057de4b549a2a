"""Recount: what the stored attempts teach, counted anew and compared with the stored counts, in bounded memory."""

from __future__ import annotations

import hashlib
import json
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    delete,
    except_,
    func,
    or_,
    select,
)

from pipeline.learning.attempts import Edge, build_attempt
from pipeline.learning.evidence import contribution, total
from pipeline.ports import StoredEvent
from pipeline.process import summary_of
from storage import edge_totals
from storage.attempts import SqlAttempts
from storage.chunks import CHUNK, chunks
from storage.counters import COUNTERS, Counter, project
from storage.edge_totals import recompute, summed
from storage.tables import attempts, edges
from storage.types import canonical_json
from storage.upsert import delete_keys, insert_missing, upsert

#: Rows that are held at once.
_ROWS = 2_000
_COUNTS = tuple(f"count_{number}" for number in range(max(len(counter.counts) for counter in COUNTERS)))

#: What was counted anew less what is stored: all zero where the two agree. `place` names a row of `counter`; its hash
#: is the key, since a wording may be longer than an index takes.
_recounted = Table(
    "recounted",
    MetaData(),
    Column("counter", Text, primary_key=True),
    Column("place_hash", Text, primary_key=True),
    Column("place", Text, nullable=False),
    *(Column(name, Integer, nullable=False) for name in _COUNTS),
    prefixes=["TEMPORARY"],
    postgresql_on_commit="DROP",
)
_Row = dict[str, Any]


class Recount:
    """Counts a collection anew and compares; use it once, in one transaction that sees one moment.

    Args:
        connection: the transaction.
        collection_id: the collection.
    """

    def __init__(self, connection: Connection, collection_id: str) -> None:
        self._connection = connection
        self._collection_id = collection_id
        self._differing: dict[str, _Row | None] = {}

    def differences(self) -> Tally[str]:
        """How many rows differ, by table; nothing where the counts are those of the attempts."""
        _recounted.create(self._connection, checkfirst=False)
        for keys in self._keys():
            self._count(keys)
        self._take_back_stored()
        found = Tally(self._connection.scalars(select(_recounted.c.counter).where(_DIFFERS)))
        found[attempts.name] = len(self._differing)
        found.update(self._differing_totals())
        found.update(edge_totals.differences(self._connection, self._collection_id))
        return +found

    def _differing_totals(self) -> dict[str, int]:
        """How many rows of totals are not the sums of the stored counts."""
        of_collection = select(edges.c.id).where(edges.c.collection_id == self._collection_id)
        found = {}
        for table, query in summed().items():
            sums = query.subquery()
            present = select(*table.columns).where(table.c.edge_id.in_(of_collection))
            wanted = select(*sums.c).where(sums.c.edge_id.in_(of_collection))
            differing = except_(present, wanted), except_(wanted, present)
            counted = (select(func.count()).select_from(rows.subquery()) for rows in differing)
            found[table.name] = max(self._connection.scalar(query) or 0 for query in counted)
        return found

    def mend(self) -> None:
        """Writes what was counted anew where it differs, after `differences`."""
        lacking, spare = self._edges(1), self._edges(-1)
        insert_missing(self._connection, edges, lacking)
        for counter in COUNTERS:
            for rows in chunks(self._differing_rows(counter), _ROWS):
                upsert(self._connection, counter.table, rows, add=counter.counts, keep=counter.names)
                key = [column.name for column in counter.table.primary_key]
                named = [{name: row[name] for name in key} for row in rows]
                delete_keys(self._connection, counter.table, named, zero=counter.counts)
        edge_totals.recompute(self._connection, self._collection_id)
        recompute(self._connection, self._collection_id)
        for chunk in chunks(sorted(row["id"] for row in spare)):
            self._connection.execute(delete(edges).where(edges.c.id.in_(chunk)))
        upsert(self._connection, attempts, [row for _, row in sorted(self._differing.items()) if row is not None])
        empty = sorted(key for key, row in self._differing.items() if row is None)
        delete_keys(self._connection, attempts, [{"collection_id": self._collection_id, "key": key} for key in empty])
        _recounted.drop(self._connection)

    def _keys(self) -> Iterator[list[_Row]]:
        """The attempts as they are kept, in the order of their keys, some at a time."""
        last = ""
        while True:
            query = select(attempts).where(attempts.c.collection_id == self._collection_id, attempts.c.key > last)
            found = [
                dict(row) for row in self._connection.execute(query.order_by(attempts.c.key).limit(CHUNK)).mappings()
            ]
            if not found:
                return
            yield found
            last = found[-1]["key"]

    def _count(self, kept: Sequence[_Row]) -> None:
        """Counts what some attempts teach, and compares what is kept to find them again."""
        stored = SqlAttempts(self._connection).load(self._collection_id, [row["key"] for row in kept])
        contributions = []
        for row in kept:
            entries = stored.get(row["key"], ())
            expected = self._summary(row["key"], entries)
            if row != expected:
                self._differing[row["key"]] = expected
            contributions.append(contribution(build_attempt(row["key"], [entry.event for entry in entries])))
        projection = project(self._collection_id, total(contributions))
        named = [(identity, *edge) for identity, edge in sorted(projection.edges.items())]
        insert_missing(self._connection, _recounted, [_row(edges.name, place, (1,)) for place in named])
        for counter in COUNTERS:
            self._add(counter, projection.rows(counter), 1)

    def _summary(self, key: str, entries: Sequence[StoredEvent]) -> _Row | None:
        """An attempt as it should be kept; None for one without events, which does not exist."""
        if not entries:
            return None
        summary = summary_of(build_attempt(key, [entry.event for entry in entries]), entries)
        facts = {name: getattr(summary, name) for name in summary.__dataclass_fields__}
        return {"collection_id": self._collection_id, "key": key, **facts}

    def _take_back_stored(self) -> None:
        query = select(edges.c.id, *(edges.c[name] for name in Edge._fields))
        for rows in chunks(self._stream(query.where(edges.c.collection_id == self._collection_id)), _ROWS):
            self._write([_row(edges.name, list(row.values()), (-1,)) for row in rows])
        for counter in COUNTERS:
            self._add(counter, self._stream(self._stored(counter)), -1)

    def _stored(self, counter: Counter) -> Select[Any]:
        table = counter.table
        if "edge_id" not in table.c:
            return select(table).where(table.c.collection_id == self._collection_id)
        return (
            select(table).join(edges, edges.c.id == table.c.edge_id).where(edges.c.collection_id == self._collection_id)
        )

    def _stream(self, query: Select[Any]) -> Iterator[_Row]:
        for row in self._connection.execute(query.execution_options(yield_per=_ROWS)).mappings():
            yield dict(row)

    def _add(self, counter: Counter, rows: Iterator[_Row], sign: int) -> None:
        for some in chunks(rows, _ROWS):
            self._write(
                [
                    _row(
                        counter.table.name,
                        [row[name] for name in counter.names],
                        [sign * row[name] for name in counter.counts],
                    )
                    for row in some
                ]
            )

    def _write(self, rows: Sequence[_Row]) -> None:
        upsert(self._connection, _recounted, rows, add=_COUNTS, keep=("place",))

    def _differing_rows(self, counter: Counter) -> Iterator[Mapping[str, Any]]:
        columns = [*counter.names, *counter.counts]
        for found in self._places(counter.table.name):
            values = (*json.loads(found.place), *(getattr(found, name) for name in _COUNTS[: len(counter.counts)]))
            yield dict(zip(columns, values, strict=True))

    def _edges(self, count: int) -> list[dict[str, str]]:
        columns = ("id", *Edge._fields)
        return [
            {"collection_id": self._collection_id, **dict(zip(columns, json.loads(found.place), strict=True))}
            for found in self._places(edges.name)
            if found.count_0 == count
        ]

    def _places(self, name: str) -> list[Any]:
        columns = _recounted.c
        query = select(_recounted).where(columns.counter == name, _DIFFERS).order_by(columns.place_hash)
        return list(self._connection.execute(query))


_DIFFERS = or_(*(_recounted.c[name] != 0 for name in _COUNTS))


def _row(name: str, place: Sequence[Any], counts: Sequence[int]) -> _Row:
    text = canonical_json(list(place))
    padded = (*counts, *(0,) * (len(_COUNTS) - len(counts)))
    return {
        "counter": name,
        "place_hash": hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
        "place": text,
        **dict(zip(_COUNTS, padded, strict=True)),
    }
