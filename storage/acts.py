"""Operators' acts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, select

from pipeline.learning.acts import Act, ActKind, in_order
from storage.arrays import is_among, read_among
from storage.tables import acts
from storage.upsert import insert_missing


class SqlActs:
    """The acts of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, act: Act) -> None:
        """Stores an act; the same act twice is one."""
        row = {
            "id": act.id,
            "suggestion_id": act.suggestion_id,
            "kind": act.kind.value,
            "actor": act.actor,
            "at": act.at,
            "comment": act.comment,
            "reason": act.reason,
        }
        insert_missing(self._connection, acts, [row])

    def of(self, suggestion_ids: Collection[str]) -> Mapping[str, Sequence[Act]]:
        """The acts on those suggestions that have any, in order."""
        found: dict[str, list[Act]] = {}
        for row in read_among(self._connection, _acts, suggestion_ids):
            act = Act(row.suggestion_id, ActKind(row.kind), row.actor, row.at, row.comment, row.reason)
            found.setdefault(row.suggestion_id, []).append(act)
        return {suggestion_id: in_order(given) for suggestion_id, given in found.items()}


@cache
def _acts(has_arrays: bool) -> Select[Any]:
    return select(acts).where(is_among(acts.c.suggestion_id, has_arrays))
