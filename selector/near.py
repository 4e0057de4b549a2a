"""An index of query families in which the near ones of a family are found without comparing it with all.

The prefix filter of set similarity joins (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007), in
its form for two terms (Wang, Li and Feng, "Can we beat the prefix filtering?", 2012): if terms are ordered from rare to
common, two sets with a Jaccard similarity of at least t, which share two terms or more, share two among the first
``n - ceil(t * n) + 2`` of each. So a family is filed under the pairs of its rarest terms only, and looked up under
them. It is filed by the target that is learned for it, too: however many suggestions there are, and however few words
their families are made of, a request meets those of the tools that it asks about. Only families of three terms or more
are near any.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from selector.families import NEAR, QueryFamily

_ROUNDING = 1e-9
#: Families of more terms have too many pairs: they are filed under single terms, of which they have rare ones.
_PAIRED = 12


class FamilyIndex:
    """The families of one collection by what is learned of them; never changed once built.

    Args:
        learned: names, and for each a family of which something is learned for it.
    """

    __slots__ = ("_filed", "_frequency")

    def __init__(self, learned: Iterable[tuple[str, QueryFamily]]) -> None:
        listed = list(learned)
        terms_of = {family.key: frozenset(family.terms) for _, family in listed}
        self._frequency = Counter(term for terms in terms_of.values() for term in terms)
        self._filed: dict[tuple[str, ...], list[tuple[frozenset[str], str]]] = {}
        for name, family in listed:
            terms = terms_of[family.key]
            for rare in self._rarest(terms, 2 if len(terms) <= _PAIRED else 1):
                self._filed.setdefault((name, *rare), []).append((terms, family.key))

    def near(self, family: QueryFamily, names: Collection[str]) -> list[tuple[str, str]]:
        """Return what is learned for these names of near families: name and the family's key, each once.

        Near are the families whose terms are similar enough, the family itself apart. The cost grows with what is
        learned for these names, not with what is learned for others.
        """
        terms = frozenset(family.terms)
        least, most = _least_shared(len(terms)), math.floor(len(terms) / NEAR + _ROUNDING)
        found: dict[tuple[str, str], None] = {}
        for together, low, high in ((2, least, min(most, _PAIRED)), (1, max(least, _PAIRED + 1), most)):
            rarest = self._rarest(terms, together) if low <= high else ()
            for at in [(name, *rare) for rare in rarest for name in names]:
                for other, key in self._filed.get(at, ()):
                    shared = len(terms & other) if low <= len(other) <= high else 0
                    if shared and shared >= NEAR * (len(terms) + len(other) - shared) - _ROUNDING:
                        found[at[0], key] = None
        return [(name, key) for name, key in found if key != family.key]

    def _rarest(self, terms: Iterable[str], together: int) -> Iterator[tuple[str, ...]]:
        ordered = sorted(terms, key=lambda term: (self._frequency.get(term, 0), term))
        return combinations(ordered[: len(ordered) - _least_shared(len(ordered)) + together], together)


def _least_shared(size: int) -> int:
    """Return how many of its terms a family of this size shares at least with a near one.

    >>> [_least_shared(size) for size in (1, 3, 4, 10)]
    [1, 3, 3, 7]
    """
    return math.ceil(NEAR * size - _ROUNDING)
