"""The first schema: ledger, counts, suggestions with their acts, and what is told of them.

The types are those of this moment: a migration does not follow when `storage.types` changes.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
JSON = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "collections",
        sa.Column("id", NAME, nullable=False),
        sa.Column("settings", JSON, nullable=True),
        sa.Column("floor", MOMENT, nullable=True),
        sa.Column("erased_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_collections"),
    )
    op.create_table(
        "attempts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("key", NAME, nullable=False),
        sa.Column("principal", NAME, nullable=True),
        sa.Column("session", NAME, nullable=True),
        sa.Column("family", NAME, nullable=True),
        sa.Column("selected", NAME, nullable=True),
        sa.Column("first_at", MOMENT, nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "key", name="pk_attempts"),
    )
    op.create_index("ix_attempts_collection_id_family_last_at", "attempts", ["collection_id", "family", "last_at"])
    op.create_index("ix_attempts_collection_id_session", "attempts", ["collection_id", "session"])
    op.create_table(
        "events",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("attempt_key", NAME, nullable=False),
        sa.Column("plan_id", NAME, nullable=False),
        sa.Column("event_id", NAME, nullable=False),
        sa.Column("type", NAME, nullable=False),
        sa.Column("ts", MOMENT, nullable=False),
        sa.Column("content_hash", NAME, nullable=False),
        sa.Column("rivals", sa.Text(), nullable=True),
        sa.Column("attempt_id", NAME, nullable=True),
        sa.Column("principal", NAME, nullable=True),
        sa.Column("session", NAME, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id", "attempt_key"], ["attempts.collection_id", "attempts.key"], name="fk_events_attempts"
        ),
        sa.PrimaryKeyConstraint("collection_id", "attempt_key", "plan_id", "event_id", name="pk_events"),
    )
    op.create_table(
        "plans",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("plan_id", NAME, nullable=False),
        sa.Column("attempt_key", NAME, nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "plan_id", name="pk_plans"),
    )
    op.create_index("ix_plans_collection_id_attempt_key", "plans", ["collection_id", "attempt_key"])
    op.create_table(
        "target_counts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("family", NAME, nullable=False),
        sa.Column("target", NAME, nullable=False),
        sa.Column("principal", NAME, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("success", sa.Integer(), nullable=False),
        sa.Column("failure", sa.Integer(), nullable=False),
        sa.Column("corrected_to", sa.Integer(), nullable=False),
        sa.Column("corrected_away", sa.Integer(), nullable=False),
        sa.Column("environment", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "family", "target", "principal", "day", name="pk_target_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "wording_counts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("family", NAME, nullable=False),
        sa.Column("text_hash", NAME, nullable=False),
        sa.Column("terms", NAME, nullable=False),
        sa.Column("wording", NAME, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "family", "text_hash", name="pk_wording_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "edges",
        sa.Column("id", NAME, nullable=False),
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("source", NAME, nullable=False),
        sa.Column("from_field", NAME, nullable=False),
        sa.Column("target", NAME, nullable=False),
        sa.Column("to_field", NAME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_edges"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_edges_collection_id_target_to_field", "edges", ["collection_id", "target", "to_field"])
    op.create_table(
        "edge_counts",
        sa.Column("edge_id", NAME, nullable=False),
        sa.Column("known", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("principal", NAME, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("successful", sa.Integer(), nullable=False),
        sa.Column("completed", sa.Integer(), nullable=False),
        sa.Column("echoes", sa.Integer(), nullable=False),
        sa.Column("declared", sa.Integer(), nullable=False),
        sa.Column("declared_successful", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name="fk_edge_counts_edges"),
        sa.PrimaryKeyConstraint("edge_id", "known", "principal", name="pk_edge_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "edge_session_counts",
        sa.Column("edge_id", NAME, nullable=False),
        sa.Column("session", NAME, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name="fk_edge_session_counts_edges"),
        sa.PrimaryKeyConstraint("edge_id", "session", name="pk_edge_session_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "edge_day_counts",
        sa.Column("edge_id", NAME, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name="fk_edge_day_counts_edges"),
        sa.PrimaryKeyConstraint("edge_id", "day", name="pk_edge_day_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "declared_counts",
        sa.Column("edge_id", NAME, nullable=False),
        sa.Column("known", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("principal", NAME, nullable=False),
        sa.Column("session", NAME, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name="fk_declared_counts_edges"),
        sa.PrimaryKeyConstraint("edge_id", "known", "principal", "session", name="pk_declared_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "value_counts",
        sa.Column("edge_id", NAME, nullable=False),
        sa.Column("seal_key", NAME, nullable=False),
        sa.Column("fingerprint", NAME, nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("anonymous", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name="fk_value_counts_edges"),
        sa.PrimaryKeyConstraint("edge_id", "seal_key", "fingerprint", name="pk_value_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "given_counts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("tool", NAME, nullable=False),
        sa.Column("path", NAME, nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("anonymous", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "tool", "path", name="pk_given_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ran_counts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("tool", NAME, nullable=False),
        sa.Column("known", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("principal", NAME, nullable=False),
        sa.Column("session", NAME, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("collection_id", "tool", "known", "principal", "session", name="pk_ran_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "suggestions",
        sa.Column("id", NAME, nullable=False),
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("status", NAME, nullable=False),
        sa.Column("family", NAME, nullable=False),
        sa.Column("target", NAME, nullable=False),
        sa.Column("source", NAME, nullable=False),
        sa.Column("from_field", NAME, nullable=False),
        sa.Column("to_field", NAME, nullable=False),
        sa.Column("row", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_suggestions"),
    )
    op.create_index("ix_suggestions_collection_id_kind_family", "suggestions", ["collection_id", "kind", "family"])
    op.create_index(
        "ix_suggestions_collection_id_kind_target_to_field",
        "suggestions",
        ["collection_id", "kind", "target", "to_field"],
    )
    op.create_index("ix_suggestions_status_collection_id", "suggestions", ["status", "collection_id"])
    op.create_table(
        "acts",
        sa.Column("id", NAME, nullable=False),
        sa.Column("suggestion_id", NAME, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("actor", NAME, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("reason", NAME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_acts"),
    )
    op.create_index("ix_acts_suggestion_id", "acts", ["suggestion_id"])
    op.create_table(
        "audit",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("suggestion_id", NAME, nullable=False),
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("before", NAME, nullable=True),
        sa.Column("after", NAME, nullable=True),
        sa.Column("cause", JSON, nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_suggestion_id", "audit", ["suggestion_id"])
    op.create_table(
        "outbox",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("suggestion_id", NAME, nullable=False),
        sa.Column("payload", JSON, nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    op.create_table(
        "dead_letters",
        sa.Column("source", NAME, nullable=False),
        sa.Column("position", NAME, nullable=False),
        sa.Column("digest", NAME, nullable=False),
        sa.Column("id", NAME, nullable=False),
        sa.Column("reason", NAME, nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("collection_id", NAME, nullable=True),
        sa.Column("body", JSON, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("first_seen", MOMENT, nullable=False),
        sa.Column("last_seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("source", "position", "digest", name="pk_dead_letters"),
    )
    op.create_index("ix_dead_letters_id", "dead_letters", ["id"])
    op.create_table(
        "positions",
        sa.Column("source", NAME, nullable=False),
        sa.Column("position", JSON, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_positions"),
    )


def downgrade() -> None:
    op.drop_table("positions")
    op.drop_table("dead_letters")
    op.drop_table("outbox")
    op.drop_table("audit")
    op.drop_table("acts")
    op.drop_table("suggestions")
    op.drop_table("ran_counts")
    op.drop_table("given_counts")
    op.drop_table("value_counts")
    op.drop_table("declared_counts")
    op.drop_table("edge_day_counts")
    op.drop_table("edge_session_counts")
    op.drop_table("edge_counts")
    op.drop_table("edges")
    op.drop_table("wording_counts")
    op.drop_table("target_counts")
    op.drop_table("plans")
    op.drop_table("events")
    op.drop_table("attempts")
    op.drop_table("collections")
