"""How PostgreSQL would run statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine

_PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def scanned_by_postgresql(engine: Engine, seen: list[tuple[str, Any]], *, avoidable: bool = False) -> set[str]:
    """The tables that any of the statements reads from one end to the other.

    Args:
        engine: the database.
        seen: statements with their parameters.
        avoidable: also where an index would serve but the planner, which knows the sizes, prefers to read all. A small
            table is best read so, whatever its indexes: there, only what has no index tells anything.
    """
    found: set[str] = set()
    with engine.connect() as connection:
        if not avoidable:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        for statement, parameters in seen:
            if statement.startswith(_PLANNED):
                explained = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
                found.update(_sequential(explained.scalar_one()[0]["Plan"]))
    return found


def _sequential(node: dict[str, Any]) -> Iterator[str]:
    if node["Node Type"] == "Seq Scan":
        yield node["Relation Name"]
    for child in node.get("Plans", ()):
        yield from _sequential(child)
