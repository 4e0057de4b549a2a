"""What the documents show is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tooltrail.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def words(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_every_line_of_the_readmes_screen_is_printed_by_the_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"<!-- screen: tooltrail demo -->\n```\n(.*?)```", README, re.DOTALL)
    assert block
    assert main(["demo"]) == 0
    printed = words(capsys.readouterr().out)
    missing = [line for line in words(block[1]) if not any(line in shown for shown in printed)]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_of_the_repository_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


def test_every_make_target_that_the_readme_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"make ([a-z]+)", README))
    assert {"demo", "test"} <= named
    assert [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_every_decision_record_is_listed() -> None:
    listed = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    records = [path.name for path in (ROOT / "docs" / "adr").glob("[0-9]*.md")]
    assert records
    assert [name for name in records if name not in listed] == []
