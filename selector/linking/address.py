"""Things that a path addresses by two parameters side by side: ``/repos/{owner}/{repo}``.

A request gives both in one word (``acme/website``), or the name of the thing alone, which is not enough to reach it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from selector.linking.costs import is_given
from selector.linking.index import CatalogIndex
from selector.linking.names import noun_stems
from selector.linking.needs import Need
from selector.linking.resources import path_parts
from selector.request.reading import Request
from selector.text import split_identifier

#: A thing by its owner's name and its own, as people write it; both hold a letter.
_PAIR: Final = re.compile(r" (?=[\w.-]*[a-z가-힣])[\w.-]+/(?=[\w.-]*[a-z가-힣])[\w.-]+(?= )")
#: Words with a stroke that are no address.
_NO_PAIR: Final = frozenset({"and/or", "he/she", "his/her", "n/a", "w/o", "yes/no", "either/or", "km/h"})


class Addresses:
    """What a request says of things that are addressed by two parameters.

    Attributes:
        given: the parameters of the target's path that it gives in one word.
    """

    def __init__(self, index: CatalogIndex, request: Request | None, target: str, filled: Collection[str]) -> None:
        self._index = index
        self._request = request
        self._filled = filled
        path = index.contracts[target].path if target in index else ""
        self.given = addressed(path, request.spoken) if request else frozenset[str]()

    def tells(self, consumer: str, need: Need) -> bool | None:
        """Return whether the request gives an input, as far as address and type tell; None if they tell nothing."""
        if self._request is None:
            return False
        if need.field.name in self.given and need.field.name in paired(self._index.contracts[consumer].path):
            return True
        if not need.references or self._lacks_neighbour(consumer, need) or is_mistyped(self._request, need):
            return False
        return None

    def _lacks_neighbour(self, consumer: str, need: Need) -> bool:
        """Tell whether an input addresses a thing together with one that nobody gives."""
        pair = paired(self._index.contracts[consumer].path)
        if need.field.name not in pair:
            return False
        others = (one for one in self._index.needs(consumer) if one.field.name in pair - {need.field.name})
        return not all(one.field.name in self._filled or self._is_spoken(one) for one in others)

    def _is_spoken(self, need: Need) -> bool:
        request = self._request
        named = f" {' '.join(split_identifier(need.field.name))} "
        return request is not None and (is_given(request, need.references) or named in request.spoken)


def is_mistyped(request: Request, need: Need) -> bool:
    """Tell whether what a request gives beside an input's thing is a name, where the input takes a number.

    ``restart the server web-01`` gives no number of a server.
    """
    if need.field.type not in {"integer", "number"}:
        return False
    nouns = {reference.noun for reference in need.references}
    beside = [
        value
        for word, value in pairwise(request.spoken.split())
        if not nouns.isdisjoint(noun_stems(word)) and any(letter.isdigit() for letter in value)
    ]
    return bool(beside) and not any(value.strip("#").isdigit() for value in beside)


def paired(path: str) -> frozenset[str]:
    """Return the parameters of a path that stand side by side.

    >>> sorted(paired("/repos/{owner}/{repo}/issues/{number}"))
    ['owner', 'repo']
    """
    parts = pairwise(path_parts(path))
    return frozenset(name for one, other in parts if one[1] and other[1] for name in (one[0], other[0]))


def addressed(path: str, spoken: str) -> frozenset[str]:
    """Return the parameters of a path that a request gives in one word.

    >>> sorted(addressed("/repos/{owner}/{repo}", " show the forks of acme/website "))
    ['owner', 'repo']
    >>> addressed("/repos/{owner}/{repo}", " show the forks and/or stars ")
    frozenset()
    """
    pairs = paired(path)
    if not pairs or "/" not in spoken:
        return frozenset()
    return pairs if any(match[0].strip() not in _NO_PAIR for match in _PAIR.finditer(spoken)) else frozenset()
