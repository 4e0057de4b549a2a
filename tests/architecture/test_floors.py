"""The floors that import-linter checks, and the promise that the selector stands alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "os.environ", "os.getenv"}
CHANCE = {"random", "secrets"}


def dotted_names(path: Path) -> set[str]:
    """Every `module.name` that a file uses, and every module that it imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            names.add(ast.unparse(node))
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def users(names: set[str], *folders: str) -> set[str]:
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {str(path.relative_to(ROOT)) for path in files if names & dotted_names(path)}


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
    # What publishes and relays must know the present, and an attempt that nobody named is given a name of chance.
    assert users(CLOCKS | CHANCE, "selector", "pipeline") == {"pipeline/clock.py", "pipeline/publish/publisher.py"}


def test_the_environment_is_read_in_one_file() -> None:
    found = users({"os.environ", "os.getenv"}, "storage", "console", "tooltrail", "migrations")
    assert found <= {"tooltrail/settings.py"}
