"""An index of query families in which the near ones of a family are found without comparing it with all.

The prefix filter of set similarity joins (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007): if
terms are ordered from rare to common, two sets with a Jaccard similarity of at least t share a term among the first
``n - ceil(t * n) + 1`` of each. So a family is filed under its rarest terms only, and looked up under its rarest terms.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from selector.families import NEAR, QueryFamily

_ROUNDING = 1e-9


class FamilyIndex:
    """The families of one collection; never changed once built."""

    __slots__ = ("_filed", "_frequency")

    def __init__(self, families: Iterable[QueryFamily]) -> None:
        listed = list(families)
        self._frequency = Counter(term for family in listed for term in dict.fromkeys(family.terms))
        self._filed: dict[tuple[str, int], list[tuple[frozenset[str], str]]] = {}
        for family in listed:
            terms = frozenset(family.terms)
            for term in self._rarest(family.terms):
                self._filed.setdefault((term, len(terms)), []).append((terms, family.key))

    def near(self, family: QueryFamily) -> list[str]:
        """Return the keys of all families whose terms are similar enough to be near, each once, without its own."""
        terms = frozenset(family.terms)
        sizes = range(_least_shared(len(terms)), math.floor(len(terms) / NEAR + _ROUNDING) + 1)
        found: dict[str, None] = {}
        for term in self._rarest(family.terms):
            for size in sizes:
                for other, key in self._filed.get((term, size), ()):
                    shared = len(terms & other)
                    if shared >= NEAR * (len(terms) + size - shared) - _ROUNDING:
                        found[key] = None
        found.pop(family.key, None)
        return list(found)

    def _rarest(self, terms: Sequence[str]) -> list[str]:
        ordered = sorted(dict.fromkeys(terms), key=lambda term: (self._frequency[term], term))
        return ordered[: len(ordered) - _least_shared(len(ordered)) + 1]


def _least_shared(size: int) -> int:
    """Return how many of its terms a family of this size shares at least with a near one.

    >>> [_least_shared(size) for size in (1, 3, 4, 10)]
    [1, 3, 3, 7]
    """
    return math.ceil(NEAR * size - _ROUNDING)
