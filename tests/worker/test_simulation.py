"""The same `process` under a seeded broker, clock and crash points (rows 1 to 4, 9 to 12 and 16)."""

from __future__ import annotations

from pathlib import Path

import pytest
from typing_extensions import override

from benchmarks.chaos.simulation import Weather, World, simulate
from pipeline.intake import Message
from storage.store import SqlStore


@pytest.mark.parametrize("seed", [1, 2])
def test_a_schedule_loses_nothing_and_counts_nothing_twice(seed: int) -> None:
    assert simulate(seed)


class Storm(Weather):
    """No transaction comes to its end."""

    @override
    def strikes(self, what: str, odds: float) -> bool:
        return what == "store lost in a transaction"


class AcksFirst(World):
    """Commits what was polled, not what is durable: as a consumer with automatic commits does."""

    @override
    def rebalance(self) -> None:
        for member in self.members:
            for partition, position in member.next.items():
                self.committed[partition] = max(position, self.committed[partition])
        super().rebalance()


def test_the_proof_catches_a_worker_that_acks_before_it_commits(tmp_path: Path) -> None:
    with SqlStore(f"sqlite:///{tmp_path}/world.db") as store:
        world = AcksFirst(3, store)
        world.logs[0] = [b'[{"event_id": "lost"}]', *([b"{"] * 40)]
        world.weather = Storm(world.chance)
        for _ in range(60):
            for member in world.members:
                if 0 in member.holds:
                    world.work(member)
        with pytest.raises(AssertionError, match="committed and lost"):
            world.prove()


def test_a_message_shows_no_payload() -> None:
    assert "secret" not in repr(Message("kafka:events/0", "1", b"secret"))
