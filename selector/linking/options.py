"""Which optional inputs a request makes needed.

Documents seldom say that one of several inputs is needed: ``/playlists/{id}/tracks`` takes the tracks to add as an
option, and a list of invoices the customer whose they are.
"""

from __future__ import annotations

import re
from typing import Final

from selector.linking.contract import is_open
from selector.linking.index import CatalogIndex
from selector.linking.names import NAME_KIND, noun_stems
from selector.linking.needs import Need
from selector.request.reading import Request

#: What a result is made from: ``suggest a recipe based on my last purchase``.
_BASIS: Final = re.compile(r" (?:based on|according to|starting from|similar to|seeded (?:by|with))((?: \S+){1,4})")


def based_on(spoken: str) -> frozenset[str]:
    """Return the nouns of what a request asks to go by.

    >>> sorted(based_on(" suggest recipes based on my purchases "))
    ['my', 'purchas']
    """
    return frozenset(
        noun for match in _BASIS.finditer(spoken) for word in match[1].split() for noun in noun_stems(word)
    )


def asks_for_option(index: CatalogIndex, request: Request, tool: str, need: Need) -> bool:
    """Tell whether a request asks for an optional input of its target.

    It does if it names a thing of the kind that the input identifies (``invoices of the customer Ada``), or if the
    call changes a collection and nothing else says which of its things it is about.
    """
    nouns = {reference.noun for reference in need.references if reference.kind != NAME_KIND}
    if not nouns:
        return False
    required = [one for one in index.needs(tool) if is_open(one.field)]
    known = {reference.noun for one in required for reference in one.references}
    wanted = nouns - known
    if any(name.thing in wanted for name in request.names) or not wanted.isdisjoint(based_on(request.spoken)):
        return True
    empty = index.judgement(tool).changes and all(_is_around(one, need) for one in required)
    return empty and index.thing(tool) in wanted


def _is_around(required: Need, need: Need) -> bool:
    """Tell whether a required input is of the path, or the object of the body in which another stands."""
    return required.field.location == "path" or f".{required.field.name}" in need.field.place
