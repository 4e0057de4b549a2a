"""Runs the migrations on the connection that `storage.migration` hands over.

A developer who writes a new revision has no connection, but names a database:
`alembic -x db=sqlite:///FILE revision --autogenerate -m "what changes"`.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from storage.engine import open_engine
from storage.review_tables import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


handed_over = context.config.attributes.get("connection")
if handed_over is not None:
    run(handed_over)
else:
    engine = open_engine(context.get_x_argument(as_dictionary=True)["db"], create=True)
    with engine.begin() as own:
        run(own)
    engine.dispose()
