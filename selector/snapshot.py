"""The promoted suggestions that a selector holds: immutable, indexed by collection and family, needing no database.

A snapshot is built once from suggestion rows and only read from then on. A request costs one look-up for its own
family and a few for near ones, however many suggestions there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, Self

from selector.expiry import expired, read_moment
from selector.families import NEAR, QueryFamily, query_family
from selector.learned import Lessons, Suggestion, best_lessons, read_suggestion
from selector.ranking import Lesson
from selector.row_file import read_row_file, write_row_file

_ROUNDING: Final = 1e-9
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class CollectionSnapshot(Lessons):
    """What one collection has learned; accepted as ``learning_suggestions``."""

    __slots__ = ("_by_family", "_by_term", "_collection_id", "_edges", "_size")

    def __init__(
        self, collection_id: str, suggestions: Iterable[Suggestion] = (), edges: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self._collection_id = collection_id
        self._edges = tuple(edges)
        self._by_family: dict[str, list[Suggestion]] = {}
        self._by_term: dict[str, list[QueryFamily]] = {}
        self._size = 0
        families: dict[str, QueryFamily] = {}
        for suggestion in suggestions:
            self._size += 1
            self._by_family.setdefault(suggestion.family.key, []).append(suggestion)
            if suggestion.family.terms:
                families[suggestion.family.key] = suggestion.family
        for family in families.values():
            for term in dict.fromkeys(family.terms):
                self._by_term.setdefault(term, []).append(family)

    @property
    def collection_id(self) -> str:
        """The collection."""
        return self._collection_id

    @property
    def edges(self) -> tuple[Mapping[str, Any], ...]:
        """The promoted ``data_flow_edge`` rows of the collection, read-only."""
        return self._edges

    def __len__(self) -> int:
        """Return how many target preferences the collection has."""
        return self._size

    def lessons(self, text: str) -> Mapping[str, Lesson]:
        """Return for each target what is learned for this request: by its family, and at a discount by near ones."""
        if not self._by_family:
            return _NOTHING
        family = query_family(text)
        keys = dict.fromkeys((family.key, *(near.key for near in self._perhaps_near(family))))
        return best_lessons(family, (suggestion for key in keys for suggestion in self._by_family.get(key, ())))

    def _perhaps_near(self, family: QueryFamily) -> list[QueryFamily]:
        """Return every family that shares enough terms to be near, and some that do not.

        Of n terms a near family shares at least ``NEAR * n``, so it holds one of any ``n - NEAR * n + 1``: the rarest
        are looked up.
        """
        terms = sorted(family.terms, key=lambda term: (len(self._by_term.get(term, ())), term))
        shared = math.ceil(NEAR * len(terms) - _ROUNDING)
        return [near for term in terms[: len(terms) - shared + 1] for near in self._by_term.get(term, ())]


class PromotedSnapshot:
    """The promoted suggestions of all collections; never changed once built.

    >>> row = {"kind": "target_preference", "status": "promoted", "collection_id": "shop"}
    >>> rows = [{**row, "query_family": "k", "target": "getOrder"}, {**row, "status": "demoted"}]
    >>> snapshot = PromotedSnapshot.from_rows(rows, version="v1")
    >>> snapshot.version, len(snapshot), snapshot.collections, len(snapshot.for_collection("elsewhere"))
    ('v1', 1, ('shop',), 0)
    """

    __slots__ = ("_collections", "_rows", "_version")

    def __init__(self, rows: Iterable[Mapping[str, Any]] = (), version: str = "") -> None:
        """Index rows that are promoted; `from_rows` takes any."""
        self._version = version
        self._rows = tuple(rows)
        suggestions: dict[str, list[Suggestion]] = {}
        edges: dict[str, list[Mapping[str, Any]]] = {}
        for row in self._rows:
            suggestion = read_suggestion(row)
            if suggestion:
                suggestions.setdefault(suggestion.collection_id, []).append(suggestion)
            else:
                edges.setdefault(_collection_of(row), []).append(row)
        names = sorted({*suggestions, *edges})
        self._collections = {
            name: CollectionSnapshot(name, suggestions.get(name, ()), edges.get(name, ())) for name in names
        }

    @classmethod
    def from_rows(cls, rows: Iterable[object], version: str = "", as_of: str | datetime | None = None) -> Self:
        """Build a snapshot from exported suggestion rows; what is not promoted is left out.

        Args:
            rows: rows as ``tooltrail suggestions list --format jsonl`` writes them, or graph-tool-call's.
            version: what to call this state of learning.
            as_of: a moment, ISO 8601 with zone (UTC if it names none); rows without evidence in the 90 days before it
                are left out, pinned ones apart. Without it nothing expires: no clock is read.

        Raises:
            ValueError: for an `as_of` that is no moment.
        """
        moment = None if as_of is None else read_moment(as_of)
        kept = (row for row in rows if isinstance(row, Mapping) and _is_promoted(row))
        return cls((_frozen(row) for row in kept if moment is None or not expired(row, moment)), version)

    @classmethod
    def from_file(
        cls, path: str | PathLike[str], version: str | None = None, as_of: str | datetime | None = None
    ) -> Self:
        """Build a snapshot from a file of rows: one JSON object a line, or one JSON array.

        Without a `version` the snapshot is called by a hash of the file's content.

        Raises:
            ValueError: for a file that is broken, naming file and line.
            OSError: for a file that cannot be read.
        """
        rows, digest = read_row_file(path)
        return cls.from_rows(rows, digest if version is None else version, as_of)

    def to_file(self, path: str | PathLike[str]) -> None:
        """Write the rows, one JSON object a line, as `from_file` reads them. A file is whole or not there at all."""
        write_row_file(path, self._rows)

    def for_collection(self, collection_id: str) -> CollectionSnapshot:
        """Return what one collection has learned, to hand over as ``learning_suggestions``; an unknown one: nothing."""
        known = self._collections.get(collection_id)
        return CollectionSnapshot(collection_id) if known is None else known

    @property
    def version(self) -> str:
        """What the builder calls this state of learning."""
        return self._version

    @property
    def collections(self) -> tuple[str, ...]:
        """The collections that have learned something, sorted."""
        return tuple(self._collections)

    def __len__(self) -> int:
        """Return how many promoted rows there are, of either kind."""
        return len(self._rows)


def _is_promoted(row: Mapping[Any, Any]) -> bool:
    if row.get("kind") == "data_flow_edge" or (row.get("kind") is None and row.get("type") == "data_flow_edge"):
        return row.get("status") == "promoted"
    return read_suggestion(row) is not None


def _collection_of(row: Mapping[str, Any]) -> str:
    name = row.get("collection_id")
    return name if isinstance(name, str) else ""


def _frozen(value: Any) -> Any:
    """Return a copy of JSON data that nobody can change."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    return value
