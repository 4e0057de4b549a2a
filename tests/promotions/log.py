"""A topic in memory, and what a reader of it must find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pipeline.errors import TransientError
from pipeline.promotions import Entry, Promotions, promotion_of
from pipeline.promotions.entries import encode
from selector import PromotedSnapshot
from storage import snapshots
from tests.loop import AS_OF, Loop
from tests.pipeline.test_invariants import QUERIES


@dataclass
class Log:
    """A topic that may be away, take a part of a batch, or take all of it and not say so."""

    pairs: list[tuple[bytes, bytes | None]] = field(default_factory=list)
    away: bool = False
    breaks_after: int | None = None

    def reach(self) -> None:
        if self.away:
            raise TransientError("away")

    def send(self, entries: Sequence[Entry]) -> None:
        breaks_after, self.breaks_after = self.breaks_after, None
        self.pairs += map(encode, entries[:breaks_after])
        if breaks_after is not None:
            raise TransientError("no answer")

    def compacted(self) -> Log:
        """The log as compaction may leave it: of each key the last pair, its tombstones gone."""
        last = dict(self.pairs)
        return Log([(key, value) for key, value in last.items() if value is not None])


def as_text(snapshot: PromotedSnapshot) -> str:
    """What a snapshot holds, as far as a reader of the topic can know it."""
    rows = [promotion_of(row) for row in snapshot._rows]
    lessons = {
        f"{name}: {query}": {
            target: lesson._asdict() for target, lesson in snapshot.for_collection(name).lessons(query).items()
        }
        for name in snapshot.collections
        for query in QUERIES
    }
    edges = {
        name: [promotion_of(edge) for edge in snapshot.for_collection(name).edges] for name in snapshot.collections
    }
    return json.dumps([rows, lessons, edges], sort_keys=True, indent=1, default=_opened)


def _opened(value: Any) -> Any:
    return dict(value)


def assert_same(loop: Loop, log: Log) -> PromotedSnapshot:
    """The snapshot from the topic is the one from the database, with everything compacted or nothing."""
    from_database = snapshots.load(loop.url, AS_OF)
    for pairs in (log.pairs, log.compacted().pairs, [*log.pairs, *log.pairs]):
        from_topic = Promotions(pairs).snapshot(AS_OF)
        assert as_text(from_topic) == as_text(from_database)
        assert len(from_topic) == len(from_database)
    return from_database
