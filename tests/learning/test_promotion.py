"""The promotion policy, against its executable restatement and by its properties."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.learning.policy import Policy
from pipeline.learning.promotion import approval_falls, fold_family
from pipeline.learning.totals import FamilyCell
from pipeline.learning.verdicts import Status, Transition

POLICY = Policy()


def cell(
    target: str, principal: str, day: int, *, success: int = 0, failure: int = 0, to: int = 0, away: int = 0
) -> FamilyCell:
    return FamilyCell(target, principal, day, success, failure, to, away, 0)


def promoted(cells: list[FamilyCell], *, trust_anonymous: bool = False) -> list[str]:
    verdicts = fold_family(cells, POLICY, trust_anonymous=trust_anonymous)
    return [target for target, verdict in verdicts.items() if verdict.status is Status.PROMOTED]


def clear_case(right: str = "track", wrong: str = "list", marks: str = "=") -> list[FamilyCell]:
    """Five principals on three days: the right target succeeds, its sibling fails."""
    people = [f"{marks}p{number}" for number in range(5)]
    return [
        found
        for day in range(3)
        for person in people
        for found in (cell(right, person, day, success=1), cell(wrong, person, day, failure=1))
    ]


family_cells = st.lists(
    st.builds(
        FamilyCell,
        target=st.sampled_from(["a", "b", "c"]),
        principal=st.sampled_from(["=p1", "=p2", "=p3", "=p4", "=p5", "?x1", "?x2"]),
        day=st.integers(20_000, 20_030),
        success=st.integers(0, 4),
        failure=st.integers(0, 3),
        corrected_to=st.integers(0, 2),
        corrected_away=st.integers(0, 2),
        environment=st.integers(0, 1),
    ),
    max_size=60,
    unique_by=lambda found: (found.target, found.principal, found.day),
)


def test_a_target_that_several_people_succeed_with_on_several_days_is_promoted() -> None:
    assert promoted(clear_case()) == ["track"]


def test_one_loud_principal_promotes_nothing() -> None:
    loud = [cell("track", "=p1", day, success=50) for day in range(5)]
    assert promoted([*loud, cell("list", "=p2", 0, failure=9)]) == []


def test_anonymous_evidence_is_promotable_only_unless_it_is_trusted() -> None:
    cells = clear_case(marks="?")
    verdict = fold_family(cells, POLICY, trust_anonymous=False)["track"]
    assert (verdict.status, verdict.blocked_by[0]) == (Status.PROMOTABLE, "anonymous_evidence")
    assert promoted(cells, trust_anonymous=True) == ["track"]


def test_a_promotion_that_everybody_follows_stands_after_200_days() -> None:
    followed = [cell("track", f"=p{day % 7}", day, success=2) for day in range(3, 200)]
    assert promoted([*clear_case(), *followed]) == ["track"]


def test_a_promotion_falls_when_it_fails_lately_and_nothing_is_left_to_compare() -> None:
    late = [cell("track", f"=p{number}", 120, failure=2) for number in range(4)]
    verdict = fold_family([*clear_case(), *late], POLICY, trust_anonymous=False)["track"]
    assert verdict.history[-1] == Transition(120, Status.DEMOTED, ("recent_failures",))


def test_what_was_demoted_stays_so_until_it_is_promotable_again() -> None:
    people = [f"=p{number}" for number in range(5)]
    worse = [cell("track", person, 20, failure=9) for person in people]
    fallen = [*clear_case(), *worse, *(cell("status", person, 20, success=3) for person in people)]
    assert fold_family(fallen, POLICY, trust_anonymous=False)["track"].status is Status.DEMOTED
    weak = [*fallen, cell("track", "=p1", 21, success=1)]
    assert fold_family(weak, POLICY, trust_anonymous=False)["track"].status is Status.DEMOTED
    recovered = [*fallen, *(found._replace(day=found.day + 120) for found in clear_case(wrong="status"))]
    assert fold_family(recovered, POLICY, trust_anonymous=False)["track"].status is Status.PROMOTED


def test_failures_of_the_environment_are_no_evidence() -> None:
    outage = [FamilyCell("track", f"=p{number}", 9, 0, 0, 0, 0, 5) for number in range(5)]
    quiet = fold_family(clear_case(), POLICY, trust_anonymous=False)["track"]
    assert fold_family([*clear_case(), *outage], POLICY, trust_anonymous=False)["track"] == quiet


def test_an_approval_is_not_undone_by_one_success() -> None:
    weak = [cell("track", "=p1", 0, success=1), cell("list", "=p2", 0, success=2)]
    assert (
        approval_falls([*weak, cell("track", "=p3", 4, success=1)], "track", 2, POLICY, trust_anonymous=False) is None
    )
    assert approval_falls([*weak, cell("list", "=p3", 4, success=1)], "track", 2, POLICY, trust_anonymous=False) is None


def test_an_approval_falls_on_a_later_day_that_speaks_against_it() -> None:
    weak = [cell("track", "=p1", 0, success=1), cell("list", "=p2", 0, success=1)]
    same_day = [cell("track", f"=p{number}", 2, failure=2) for number in range(4)]
    assert approval_falls([*weak, *same_day], "track", 2, POLICY, trust_anonymous=False) is None
    later = [found._replace(day=3) for found in same_day]
    fell = approval_falls([*weak, *later], "track", 2, POLICY, trust_anonymous=False)
    assert fell is not None
    assert (fell.day, fell.status) == (3, Status.DEMOTED)


@given(family_cells, st.integers(0, 59), st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_fold_resumed_from_the_first_changed_day_equals_a_full_one(
    cells: list[FamilyCell], cut: int, trust: bool
) -> None:
    before, arriving = cells[:cut], cells[cut:]
    since = min((found.day for found in arriving), default=10**9)
    earlier = {
        target: verdict.history for target, verdict in fold_family(before, POLICY, trust_anonymous=trust).items()
    }
    resumed = fold_family(cells, POLICY, trust_anonymous=trust, earlier=earlier, since=since)
    assert resumed == fold_family(cells, POLICY, trust_anonymous=trust)


@given(family_cells, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_counts_changes_nothing_and_one_target_at_most_is_promoted(
    cells: list[FamilyCell], chance: object
) -> None:
    shuffled = list(cells)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    verdicts = fold_family(cells, POLICY, trust_anonymous=False)
    assert fold_family(shuffled, POLICY, trust_anonymous=False) == verdicts
    assert sum(verdict.status is Status.PROMOTED for verdict in verdicts.values()) <= 1


@pytest.fixture(scope="module")
def reference(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "promotion_reference", shared / "bench" / "promotion" / "reference.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@given(cells=family_cells)
@settings(max_examples=200, deadline=None)
def test_the_fold_decides_as_the_restated_policy(reference: ModuleType, cells: list[FamilyCell]) -> None:
    family: dict[str, dict[str, dict[int, list[int]]]] = {}
    for found in cells:
        if found.teaches:
            days = family.setdefault(found.target, {}).setdefault(found.principal, {})
            days[found.day] = [found.success, found.failure, found.corrected_to, found.corrected_away]
    expected = None
    for day in sorted({day for people in family.values() for days in people.values() for day in days}):
        expected = reference.decide(family, day, expected)
    assert promoted(cells, trust_anonymous=True) == ([expected] if expected else [])


def test_the_constants_are_those_of_the_restated_policy(reference: ModuleType) -> None:
    pairs = {
        "half_life": "HALF_LIFE",
        "recent_half_life": "RECENT_HALF_LIFE",
        "outcome_cap": "OUTCOME_CAP",
        "correction_cap": "CORRECTION_CAP",
        "correction_weight": "CORRECTION_WEIGHT",
        "prior_strength": "PRIOR_STRENGTH",
        "margin": "MARGIN",
        "promote_z_rest": "Z_REST",
        "promote_z_sibling": "Z_SIBLING",
        "without_z_rest": "Z_WITHOUT_STRONGEST",
        "min_weight": "MIN_N",
        "min_principals": "MIN_PRINCIPALS",
        "min_days": "MIN_DAYS",
        "max_share": "MAX_SHARE",
        "keep_z_rest": "KEEP_Z",
        "keep_z_sibling": "KEEP_SIBLING",
        "recent_weight": "RECENT_N",
        "recent_z": "RECENT_Z",
        "boost": "BOOST",
        "edge_principals": "EDGE_PRINCIPALS",
        "declared_sessions": "EDGE_SESSIONS",
        "declared_share": "EDGE_SHARE",
        "declared_against_best": "EDGE_AGAINST_BEST",
        "declared_success": "EDGE_SUCCESS",
        "sessions_per_principal": "SESSIONS_A_PRINCIPAL",
    }
    assert {name: getattr(POLICY, name) for name in pairs} == {
        name: getattr(reference, constant) for name, constant in pairs.items()
    }
