"""A snapshot is built once, indexed, and read the same as its rows."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector import PromotedSnapshot, learned, query_family, select_target_candidate
from selector.learned import lessons_of

TERMS = ["red", "blue", "boat", "train", "ticket", "refund", "window", "seat"]


def row(target: str, query: str, collection: str = "travel", **changes: Any) -> dict[str, Any]:
    family = query_family(query)
    return {
        "id": f"{collection}/{target}/{query}",
        "kind": "target_preference",
        "status": "promoted",
        "collection_id": collection,
        "query_family": family.key,
        "query_terms": list(family.terms),
        "query_example": query,
        "target": target,
        "boost": 0.055,
        "last_evidence_at": "2026-01-01T00:00:00Z",
        "evidence": {"attempts": 3},
        **changes,
    }


EDGE = {
    "id": "edge",
    "kind": "data_flow_edge",
    "status": "promoted",
    "collection_id": "travel",
    "edge": {"source": "findSeat", "from_field": "items[].id", "target": "bookSeat", "to_field": "seatId"},
}


def test_what_a_snapshot_holds() -> None:
    rows = [
        row("a", "book a seat"),
        row("b", "book a seat", "sea"),
        EDGE,
        row("c", "x y", status="demoted"),
        None,
        "row",
    ]
    snapshot = PromotedSnapshot.from_rows(rows, version="7")
    assert (len(snapshot), snapshot.version, snapshot.collections) == (3, "7", ("sea", "travel"))
    travel = snapshot.for_collection("travel")
    assert (len(travel), travel.collection_id) == (1, "travel")
    assert [edge["edge"]["target"] for edge in travel.edges] == ["bookSeat"]
    assert list(travel.lessons("book a seat")) == ["a"]
    assert travel.lessons("cancel the trip") == {}
    assert len(snapshot.for_collection("unknown")) == 0


def test_a_snapshot_cannot_be_changed() -> None:
    plain = row("a", "book a seat")
    snapshot = PromotedSnapshot.from_rows([plain, EDGE], version="7")
    plain["target"] = "b"
    plain["evidence"]["attempts"] = 9
    assert list(snapshot.for_collection("travel").lessons("book a seat")) == ["a"]
    with pytest.raises(AttributeError):
        snapshot.version = "8"  # type: ignore[misc]  # the test is that it cannot be set
    edge = snapshot.for_collection("travel").edges[0]
    with pytest.raises(TypeError):
        edge["edge"]["target"] = "other"


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  its own bytes


@pytest.mark.parametrize("copied", [pickled, copy.deepcopy])
def test_a_snapshot_goes_to_another_process(copied: Callable[[Any], Any]) -> None:
    rows = [
        row("a", "book a seat"),
        row("a", "book a seat", boost=0.01, id="weaker"),
        row("b", "refund a ticket"),
        EDGE,
    ]
    snapshot = PromotedSnapshot.from_rows(rows, version="7")
    sent, view = copied(snapshot), copied(snapshot.for_collection("travel"))
    assert (len(sent), sent.version, sent.collections) == (4, "7", ("travel",))
    for received in (sent.for_collection("travel"), view):
        assert len(received) == 3
        assert received.lessons("book a seat") == snapshot.for_collection("travel").lessons("book a seat")
        assert received.edges == snapshot.for_collection("travel").edges
        with pytest.raises(TypeError):
            received.edges[0]["edge"]["target"] = "other"


def test_a_request_of_other_tools_costs_no_family(monkeypatch: pytest.MonkeyPatch) -> None:
    view = PromotedSnapshot.from_rows([row("a", "book a seat")]).for_collection("travel")
    read: list[str] = []
    monkeypatch.setattr("selector.snapshot.request_family", lambda text: read.append(text) or query_family(text))
    for names in (["b", "c"], ["b", "a"]):
        select_target_candidate("book a seat", names, {name: {} for name in names}, learning_suggestions=view)
    assert len(read) == 1


def test_of_many_rows_of_one_family_a_request_weighs_one_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(target, "book a seat", id=f"{number:04}") for number in range(500) for target in "ab"]
    view = PromotedSnapshot.from_rows(rows).for_collection("travel")
    made: list[Any] = []
    monkeypatch.setattr(
        "selector.learned._lesson", lambda family, one, old=learned._lesson: made.append(one) or old(family, one)
    )
    assert {target: lesson.suggestion_id for target, lesson in view.lessons("book a seat").items()} == {
        "a": "0000",
        "b": "0000",
    }
    assert len(made) == 2


sentences = st.lists(st.sampled_from(TERMS), min_size=1, max_size=6, unique=True).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(sentences, st.sampled_from("abc"), st.sampled_from([0.02, 0.055])), max_size=12), sentences)
def test_the_index_finds_what_reading_all_rows_finds(taught: list[Any], query: str) -> None:
    rows = [row(target, sentence, boost=boost) for sentence, target, boost in taught]
    view = PromotedSnapshot.from_rows(rows).for_collection("travel")
    assert view.lessons(query) == lessons_of(rows, query, "abc")
    assert PromotedSnapshot.from_rows(reversed(rows)).for_collection("travel").lessons(query) == view.lessons(query)


def test_a_view_decides_as_its_rows() -> None:
    tools = {"bookSeatByWindow": {}, "bookSeatByAisle": {}}
    rows = [row("bookSeatByWindow", "book a seat")]
    view = PromotedSnapshot.from_rows(rows).for_collection("travel")
    by_rows, by_view = (
        select_target_candidate("book a seat", sorted(tools), tools, learning_suggestions=learned)
        for learned in (rows, view)
    )
    assert by_rows == by_view
    assert by_view["selected_target"] == "bookSeatByWindow"


@pytest.mark.parametrize(
    ("as_of", "changes", "kept"),
    [
        (None, {}, True),
        ("2026-03-31T23:59:59Z", {}, True),
        ("2026-04-01T00:00:00Z", {}, False),
        ("2026-04-02", {}, False),
        ("2027-01-01", {"pinned": True}, True),
        ("2027-01-01", {"pinned": False}, False),
        ("2027-01-01", {"last_evidence_at": None}, True),
        ("2027-01-01", {"last_evidence_at": "no date"}, True),
        ("2026-04-01T08:59:59+09:00", {}, True),
    ],
)
def test_what_had_no_evidence_for_90_days_is_left_out(as_of: str | None, changes: dict[str, Any], kept: bool) -> None:
    snapshot = PromotedSnapshot.from_rows([row("a", "book a seat", **changes)], as_of=as_of)
    assert (len(snapshot) == 1) is kept


def test_as_of_must_be_a_moment() -> None:
    with pytest.raises(ValueError, match="'yesterday' is no moment: write it as"):
        PromotedSnapshot.from_rows([], as_of="yesterday")


def test_files_come_back_as_they_went(tmp_path: Path) -> None:
    path = tmp_path / "promoted.jsonl"
    snapshot = PromotedSnapshot.from_rows([row("a", "자리 예약해줘"), EDGE], version="7")
    snapshot.to_file(path)
    again = PromotedSnapshot.from_file(path)
    assert (len(again), again.collections) == (2, ("travel",))
    assert list(again.for_collection("travel").lessons("자리 예약해줘")) == ["a"]
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] == [
        row("a", "자리 예약해줘"),
        EDGE,
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_version_of_a_file_is_its_content_or_what_is_given(tmp_path: Path) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    PromotedSnapshot.from_rows([row("a", "book a seat")]).to_file(first)
    PromotedSnapshot.from_rows([row("b", "book a seat")]).to_file(second)
    versions = [PromotedSnapshot.from_file(path).version for path in (first, first, second)]
    assert versions[0] == versions[1] != versions[2]
    assert PromotedSnapshot.from_file(first, version="mine").version == "mine"


@pytest.mark.parametrize("array", [True, False])
def test_an_array_of_exported_rows_is_a_file_too(tmp_path: Path, array: bool) -> None:
    rows = [
        row("a", "book a seat"),
        row("b", "book a seat", status="suggested"),
        {"kind": "unknown", "status": "promoted"},
    ]
    path = tmp_path / "rows"
    path.write_text(json.dumps(rows) if array else "\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    assert len(PromotedSnapshot.from_file(path, as_of="2026-02-01")) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"a": 1}\n{"a": \n', "line 2: not JSON"),
        (b'{"a": 1}\n\n[1]\n', "line 3: a suggestion row is a JSON object, not list"),
        (b'[{"a": 1}, 7]', "element 2: a suggestion row is a JSON object, not int"),
        (b'[{"a": 1},\n {]', "line 2: not JSON"),
        (b'{"a": 1}\n\xff\n', "line 2: not UTF-8 text"),
        (b"SQLite format 3\x00", "line 1: not JSON"),
        (b'{"a":' * 100_000, "line 1: not JSON"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        PromotedSnapshot.from_file(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("mode", ["shadow", "observe"])
def test_what_is_judged_in_shadow_or_merely_watched_is_in_no_snapshot(mode: str) -> None:
    row = {
        "kind": "target_preference",
        "status": "promoted",
        "collection_id": "shop",
        "query_family": "k",
        "target": "trackParcel",
        "mode": mode,
    }
    edge = {**row, "kind": "data_flow_edge", "edge": {"source": "a", "target": "b"}}
    assert len(PromotedSnapshot.from_rows([row, edge])) == 0
    assert PromotedSnapshot.from_rows([row, edge]).for_collection("shop").edges == ()


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"type": "plan.started", "ts": "2026-01-05T09:00:00Z"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="holds no suggestion rows"):
        PromotedSnapshot.from_file(path)


def test_a_moment_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="is no moment"):
        PromotedSnapshot.from_rows([], as_of=5)  # type: ignore[arg-type]  # what a caller may get wrong
