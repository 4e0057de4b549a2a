"""Lists of words, written as the words they are."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, split at white space.

    >>> sorted(words("api key api"))
    ['api', 'key']
    """
    return frozenset(text.split())
