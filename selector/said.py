"""What a request says of inputs: that it gives their values, or asks to find what they identify."""

from __future__ import annotations

from functools import cached_property

from selector.linking.address import Addresses, paired
from selector.linking.contract import is_open
from selector.linking.costs import is_given
from selector.linking.evidence import STATED
from selector.linking.index import CatalogIndex
from selector.linking.names import read_references
from selector.linking.needs import Need
from selector.linking.options import asks_for_option
from selector.linking.prospects import Option
from selector.request.definite import singles_out
from selector.request.reading import Request


class Said:
    """What one request says, read where an input may be filled from it.

    Args:
        index: the catalog.
        query: the request, if there is one.
        target: the tool that is to be called in the end.
        filled: inputs whose values are there.
    """

    def __init__(self, index: CatalogIndex, query: str | None, target: str, filled: frozenset[str]) -> None:
        self._index = index
        self._query = query
        self._target = target
        self._filled = filled

    @cached_property
    def request(self) -> Request | None:
        """The request, read where an input may be filled from it."""
        return None if self._query is None else self._index.request(self._query)

    @cached_property
    def addresses(self) -> Addresses:
        """What the request says of things that a path addresses by two parameters."""
        return Addresses(self._index, self.request, self._target, self._filled)

    def gives(self, consumer: str, need: Need) -> bool:
        """Tell whether the request gives the value of an input; a value without a name is the only open one's."""
        beside = need.field.name in paired(self._index.contracts[consumer].path)
        request = self.request if need.references or beside else None
        told = self.addresses.tells(consumer, need) if request else False
        if request is None or told is not None:
            return bool(told)
        if is_given(request, need.references):
            return True
        if consumer != self._target or not request.loose:
            return False
        open_needs = [one for one in self._index.needs(self._target) if is_open(one.field) and one.references]
        left = [
            one for one in open_needs if one.field.name not in self._filled and not is_given(request, one.references)
        ]
        return len(left) == 1 and left[0] == need

    def asks_for_optional(self, need: Need) -> bool:
        """An optional input is needed where an earlier step of the request finds what it identifies."""
        request = self.request if need.references else None
        if request is not None and asks_for_option(self._index, request, self._target, need):
            return True
        if (
            request is None
            or not request.finds
            or len(request.query.acts) < 2
            or request.query.acts[-1].action == "search"
        ):
            return False
        own = any(not reference.thing for reference in read_references(need.field.name))
        return not own and any(reference.noun in request.nouns for reference in need.references)

    def asks_to_find(self, need: Need, option: Option) -> bool:
        """Whether the request asks to find, or names, what a producer gives; what is stated needs no asking."""
        request = self.request
        if request is None or option.supply.evidence == STATED or request.finds or request.names:
            return True
        if request.by_id:
            return False
        if singles_out(request.spoken):
            return True
        around = {self._index.thing(option.supply.tool), *(reference.noun for reference in need.references)}
        around |= {
            one.noun
            for parent in self._index.needs(option.supply.tool)
            for one in parent.references
            if parent.field.required
        }
        return not around.isdisjoint(request.nouns)
