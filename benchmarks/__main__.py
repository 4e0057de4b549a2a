"""Runs every benchmark; those that need the real traces say so where there are none."""

from __future__ import annotations

from benchmarks import edges, growth, promotion, selection

for benchmark in (growth, edges, selection, promotion):
    print(f"\n== {benchmark.__name__} ==", flush=True)
    try:
        benchmark.main()
    except SystemExit as reason:
        print(reason)
