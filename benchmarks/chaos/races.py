"""Rows 18, 19 and 24, and the worker that is broken on purpose: who comes first, and what if it is wrong."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import func, select

from benchmarks.chaos.made import attempts, outcomes
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import RULES, wait_until
from benchmarks.kills import check_whole, digest, kill_often, replay
from benchmarks.scoring import ROOT
from benchmarks.stream import write_stream
from pipeline.learning.acts import ActKind
from pipeline.review import Signature, act_on
from storage.engine import open_engine, reading
from storage.store import SqlStore
from storage.tables import audit, suggestions
from tests.databases import SqliteFiles


def promote_at_once(place: Place, workers: int = 8) -> Told:
    """Row 18: many workers on one suggestion whose threshold lies in the middle."""
    with place.stage(partitions=workers) as stage:
        stage.send(outcomes(160))
        for _ in range(workers):
            stage.worker()
        stage.finish()
        engine = open_engine(stage.url, create=False)
        with reading(engine).connect() as connection:
            columns = suggestions.c.target, suggestions.c.status
            statuses = dict(connection.execute(select(*columns)).all())
            promoted = select(func.count()).select_from(audit).where(audit.c.after == "promoted")
            rows = connection.scalar(promoted)
        engine.dispose()
        assert statuses == {"trackParcel": "promoted", "listParcels": "suggested"}, statuses
        assert rows == 1, f"{rows} audit rows"
        return Told(f"{workers} workers, 160 attempts of one family", "promoted once, one audit row, digest")


def reject_meanwhile(place: Place, packs: int = 300) -> Told:
    """Row 19: an operator rejects while the evidence crosses the threshold."""
    with place.stage() as stage:
        workers = [stage.worker(), stage.worker()]
        sending = threading.Thread(target=lambda: stage.send(outcomes(packs)))
        sending.start()
        with SqlStore(stage.url, create=False) as store:
            wait_until(lambda: "trackParcel" in _statuses(store))
            with store.unit_of_work() as work:
                act_on(
                    work,
                    _named(store, "trackParcel"),
                    ActKind.REJECT,
                    Signature("kim", datetime.now(UTC)),
                    RULES.policy,
                )
                work.commit()
            sending.join()
            wait_until(stage.is_done)
            stage.prove()
            statuses = _statuses(store)
        assert statuses["trackParcel"] == "rejected", statuses
        assert [worker.end() for worker in workers] == [0, 0]
        return Told(f"1 rejection among {packs} attempts", "rejected, and stays so")


def _statuses(store: SqlStore) -> dict[str, str]:
    with store.reading() as models:
        return {row["target"]: row["status"] for row in models.suggestions()}


def _named(store: SqlStore, target: str) -> str:
    with store.reading() as models:
        return str({row["target"]: row["id"] for row in models.suggestions()}[target])


def kill_the_embedded(_place: Place, times: int = 4, events: int = 2_400) -> Told:
    """Row 24: the embedded engine is killed anywhere; two of them write one SQLite file at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stream = folder / "stream.jsonl"
        write_stream(stream, events)
        kill_often(SqliteFiles(folder), stream, times=times, seed=24)
        both, alone = f"sqlite:///{folder}/both.db", f"sqlite:///{folder}/alone.db"
        command = [sys.executable, "-m", "tooltrail", "replay", str(stream), "--db", both, "--quiet"]
        running = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
        assert [process.wait(120) for process in running] == [0, 0]
        replay(alone, stream)
        check_whole(both)
        assert digest(both) == digest(alone)
    return Told(f"{times} kills, 2 writers at once", "integrity_check is ok, busy is waited for, digest")


def catch_the_broken(place: Place) -> Told:
    """The proof itself: a worker that acks by plain `take()` loses what its handler raised at, and is caught."""
    with place.stage() as stage:
        stage.send(attempts(0, 60))
        stage.worker("begin:3:raise", broken=True)
        wait_until(stage.lost)
        lost = len(stage.lost())
        return Told("1 error in the handler of a worker on plain take()", f"caught: {lost} messages committed and lost")
