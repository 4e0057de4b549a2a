"""The floors that import-linter checks, and the promise that the selector stands alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLOCKS_AND_CHANCE = ("datetime.now(", "datetime.utcnow(", "time.time(", "import random", "uuid4(", "os.environ")


def test_every_import_goes_down() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_selector_imports_the_standard_library_only() -> None:
    foreign = set()
    for path in (ROOT / "selector").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            foreign |= {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - {"selector"}
    assert foreign <= {"networkx"}


def test_decisions_read_no_clock_and_no_chance() -> None:
    found = {
        (str(path.relative_to(ROOT)), word)
        for folder in ("selector", "pipeline")
        for path in (ROOT / folder).rglob("*.py")
        for word in CLOCKS_AND_CHANCE
        if word in path.read_text(encoding="utf-8")
    }
    assert found == set()


def test_the_environment_is_read_in_one_file() -> None:
    readers = {
        path.name
        for folder in ("storage", "tooltrail", "migrations")
        for path in (ROOT / folder).rglob("*.py")
        if "os.environ" in path.read_text(encoding="utf-8")
    }
    assert readers <= {"settings.py"}
