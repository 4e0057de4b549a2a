"""Producer edges learned from real traces, against what really flowed; and how fast the replay was."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from benchmarks.command import tooltrail
from benchmarks.scoring import run_script, shared


def main() -> None:
    """Replays the retail stream into a new database and scores what `suggestions list` exports."""
    data = shared() / "data" / "taubench_retail"
    with tempfile.TemporaryDirectory() as name:
        db, rows = f"sqlite:///{name}/retail.db", Path(name) / "rows.jsonl"
        cost = tooltrail("replay", str(data / "events.jsonl"), "--db", db)
        listed = tooltrail("suggestions", "list", "--db", db, "--as-of", "2026-01-06T00:00:00Z", "--format", "jsonl")
        rows.write_text(listed.output, encoding="utf-8")
        print(cost.output)
        run_script("score_edges.py", str(data / "truth.json"), str(rows))
        size = Path(name, "retail.db").stat().st_size
        listed = tooltrail("collections", "list", "--db", db, "--format", "jsonl")
        attempts = sum(json.loads(line)["attempts"] for line in listed.output.splitlines())
    lines = sum(1 for _ in (data / "events.jsonl").open("rb"))
    print(f"{lines} events in {cost.wall:.1f} s: {lines / cost.wall:.0f} events/s, peak {cost.peak_mb:.0f} MB")
    print(
        f"database: {size / 2**20:.1f} MB, {size / lines:.0f} bytes an event, "
        f"{size / attempts:.0f} bytes an attempt of {lines / attempts:.0f} events"
    )


if __name__ == "__main__":
    main()
