"""Declared catalogs: the tools as an operator gave them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, select

from storage.review_tables import catalogs
from storage.upsert import upsert


class SqlCatalogs:
    """The declared catalogs of a store, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def save(self, collection_id: str, tools: Mapping[str, Any]) -> None:
        """Stores a collection's tools by name, in place of any before."""
        upsert(self._connection, catalogs, [{"collection_id": collection_id, "tools": dict(tools)}])


def read_catalogs(connection: Connection, collections: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    """The tools of those collections' declared catalogs that there are, by collection."""
    query = select(catalogs.c.collection_id, catalogs.c.tools).where(catalogs.c.collection_id.in_(sorted(collections)))
    return {row.collection_id: row.tools for row in connection.execute(query)}
