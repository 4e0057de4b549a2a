"""The wheel, alone: what a user installs holds all that the commands need, and the selector needs nothing else."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("tooltrail-*.whl"))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment that holds the wheel and not one of its dependencies."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", wheel]
    subprocess.run(pip, check=True)
    return python


def test_the_wheel_holds_migrations_the_example_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "migrations/env.py" in names
    assert any(name.startswith("migrations/versions/0001") for name in names)
    assert "tooltrail/examples/shop/catalog.json" in names
    assert {"console/templates/queue.html", "console/static/console.js", "console/texts/ko.toml"} <= set(names)
    assert {"selector/py.typed", "pipeline/py.typed", "storage/py.typed", "tooltrail/py.typed"} <= set(names)
    assert {"console/py.typed", "console/templates/base.html", "console/static/console.css"} <= set(names)
    assert "console/texts/ko.toml" in names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]


def test_the_selector_decides_without_any_third_party_package(empty: Path, tmp_path: Path) -> None:
    script = """
import sys
from selector import PromotedSnapshot, query_family, select_target_candidate
tools = {"trackParcel": {"description": "Track a parcel."}, "cancelParcel": {"description": "Cancel a parcel."}}
snapshot = PromotedSnapshot.from_rows([])
learned = snapshot.for_collection("c")
block = select_target_candidate("where is my parcel", list(tools), tools, learning_suggestions=learned)
assert block["selected_target"] == "trackParcel", block
assert query_family("where is my parcel").key
foreign = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(name for name in foreign if not name.startswith("_")))
"""
    done = subprocess.run([empty, "-I", "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "['selector']"


def test_the_installed_command_runs_the_whole_loop(wheel: Path, tmp_path: Path) -> None:
    """The dependencies are those of this environment; the project's own code is the wheel's, not the checkout's."""
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", installed, wheel], check=True)
    script = "import sys, storage; from tooltrail.main import main; print(storage.__file__); sys.exit(main(['demo']))"
    environment = {"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert str(installed) in done.stdout.splitlines()[0]
    assert "-> getProductFinalPrice" in done.stdout
