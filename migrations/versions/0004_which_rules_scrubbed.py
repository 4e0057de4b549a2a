"""Which rules scrubbed what is stored, and how much they took out of what each sender sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("events", sa.Column("scrub_rules", NAME, nullable=True))
    op.add_column("dead_letters", sa.Column("scrub_rules", NAME, nullable=True))
    op.create_table(
        "removal_counts",
        sa.Column("collection_id", NAME, nullable=False),
        sa.Column("adapter", NAME, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules", NAME, nullable=False),
        sa.Column("claimed", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("label", NAME, nullable=False),
        sa.Column("removed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "collection_id", "adapter", "day", "rules", "claimed", "label", name="pk_removal_counts"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("removal_counts")
    op.drop_column("dead_letters", "scrub_rules")
    op.drop_column("events", "scrub_rules")
