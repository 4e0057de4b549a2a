"""The command, a folder to run it in, and databases that have learned something."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.commands.running import Command, traces, write_events
from tests.loop import Loop


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and no settings."""
    for name in [name for name in os.environ if name.startswith("TOOLTRAIL_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def tooltrail(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture
def events(folder: Path) -> Path:
    return write_events(folder / "traces.jsonl", traces())


@pytest.fixture(scope="session")
def learned_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that has taken the traces in, to be copied."""
    made = tmp_path_factory.mktemp("learned")
    with Loop(made) as loop:
        loop.learn(traces())
    return made / "loop.db"


@pytest.fixture
def learned(folder: Path, learned_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that has taken the traces in, as the one of the settings."""
    database = folder / "learned.db"
    shutil.copyfile(learned_file, database)
    monkeypatch.setenv("TOOLTRAIL_DB", f"sqlite:///{database}")
    return database
