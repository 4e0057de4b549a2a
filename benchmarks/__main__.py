"""Runs every benchmark; those that need the real traces say so where there are none."""

from __future__ import annotations

from importlib import import_module

for name in (
    "growth",
    "publisher",
    "selector_import",
    "edges",
    "raw_evidence",
    "selection",
    "promotion",
    "selector_vs_peer",
    "expansion_vs_peer",
    "border",
    "scrub_vs_peer",
):
    print(f"\n== {name} ==", flush=True)
    try:
        import_module(f"benchmarks.{name}").main()
    except SystemExit as reason:
        print(reason)
