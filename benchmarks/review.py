"""The console at scale: 100,000 suggestions and 1,000,000 attempts; what a page costs, and how.

python -m benchmarks.review postgresql://...    an empty database with the schema (`tooltrail db upgrade`)
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from sqlalchemy import Connection, event, func, insert, select, text

from console.access.roles import Caller, Role
from console.desk import Desk
from console.reads.queue import QueueQuery
from console.settings import ConsoleSettings
from console.site import Site
from pipeline.intake import Intake
from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import target_id
from pipeline.process import Rules
from pipeline.seal import Keyring
from storage.review_tables import queue_counts, review_queue
from storage.store import SqlStore
from storage.tables import attempts, collections, events, suggestions, target_counts
from tests.storage.plans import scanned_by_postgresql

SUGGESTIONS, ATTEMPTS, COLLECTIONS, TURNS = 100_000, 1_000_000, 10, 20
NOW = datetime(2026, 1, 31, tzinfo=UTC)
_STATUSES = ("suggested",) * 6 + ("promotable", "promoted", "promoted", "demoted")
_ROWS = 5_000


def main(arguments: Sequence[str]) -> int:
    """Fills the database where it is empty, and times the pages."""
    url = arguments[0]
    with SqlStore(url, create=False) as store:
        engine = store._engine  # noqa: SLF001  a benchmark looks at statements
        with engine.begin() as connection:
            if not connection.scalar(select(func.count()).select_from(suggestions)):
                fill(connection)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))
        site = Site(store, Rules(Intake(Keyring.demonstration()), Policy()), ConsoleSettings(), lambda: NOW)
        desk = Desk(site, Caller("kim", Role.ADMIN))
        limited = Desk(site, Caller("lee", Role.REVIEWER))
        first = desk.queue(QueueQuery())
        identity = first.items[0].subject.id
        pages: Mapping[str, Callable[[], object]] = {
            "queue, waiting": lambda: desk.queue(QueueQuery()),
            "queue, next page": lambda: desk.queue(QueueQuery(after=first.next_after)),
            "queue, any status": lambda: desk.queue(QueueQuery(status="any")),
            "queue, one collection": lambda: desk.queue(QueueQuery(collection="c3", changes_state=True)),
            "queue, limited to groups": lambda: limited.queue(QueueQuery(status="any")),
            "select all of 1,000": lambda: desk.selection(QueueQuery(collection="c3")),
            "suggestion": lambda: desk.suggestion(identity),
            "overview": desk.overview,
            "audit": desk.audit,
        }
        for name, page in pages.items():
            print(f"{name:26} {measured(engine, page)}")
    return 0


def measured(engine: Any, page: Callable[[], object]) -> str:
    """The median time of a page, its statements, and the tables that a statement reads whole."""
    seen: list[tuple[str, Any]] = []

    def note(_c: Connection, _cursor: object, statement: str, parameters: Any, _context: object, _many: bool) -> None:
        seen.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    page()
    event.remove(engine, "before_cursor_execute", note)
    asked = [one for one in seen if one[0].startswith(("SELECT", "WITH", "("))]
    times = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        page()
        times.append(time.perf_counter() - begun)
    whole = scanned_by_postgresql(engine, asked) - {"collections", "queue_counts"}
    told = ", ".join(sorted(whole)) or "nothing"
    return f"{median(times) * 1000:7.1f} ms  {len(asked):2} statements  reads whole: {told}"


def fill(connection: Connection) -> None:
    """Writes suggestions with their queue, and attempts with an event each, family by family."""
    limited = {"groups": ["ops"], "mode": "promote", "review": "all", "trust_anonymous": False, "keep_text": True}
    named = [
        {"id": f"c{number}", "settings": None if number else {**limited, "state_changing": {}}}
        for number in range(COLLECTIONS)
    ]
    connection.execute(insert(collections), named)
    for table, rows in (
        (suggestions, _suggestions()),
        (review_queue, _queue()),
        (queue_counts, _counts()),
        (target_counts, _cells()),
        (attempts, _attempts()),
        (events, _events()),
    ):
        chunk: list[dict[str, Any]] = []
        for row in rows:
            chunk.append(row)
            if len(chunk) == _ROWS:
                connection.execute(insert(table), chunk)
                chunk = []
        if chunk:
            connection.execute(insert(table), chunk)


def _named(number: int) -> tuple[str, str, str]:
    """Collection, family and target of a suggestion: two targets a family."""
    return f"c{number % COLLECTIONS}", f"family-{number // 2}", f"tool{number % 2}"


def _row(number: int) -> dict[str, Any]:
    collection, family, target = _named(number)
    zeros = dict.fromkeys(("failure", "environment", "corrected_to", "corrected_away"), 0)
    scores = {"z_rest": 2.5, "z_sibling": 1.5, "z_without_strongest": 1.4, "rival": "tool9", "gain": number % 977 / 10}
    return {
        "id": target_id(collection, family, target),
        "kind": "target_preference",
        "status": _STATUSES[number % 10],
        "collection_id": collection,
        "mode": "promote",
        "policy_version": Policy().version,
        "last_evidence_at": "2026-01-20T00:00:00Z",
        "pinned": False,
        "approved_at": None,
        "changes_state": number % 3 == 0,
        "query_family": family,
        "query_terms": ["order", "where"],
        "query_example": f"where is order {number}",
        "target": target,
        "boost": 0.0,
        "edge": None,
        "evidence": {
            **zeros,
            **scores,
            "attempts": 10,
            "success": 10,
            "principals": 5,
            "supporters": 5,
            "sessions": None,
            "days": 5,
            "support_days": 5,
            "values": None,
            "share": 0.2,
            "n": 8.0,
            "blocked_by": ["needs_review"],
        },
        "history": [],
        "acts": [],
    }


def _suggestions() -> Iterator[dict[str, Any]]:
    for number in range(SUGGESTIONS):
        row = _row(number)
        names = {name: row[name] for name in ("id", "collection_id", "kind", "status", "target")}
        yield {**names, "family": row["query_family"], "source": "", "from_field": "", "to_field": "", "row": row}


def _queue() -> Iterator[dict[str, Any]]:
    for number in range(SUGGESTIONS):
        row = _row(number)
        yield {
            "suggestion_id": row["id"],
            **{name: row[name] for name in ("collection_id", "kind", "status")},
            "changes_state": int(row["changes_state"]),
            "gain": row["evidence"]["gain"],
        }


def _counts() -> Iterator[dict[str, Any]]:
    found: dict[tuple[str, str, str, int], int] = {}
    for row in _queue():
        key = (row["collection_id"], row["kind"], row["status"], row["changes_state"])
        found[key] = found.get(key, 0) + 1
    for key, many in found.items():
        yield {**dict(zip(("collection_id", "kind", "status", "changes_state"), key, strict=True)), "suggestions": many}


def _cells() -> Iterator[dict[str, Any]]:
    zeros = dict.fromkeys(("failure", "corrected_to", "corrected_away", "environment"), 0)
    for number in range(ATTEMPTS):
        collection, family, target = _named(number % SUGGESTIONS)
        yield {
            "collection_id": collection,
            "family": family,
            "target": target,
            "principal": f"=p{number // SUGGESTIONS}",
            "day": 20_460 + number // SUGGESTIONS,
            "success": 1,
            **zeros,
        }


def _attempts() -> Iterator[dict[str, Any]]:
    for number in range(ATTEMPTS):
        collection, family, target = _named(number % SUGGESTIONS)
        at = NOW - timedelta(seconds=2 * number)
        yield {
            "collection_id": collection,
            "key": f"a:{number}",
            "principal": f"p{number % 10}",
            "session": f"s{number}",
            "family": family,
            "selected": target,
            "first_at": at,
            "last_at": at,
        }


def _events() -> Iterator[dict[str, Any]]:
    for number in range(ATTEMPTS):
        collection, _, target = _named(number % SUGGESTIONS)
        body = {"query": f"where is order {number}", "selected_target": target, "success": True}
        yield {
            "collection_id": collection,
            "attempt_key": f"a:{number}",
            "plan_id": "",
            "event_id": f"e-{number}",
            "type": "attempt.recorded",
            "ts": NOW - timedelta(seconds=2 * number),
            "content_hash": f"h{number}",
            "attempt_id": f"{number}",
            "principal": f"p{number % 10}",
            "session": f"s{number}",
            "body": body,
        }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
