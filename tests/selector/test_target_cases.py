"""Accuracy on the development cases that the machine may have."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_selection_cases(shared: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = [
        sys.executable,
        shared / "bench" / "score_selection.py",
        "selector",
        "--part",
        "selection",
        "--json",
        report,
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    selection = json.loads(report.read_text())["selection"]
    overall, suites = selection["ALL"], {name: row for name, row in selection.items() if name not in {"ALL", "MACRO"}}
    assert overall["acc"] >= 0.92
    assert overall["sure_acc"] >= 0.97
    assert overall["ambiguous"] <= 0.15
    assert overall["harmful"] <= 0.004
    assert overall["mut_read"] <= 0.012
    assert overall["rescue"] >= 0.6
    assert selection["MACRO"]["acc"] >= 0.94
    assert {name for name, row in suites.items() if row["acc"] < row["rank1"]} == set()
