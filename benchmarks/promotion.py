"""The promotion policy on streams whose truth is known, and the same rows in any order."""

from __future__ import annotations

from benchmarks.scoring import run_script


def main() -> None:
    """Scores three seeds, then the restated policy on the same seeds, then one seed in two orders."""
    run_script("promotion/run.py", "--seeds", "201-203")
    print("the restated policy on the same seeds:")
    run_script("promotion/run.py", "--seeds", "201-203", "--reference")
    run_script("promotion/run.py", "--seeds", "201", "--shuffle")


if __name__ == "__main__":
    main()
