"""What a store tells those that operate it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from storage.errors import UnknownSchemaError
from storage.migration import downgrade, upgrade
from storage.store import SqlStore
from tests.databases import Databases, PostgresqlServer, borrowed
from tests.loop import Loop
from tests.traces import MONDAY, Run, flatten, outcome


def test_attempts_without_end_are_those_of_which_only_a_beginning_came(new_loop: Callable[[], Loop]) -> None:
    done = Run("done", "plan-done").selected("openParcel").completed()
    begun = Run("begun", "plan-begun").selected("openParcel")
    loop = new_loop()
    loop.learn(flatten([done.events, begun.events, outcome(1, "trackParcel")]))
    with loop.store.reading() as models:
        assert models.attempts_without_end(MONDAY) == 1
        assert models.attempts_without_end(MONDAY + timedelta(days=30)) == 0
    loop.learn(begun.aborted().events)
    with loop.store.reading() as models:
        assert models.attempts_without_end(MONDAY) == 0


@pytest.mark.parametrize(("setting", "is_a_flaw"), [("off", True), ("on", False)])
def test_a_server_that_answers_before_it_wrote_is_told_of(
    postgresql: PostgresqlServer, setting: str, *, is_a_flaw: bool
) -> None:
    with borrowed(postgresql) as url, SqlStore(f"{url}?options=-csynchronous_commit%3D{setting}") as store:
        assert ("synchronous_commit = off" in store.durability_flaws()) is is_a_flaw


def test_a_schema_that_changes_under_a_program_is_told(databases: Databases) -> None:
    url = databases.empty()
    upgrade(url)
    with SqlStore(url, create=False) as store:
        store.require_schema()
        downgrade(url, "-1")
        with pytest.raises(UnknownSchemaError, match="db upgrade"):
            store.require_schema()
    databases.drop(url)
