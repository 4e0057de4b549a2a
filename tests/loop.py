"""The real loop on a real database, driven from Python: events in, rows and a digest out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pipeline.intake import Intake, Message
from pipeline.learning.acts import ActKind
from pipeline.learning.policy import Policy
from pipeline.process import BatchReport, Rules, process
from pipeline.review import Signature, act_on, set_collection
from pipeline.seal import Keyring
from storage.read_models import StoredDeadLetter, SuggestionFilter
from storage.store import SqlStore
from tests.databases import Databases, borrowed
from tests.traces import Event

RULES = Rules(Intake(Keyring.demonstration()), Policy())
AS_OF = datetime(2026, 1, 31, tzinfo=UTC)


@contextmanager
def fresh_loop(databases: Databases) -> Iterator[Loop]:
    """A loop on a database of its own, which goes with it."""
    with borrowed(databases) as url, Loop(url) as loop:
        yield loop


class Loop:
    """One database and the one path into it: a SQLite file by its folder and name, or any by its URL."""

    def __init__(self, place: Path | str, name: str = "loop") -> None:
        self.url = place if isinstance(place, str) else f"sqlite:///{place / name}.db"
        self.store = SqlStore(self.url)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.store.close()

    def learn(self, events: Iterable[Event | str | bytes], batch: int = 1000) -> BatchReport:
        report = BatchReport()
        messages = [
            Message("test", str(number), data if isinstance(data, bytes) else data.encode())
            for number, event in enumerate(events, start=1)
            for data in [json.dumps(event) if isinstance(event, dict) else event]
        ]
        for start in range(0, len(messages), batch):
            report.add(process(messages[start : start + batch], self.store.unit_of_work(), RULES))
        return report

    def act(self, suggestion_id: str, kind: ActKind, at: datetime, actor: str = "kim") -> None:
        with self.store.unit_of_work() as work:
            act_on(work, suggestion_id, kind, Signature(actor, at), RULES.policy)
            work.commit()

    def settle(self, collection_id: str = "shop", **changes: Any) -> None:
        with self.store.unit_of_work() as work:
            settings = replace(work.collections.settings(collection_id), **changes)
            set_collection(work, collection_id, settings, RULES.policy)
            work.commit()

    def rows(self, as_of: datetime = AS_OF) -> list[dict[str, Any]]:
        with self.store.reading() as models:
            return list(models.suggestions(SuggestionFilter(as_of=as_of)))

    def dead_letters(self) -> list[StoredDeadLetter]:
        with self.store.reading() as models:
            return list(models.dead_letters())

    def targets(self, as_of: datetime = AS_OF) -> dict[str, str]:
        return {row["target"]: row["status"] for row in self.rows(as_of) if row["kind"] == "target_preference"}

    def edges(self, as_of: datetime = AS_OF) -> dict[tuple[str, str, str, str], dict[str, Any]]:
        return {
            (edge["source"], edge["from_field"], edge["target"], edge["to_field"]): row
            for row in self.rows(as_of)
            if (edge := row["edge"]) is not None
        }

    def digest(self) -> str:
        with self.store.reading() as models:
            return models.digest()

    def export(self, as_of: datetime = AS_OF) -> str:
        return "".join(json.dumps(row, sort_keys=True) + "\n" for row in self.rows(as_of))
