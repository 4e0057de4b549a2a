"""A replay that is killed anywhere leaves a whole database, and a second run ends in the same state."""

from __future__ import annotations

from pathlib import Path

from benchmarks.kills import kill_often
from benchmarks.stream import write_stream
from tests.databases import Databases


def test_a_replay_killed_at_seeded_points_is_finished_by_a_second_run(databases: Databases, tmp_path: Path) -> None:
    stream = tmp_path / "stream.jsonl"
    write_stream(stream, 2_400)
    assert "every second run the same" in kill_often(databases, stream, times=3, seed=9)
