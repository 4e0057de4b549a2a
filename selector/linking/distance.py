"""How far an output stands from what an input asks for: in the very collection of the path, or as a part of something.

A list of albums gives albums; a track's album is a part of the track, and who asks for albums and speaks of no track
does not mean it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from selector.linking.chains import Option, is_given
from selector.linking.evidence import KINDRED, MENTION, Supply
from selector.linking.index import CatalogIndex
from selector.linking.names import NAME_KIND, Reference, name_nouns
from selector.linking.resources import is_pronoun, path_parts
from selector.linking.standing import is_collection_of, whole_of
from selector.request.definite import own_nouns
from selector.request.reading import Request

#: What speaks for the collection that a call's path leads through, and against a part of what is not spoken of.
_COLLECTION, _PART = -0.3, 0.3
#: What speaks for a part of what is one's own (``the artist of my favourite track``), where a service keeps that.
_OWN: Final = -2.0
#: What speaks against a call that takes no name and needs nothing else, where a name is said of which nothing is told.
_NAMELESS: Final = 0.6
#: What speaks against a call that leads from a thing to others of its kind, where the request has no word for how.
_SAME_KIND: Final = 0.6
#: What speaks against adding to a collection what is in it, and against going from a thing to itself as its own part.
_CONTAINED: Final = 1.5


class Distances:
    """How far outputs stand from what one request asks for, as costs (`selector.linking.chains`)."""

    def __init__(self, index: CatalogIndex, request: Request | None, target: str) -> None:
        self._index = index
        self._request = request
        self._spoken = (request.nouns if request else frozenset[str]()) - {index.thing(target)}
        self._owned = own_nouns(request.spoken) if request else frozenset[str]()
        self._named = frozenset(name.thing for name in request.names) if request else frozenset[str]()
        self._unsaid = request is not None and any(not name.thing for name in request.names)

    def nearest(self, options: Iterable[Option], consumer: str, field: str) -> list[Option]:
        """Return producers of an input in order when it counts where their outputs stand."""
        options = list(options)
        named = self._finds_by_name([option.supply for option in options])
        found = [
            option._replace(
                cost=option.cost
                + self._of(option.supply, consumer, field)
                + (_NAMELESS if named and self._is_sidestep(option.supply) else 0.0)
            )
            for option in options
        ]
        return sorted(found, key=lambda option: option.order)

    def _finds_by_name(self, supplies: Iterable[Supply]) -> bool:
        """Tell whether some call finds things of the very kind that the request calls by name."""
        return any(
            one.reference.noun in self._named
            and one.evidence not in {MENTION, KINDRED}
            and self._index.traits(one.tool).takes_name
            for one in supplies
        )

    def _is_sidestep(self, supply: Supply) -> bool:
        """Tell whether a call leads to a thing from others though the thing itself is called by name."""
        traits = self._index.traits(supply.tool)
        around = {reference.noun for need in traits.needs for reference in need.references}
        return supply.reference.noun in self._named and supply.reference.noun not in around and not traits.takes_name

    def _of(self, supply: Supply, consumer: str, field: str) -> float:
        path = self._index.contracts[supply.tool].path
        whole = whole_of(supply.path, self._index.thing(supply.tool))
        taker = self._index.contracts[consumer]
        taken = taker.method == "delete" and path == taker.path
        cost = _COLLECTION if taken or is_collection_of(path, taker.path, field) else 0.0
        mine = any(is_pronoun(part) for part, _ in path_parts(path))
        if whole and whole != supply.reference.noun:
            cost += _OWN if mine and whole in self._owned else 0.0 if whole in self._spoken else _PART
        elif mine and supply.reference.noun in self._owned:
            cost += _OWN / 2
        around = {reference.noun for need in self._index.traits(supply.tool).needs for reference in need.references}
        if around == {supply.reference.noun} and whole != supply.reference.noun:
            cost += _CONTAINED if whole else 0.0 if self._says_how(path, supply.reference.noun) else _SAME_KIND
        if self._is_contained(supply, consumer):
            cost += _CONTAINED
        if supply.reference.kind == NAME_KIND and self._is_called(supply.reference):
            return cost + (-_NAMELESS if self._index.traits(supply.tool).takes_name else _NAMELESS)
        return cost + (_NAMELESS if self._unsaid and self._is_nameless(supply.tool) else 0.0)

    def _is_contained(self, supply: Supply, consumer: str) -> bool:
        """Tell whether a call that adds to a collection would add what the producer finds in the same collection."""
        index = self._index
        if index.contracts[consumer].method not in {"post", "put"} or index.thing(consumer) != supply.reference.noun:
            return False
        around = {one for need in index.needs(consumer) if need.field.location == "path" for one in need.references}
        return any(not around.isdisjoint(need.references) for need in index.traits(supply.tool).needs)

    def _says_how(self, path: str, thing: str) -> bool:
        """Tell whether the request has a word of what a path ends in, beside the thing: ``/artists/{id}/related``."""
        parts = path_parts(path)[-1:]
        words = {noun for part, parameter in parts if not parameter for noun in name_nouns(part)} - {thing}
        return self._request is None or not words.isdisjoint(self._request.nouns)

    def _is_called(self, reference: Reference) -> bool:
        """The name of a thing is said and is not enough to reach it; whose own it is, is found among one's own."""
        request = self._request
        return request is not None and reference.noun in request.called and reference.noun not in self._owned

    def _is_nameless(self, tool: str) -> bool:
        traits = self._index.traits(tool)
        request = self._request
        needs = traits.needs if request else ()
        return not traits.takes_name and bool(needs) and all(request and is_given(request, need) for need in needs)
