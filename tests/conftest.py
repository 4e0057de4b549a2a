"""What every test may ask for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.brokers import kafka_bootstrap
from tests.databases import SERVER_VARIABLE, Databases, PostgresqlServer, SqliteFiles
from tests.loop import Loop, fresh_loop
from tests.machine import service


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real traces and scoring scripts, where the machine has it."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if not folder:
        pytest.skip("TOOLTRAIL_SHARED is not set: the real traces and scoring scripts are not on this machine")
    return Path(folder)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    """Databases on the PostgreSQL server, where the machine has one."""
    server = PostgresqlServer(service(SERVER_VARIABLE, "server"))
    yield server
    server.close()


@pytest.fixture(scope="session")
def kafka() -> str:
    """The bootstrap servers of a real Kafka, where the machine has one."""
    return kafka_bootstrap()


@pytest.fixture(scope="session")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    """Databases that are files."""
    return SqliteFiles(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest) -> Databases:
    """Databases of each kind that the project serves, in turn."""
    found: Databases = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def new_loop(databases: Databases) -> Iterator[Callable[[], Loop]]:
    """Gives loops, each on a database of its own, as often as it is called."""
    with ExitStack() as loops:
        yield lambda: loops.enter_context(fresh_loop(databases))
