"""Which optional inputs a request makes needed.

Documents seldom say that one of several inputs is needed: ``/playlists/{id}/tracks`` takes the tracks to add as an
option, and a list of invoices the customer whose they are.
"""

from __future__ import annotations

from selector.linking.contract import is_open
from selector.linking.index import CatalogIndex, Need
from selector.linking.names import NAME_KIND
from selector.request.reading import Request


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
    if any(name.thing in nouns - known for name in request.names):
        return True
    empty = index.judgement(tool).changes and all(one.field.location == "path" for one in required)
    return empty and index.thing(tool) in nouns - known
