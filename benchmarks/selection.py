"""Target selection and query families on labelled cases."""

from __future__ import annotations

from benchmarks.scoring import run_script


def main() -> None:
    """Scores the selection cases, then the families."""
    run_script("score_selection.py", "--part", "selection")
    run_script("score_families.py", "selector:query_family")


if __name__ == "__main__":
    main()
