"""The publishing examples run as they stand, and what they write teaches what they did."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from pipeline.intake import Intake
from pipeline.process import Rules
from pipeline.replay import Defaults, FileProgress, read_messages, replay
from pipeline.seal import Keyring
from tests.loop import RULES, Loop
from tests.machine import missing
from tests.pipeline.event_samples import KEYRING

ROOT = Path(__file__).parents[2]
SECRET = "a secret of the tests, long enough"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tooltrail-benchmarks"


def ran(example: str, path: Path, *folders: Path) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, [ROOT, *folders])),
        "TOOLTRAIL_SEAL_KEY": SECRET,
    }
    command = [sys.executable, ROOT / "examples" / "publishing" / example, path]
    done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True, timeout=60)
    return done.stdout


def edges(loop: Loop, path: Path, keyring: Keyring = KEYRING) -> dict[tuple[str, str, str, str], int]:
    messages = read_messages(str(path), Defaults(), FileProgress(str(path), 0))
    report = replay(messages, loop.store.unit_of_work, Rules(Intake(keyring), RULES.policy))
    assert not report.refused
    return {edge: row["evidence"]["attempts"] for edge, row in loop.edges().items()}


def test_a_plain_loop_tells_its_attempts(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    said = ran("plain_loop.py", path).splitlines()
    assert said == ["kim: reserved", "lee: reserved", "park: failed", "19 events in 3 messages, 0 dropped"]
    with Loop(tmp_path) as loop:
        assert edges(loop, path) == {("findBook", "isbn", "reserveBook", "isbn"): 2}
        assert set(loop.targets()) == {"reserveBook"}


def graph_tool_call() -> list[Path]:
    """Where the package is: with Python, or where the benchmarks put it."""
    if find_spec("graph_tool_call") is not None:
        return []
    found = sorted(CACHE.glob("graph-tool-call-*/lib/python3*/site-packages"))
    if not found:
        missing("graph-tool-call is not on this machine: `python -m benchmarks.peer` fetches it")
    return found[-1:]


def test_a_plan_runner_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    said = ran("plan_runner.py", path, *graph_tool_call()).splitlines()
    assert said[:3] == ["plan.started ", "step.started findPlant", "step.completed findPlant"]
    assert said[-1] == "14 events in 2 messages, 0 dropped"
    with Loop(tmp_path) as loop:
        assert edges(loop, path) == {("findPlant", "plants[].plantNo", "waterPlant", "plantNo"): 2}
