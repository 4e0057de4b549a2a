"""Lists of words, written as text."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """Return the words of a list.

    >>> words("the a an")
    ('the', 'a', 'an')
    """
    return tuple(text.split())
