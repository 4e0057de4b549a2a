"""The scoring scripts that stand outside the repository, run in this project's environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def shared() -> Path:
    """The folder of real traces and scoring scripts; ends the program with the reason where there is none."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if not folder:
        raise SystemExit("TOOLTRAIL_SHARED is not set: this figure needs the real traces and scoring scripts")
    return Path(folder)


def run_script(name: str, *arguments: str) -> None:
    """Runs a scoring script by its path inside the folder; its output is the figure."""
    tool = f"{sys.executable} -m tooltrail"
    environment = {**os.environ, "TOOLTRAIL": tool, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, shared() / "bench" / name, *arguments], check=True, cwd=ROOT, env=environment)
