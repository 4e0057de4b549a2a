"""Suggestions, the queue of their review, and what their changes leave behind: the audit table and the outbox."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, select, tuple_

from pipeline.learning.suggestions import Kind, Row
from pipeline.learning.verdicts import Status
from pipeline.ports import SuggestionChange
from pipeline.promotions.entries import promotion_of
from storage.arrays import is_among, read_among
from storage.chunks import chunks
from storage.review_queue import write_queue
from storage.tables import audit, outbox, snapshot_versions, suggestions
from storage.upsert import append, upsert


class SqlSuggestions:
    """The suggestions of a store, in one transaction."""

    def __init__(self, connection: Connection, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._clock = clock
        self._promotions_moved: set[str] = set()

    def of_families(self, collection_id: str, families: Collection[str]) -> Mapping[str, Sequence[Row]]:
        """The stored target preferences, by family."""
        found: dict[str, list[Row]] = {}
        rows = read_among(self._connection, _of_families, families, collection_id=collection_id)
        for family, status, row in rows:
            found.setdefault(family, []).append(_as_searched(status, row))
        return found

    def of_arguments(self, collection_id: str, arguments: Collection[tuple[str, str]]) -> Sequence[Row]:
        """The stored edges into those arguments."""
        found: list[Row] = []
        for chunk in chunks(sorted(arguments)):
            query = select(suggestions.c.status, suggestions.c.row).where(
                suggestions.c.collection_id == collection_id,
                suggestions.c.kind == Kind.DATA_FLOW_EDGE.value,
                suggestions.c.target.in_(sorted({tool for tool, _ in chunk})),
                tuple_(suggestions.c.target, suggestions.c.to_field).in_(chunk),
            )
            rows = self._connection.execute(query.order_by(suggestions.c.id))
            found.extend(_as_searched(status, row) for status, row in rows)
        return found

    def get(self, ids: Collection[str]) -> Mapping[str, Row]:
        """Those of the suggestions that exist, by id."""
        return stored_rows(self._connection, ids)

    def write(self, changes: Sequence[SuggestionChange]) -> None:
        """Stores rows, with what is told of them in the same transaction.

        A change of status goes to the audit table and the outbox; to the audit table also an act that changes none; to
        the outbox also what else a reader of the topic would miss, such as newer evidence, without which a promotion
        would expire there.
        """
        now = [change.now for change in changes if change.now is not None]
        upsert(self._connection, suggestions, sorted(map(_searched, now), key=lambda row: str(row["id"])))
        gone = [{"gone": change.before["id"]} for change in changes if change.now is None and change.before is not None]
        if gone:
            self._connection.execute(delete(suggestions).where(suggestions.c.id == bindparam("gone")), gone)
        written_at = self._clock()
        write_queue(self._connection, changes, written_at)
        audited = [_audited(change) for change in changes if change.status_changed or change.was_acted_on]
        told = [_told(change) for change in changes if change.status_changed or _differs_on_the_topic(change)]
        for table, rows in ((audit, audited), (outbox, told)):
            append(self._connection, table, [{**row, "written_at": written_at} for row in rows])
        self._promotions_moved |= {_existing(change)["collection_id"] for change in changes if _is_promotion(change)}

    def all_families(self, collection_id: str) -> Sequence[str]:
        """Every family with a target preference, sorted."""
        query = select(suggestions.c.family).where(
            suggestions.c.collection_id == collection_id, suggestions.c.kind == Kind.TARGET_PREFERENCE.value
        )
        return sorted(set(self._connection.scalars(query.distinct())))

    def all_arguments(self, collection_id: str) -> Sequence[tuple[str, str]]:
        """Every (tool, argument path) with a stored edge, sorted."""
        query = select(suggestions.c.target, suggestions.c.to_field).where(
            suggestions.c.collection_id == collection_id, suggestions.c.kind == Kind.DATA_FLOW_EDGE.value
        )
        return sorted((row.target, row.to_field) for row in self._connection.execute(query.distinct()))

    def flush(self) -> None:
        """Moves the versions that readers of snapshots go by: last of all, since every writer must.

        One row a collection is written here by all its writers; taken just before the commit, and in one order, its
        lock is held briefly and after every other.
        """
        rows = [{"collection_id": name, "version": 1} for name in sorted(self._promotions_moved)]
        upsert(self._connection, snapshot_versions, rows, add=("version",))
        self._promotions_moved.clear()


@cache
def _of_families(has_arrays: bool) -> Select[Any]:
    columns = suggestions.c
    return (
        select(columns.family, columns.status, columns.row)
        .where(
            columns.collection_id == bindparam("collection_id"),
            columns.kind == Kind.TARGET_PREFERENCE.value,
            is_among(columns.family, has_arrays),
        )
        .order_by(columns.id)
    )


def stored_rows(connection: Connection, ids: Collection[str]) -> Mapping[str, Row]:
    """Those of the suggestions that exist, by id, as they are stored."""
    found: dict[str, Row] = {}
    for chunk in chunks(sorted(ids)):
        query = select(suggestions.c.id, suggestions.c.row).where(suggestions.c.id.in_(chunk))
        found.update(connection.execute(query).all())
    return found


def _as_searched(status: str, row: Row) -> Row:
    """A row as searches see it: a status that somebody wrote past the program differs, and is mended when judged."""
    return row if row["status"] == status else {**row, "status": status}


def _searched(row: Row) -> dict[str, Any]:
    """A row with the columns that it is searched by."""
    edge = row["edge"] or {"source": "", "from_field": "", "to_field": ""}
    return {
        "id": row["id"],
        "collection_id": row["collection_id"],
        "kind": row["kind"],
        "status": row["status"],
        "family": row["query_family"] or "",
        "target": row["target"],
        "source": edge["source"],
        "from_field": edge["from_field"],
        "to_field": edge["to_field"],
        "row": row,
    }


def _is_promotion(change: SuggestionChange) -> bool:
    """Whether a snapshot may hold the row, as it is or as it was."""
    return Status.PROMOTED.value in ((change.now or {}).get("status"), (change.before or {}).get("status"))


def _differs_on_the_topic(change: SuggestionChange) -> bool:
    return promotion_of(change.now) != promotion_of(change.before)


def _existing(change: SuggestionChange) -> Row:
    """The row, as it is or as it was."""
    row = change.now or change.before
    if row is None:
        raise ValueError("a change of a suggestion holds a row")
    return row


def _audited(change: SuggestionChange) -> dict[str, Any]:
    """What changed, and what explains it: what blocks, the evidence's last transition, the last act, the policy."""
    row = _existing(change)
    return {
        "suggestion_id": row["id"],
        "collection_id": row["collection_id"],
        "before": change.before["status"] if change.before else None,
        "after": change.now["status"] if change.now else None,
        "cause": {
            "blocked_by": row["evidence"]["blocked_by"],
            "transition": row["history"][-1] if row["history"] else None,
            "act": row["acts"][-1] if row["acts"] else None,
            "policy_version": row["policy_version"],
            "evidence": row["evidence"],
            "acted": change.was_acted_on,
        },
    }


def _told(change: SuggestionChange) -> dict[str, Any]:
    """The row as readers of the topic get it; a tombstone for one that exists no more."""
    row = _existing(change)
    gone = tombstone(row["id"], Kind(row["kind"]), row["collection_id"])
    return {"suggestion_id": row["id"], "payload": gone if change.now is None else row}


def tombstone(suggestion_id: str, kind: Kind, collection_id: str) -> dict[str, Any]:
    """What is told of a suggestion that exists no more: it names nothing that was learned."""
    return {"id": suggestion_id, "kind": kind.value, "collection_id": collection_id, "tombstone": True}
