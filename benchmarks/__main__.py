"""Runs every benchmark; those that need the real traces say so where there are none."""

from __future__ import annotations

from benchmarks import edges, expansion_vs_peer, growth, promotion, selection, selector_import, selector_vs_peer

for benchmark in (growth, selector_import, edges, selection, promotion, selector_vs_peer, expansion_vs_peer):
    print(f"\n== {benchmark.__name__} ==", flush=True)
    try:
        benchmark.main()
    except SystemExit as reason:
        print(reason)
