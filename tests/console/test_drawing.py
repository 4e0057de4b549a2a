"""Drawings: what stands where, whatever is drawn."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from console.drawing import bars, columns, layers, lines
from console.drawing.scale import Scale, round_steps

FEW = settings(max_examples=25)
NAMES = st.sampled_from([f"tool{index}" for index in range(12)])
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=40)
COUNTS = st.dictionaries(st.sampled_from(["success", "failure", "corrected_to"]), st.integers(0, 10_000))
DAYS = st.lists(st.tuples(st.text(max_size=5), COUNTS), max_size=60)


@FEW
@given(low=st.integers(-50, 0), high=st.integers(1, 50), value=st.floats(-100, 100))
def test_a_scale_never_leaves_its_sheet(low: int, high: int, value: float) -> None:
    assert 0 <= Scale(low, high, 0, 200).at(value) <= 200


def test_a_scale_over_nothing_stands_at_its_begin() -> None:
    assert Scale(0, 0, 10, 200).at(0) == 10


@FEW
@given(st.integers(0, 10**9))
def test_an_axis_begins_at_zero_and_holds_the_largest_value_by_even_steps(high: int) -> None:
    steps = round_steps(high)
    assert steps[0] == 0
    assert steps[-1] >= high
    assert len({after - before for before, after in pairwise(steps)}) == 1
    assert len(steps) <= 11


@FEW
@given(value=st.none() | st.floats(-20, 20), bounds=st.lists(st.floats(-5, 20), min_size=1, max_size=2))
def test_a_bar_and_its_marks_lie_on_the_sheet(value: float | None, bounds: list[float]) -> None:
    drawn = bars.bar(value, bounds)
    assert 0 <= drawn.left <= drawn.left + drawn.width <= bars.WIDTH + 0.1
    assert all(0 <= mark <= bars.WIDTH for mark in drawn.marks)


def test_a_bar_ends_right_of_its_mark_exactly_when_the_threshold_is_reached() -> None:
    reached, short = bars.bar(3.0, [2.0]), bars.bar(1.0, [2.0])
    assert reached.left + reached.width > reached.marks[0]
    assert short.left + short.width < short.marks[0]


@FEW
@given(DAYS)
def test_columns_keep_every_count_and_lie_on_the_sheet(days: list[tuple[str, dict[str, int]]]) -> None:
    chart = columns.columns(days, ["success", "corrected_to"], ["failure"])
    for (label, counts), column in zip(days, chart.columns, strict=True):
        assert column.label == label
        assert {part.name: part.count for part in column.segments} == {name: n for name, n in counts.items() if n}
        for part in column.segments:
            assert 0 <= part.top <= part.top + part.height <= columns.HEIGHT
            above = part.top + part.height / 2 < chart.zero
            assert above is (part.name != "failure") or part.height == 0


def test_an_empty_chart_still_has_an_axis() -> None:
    assert columns.columns([], ["success"]).ticks
    assert lines.lines([], ["promoted"]).ticks


@FEW
@given(DAYS)
def test_lines_are_drawn_for_what_ever_occurs_and_end_at_the_last_day(days: list[tuple[str, dict[str, int]]]) -> None:
    drawn = lines.lines(days, ["success", "failure", "corrected_to"])
    seen = {name for _, counts in days for name, number in counts.items() if number}
    assert {line.name for line in drawn.lines} == seen
    for line in drawn.lines:
        assert len(line.points.split()) == len(days)
        assert line.last == days[-1][1].get(line.name, 0)


@FEW
@given(PAIRS)
def test_every_tool_has_one_box_and_no_two_boxes_meet(pairs: list[tuple[str, str]]) -> None:
    sheet = layers.layered(pairs)
    assert [box.name for box in sheet.boxes] == sorted({name for pair in pairs for name in pair})
    assert len(sheet.paths) == len(pairs)
    for box in sheet.boxes:
        assert 0 <= box.x <= sheet.width - layers.BOX_WIDTH
        assert 0 <= box.y <= sheet.height - layers.BOX_HEIGHT
    for one in sheet.boxes:
        for other in sheet.boxes:
            apart_across = abs(one.x - other.x) >= layers.BOX_WIDTH
            apart_down = abs(one.y - other.y) >= layers.BOX_HEIGHT
            assert one is other or apart_across or apart_down


@FEW
@given(PAIRS, st.randoms(use_true_random=False))
def test_the_same_graph_is_drawn_the_same_in_any_order(pairs: list[tuple[str, str]], random: object) -> None:
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    assert layers.layered(shuffled).boxes == layers.layered(pairs).boxes


@FEW
@given(PAIRS)
def test_without_a_cycle_every_producer_stands_left_of_its_consumer(pairs: list[tuple[str, str]]) -> None:
    downhill = [(source, target) for source, target in pairs if source < target]
    sheet = layers.layered(downhill)
    at = {box.name: box.x for box in sheet.boxes}
    assert all(at[source] < at[target] for source, target in downhill)
