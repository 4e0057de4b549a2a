"""`tooltrail demo`: the loop does what it shows, the same on any day."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.running import Command
from tooltrail import shop


def test_the_demonstration_shows_the_whole_loop(tooltrail: Command, folder: Path) -> None:
    done = tooltrail("demo")
    assert (done.code, done.err) == (0, "")
    before, after = done.out.index("1. A close decision"), done.out.index("4. The same request")
    assert "-> getProductBasePrice" in done.out[before:after]
    assert "-> getProductFinalPrice" in done.out[after:]
    assert "learning" in done.out[after:]
    assert "+0.055" in done.out[after:]
    assert "Why getProductFinalPrice? Promoted by evidence" in done.out
    assert "Promoted: which output feeds which input" in done.out
    assert "it waits for an operator's approval" in done.out
    assert "traces-bad-lines.jsonl, line 1" in done.out
    assert list(folder.iterdir()) == []


def test_it_is_the_same_each_time_whatever_the_settings(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tooltrail("demo").out
    monkeypatch.setenv("TOOLTRAIL_DB", "sqlite:///elsewhere.db")
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "0123456789abcdef" * 4)
    assert tooltrail("demo").out == first


def test_what_it_kept_can_be_worked_with_by_the_commands_it_names(tooltrail: Command, folder: Path) -> None:
    done = tooltrail("demo", "--keep", folder / "kept")
    assert done.code == 0
    commands = [line.split() for line in done.out.partition("Next\n")[2].splitlines()]
    assert len(commands) >= 3
    for program, *arguments in commands:
        assert program == "tooltrail"
        if "YOUR-TRACES.jsonl" not in arguments:
            assert tooltrail(*arguments).code == 0
    assert tooltrail("demo", "--keep", folder / "kept").code == 0


def test_it_fails_where_the_loop_does_not_do_what_it_shows(
    tooltrail: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(shop.find_shop(), folder / "shop", ignore=shutil.ignore_patterns("*.py", "*.gz"))
    decision = json.loads((copy / "decision.json").read_text())
    (copy / "decision.json").write_text(json.dumps({**decision, "query": "search for products"}))
    monkeypatch.setattr("tooltrail.demo.find_shop", lambda: copy)
    done = tooltrail("demo")
    assert done.code == 1
    assert "what was learned did not change the decision" in done.err
    for path in copy.glob("traces-2026*"):
        path.unlink()
    assert "no target preference was promoted" in tooltrail("demo").err


def test_a_folder_that_cannot_be_made_is_refused(tooltrail: Command, folder: Path) -> None:
    (folder / "file").touch()
    done = tooltrail("demo", "--keep", folder / "file" / "below")
    assert done.code == 2
    assert "give another folder" in done.err


def test_a_missing_example_is_told(tooltrail: Command, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(shop, "__file__", str(folder / "tooltrail" / "shop.py"))
    assert "install tooltrail again" in tooltrail.refuses("demo")
