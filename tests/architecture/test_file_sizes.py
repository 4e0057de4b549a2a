"""Files stay small enough to be read at one sitting."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ("selector", "pipeline", "storage", "console", "tooltrail", "migrations", "benchmarks", "examples")
FORBIDDEN_NAMES = {"utils", "helpers", "common", "manager", "misc"}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize(("folders", "limit"), [(SOURCE, 400), (("tests",), 500)])
def test_no_file_is_longer_than_its_limit(folders: tuple[str, ...], limit: int) -> None:
    found = files(*folders)
    assert found, f"nothing found in {folders}"
    assert {str(path.relative_to(ROOT)): n for path in found if (n := lines(path)) > limit} == {}


def test_files_are_named_after_the_domain() -> None:
    assert [path for path in files(*SOURCE) if path.stem in FORBIDDEN_NAMES] == []
