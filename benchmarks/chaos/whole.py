"""The whole way: real traces, raw and sealed, through Kafka and workers, leave the state of a replay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.chaos.made import attempts
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import SECRET, wait_until
from benchmarks.scoring import ROOT


def compare_with_replay(place: Place, most_attempts: int | None = None, workers: int = 2) -> Told:
    """The same traces raw, in two messages an attempt, and sealed and packed; both leave what `replay` leaves."""
    groups = traces()[:most_attempts]
    events = [event for group in groups for event in group]
    expected = replayed(events)
    with place.stage() as stage:
        for number, group in enumerate(groups):
            half = len(group) // 2 or 1
            for part in filter(None, (group[:half], group[half:])):
                stage.send_bytes(json.dumps(part).encode(), partition=number % 2, flush=False)
        running = [stage.worker(worker_batch_messages=64) for _ in range(workers)]
        wait_until(stage.is_drained, 600)
        assert stage.digest() == expected, "raw traces leave another state than a replay"
        assert [worker.end() for worker in running] == [0] * workers, stage.tail()
    with place.stage() as stage:
        assert not stage.publish(events), "the publisher refused some"
        worker = stage.worker(worker_batch_messages=64)
        wait_until(stage.is_drained, 600)
        assert stage.digest() == expected, "sealed traces leave another state than raw ones"
        assert worker.end() == 0, stage.tail()
    return Told(
        f"{len(events):,} events of {len(groups)} attempts, raw and sealed, {workers} workers",
        "the digest of `tooltrail replay` into SQLite, both times",
    )


def traces() -> list[list[dict[str, Any]]]:
    """The events of each attempt, with an id each: real ones where the machine has them, else made up."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if folder is None:
        return list(attempts(0, 500))
    lines = (Path(folder) / "data" / "taubench_retail" / "events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [{**json.loads(line), "event_id": f"event-{number}"} for number, line in enumerate(lines)]
    groups: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        groups.setdefault(str(event.get("plan_id") or event.get("attempt_id")), []).append(event)
    return list(groups.values())


def replayed(events: Sequence[dict[str, Any]]) -> str:
    """The digest of a replay by the command into a new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        stream = Path(folder) / "events.jsonl"
        stream.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
        _command("replay", str(stream), "--quiet", folder=folder)
        return _command("db", "digest", folder=folder)


def _command(*arguments: str, folder: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tooltrail", *arguments, "--db", f"sqlite:///{folder}/replayed.db"],
        cwd=ROOT,
        env={**os.environ, "TOOLTRAIL_SEAL_KEY": SECRET, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
