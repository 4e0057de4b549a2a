"""Totals of the edges' counts, summed up from what is there: a batch reads them in place of the counts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")

SUMS = ["attempts", "successful", "completed", "echoes", "declared", "declared_successful"]


def upgrade() -> None:
    _create("edge_totals", ["known"], [*SUMS, "principals", "observers", "supporters"], sa.SmallInteger())
    _create("edge_spans", [], ["sessions", "days"], sa.SmallInteger())
    _create("value_totals", ["seal_key"], ["known", "everybody"], NAME)
    op.execute(
        """
        INSERT INTO edge_totals SELECT edge_id, known, sum(attempts), sum(successful), sum(completed), sum(echoes),
            sum(declared), sum(declared_successful), count(*),
            sum(CASE WHEN attempts > 0 THEN 1 ELSE 0 END), sum(CASE WHEN declared_successful > 0 THEN 1 ELSE 0 END)
        FROM edge_counts GROUP BY edge_id, known
        """
    )
    op.execute(
        """
        INSERT INTO edge_spans SELECT edge_id, sum(sessions), sum(days) FROM (
            SELECT edge_id, 1 AS sessions, 0 AS days FROM edge_session_counts
            UNION ALL SELECT edge_id, 0, 1 FROM edge_day_counts
        ) AS spans GROUP BY edge_id
        """
    )
    op.execute(
        """
        INSERT INTO value_totals SELECT edge_id, seal_key, sum(CASE WHEN known > 0 THEN 1 ELSE 0 END), count(*)
        FROM value_counts GROUP BY edge_id, seal_key
        """
    )


def downgrade() -> None:
    op.drop_table("value_totals")
    op.drop_table("edge_spans")
    op.drop_table("edge_totals")


def _create(name: str, keys: list[str], counts: list[str], kind: sa.types.TypeEngine[object]) -> None:
    op.create_table(
        name,
        sa.Column("edge_id", NAME, nullable=False),
        *(sa.Column(key, kind, autoincrement=False, nullable=False) for key in keys),
        *(sa.Column(count, sa.Integer(), nullable=False) for count in counts),
        sa.PrimaryKeyConstraint("edge_id", *keys, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["edge_id"], ["edges.id"], name=f"fk_{name}_edges"),
        sqlite_with_rowid=False,
    )
