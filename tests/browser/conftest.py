"""A browser of the system, and the console that it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import MISSING, find_chromium, started_browser
from tests.browser.reading import Reader
from tests.browser.serving import Served, learn_shop, served
from tests.machine import missing


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one module: its driver holds an event loop, which no test after them may meet."""
    if find_chromium() is None:
        missing(MISSING)
    with started_browser() as started:
        yield started


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("shop") / "shop.db"
    learn_shop(database)
    return database


@pytest.fixture
def console(learned: Path, tmp_path: Path) -> Iterator[Served]:
    """A console of one's own, to change things in."""
    with served(learned, tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def looked_at(learned: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A console that several tests look at, and none changes anything in."""
    with served(learned, tmp_path_factory.mktemp("console")) as running:
        yield running


OpenReader = Callable[..., Reader]


@pytest.fixture
def open_reader(browser: Browser) -> Iterator[OpenReader]:
    """Opens a browser of its own for somebody; what its console or a script of its page complains of fails the test."""
    with ExitStack() as stack:
        complaints: list[str] = []

        def open_(console: Served, name: str | None = "kim", **options: object) -> Reader:
            context: BrowserContext = browser.new_context(**{"locale": "en-US", **options})  # type: ignore[arg-type]  # a test's choice
            stack.callback(context.close)
            page: Page = context.new_page()
            page.set_default_timeout(10_000)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if _is_fault(said.type, said.text) else None)
            reader = Reader(page, console)
            if name:
                reader.enter(name)
            return reader

        yield open_
        assert complaints == []


def _is_fault(kind: str, text: str) -> bool:
    """Whether a page did something wrong; that a conflict or a refusal is answered so is no fault."""
    return kind == "error" and "the server responded with a status of 4" not in text
