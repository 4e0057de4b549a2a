"""Rows 18, 19 and 24, and the worker that is broken on purpose: who comes first, and what if it is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from benchmarks.chaos.made import attempts, outcomes
from benchmarks.chaos.place import Place, Told
from benchmarks.chaos.stage import RULES, Stage, wait_until
from benchmarks.kills import check_whole, digest, kill_often, replay
from benchmarks.scoring import ROOT
from benchmarks.stream import write_stream
from pipeline.intake import Message
from pipeline.learning.acts import ActKind
from pipeline.process import process
from pipeline.review import Signature, act_on
from storage.engine import open_engine, reading
from storage.read_models import SuggestionFilter
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


def reject_meanwhile(place: Place, packs: int = 100, rounds: int = 3) -> Told:
    """Row 19: an operator rejects before the evidence crosses the threshold, just then, and after.

    Each case has a collection of its own. Where the crossing lies is found by a promotion of the same attempts, one by
    one; at the crossing both run at once, so that either may come first.
    """
    crossing = _crossing(packs)
    with place.stage() as stage, SqlStore(stage.url, create=False) as store:
        workers = [stage.worker(), stage.worker()]
        _reject_between(stage, store, "before", packs, crossing // 2)
        _reject_between(stage, store, "after", packs, crossing)
        for number in range(rounds):
            name = f"meanwhile-{number}"
            groups = list(outcomes(packs, collection=name))
            _send(stage, groups[: crossing - 1])
            rejecting = threading.Thread(target=_reject, args=(store, name))
            rejecting.start()
            _send(stage, groups[crossing - 1 :])
            rejecting.join()
        stage.prove()
        for name in ("before", "after", *(f"meanwhile-{number}" for number in range(rounds))):
            assert _statuses(store, name)["trackParcel"] == "rejected", f"{name}: {_statuses(store, name)}"
        promoted_first = sum(_was_promoted(stage.url, f"meanwhile-{number}") for number in range(rounds))
        assert [worker.end() for worker in workers] == [0, 0]
        return Told(
            f"{rounds + 2} rejections: 1 before the threshold, {rounds} at it, 1 after",
            f"rejected, and stays so; of those at it {promoted_first} came after the promotion",
        )


def _reject_between(stage: Stage, store: SqlStore, name: str, packs: int, first: int) -> None:
    groups = list(outcomes(packs, collection=name))
    _send(stage, groups[:first])
    promoted = _statuses(store, name)["trackParcel"] == "promoted"
    assert promoted is (name == "after"), _statuses(store, name)
    _reject(store, name)
    _send(stage, groups[first:])


def _send(stage: Stage, groups: list[list[dict[str, Any]]]) -> None:
    stage.send(groups)
    wait_until(stage.is_done)


def _crossing(packs: int) -> int:
    """After how many of the attempts the target is promoted."""
    with tempfile.TemporaryDirectory() as folder, SqlStore(f"sqlite:///{folder}/alone.db") as store:
        for number, events in enumerate(outcomes(packs), start=1):
            process([Message("alone", str(number), json.dumps(events).encode())], store.unit_of_work(), RULES)
            if _statuses(store, "shop").get("trackParcel") == "promoted":
                return number
    raise AssertionError("nothing is promoted")


def _reject(store: SqlStore, collection_id: str) -> None:
    with store.reading() as models:
        rows = models.suggestions(SuggestionFilter(collection_id=collection_id))
        [name] = [str(row["id"]) for row in rows if row["target"] == "trackParcel"]
    with store.unit_of_work() as work:
        act_on(work, name, ActKind.REJECT, Signature("kim", datetime.now(UTC)), RULES.policy)
        work.commit()


def _statuses(store: SqlStore, collection_id: str) -> dict[str, str]:
    with store.reading() as models:
        rows = models.suggestions(SuggestionFilter(collection_id=collection_id))
        return {row["target"]: row["status"] for row in rows}


def _was_promoted(url: str, collection_id: str) -> bool:
    engine = open_engine(url, create=False)
    try:
        with reading(engine).connect() as connection:
            query = select(func.count()).select_from(audit)
            told = query.where(audit.c.after == "promoted", audit.c.collection_id == collection_id)
            return bool(connection.scalar(told))
    finally:
        engine.dispose()


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
