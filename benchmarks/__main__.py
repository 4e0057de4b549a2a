"""Runs every benchmark; those that need the real traces say so where there are none."""

from __future__ import annotations

from benchmarks import (
    border,
    edges,
    growth,
    promotion,
    publisher,
    raw_evidence,
    scrub_vs_peer,
    selection,
    selector_import,
    selector_vs_peer,
)

for benchmark in (
    growth,
    publisher,
    selector_import,
    edges,
    raw_evidence,
    selection,
    promotion,
    selector_vs_peer,
    border,
    scrub_vs_peer,
):
    print(f"\n== {benchmark.__name__} ==", flush=True)
    try:
        benchmark.main()
    except SystemExit as reason:
        print(reason)
