"""A catalog that has seen a lot, made from one that has seen little: its rows, many times over, by SQL.

Each copy of an attempt is another session on another day, by one of fifty times as many people, with other values, and
over the same tools: so the edges, which are few, gather counts by the million. Copies of a family are other families
until there are as many suggestions as wanted; the rest of the copies add to these. Of an attempt's twelve events three
are copied.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from storage import edge_totals

_EVENTS = ("target.selected", "step.completed", "plan.completed")

#: `copies` numbers the copies; `variants` is how many of them are other families.
_COPY = """
INSERT INTO attempts SELECT collection_id, key || '-' || n, principal || '-' || n % 50, session || '-' || n,
    family || CASE n % :variants WHEN 0 THEN '' ELSE '-' || n % :variants END, selected,
    first_at - n % 170 * interval '1 day', last_at - n % 170 * interval '1 day'
    FROM attempts, generate_series(1, :copies) AS n;
INSERT INTO events SELECT collection_id, attempt_key || '-' || n, plan_id, event_id, type,
    ts - n % 170 * interval '1 day', content_hash, rivals, attempt_id || '-' || n,
    principal || '-' || n % 50, session || '-' || n, body
    FROM (SELECT DISTINCT ON (attempt_key, type) * FROM events WHERE type = ANY(:types)) AS few,
    generate_series(1, :copies) AS n;
INSERT INTO target_counts SELECT collection_id,
    family || CASE n % :variants WHEN 0 THEN '' ELSE '-' || n % :variants END, target, principal || '-' || n % 50,
    day - n % 170, success, failure, corrected_to, corrected_away, environment
    FROM target_counts, generate_series(1, :copies) AS n ON CONFLICT DO NOTHING;
INSERT INTO wording_counts SELECT collection_id,
    family || CASE n % :variants WHEN 0 THEN '' ELSE '-' || n % :variants END, md5(text_hash || n), terms,
    wording || ' ' || n, attempts FROM wording_counts, generate_series(1, :copies) AS n;
INSERT INTO edge_counts SELECT edge_id, known, principal || '-' || n, attempts * 20, successful * 20, completed * 20,
    echoes * 20, declared * 20, declared_successful * 20 FROM edge_counts, generate_series(0, least(49, :copies)) AS n;
INSERT INTO edge_session_counts SELECT edge_id, session || '-' || n, attempts
    FROM edge_session_counts, generate_series(1, :copies) AS n;
INSERT INTO edge_day_counts SELECT edge_id, day - n, attempts * 6
    FROM edge_day_counts, generate_series(1, least(169, :copies)) AS n ON CONFLICT DO NOTHING;
INSERT INTO value_counts SELECT edge_id, seal_key, fingerprint || n, known, anonymous
    FROM value_counts, generate_series(1, :copies) AS n;
INSERT INTO ran_counts SELECT collection_id, tool, known, principal || '-' || n % 50, session || '-' || n, attempts
    FROM ran_counts, generate_series(1, :copies) AS n;
UPDATE given_counts SET known = known * (:copies + 1), anonymous = anonymous * (:copies + 1);
INSERT INTO suggestions SELECT md5(id || n), collection_id, kind, status, family || '-' || n, target, source,
    from_field, to_field, row || jsonb_build_object('id', md5(id || n), 'query_family', family || '-' || n)
    FROM suggestions, generate_series(1, least(:copies, :variants - 1)) AS n WHERE kind = 'target_preference';
INSERT INTO review_queue SELECT md5(suggestion_id || n), collection_id, kind, status, changes_state, gain
    FROM review_queue, generate_series(1, least(:copies, :variants - 1)) AS n WHERE kind = 'target_preference';
UPDATE queue_counts AS told SET suggestions = (SELECT count(*) FROM review_queue AS queue WHERE
    (queue.collection_id, queue.kind, queue.status, queue.changes_state)
    = (told.collection_id, told.kind, told.status, told.changes_state));
INSERT INTO audit (suggestion_id, collection_id, before, after, cause, written_at)
    SELECT id, collection_id, NULL, status, '{}', now() FROM suggestions;
INSERT INTO outbox (suggestion_id, payload, written_at) SELECT id, row, now() FROM suggestions;
"""


def multiply(connection: Connection, collection_id: str, copies: int, suggestions: int) -> None:
    """Multiplies the only catalog of a PostgreSQL database.

    Args:
        connection: a transaction of a superuser, since foreign keys are not checked row by row.
        collection_id: the catalog.
        copies: how many copies of each attempt are added.
        suggestions: how many suggestions there shall be, about.
    """
    there = connection.scalar(text("SELECT count(*) FROM suggestions WHERE kind = 'target_preference'")) or 1
    values = {"copies": copies, "variants": max(1, suggestions // there), "types": list(_EVENTS)}
    connection.execute(text("SET LOCAL session_replication_role = replica"))
    for statement in _COPY.split(";\n"):
        if statement.strip():
            connection.execute(text(statement), {name: values[name] for name in values if f":{name}" in statement})
    edge_totals.recompute(connection, collection_id)
