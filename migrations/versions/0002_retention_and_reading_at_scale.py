"""What retention, snapshots and lists read by; what operators set aside of the dead letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
MOMENT = sa.DateTime(timezone=True)

#: The order in which suggestions are listed; it serves the look-up by family too.
LISTED = ["collection_id", "kind", "family", "source", "from_field", "target", "to_field", "id"]


def upgrade() -> None:
    op.create_table(
        "snapshot_versions",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("collection_id", name="pk_snapshot_versions"),
    )
    op.execute(
        "INSERT INTO snapshot_versions (collection_id, version) "
        "SELECT DISTINCT collection_id, 1 FROM suggestions WHERE status = 'promoted'"
    )
    op.create_table(
        "skipped_letters",
        sa.Column("source", NAME, nullable=False),
        sa.Column("position", NAME, nullable=False),
        sa.Column("digest", NAME, nullable=False),
        sa.Column("id", NAME, nullable=False),
        sa.Column("reason", NAME, nullable=False),
        sa.Column("collection_id", NAME, nullable=True),
        sa.Column("actor", NAME, nullable=False),
        sa.Column("skipped_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("source", "position", "digest", name="pk_skipped_letters"),
    )
    op.create_index("ix_attempts_collection_id_last_at", "attempts", ["collection_id", "last_at"])
    op.drop_index("ix_suggestions_collection_id_kind_family", "suggestions")
    op.create_index("ix_suggestions_order", "suggestions", LISTED)
    op.create_index("ix_dead_letters_order", "dead_letters", ["source", "first_seen", "position", "digest"])
    op.create_index("ix_dead_letters_collection_id_last_seen", "dead_letters", ["collection_id", "last_seen"])


def downgrade() -> None:
    op.drop_index("ix_dead_letters_collection_id_last_seen", "dead_letters")
    op.drop_index("ix_dead_letters_order", "dead_letters")
    op.drop_index("ix_suggestions_order", "suggestions")
    op.create_index("ix_suggestions_collection_id_kind_family", "suggestions", ["collection_id", "kind", "family"])
    op.drop_index("ix_attempts_collection_id_last_at", "attempts")
    op.drop_table("skipped_letters")
    op.drop_table("snapshot_versions")
