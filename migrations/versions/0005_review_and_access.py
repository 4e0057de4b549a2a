"""The review queue with its counts, two-person approvals, declared catalogs, and who may sign in."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
MOMENT = sa.DateTime(timezone=True)

_ROWS = 1_000


def upgrade() -> None:
    _create(
        "review_queue",
        [_name("suggestion_id")],
        [
            *(_name(name) for name in ("collection_id", "kind", "status")),
            sa.Column("changes_state", sa.SmallInteger(), nullable=False),
            sa.Column("gain", sa.Float(53), nullable=False),
        ],
        [("status", "gain", "suggestion_id"), ("collection_id", "status", "gain", "suggestion_id")],
    )
    _create(
        "queue_counts",
        [
            *(_name(name) for name in ("collection_id", "kind", "status")),
            sa.Column("changes_state", sa.SmallInteger(), autoincrement=False, nullable=False),
        ],
        [sa.Column("suggestions", sa.Integer(), nullable=False)],
    )
    _create(
        "status_days",
        [
            _name("collection_id"),
            sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
            _name("before"),
            _name("after"),
        ],
        [sa.Column("suggestions", sa.Integer(), nullable=False)],
    )
    _create(
        "endorsements",
        [_name("suggestion_id")],
        [
            *(_name(name) for name in ("collection_id", "kind", "actor")),
            sa.Column("at", MOMENT, nullable=False),
            sa.Column("comment", sa.Text(), nullable=False),
            *(_name(name) for name in ("reason", "claim")),
        ],
    )
    _create("catalogs", [_name("collection_id")], [sa.Column("tools", sa.Text(), nullable=False)])
    _create_access()
    op.create_index("ix_audit_collection_id_id", "audit", ["collection_id", "id"])
    _fill_queue()


def _create_access() -> None:
    _create(
        "users",
        [_name("name")],
        [
            _name("role"),
            sa.Column("groups", JSON, nullable=False),
            sa.Column("password", sa.Text(), nullable=True),
            sa.Column("issuer", NAME, nullable=True),
            sa.Column("subject", NAME, nullable=True),
            sa.Column("created_at", MOMENT, nullable=False),
            sa.Column("disabled_at", MOMENT, nullable=True),
        ],
    )
    _create(
        "api_tokens",
        [_name("id")],
        [
            *(_name(name) for name in ("hash", "user_name", "label", "role")),
            sa.Column("created_at", MOMENT, nullable=False),
            sa.Column("expires_at", MOMENT, nullable=True),
            sa.Column("revoked_at", MOMENT, nullable=True),
        ],
        [("user_name",)],
    )
    _create(
        "sessions",
        [_name("id")],
        [
            *(_name(name) for name in ("user_name", "csrf")),
            sa.Column("created_at", MOMENT, nullable=False),
            sa.Column("expires_at", MOMENT, nullable=False),
        ],
        [("user_name",), ("expires_at",)],
    )
    _create(
        "tickets",
        [_name("id")],
        [
            _name("purpose"),
            sa.Column("content", JSON, nullable=False),
            sa.Column("expires_at", MOMENT, nullable=False),
        ],
        [("expires_at",)],
    )
    _create(
        "login_failures",
        [_name("key")],
        [sa.Column("failures", sa.Integer(), nullable=False), sa.Column("last_at", MOMENT, nullable=False)],
    )


def downgrade() -> None:
    op.drop_index("ix_audit_collection_id_id", "audit")
    for name in (
        *("login_failures", "tickets", "sessions", "api_tokens", "users"),
        *("catalogs", "endorsements", "status_days", "queue_counts", "review_queue"),
    ):
        op.drop_table(name)


def _name(name: str) -> sa.Column[str]:
    return sa.Column(name, NAME, nullable=False)


def _create(
    name: str,
    keys: list[sa.Column[object]],
    columns: list[sa.Column[object]],
    indexes: list[tuple[str, ...]] | None = None,
) -> None:
    primary = sa.PrimaryKeyConstraint(*(column.name for column in keys), name=f"pk_{name}")
    op.create_table(name, *keys, *columns, primary)
    for index in indexes or ():
        op.create_index(f"ix_{name}_{'_'.join(index)}", name, list(index))


def _fill_queue() -> None:
    """Queues what there is by what its rows say; a row from before this revision says no gain until it is judged."""
    connection = op.get_bind()
    columns = [sa.column(name, NAME) for name in ("id", "collection_id", "kind", "status")]
    suggestions = sa.table("suggestions", *columns, sa.column("row", JSON))
    queue = sa.table(
        "review_queue", *map(sa.column, ("suggestion_id", "collection_id", "kind", "status", "changes_state", "gain"))
    )
    counts: Counter[tuple[str, str, str, int]] = Counter()
    last = ""
    while found := connection.execute(
        sa.select(suggestions).where(suggestions.c.id > last).order_by(suggestions.c.id).limit(_ROWS)
    ).all():
        last = found[-1].id
        rows = []
        for identity, collection_id, kind, status, row in found:
            changes_state = int(bool(row.get("changes_state")))
            counts[collection_id, kind, status, changes_state] += 1
            rows.append(
                {
                    "suggestion_id": identity,
                    "collection_id": collection_id,
                    "kind": kind,
                    "status": status,
                    "changes_state": changes_state,
                    "gain": float(row["evidence"].get("gain") or 0.0),
                }
            )
        connection.execute(sa.insert(queue), rows)
    tally = sa.table(
        "queue_counts", *map(sa.column, ("collection_id", "kind", "status", "changes_state", "suggestions"))
    )
    if counts:
        names = ("collection_id", "kind", "status", "changes_state")
        connection.execute(
            sa.insert(tally),
            [dict(zip(names, key, strict=True), suggestions=many) for key, many in sorted(counts.items())],
        )
