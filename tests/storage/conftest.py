"""A store for each test, on every database that the project serves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from storage.store import SqlStore
from tests.databases import Databases, borrowed
from tests.storage.content import Clock


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    """A database that can be opened to be written."""
    with borrowed(databases) as found:
        yield found


@pytest.fixture
def empty_url(databases: Databases) -> Iterator[str]:
    """A database without a schema."""
    found = databases.empty()
    yield found
    databases.drop(found)


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with SqlStore(url, clock=Clock()) as opened:
        yield opened


@pytest.fixture(scope="module")
def lasting_store(databases: Databases) -> Iterator[SqlStore]:
    """One store for all examples of a property: each leaves it as it was."""
    with borrowed(databases) as found, SqlStore(found, clock=Clock()) as opened:
        yield opened
