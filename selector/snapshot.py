"""The promoted suggestions that a selector holds: immutable, indexed by collection and family, needing no database.

A snapshot is built once from suggestion rows and only read from then on. A request costs one look-up for its own
family and a few for near ones, however many suggestions there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from os import PathLike, fspath
from types import MappingProxyType
from typing import Any, Final, Self

from selector.expiry import expired, read_moment
from selector.learned import Lessons, Suggestion, best_lessons, is_promoted, read_suggestion, request_family, stronger
from selector.near import FamilyIndex
from selector.ranking import Lesson
from selector.row_file import read_row_file, write_row_file

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class CollectionSnapshot(Lessons):
    """What one collection has learned; accepted as ``learning_suggestions``."""

    __slots__ = ("_by_family", "_collection_id", "_edges", "_index", "_size", "_targets")

    def __init__(
        self, collection_id: str, suggestions: Iterable[Suggestion] = (), edges: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self._collection_id = collection_id
        self._edges = tuple(edges)
        self._by_family: dict[str, dict[str, Suggestion]] = {}
        self._size = 0
        for suggestion in suggestions:
            self._size += 1
            same = self._by_family.setdefault(suggestion.family.key, {})
            same[suggestion.target] = stronger(suggestion, same.get(suggestion.target))
        kept = self._kept()
        self._targets = frozenset([one.target for one in kept])
        self._index = FamilyIndex([(one.target, one.family) for one in kept if one.family.terms])

    def _kept(self) -> list[Suggestion]:
        return [suggestion for same in self._by_family.values() for suggestion in same.values()]

    @property
    def collection_id(self) -> str:
        """The collection."""
        return self._collection_id

    @property
    def edges(self) -> tuple[Mapping[str, Any], ...]:
        """The promoted ``data_flow_edge`` rows of the collection, read-only."""
        return self._edges

    @property
    def targets(self) -> frozenset[str]:
        """The tools that are preferred for some request."""
        return self._targets

    def __len__(self) -> int:
        """Return how many target preferences the collection has."""
        return self._size

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the collection has learned; a read-only row has no form of its own for that."""
        return _restored_collection, (
            self._collection_id,
            self._kept(),
            [_thawed(edge) for edge in self._edges],
            self._size,
        )

    def lessons(self, text: str, names: Collection[str] | None = None) -> Mapping[str, Lesson]:
        """Return for each of these targets what is learned for a request: by its family, at a discount by near ones."""
        asked = self._targets if names is None else self._targets.intersection(names)
        if not asked:
            return _NOTHING
        family = request_family(text)
        same = self._by_family.get(family.key, _NOTHING)
        exact = [same[name] for name in asked if name in same]
        near = [self._by_family[key][name] for name, key in self._index.near(family, asked)]
        return best_lessons(family, [*exact, *near])


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
        """Hold the promoted ones of rows that nobody changes any more; `from_rows` takes any rows."""
        self._version = version
        suggestions: dict[str, list[Suggestion]] = {}
        edges: dict[str, list[Mapping[str, Any]]] = {}
        kept: list[Mapping[str, Any]] = []
        for row in rows:
            suggestion = read_suggestion(row)
            if suggestion:
                suggestions.setdefault(suggestion.collection_id, []).append(suggestion)
            elif _is_promoted_edge(row):
                edges.setdefault(_collection_of(row), []).append(row)
            else:
                continue
            kept.append(row)
        self._rows = tuple(kept)
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
        promoted = (row for row in rows if isinstance(row, Mapping) and is_promoted(row))
        return cls((_frozen(row) for row in promoted if moment is None or not expired(row, moment)), version)

    @classmethod
    def from_file(
        cls, path: str | PathLike[str], version: str | None = None, as_of: str | datetime | None = None
    ) -> Self:
        """Build a snapshot from a file of rows: one JSON object a line, or one JSON array.

        Without a `version` the snapshot is called by a hash of the file's content.

        Raises:
            ValueError: for a file that is broken, naming file and line, and for one that holds no suggestion rows.
            OSError: for a file that cannot be read.
        """
        rows, digest = read_row_file(path)
        if rows and not any(row.keys() >= {"status", "target"} for row in rows):
            message = f"{fspath(path)} holds no suggestion rows: give what `tooltrail suggestions list` exports"
            raise ValueError(message)
        return cls.from_rows(rows, digest if version is None else version, as_of)

    def to_file(self, path: str | PathLike[str]) -> None:
        """Write the rows, one JSON object a line, as `from_file` reads them. A file is whole or not there at all."""
        write_row_file(path, self._rows)

    def for_collection(self, collection_id: str) -> CollectionSnapshot:
        """Return what one collection has learned, to hand over as ``learning_suggestions``; an unknown one: nothing."""
        known = self._collections.get(collection_id) if isinstance(collection_id, str) else None
        return CollectionSnapshot(collection_id) if known is None else known

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rows and build the snapshot anew; a read-only row has no form of its own for that."""
        return _restored, ([_thawed(row) for row in self._rows], self._version)

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


def _is_promoted_edge(row: Mapping[Any, Any]) -> bool:
    kind = row.get("type") if row.get("kind") is None else row["kind"]
    return kind == "data_flow_edge" and is_promoted(row)


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


def _thawed(value: Any) -> Any:
    """Return plain JSON data of what `_frozen` made."""
    if isinstance(value, Mapping):
        return {key: _thawed(item) for key, item in value.items()}
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value


def _restored(rows: list[Any], version: str) -> PromotedSnapshot:
    return PromotedSnapshot.from_rows(rows, version)


def _restored_collection(name: str, suggestions: list[Suggestion], edges: list[Any], size: int) -> CollectionSnapshot:
    restored = CollectionSnapshot(name, suggestions, map(_frozen, edges))
    restored._size = size  # noqa: SLF001  rows that others of one family and target outdo are counted, not kept
    return restored
