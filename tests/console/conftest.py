"""Consoles for tests: one to look at, and one of one's own to change things in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.opening import Opened, learned_events, open_console
from tests.loop import Loop


@pytest.fixture(scope="session")
def learned_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learned")
    with Loop(folder) as loop:
        loop.learn([*learned_events(), "no json", '{"type": "step.teleported"}'])
    return folder / "loop.db"


@pytest.fixture
def opened(learned_database: Path, tmp_path: Path) -> Iterator[Opened]:
    shutil.copyfile(learned_database, tmp_path / "loop.db")
    with Loop(tmp_path) as loop, open_console(loop) as console:
        yield console
