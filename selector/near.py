"""An index of query families in which the near ones of a family are found without comparing it with all.

The prefix filter of set similarity joins (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007), in
its form for two terms (Wang, Li and Feng, "Can we beat the prefix filtering?", 2012): if terms are ordered from rare to
common, two sets with a Jaccard similarity of at least t, which share two terms or more, share two among the first
``n - ceil(t * n) + 2`` of each. So a family is filed under the pairs of its rarest terms only, and looked up under
them: two rare terms meet in few families, however many there are. Only families of three terms or more are near any.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from selector.families import NEAR, QueryFamily

_ROUNDING = 1e-9
#: Families of more terms have too many pairs: they are filed under single terms, of which they have rare ones.
_PAIRED = 12


class FamilyIndex:
    """The families of one collection; never changed once built."""

    __slots__ = ("_filed", "_frequency")

    def __init__(self, families: Iterable[QueryFamily]) -> None:
        listed = list(families)
        self._frequency = Counter(term for family in listed for term in dict.fromkeys(family.terms))
        self._filed: dict[tuple[str, ...], dict[int, list[tuple[frozenset[str], str]]]] = {}
        for family in listed:
            terms = frozenset(family.terms)
            for rare in self._rarest(terms, 2 if len(terms) <= _PAIRED else 1):
                self._filed.setdefault(rare, {}).setdefault(len(terms), []).append((terms, family.key))

    def near(self, family: QueryFamily) -> list[str]:
        """Return the keys of all families whose terms are similar enough to be near, each once, without its own."""
        terms = frozenset(family.terms)
        least, most = _least_shared(len(terms)), math.floor(len(terms) / NEAR + _ROUNDING)
        found: dict[str, None] = {}
        for together, sizes in (
            (2, range(least, min(most, _PAIRED) + 1)),
            (1, range(max(least, _PAIRED + 1), most + 1)),
        ):
            for rare in self._rarest(terms, together) if sizes else ():
                filed = self._filed.get(rare, {})
                for size, families in filed.items():
                    for other, key in families if size in sizes else ():
                        shared = len(terms & other)
                        if shared >= NEAR * (len(terms) + size - shared) - _ROUNDING:
                            found[key] = None
        found.pop(family.key, None)
        return list(found)

    def _rarest(self, terms: Iterable[str], together: int) -> Iterator[tuple[str, ...]]:
        ordered = sorted(terms, key=lambda term: (self._frequency[term], term))
        return combinations(ordered[: len(ordered) - _least_shared(len(ordered)) + together], together)


def _least_shared(size: int) -> int:
    """Return how many of its terms a family of this size shares at least with a near one.

    >>> [_least_shared(size) for size in (1, 3, 4, 10)]
    [1, 3, 3, 7]
    """
    return math.ceil(NEAR * size - _ROUNDING)
