"""Where workers are tried: the real broker, and databases on the PostgreSQL server."""

from __future__ import annotations

import pytest

from benchmarks.chaos.place import Place
from tests.databases import PostgresqlServer


@pytest.fixture(scope="session")
def place(kafka: str, postgresql: PostgresqlServer) -> Place:
    return Place(kafka, postgresql)
