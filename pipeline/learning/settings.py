"""What an operator sets for a collection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from selector.tools import changes_state

#: It is asked of every row that is judged, and there are as many names as tools.
_changes_state = lru_cache(maxsize=4_096)(changes_state)

#: Days that attempts are kept where nobody set any (design: Retention).
RETENTION_DAYS = 180


class Mode(StrEnum):
    """How far learning may go in a collection."""

    OBSERVE = "observe"  # nothing is above suggested
    SHADOW = "shadow"  # all is judged, no snapshot holds it
    PROMOTE = "promote"


class Review(StrEnum):
    """Which target preferences stop at promotable until an operator approves them."""

    NONE = "none"
    STATE_CHANGING = "state-changing"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class CollectionSettings:
    """The settings of one collection; the defaults hold for one that nobody set.

    Attributes:
        mode: how far learning may go.
        review: what needs an operator.
        trust_anonymous: whether evidence without a principal promotes.
        keep_text: whether query text is stored.
        state_changing: tools of the declared catalog, and whether each changes state.
        retention_days: days that attempts are kept once `collections retain` runs.
        two_people: whether in the console a promotion of what changes state needs two people.
        groups: who may see the collection in the console; empty for everybody.
    """

    mode: Mode = Mode.PROMOTE
    review: Review = Review.STATE_CHANGING
    trust_anonymous: bool = False
    keep_text: bool = True
    state_changing: Mapping[str, bool] = field(default_factory=dict)
    retention_days: int = RETENTION_DAYS
    two_people: bool = False
    groups: tuple[str, ...] = ()

    def needs_review(self, target: str) -> bool:
        """Whether a preference for the target waits for an operator.

        The declared catalog decides what changes state, else the tool's name.

        >>> CollectionSettings().needs_review("deleteOrder"), CollectionSettings().needs_review("listOrders")
        (True, False)
        """
        if self.review is not Review.STATE_CHANGING:
            return self.review is Review.ALL
        return self.changes_state(target)

    def changes_state(self, target: str) -> bool:
        """Whether a tool changes state, as the declared catalog says, else its name."""
        declared = self.state_changing.get(target)
        return _changes_state(target) if declared is None else declared

    def is_undeclared(self, target: str) -> bool:
        """Whether there is a declared catalog, and the target is not in it any more.

        >>> CollectionSettings(state_changing={"getOrder": False}).is_undeclared("getOldOrder")
        True
        """
        return bool(self.state_changing) and target not in self.state_changing
