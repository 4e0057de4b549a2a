"""What a page costs the database: few statements, none of which reads a whole table that grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from console.access.roles import Caller, Role
from console.desk import Desk
from console.reads.queue import QueueQuery
from tests.console.opening import Opened, learned_events, open_console
from tests.databases import Databases, borrowed
from tests.loop import Loop
from tests.storage.test_plans import statements, whole_tables

#: Tables with a row a catalog, or a row a catalog, kind and status: read whole where all of it is asked for.
BOUNDED = {"collections", "queue_counts"}
#: Statements of one page.
MOST = 12


@pytest.fixture(scope="module")
def console(databases: Databases) -> Iterator[Opened]:
    with borrowed(databases) as url, Loop(url) as loop:
        loop.learn([*learned_events(), "no json"])
        with loop.store.unit_of_work() as work:
            work.catalogs.save("shop", {name: {"description": name} for name in ("getParcelState", "cancelParcel")})
            work.commit()
        with open_console(loop) as opened:
            opened.user("kim")
            yield opened


def desk(console: Opened, *groups: str) -> Desk:
    return Desk(console.app.state.site, Caller("kim", Role.REVIEWER, frozenset(groups)))


def cost(console: Opened, page: Callable[[], Any]) -> tuple[int, set[str]]:
    """Statements of a page, that of coming in included, and the tables that any of them reads whole."""
    with statements(console.loop.store) as seen:
        cookie = console.gate.begin_session("kim")
        seen.clear()
        console.gate.by_session(cookie)
        page()
    asked = [statement for statement in seen if not statement[0].startswith(("BEGIN", "SET"))]
    return len(asked), whole_tables(console.loop.store, asked) - BOUNDED


@pytest.mark.parametrize(
    "query",
    [
        QueueQuery(),
        QueueQuery(status="any"),
        QueueQuery(collection="shop", kind="target_preference", status="promoted"),
        QueueQuery(changes_state=True, after="3.5_tp-0123456789abcdef", status="any"),
    ],
    ids=["waiting", "any", "filtered", "next"],
)
def test_a_page_of_the_queue(console: Opened, query: QueueQuery) -> None:
    many, whole = cost(console, lambda: desk(console).queue(query))
    assert many <= MOST
    assert whole == set()


@pytest.mark.parametrize("target", ["cancelParcel", "getOrder"])
def test_a_suggestion(console: Opened, target: str) -> None:
    identity = console.items()[target].subject.id
    many, whole = cost(console, lambda: desk(console).suggestion(identity))
    assert many <= MOST
    assert whole == set()


def test_the_other_pages(console: Opened) -> None:
    pages: dict[str, Callable[[], Any]] = {
        "graph": lambda: desk(console).graph(),
        "audit": lambda: desk(console).audit("shop"),
        "whole audit": lambda: desk(console).audit(),
        "overview": lambda: desk(console).overview(),
        "letters": lambda: desk(console).letters(),
    }
    for name, page in pages.items():
        many, whole = cost(console, page)
        assert many <= MOST, name
        # Dead letters are counted by reason, all of them; the audit trail is read from its end, as far as is shown.
        assert whole <= {"dead_letters", "audit"}, name


def test_a_catalog_is_read_for_what_is_shown(console: Opened) -> None:
    with statements(console.loop.store) as seen, console.loop.store.reviewing() as reads:
        assert set(reads.catalogs(["shop", "elsewhere"])) == {"shop"}
    assert whole_tables(console.loop.store, seen) == set()
