"""A store for each test, on every database that the project serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from storage.store import SqlStore
from tests.storage.content import Clock

#: The databases that the contract is checked on; PostgreSQL joins here.
DATABASES = ("sqlite",)


@pytest.fixture(scope="module", params=DATABASES)
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Gives the URL of a database that is empty, as often as it is called."""
    assert request.param == "sqlite"
    return lambda: f"sqlite:///{tmp_path_factory.mktemp('database')}/store.db"


@pytest.fixture
def url(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with SqlStore(url, clock=Clock()) as opened:
        yield opened


@pytest.fixture(scope="module")
def lasting_store(new_database: Callable[[], str]) -> Iterator[SqlStore]:
    """One store for all examples of a property: each leaves it as it was."""
    with SqlStore(new_database(), clock=Clock()) as opened:
        yield opened
