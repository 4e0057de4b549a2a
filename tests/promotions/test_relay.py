"""The relay: in order, at least once, one at a time, and on again after an outage."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest

from pipeline.errors import TransientError
from pipeline.learning.acts import ActKind
from pipeline.promotions import Entry, Promotions, Relay, Told
from storage.outbox import SqlOutbox
from tests.databases import Databases, PostgresqlServer
from tests.loop import Loop, fresh_loop
from tests.promotions.log import Log, assert_same
from tests.traces import MONDAY, outcome


@pytest.fixture
def loop(databases: Databases) -> Iterator[Loop]:
    with fresh_loop(databases) as made:
        yield made


def act(loop: Loop, *kinds: ActKind) -> None:
    loop.learn(outcome(1, "trackParcel", principal="p1"))
    (row,) = loop.rows()
    for hour, kind in enumerate(kinds):
        loop.act(row["id"], kind, MONDAY + timedelta(hours=hour))


def test_changes_go_out_in_order_and_the_outbox_is_empty_then(loop: Loop) -> None:
    act(loop, ActKind.PIN, ActKind.DEMOTE, ActKind.PIN)
    log = Log()
    relay = Relay(loop.store.outbox, log, batch_rows=1)
    assert relay.drain() == 4
    assert [value is None for _, value in log.pairs] == [True, False, True, False]
    assert (relay.numbers.sent, relay.numbers.tombstones, relay.numbers.rows) == (4, 2, 4)
    assert relay.drain() == 0


def test_of_a_batch_the_last_word_on_a_suggestion_is_sent(loop: Loop) -> None:
    act(loop, ActKind.PIN, ActKind.DEMOTE, ActKind.REJECT)
    log = Log()
    relay = Relay(loop.store.outbox, log)
    assert relay.drain() == 4
    assert [value for _, value in log.pairs] == [None]


@pytest.mark.parametrize("taken", [0, 1, 3])
def test_what_breaks_between_sending_and_removing_is_sent_again_before_anything_newer(loop: Loop, taken: int) -> None:
    act(loop, ActKind.PIN)
    loop.learn(outcome(2, "listParcels", principal="p2", query="how many parcels"))
    log = Log(breaks_after=taken)
    relay = Relay(loop.store.outbox, log)
    with pytest.raises(TransientError):
        relay.once()
    first = list(log.pairs)
    assert relay.numbers.lag(MONDAY + timedelta(days=9000)) > 0
    (row, *_) = [row for row in loop.rows() if row["status"] == "promoted"]
    loop.act(row["id"], ActKind.DEMOTE, MONDAY + timedelta(hours=9))
    assert relay.drain() == 4
    assert log.pairs[len(first) :][-1] == (row["id"].encode(), None)
    assert_same(loop, log)
    assert relay.numbers.lag(MONDAY) == 0


def test_while_the_topic_is_away_no_transaction_is_open_and_it_goes_on_after(loop: Loop) -> None:
    stop, begun = threading.Event(), list[SqlOutbox]()

    def outbox() -> SqlOutbox:
        begun.append(loop.store.outbox())
        return begun[-1]

    class Back(Log):
        def send(self, entries: Sequence[Entry]) -> None:
            super().send(entries)
            stop.set()

    def mend(trouble: TransientError) -> None:
        assert (str(trouble), begun) == ("away", [])
        log.away = False

    act(loop, ActKind.PIN)
    log = Back(away=True)
    relay = Relay(outbox, log)
    relay.run(stop, 0.01, mend)
    assert (relay.numbers.failures, relay.numbers.rows, len(log.pairs)) == (1, 2, 1)


def test_while_the_topic_is_away_the_lag_of_what_waits_is_known(loop: Loop) -> None:
    act(loop, ActKind.PIN)
    stop, seen = threading.Event(), list[float]()
    relay = Relay(loop.store.outbox, Log(away=True))

    def watch(_trouble: TransientError) -> None:
        seen.append(relay.numbers.lag(MONDAY + timedelta(days=9000)))
        if len(seen) == 2:
            stop.set()

    relay.run(stop, 0.01, watch)
    assert seen[0] == 0 < seen[1]


def test_two_relays_at_once_send_nothing_out_of_order(postgresql: PostgresqlServer) -> None:
    with fresh_loop(postgresql) as loop:
        act(loop, ActKind.PIN)
        log = Log()
        second = Relay(loop.store.outbox, log)
        met: list[int] = []

        class Watched(Log):
            def send(self, entries: Sequence[Entry]) -> None:
                met.append(second.once())
                log.send(entries)

        first = Relay(loop.store.outbox, Watched())
        assert first.drain() == 2
        assert (met, second.numbers.is_standing_by) == ([0], True)
        assert len(log.pairs) == 1
        assert second.drain() == 0
        assert not second.numbers.is_standing_by


def test_relays_that_race_writers_end_with_what_the_database_says(postgresql: PostgresqlServer) -> None:
    with fresh_loop(postgresql) as loop:
        act(loop)
        (row,) = loop.rows()
        log, stop = Log(), threading.Event()
        relays = [Relay(loop.store.outbox, log, batch_rows=2) for _ in range(2)]
        threads = [threading.Thread(target=relay.run, args=(stop, 0.001)) for relay in relays]
        for thread in threads:
            thread.start()
        for number in range(30):
            loop.act(row["id"], (ActKind.PIN, ActKind.DEMOTE)[number % 2], MONDAY + timedelta(minutes=number))
        loop.act(row["id"], ActKind.PIN, MONDAY + timedelta(hours=9))
        stop.set()
        for thread in threads:
            thread.join()
        relays[0].drain()
        assert_same(loop, log)
        assert sum(relay.numbers.rows for relay in relays) == 32


def test_the_delay_is_told_of_what_was_sent() -> None:
    class Box:
        def __enter__(self) -> Box:
            return self

        def __exit__(self, *_: object) -> None: ...

        def take(self, limit: int) -> list[Told]:
            assert limit == 7
            return [Told(1, "tp-1", {"tombstone": True}, MONDAY)]

        def forget(self, rows: Sequence[Told]) -> None: ...

    relay = Relay(Box, Log(), batch_rows=7, clock=lambda: MONDAY + timedelta(seconds=7))
    relay.once()
    assert relay.numbers.delay_seconds == 7


def test_what_is_no_entry_withdraws_its_key_and_is_counted() -> None:
    good = b'{"status":"promoted","kind":"target_preference","query_family":"f","target":"a"}'
    for bad in (b"{", b"[1]", b'{"status":"demoted"}', b"\xff"):
        promotions = Promotions([("a", good), (b"a", bad), (None, good)])
        assert (len(promotions), promotions.unreadable, len(promotions.snapshot())) == (0, 2, 0)
