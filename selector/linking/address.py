"""Which parameters of a path address a thing together, and whether a request gives them in one word."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from selector.linking.resources import path_parts

#: A resource by its owner's name and its own, as people write it: ``acme/website``. Both hold a letter.
_PAIR: Final = re.compile(r" (?=[\w.-]*[a-z가-힣])[\w.-]+/(?=[\w.-]*[a-z가-힣])[\w.-]+(?= )")
#: Words with a stroke that are no address.
_NO_PAIR: Final = frozenset({"and/or", "he/she", "his/her", "n/a", "w/o", "yes/no", "either/or", "km/h"})


def paired(path: str) -> frozenset[str]:
    """Return the parameters that stand side by side and so address one thing: ``/repos/{owner}/{repo}``.

    >>> sorted(paired("/repos/{owner}/{repo}/issues/{number}"))
    ['owner', 'repo']
    """
    parts = path_parts(path)
    found: set[str] = set()
    for (one, first), (other, second) in pairwise(parts):
        if first and second:
            found |= {one, other}
    return frozenset(found)


def addressed(path: str, spoken: str) -> frozenset[str]:
    """Return the parameters of a path that a request gives in one word, as ``owner/name``.

    >>> sorted(addressed("/repos/{owner}/{repo}", " show the forks of acme/website "))
    ['owner', 'repo']
    """
    pairs = paired(path)
    if not pairs or "/" not in spoken:
        return frozenset()
    return pairs if any(match[0].strip() not in _NO_PAIR for match in _PAIR.finditer(spoken)) else frozenset()
