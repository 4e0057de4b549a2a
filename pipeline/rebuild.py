"""Rebuild: every suggestion judged from the beginning on the counts as they are; where all is well nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from pipeline.judgement import Judged, Touched, judge
from pipeline.learning.policy import Policy
from pipeline.learning.promotion import FROM_THE_BEGINNING
from pipeline.ports import UnitOfWork

_Item = TypeVar("_Item")

#: Families or arguments of one transaction, which works alone: few enough that no writer waits long for it.
_TOGETHER = 200


def judge_anew(
    unit_of_work: Callable[[], UnitOfWork], collection_id: str, policy: Policy, *, dry_run: bool = False
) -> Judged:
    """Judges the suggestions of a collection from the beginning, in bounded transactions, while others write.

    Also those are judged of which no count is left, and which should not be there.

    Args:
        unit_of_work: gives a transaction for each part.
        collection_id: the collection.
        policy: the thresholds.
        dry_run: whether what differs is counted and left.

    Returns:
        How many suggestions differed from what the counts say.
    """
    judged = Judged()
    for touched in _parts(unit_of_work, collection_id):
        with unit_of_work() as work:
            work.alone()
            judged += judge(work, collection_id, touched, policy)
            if not dry_run:
                work.commit()
    return judged


def _parts(unit_of_work: Callable[[], UnitOfWork], collection_id: str) -> Iterator[Touched]:
    with unit_of_work() as work:
        families = {*work.evidence.all_families(collection_id), *work.suggestions.all_families(collection_id)}
        arguments = {*work.evidence.all_arguments(collection_id), *work.suggestions.all_arguments(collection_id)}
    for some in _chunks(sorted(families)):
        yield Touched(families=dict.fromkeys(some, FROM_THE_BEGINNING))
    for together in _chunks(sorted(arguments)):
        yield Touched(arguments=set(together))


def _chunks(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _TOGETHER):
        yield items[start : start + _TOGETHER]
