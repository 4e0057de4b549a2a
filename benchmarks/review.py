"""The console at scale: 100,000 suggestions and 1,000,000 attempts; what a page costs, and how.

python -m benchmarks.review postgresql://...    an empty database with the schema (`tooltrail db upgrade`)
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any

from sqlalchemy import Connection, event, func, select, text

from console.access.roles import Caller, Role
from console.desk import Desk
from console.reads.queue import QueueQuery
from console.settings import ConsoleSettings
from console.site import Site
from pipeline.intake import Intake
from pipeline.learning.policy import Policy
from pipeline.process import Rules
from pipeline.seal import Keyring
from storage.store import SqlStore
from storage.tables import suggestions
from tests.storage.plans import scanned_by_postgresql

SUGGESTIONS, ATTEMPTS, TURNS = 100_000, 1_000_000, 11
NOW = datetime(2026, 1, 31, tzinfo=UTC)


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
    """Writes suggestions with their queue, and attempts with an event each; the server makes the rows up itself."""
    for statement in _FILL:
        given = {"suggestions": SUGGESTIONS, "attempts": ATTEMPTS, "now": NOW}
        known = text(statement.replace("NAMED", _NAMED))
        connection.execute(known, {name: given[name] for name in given if f":{name}" in statement})


#: Two targets a family; suggestion n is of collection n/2 % 10, attempt n is of suggestion n % 100,000.
_NAMED = """
    'c' || n / 2 % 10 AS collection, 'family-' || n / 2 AS family, 'tool' || n % 2 AS target,
    'tp-' || lpad(to_hex(n), 16, '0') AS id,
    (array['suggested','suggested','suggested','suggested','suggested','suggested','promotable','promoted','promoted',
           'demoted'])[n % 10 + 1] AS status,
    (n % 3 = 0)::int AS changes_state, n % 977 / 10.0 AS gain
"""
_FILL = (
    """
    INSERT INTO collections (id, settings)
    SELECT 'c' || n, CASE WHEN n = 0 THEN jsonb_build_object('mode', 'promote', 'review', 'all', 'keep_text', true,
        'trust_anonymous', false, 'state_changing', '{}'::jsonb, 'groups', jsonb_build_array('ops')) END
    FROM generate_series(0, 9) AS n
    """,
    """
    INSERT INTO suggestions (id, collection_id, kind, status, family, target, source, from_field, to_field, row)
    SELECT id, collection, 'target_preference', status, family, target, '', '', '', jsonb_build_object(
        'id', id, 'kind', 'target_preference', 'status', status, 'collection_id', collection, 'mode', 'promote',
        'policy_version', '1', 'last_evidence_at', '2026-01-20T00:00:00Z', 'pinned', false, 'approved_at', null,
        'changes_state', changes_state = 1, 'query_family', family, 'query_terms', '["order", "where"]'::jsonb,
        'query_example', 'where is order ' || n, 'target', target, 'boost', 0, 'edge', null, 'history', '[]'::jsonb,
        'acts', '[]'::jsonb, 'evidence', jsonb_build_object('attempts', 10, 'success', 10, 'failure', 0,
            'environment', 0, 'corrected_to', 0, 'corrected_away', 0, 'principals', 10, 'supporters', 10,
            'sessions', null, 'days', 10, 'support_days', 10, 'values', null, 'share', 0.1, 'n', 8, 'z_rest', 2.5,
            'z_sibling', 1.5, 'z_without_strongest', 1.4, 'rival', 'tool9', 'gain', gain,
            'blocked_by', '["needs_review"]'::jsonb))
    FROM (SELECT n, NAMED FROM generate_series(0, :suggestions - 1) AS n) AS named
    """,
    """
    INSERT INTO review_queue (suggestion_id, collection_id, kind, status, changes_state, gain)
    SELECT id, collection, 'target_preference', status, changes_state, gain
    FROM (SELECT NAMED FROM generate_series(0, :suggestions - 1) AS n) AS named
    """,
    """
    INSERT INTO queue_counts SELECT collection_id, kind, status, changes_state, count(*) FROM review_queue
    GROUP BY collection_id, kind, status, changes_state
    """,
    """
    INSERT INTO target_counts SELECT collection, family, target, '=p' || turn, 20460 + turn, 1, 0, 0, 0, 0
    FROM (SELECT NAMED FROM generate_series(0, :suggestions - 1) AS n) AS named,
        generate_series(0, :attempts / :suggestions - 1) AS turn
    """,
    """
    INSERT INTO attempts (collection_id, key, principal, session, family, selected, first_at, last_at)
    SELECT 'c' || n % 100000 / 2 % 10, 'a:' || n, 'p' || n % 10, 's' || n, 'family-' || n % 100000 / 2, 'tool' || n % 2,
        CAST(:now AS timestamptz) - n * interval '2 seconds', CAST(:now AS timestamptz) - n * interval '2 seconds'
    FROM generate_series(0, :attempts - 1) AS n
    """,
    """
    INSERT INTO events (collection_id, attempt_key, plan_id, event_id, type, ts, content_hash, attempt_id, principal,
        session, body)
    SELECT collection_id, key, '', 'e' || session, 'attempt.recorded', last_at, 'h' || session, key, principal, session,
        '{"query":"where is order ' || session || '","selected_target":"' || selected || '","success"\\:true}'
    FROM attempts
    """,
)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
