"""Chunks: a statement takes a bounded number of parameters, whatever the caller asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

_Item = TypeVar("_Item")

#: Items that one statement names: far below the 32,766 parameters of SQLite, even at several a piece.
CHUNK = 500


def chunks(items: Iterable[_Item], size: int = CHUNK) -> Iterator[list[_Item]]:
    """Cuts items into lists of at most `size`.

    >>> list(chunks("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    remaining = iter(items)
    while chunk := list(islice(remaining, size)):
        yield chunk
