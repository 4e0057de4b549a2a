"""The labelled cases, where they are at hand: what must go is gone, what must stay stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.scrub import scrub

#: Splits the secret-shaped texts of the file, so that no scanner takes them for real ones.
MARK = "<|>"


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "data" / "scrub" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line.replace(MARK, "")) for line in lines if line.strip()]


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def test_recall_and_false_positives_hold_on_the_labelled_cases(cases: list[dict[str, Any]]) -> None:
    redact = [case for case in cases if case["label"] == "redact"]
    keep = [case for case in cases if case["label"] == "keep"]
    leaked = [c["id"] for c in redact if any(hidden in as_text(scrub(c["value"])) for hidden in c["hide"])]
    lost = [c["id"] for c in keep if not all(kept in as_text(scrub(c["value"])) for kept in c["keep"])]
    assert len(leaked) <= 0.05 * len(redact), leaked
    assert len(lost) <= 0.03 * len(keep), lost


def test_every_case_is_settled_after_one_pass(cases: list[dict[str, Any]]) -> None:
    unsettled = [case["id"] for case in cases if scrub(scrub(case["value"])) != scrub(case["value"])]
    assert unsettled == []
