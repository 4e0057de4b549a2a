"""The queue: always what the suggestions are, in the order of their gain, a page at a time."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pipeline.learning.suggestions import Kind, Row
from pipeline.learning.verdicts import Status
from pipeline.ports import SuggestionChange
from storage import migration
from storage.review_queue import QueueFilter, QueuePlace, counted
from storage.review_tables import queue_counts, review_queue, status_days
from storage.store import SqlStore
from storage.tables import suggestions
from tests.databases import Databases, borrowed
from tests.loop import Loop
from tests.storage.content import data_flow, preference, rows
from tests.traces import Run, flatten, outcome


def queued(number: int, seed: random.Random) -> Row:
    row = preference(
        f"family-{number}",
        f"tool{number % 7}",
        seed.choice(list(Status)).value,
        collection_id=seed.choice(["hotel", "shop", "bank"]),
        changes_state=seed.random() < 0.5,
    )
    return {**row, "evidence": {**row["evidence"], "gain": float(seed.randrange(20))}}


def fill(store: SqlStore, many: int = 120) -> list[Row]:
    seed = random.Random(7)
    made = [queued(number, seed) for number in range(many)]
    made += [data_flow(status="promoted", collection_id=name) for name in ("hotel", "shop")]
    write(store, [SuggestionChange(row, None) for row in made])
    return made


def write(store: SqlStore, changes: list[SuggestionChange]) -> None:
    with store.unit_of_work() as work:
        work.suggestions.write(changes)
        work.commit()


def expected(made: list[Row], wanted: QueueFilter) -> list[str]:
    shown = [
        (row["evidence"].get("gain", 0.0), row["id"])
        for row in made
        if (wanted.collections is None or row["collection_id"] in wanted.collections)
        and (not wanted.statuses or row["status"] in wanted.statuses)
        and (wanted.kind is None or row["kind"] == wanted.kind)
        and (wanted.changes_state is None or bool(row.get("changes_state")) == wanted.changes_state)
    ]
    return [identity for _, identity in sorted(shown, reverse=True)]


FILTERS = [
    QueueFilter(),
    QueueFilter(collections=("hotel",)),
    QueueFilter(collections=("hotel", "bank"), statuses=(Status.PROMOTABLE, Status.SUGGESTED)),
    QueueFilter(collections=("shop", *(f"c{number}" for number in range(9)))),
    QueueFilter(collections=()),
    QueueFilter(kind=Kind.DATA_FLOW_EDGE),
    QueueFilter(changes_state=True),
    QueueFilter(changes_state=False, statuses=(Status.REJECTED,), kind=Kind.TARGET_PREFERENCE),
]


@pytest.mark.parametrize("wanted", FILTERS, ids=range(len(FILTERS)))
def test_pages_hold_what_the_filter_asks_for_in_order(store: SqlStore, wanted: QueueFilter) -> None:
    made = fill(store)
    found: list[str] = []
    after: QueuePlace | None = None
    with store.reviewing() as reads:
        while page := reads.queue(wanted, 9, after):
            found += [row["id"] for _, row in page]
            after = page[-1][0]
        counts = reads.queue_counts(["hotel", "shop", "bank"])
    assert found == expected(made, wanted)
    assert counted(counts, wanted) == len(found)


def test_the_queue_follows_what_is_written_and_what_goes(store: SqlStore) -> None:
    made = fill(store)
    changed = {**made[0], "status": "rejected", "evidence": {**made[0]["evidence"], "gain": 99.0}}
    write(store, [SuggestionChange(changed, made[0]), SuggestionChange(None, made[1])])
    made[:2] = [changed]
    agrees(store)
    with store.reviewing() as reads:
        assert reads.queue(QueueFilter(), 1)[0][1]["id"] == changed["id"]


def test_counts_agree_also_where_somebody_wrote_past_the_program(store: SqlStore) -> None:
    made = fill(store)
    as_somebody_says = {**made[0], "status": "rejected" if made[0]["status"] != "rejected" else "demoted"}
    write(store, [SuggestionChange({**made[0], "boost": 0.01}, as_somebody_says)])
    agrees(store)


def test_an_older_database_is_queued_by_the_upgrade(store: SqlStore, url: str) -> None:
    fill(store)
    before = rows(store, review_queue), rows(store, queue_counts)
    migration.downgrade(url, "0003")
    migration.upgrade(url)
    assert (rows(store, review_queue), rows(store, queue_counts)) == before
    agrees(store)


def agrees(store: SqlStore) -> None:
    """Whether queue and counts are what the suggestions are."""
    stored = rows(store, suggestions)
    lines = {row["suggestion_id"]: row for row in rows(store, review_queue)}
    assert lines.keys() == {row["id"] for row in stored}
    counts: Counter[tuple[object, ...]] = Counter()
    for row in stored:
        line = lines[row["id"]]
        assert (line["status"], line["collection_id"]) == (row["status"], row["collection_id"])
        assert line["gain"] == row["row"]["evidence"].get("gain", 0.0)
        counts[row["collection_id"], row["kind"], row["status"], line["changes_state"]] += 1
    told = {tuple(row.values())[:4]: row["suggestions"] for row in rows(store, queue_counts) if row["suggestions"]}
    assert told == counts


def test_whatever_is_learned_set_acted_on_and_taken_back_the_queue_is_what_the_suggestions_are(
    databases: Databases,
) -> None:
    events = flatten(
        [
            *(
                outcome(
                    number,
                    "cancelParcel" if number % 3 else "getParcel",
                    principal=f"p{number % 4}",
                    day=number % 5,
                    corrected_to="getParcel" if number % 3 else None,
                )
                for number in range(30)
            ),
            *(
                Run(f"run-{number}", f"plan-{number}", principal=f"p{number % 4}")
                .step("s1", "findParcel", {"city": "Busan"}, {"items": [{"id": f"PX-{number}0442"}]})
                .step("s2", "openParcel", {"parcel_id": f"PX-{number}0442"}, {"state": "open"})
                .completed()
                .events
                for number in range(4)
            ),
        ]
    )
    with borrowed(databases) as url, Loop(url) as loop:
        loop.learn(events, batch=7)
        agrees(loop.store)
        loop.settle(state_changing={"getParcel": True, "cancelParcel": False})
        agrees(loop.store)
        assert {row["changes_state"] for row in rows(loop.store, review_queue)} == {0, 1}
        moved = Counter(row["after"] for row in rows(loop.store, status_days) for _ in range(row["suggestions"]))
        assert moved["promoted"] > 0
