"""Late words: whatever a user says after a run, and from whom, the state is that of all its events at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from storage.attempts import SqlAttempts
from tests.databases import Databases
from tests.loop import Loop, fresh_loop
from tests.traces import Event, Run

VALUE = "PX-10442"


@pytest.fixture
def loop(databases: Databases) -> Iterator[Loop]:
    with fresh_loop(databases) as opened:
        yield opened


def run(**who: Any) -> Run:
    run = Run(**who).selected("openParcel")
    run.step("s1", "searchParcels", {"city": "Busan"}, {"items": [{"id": VALUE}]})
    return run.step("s2", "openParcel", {"parcel_id": VALUE}, {"state": "open"}).completed()


def words(begun: Run, text: str = "thanks", *, second: float = 60, **more: Any) -> list[Event]:
    later = Run(begun.attempt_id, begun.plan_id, principal=begun.principal, session=begun.session)
    return later.said(text, second=second, **more).events


def said_by_another(begun: Run) -> list[Event]:
    begun.principal = "lee"
    return words(begun)


def said_in_another_session(begun: Run) -> list[Event]:
    begun.session = "another"
    return words(begun)


def said_twice_with_other_words(begun: Run) -> list[Event]:
    first, second = words(begun, event_id="w"), words(begun, "and bye", second=90, event_id="w")
    return [*first, *second]


def said_again_under_an_id_of_before(begun: Run) -> list[Event]:
    begun.events[1]["event_id"] = "w"
    return words(begun, event_id="w")


SAID: list[Callable[[Run], list[Event]]] = [
    words,
    said_by_another,
    said_in_another_session,
    said_twice_with_other_words,
    said_again_under_an_id_of_before,
    lambda begun: words(begun, f"I mean {VALUE}"),
    lambda begun: words(begun, f"I mean {VALUE}", second=0.5),
    lambda begun: [*words(begun), *words(begun)],
    lambda begun: words(begun, plan_id="another plan"),
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("who", [{}, {"principal": "kim", "session": "s1"}, {"attempt_id": None}])
def test_words_after_a_run_leave_what_all_its_events_at_once_leave(
    databases: Databases, said: Callable[[Run], list[Event]], who: dict[str, Any]
) -> None:
    begun = run(**who)
    late = said(begun)
    with fresh_loop(databases) as parts, fresh_loop(databases) as whole:
        parts.learn(begun.events)
        parts.learn(late)
        parts.learn(late)
        whole.learn([*begun.events, *late])
        assert parts.digest() == whole.digest()
        assert parts.export() == whole.export()


def test_a_run_is_not_read_again_for_words_that_come_after_it(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = run(principal="kim", session="s1")
    loop.learn(begun.events)
    read: list[str] = []
    load = SqlAttempts.load

    def loading(self: SqlAttempts, collection_id: str, keys: Any) -> Any:
        read.extend(keys)
        return load(self, collection_id, keys)

    monkeypatch.setattr(SqlAttempts, "load", loading)
    report = loop.learn(words(begun))
    assert (report.accepted, report.attempts, read) == (1, 0, [])
    loop.learn(words(begun, second=60 - timedelta(minutes=2).total_seconds()))
    assert read == ["a:att-1"]
