"""What one event may hold: the caps that keep memory and time bounded whatever is sent."""

from __future__ import annotations

from enum import StrEnum


class Cap(StrEnum):
    """The caps on what is sealed."""

    #: Containers inside one another; real payloads stay under twenty, text that holds JSON included.
    DEPTH = "depth"
    #: Values and containers of one event; a page of 1,000 records of 100 fields has half as many.
    NODES = "nodes"
    #: Distinct leaves of one event: at 60 bytes each they make a stored event of three megabytes.
    LEAVES = "leaves"


MAX_DEPTH = 64
MAX_NODES = 200_000
MAX_LEAVES = 50_000

#: Characters of one path: with MAX_LEAVES it bounds what the paths of an event can hold.
MAX_PATH = 1_000


class CapExceededError(ValueError):
    """An event holds more than is sealed; nothing of it is kept."""

    def __init__(self, cap: Cap) -> None:
        super().__init__(f"the event exceeds the cap on {cap}")
        self.cap = cap


class Budget:
    """What is left of the caps of one event, spent by everything that is sealed of it.

    >>> budget = Budget()
    >>> budget.spend_nodes(150_000)
    >>> budget.spend_nodes(150_000)
    Traceback (most recent call last):
    ...
    pipeline.seal.caps.CapExceededError: the event exceeds the cap on nodes
    """

    __slots__ = ("_leaves", "_nodes")

    def __init__(self) -> None:
        self._nodes = MAX_NODES
        self._leaves = MAX_LEAVES

    @property
    def leaves(self) -> int:
        """Leaves that may still be kept."""
        return self._leaves

    def spend_nodes(self, count: int) -> None:
        """Takes `count` values off the budget.

        Raises:
            CapExceededError: fewer are left.
        """
        self._nodes -= count
        if self._nodes < 0:
            raise CapExceededError(Cap.NODES)

    def spend_leaves(self, count: int) -> None:
        """Takes `count` leaves off the budget.

        Raises:
            CapExceededError: fewer are left.
        """
        self._leaves -= count
        if self._leaves < 0:
            raise CapExceededError(Cap.LEAVES)
