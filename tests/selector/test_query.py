"""What a request asks for: acts, states, denials, shapes, values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selector.query import read_query


@pytest.mark.parametrize(
    ("query", "acts"),
    [
        ("delete the draft", ["delete"]),
        ("could you please delete the draft", ["delete"]),
        ("I want you to delete the draft", ["delete"]),
        ("show the deleted drafts", ["read"]),
        ("which drafts were deleted", []),
        ("do not delete the draft, show it", ["read"]),
        ("show the draft without deleting it", ["read"]),
        ("free some room by deleting the draft", ["delete"]),
        ("find the draft and publish it", ["search", "create"]),
        ("publish the draft and let me know", ["create"]),
        ("read the draft before you publish it", ["read"]),
        ("order status", []),
        ("order a pizza", ["create"]),
        ("look up the draft", ["search"]),
        ("sign me up", ["create"]),
        ("log out", ["action"]),
        ("초안 삭제해줘", ["delete"]),
        ("초안 삭제", ["delete"]),
        ("초안 삭제 부탁드려요", ["delete"]),
        ("삭제된 초안 보여줘", ["read"]),
        ("삭제한 초안의 목록", []),
        ("초안 삭제 이력 조회", ["read"]),
        ("삭제하지 말고 초안 보여줘", ["read"]),
        ("삭제 말고 수정해줘", ["update"]),
        ("초안 찾아서 게시해줘", ["search", "create"]),
        ("초안 게시 처리해줘", ["create"]),
        ("draft delete 해줘", ["delete"]),
        ("초안을 지워 주세요", ["delete"]),
    ],
)
def test_acts(query: str, acts: list[str]) -> None:
    assert [act.action for act in read_query(query).acts] == acts


@pytest.mark.parametrize(
    ("query", "commanded"),
    [
        ("delete the draft", True),
        ("find the draft and delete it", True),
        ("show the deleted drafts", False),
        ("what was deleted?", False),
        ("how many drafts", False),
        ("the drafts", None),
        ("삭제된 초안 몇 건이야", False),
        ("초안", None),
    ],
)
def test_whether_a_change_is_commanded(query: str, commanded: bool | None) -> None:
    assert read_query(query).commanded is commanded


@pytest.mark.parametrize(
    ("query", "shape"),
    [
        ("how many drafts are there", "count"),
        ("the number of drafts", "count"),
        ("draft number 4", "single"),
        ("show the details of the draft", "single"),
        ("list the drafts", "list"),
        ("all drafts", "list"),
        ("the drafts", "list"),
        ("the draft", None),
        ("show the drafts of Ann", "list"),
        ("delete the drafts", None),
        ("is the draft finished", "single"),
        ("초안 뭐 있지", "list"),
        ("초안 삭제됐는지 알려줘", "single"),
        ("초안 몇 개야", "count"),
        ("초안 건수", "count"),
        ("초안 상세", "single"),
        ("초안상세 조회", "single"),
        ("초안 목록", "list"),
        ("초안목록", "list"),
    ],
)
def test_shapes(query: str, shape: str | None) -> None:
    shapes = read_query(query).shapes
    assert max(shapes, key=lambda name: shapes[name], default=None) == shape


@pytest.mark.parametrize(
    ("query", "numbers", "dated"),
    [
        ("between 3 and 4.5", 2, False),
        ("on 2026-03-04 at 10:30", 0, True),
        ("tomorrow for 2", 1, True),
        ("room b12", 0, False),
        ("3월 4일 2명", 0, True),
        ("nothing", 0, False),
    ],
)
def test_values(query: str, numbers: int, dated: bool) -> None:
    asked = read_query(query)
    assert (asked.numbers, asked.dated) == (numbers, dated)


def weights(query: str) -> dict[str, float]:
    return {term.word: term.weight for term in read_query(query).terms}


def test_what_tells_little_weighs_little() -> None:
    told = weights("fetch my invoice information")
    assert told["invoice"] == 1
    assert max(told["fetch"], told["my"], told["information"]) <= 0.5


def test_denied_words_hardly_count() -> None:
    told = weights("list the orders without refund")
    assert told["orders"] == 1
    assert told["refund"] == pytest.approx(0.02)


def test_words_of_an_earlier_step_count_half() -> None:
    told = weights("find the customer and then cancel the subscription")
    assert told["customer"] == told["subscription"] / 2
    told = weights("고객을 검색해서 구독을 취소해줘")
    assert told["고객을"] == told["구독을"] / 2


def test_quoted_text_is_a_value() -> None:
    assert "delete" not in weights("add the comment 'please delete this' to the page")
    assert list(weights("'only quoted'")) == ["only", "quoted"]


def test_states_describe() -> None:
    states = {term.word for term in read_query("list the cancelled and 취소된 orders").terms if term.state}
    assert states == {"cancelled", "취소된"}


@given(st.text(max_size=200))
def test_any_text_is_a_request(text: Any) -> None:
    asked = read_query(text)
    assert len({term.stem for term in asked.terms}) == len(asked.terms)
    for term in asked.terms:
        strengths = [strength for _, strength in term.keys]
        assert term.keys[0] == (term.stem, 1.0)
        assert strengths == sorted(strengths, reverse=True)
