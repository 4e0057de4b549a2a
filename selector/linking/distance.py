"""How far an output stands from what an input asks for, beside what its call costs.

Rules of REST: a path leads through the collection from which it chooses; an object that stands in another is its part;
who has what a call needs has what another call needs by the same name; a service tells under ``/me`` who asks. Rules of
speech: a thing that is called by its name is found by its name, and ``my`` things are read where one's own are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from selector.linking.chains import Option, is_given
from selector.linking.contract import Contract, is_open
from selector.linking.evidence import KINDRED, MENTION, Supply
from selector.linking.held import held_nouns
from selector.linking.index import CatalogIndex
from selector.linking.kinds import takes_names
from selector.linking.names import NAME_KIND, Reference, name_nouns
from selector.linking.resources import is_pronoun, path_parts
from selector.linking.standing import is_collection_of, whole_of
from selector.request.definite import own_nouns, speaks_of_self
from selector.request.reading import Request
from selector.request.words import is_person

#: What speaks for the collection that a path leads through, and for one that is called what it holds.
_COLLECTION, _NAMESAKE = -0.3, -0.15
#: What speaks against a part of what is not spoken of, and for a part of one's own.
_PART, _OWN_PART = 0.3, -2.0
#: What speaks for what is one's own and for who asks, where a service keeps that under a path of its own.
_OWN, _SELF = -1.0, -1.0
#: What speaks for who asks, where a call takes two of a kind: one who acts, by its path, and one who is acted on.
_ACTOR: Final = -2.5
#: What speaks against a call that leads from a thing to others of its kind, where the request has no word for how.
_SAME_KIND: Final = 0.6
#: What speaks against adding to a collection what is in it, and against going from a thing to itself as its own part.
_CONTAINED: Final = 1.5
_INDIRECT: Final = frozenset({MENTION, KINDRED})
_ABOUT_SELF: Final = frozenset({"profile", "info", "account", "details"})
_ADDING: Final = frozenset({"post", "put"})
#: What speaks for a call that needs nothing but what is needed anyway.
_SHARED: Final = -0.9
#: What speaks against a call that takes no name where one is said, and against one that takes that of another thing.
_NAMELESS, _MISNAMED = 0.6, 1.2
#: What speaks against a call that takes an address of mail, where none is given; for it, where one is.
_UNADDRESSED: Final = 2.0
#: What speaks for a call that leads from people to what they have or did (``Ada's last concert``, ``concerts by Ada``).
_DONE: Final = -0.4


class _Standing(NamedTuple):
    """What the catalog alone tells of an output.

    Attributes:
        whole: the noun of what its object is a part of; empty if that is of its own kind.
        last: the noun that its call's path ends in.
        how: the other nouns there.
        around: the nouns of what its call must be given.
    """

    whole: str
    last: str
    how: frozenset[str]
    around: frozenset[str]


#: Read once a catalog, as calls ask for them.
_STANDINGS: Final[WeakKeyDictionary[CatalogIndex, dict[Supply, _Standing]]] = WeakKeyDictionary()


class _Taker(NamedTuple):
    """A call that takes an output.

    Attributes:
        contract: its contract.
        asks: what its required inputs refer to.
        around: what those of its path refer to.
        adds: the thing that it adds, if it does.
        twins: the things of which it takes two.
    """

    contract: Contract
    asks: frozenset[Reference]
    around: frozenset[Reference]
    adds: str
    twins: frozenset[str]


class Distances:
    """How far outputs stand from what one request asks for, as costs (`selector.linking.chains`)."""

    def __init__(self, index: CatalogIndex, request: Request | None, target: str) -> None:
        self._index = index
        self._standings = _STANDINGS.setdefault(index, {})
        self._request = request
        spoken = request.spoken if request else ""
        names = request.names if request else ()
        self._spoken = (request.nouns if request else frozenset[str]()) - {index.thing(target)}
        self._owned = own_nouns(spoken)
        adds = target in index and index.contracts[target].method in _ADDING
        self._named = frozenset(name.thing or (index.thing(target) if adds else "") for name in names)
        self._called = self._named | (request.called if request else frozenset[str]())
        self._held = held_nouns(index, target)
        self._target = target
        #: All names are those of what is changed; nothing else is named.
        self._used_up = bool(names) and all(name.thing in self._held for name in names)
        self._self = not names and (bool(self._owned) or speaks_of_self(spoken))

    def nearest(self, options: Iterable[Option], consumer: str, field: str) -> list[Option]:
        """Return producers of an input in order when it counts where their outputs stand."""
        options = list(options)
        supplies = [option.supply for option in options]
        named, listed = self._finds_by_name(supplies, self._named), self._lists(supplies)
        found_by_name = listed and self._finds_by_name(supplies, self._called)
        taker = self._taker(consumer)
        found = [
            option._replace(
                cost=option.cost
                + self._of(option.supply, taker, field, named=named)
                + (self._beside_list(option.supply, named=found_by_name) if listed else 0.0)
            )
            for option in options
        ]
        return sorted(found, key=lambda option: option.order)

    def _taker(self, consumer: str) -> _Taker:
        contract, needs = self._index.contracts[consumer], self._index.needs(consumer)
        return _Taker(
            contract,
            frozenset(one for need in needs if is_open(need.field) for one in need.references),
            frozenset(one for need in needs if need.field.location == "path" for one in need.references),
            self._index.thing(consumer) if contract.method in _ADDING else "",
            _twice([{one.noun for one in need.references} for need in needs if is_open(need.field)]),
        )

    def _of(self, supply: Supply, consumer: _Taker, field: str, *, named: bool) -> float:
        cost = self._by_path(supply, consumer.contract, field) + self._by_part(supply) + self._by_kind(supply)
        cost += self._by_owner(supply, consumer, field) + self._by_needs(supply, consumer)
        return cost + self._by_name(supply, named=named)

    def _by_path(self, supply: Supply, taken: Contract, field: str) -> float:
        given = self._index.contracts[supply.tool]
        same = given.path == taken.path
        cost = _NAMESAKE if self._standing(supply).last == supply.reference.noun else 0.0
        if same and taken.method in _ADDING:
            return cost + _CONTAINED
        collected = (same and taken.method == "delete") or is_collection_of(given.path, taken.path, field)
        return cost + (_COLLECTION if collected else 0.0)

    def _standing(self, supply: Supply) -> _Standing:
        found = self._standings.get(supply)
        if found is None:
            found = self._standings[supply] = self._read_standing(supply)
        return found

    def _read_standing(self, supply: Supply) -> _Standing:
        noun, tool = supply.reference.noun, supply.tool
        end = [
            name_nouns(part) for part, parameter in path_parts(self._index.contracts[tool].path)[-1:] if not parameter
        ]
        nouns = end[0] if end else ()
        last = nouns[-1] if nouns else ""
        whole = whole_of(supply.path, self._index.thing(tool) or last)
        needs = self._index.traits(tool).needs
        around = frozenset(reference.noun for need in needs for reference in need.references)
        return _Standing("" if whole == noun else whole, last, frozenset(nouns) - {noun}, around)

    def _whole(self, supply: Supply) -> str:
        """Return the noun of what an output's object is a part of, empty if that is of its own kind."""
        return self._standing(supply).whole

    def _by_part(self, supply: Supply) -> float:
        whole = self._whole(supply)
        if not whole:
            return 0.0
        if whole in self._owned and self._is_mine(supply.tool):
            return _OWN_PART
        return 0.0 if whole in self._spoken else _PART

    def _by_kind(self, supply: Supply) -> float:
        standing = self._standing(supply)
        if standing.around != {supply.reference.noun}:
            return 0.0
        if standing.whole:
            return _CONTAINED
        return _SAME_KIND if self._request and standing.how.isdisjoint(self._request.nouns) else 0.0

    def _by_owner(self, supply: Supply, consumer: _Taker, field: str) -> float:
        tool = supply.tool
        acts = supply.reference.noun in consumer.twins and "{" + field + "}" in consumer.contract.path
        if (self._self or acts) and not supply.listed and _is_self_path(self._index.contracts[tool].path):
            return 0.0 if self._whole(supply) else _ACTOR if acts else _SELF
        noun = supply.reference.noun
        if noun not in self._owned or self._whole(supply) or not self._is_mine(tool):
            return 0.0
        if noun not in self._held:
            return _OWN
        direct = _is_own_path(self._index.contracts[tool].path)
        return _OWN + (_OWN_PART if direct else 0.0) if consumer.contract.name == self._target else 0.0

    def _is_mine(self, tool: str) -> bool:
        """Tell whether a call reads what is of who asks: its path says so, or its one need is who asks."""
        if _is_own_path(self._index.contracts[tool].path):
            return True
        needs = self._index.traits(tool).needs
        givers = (one for need in needs[:1] for reference in need.references for one in self._index.supplies(reference))
        return len(needs) == 1 and any(
            not one.listed and _is_own_path(self._index.contracts[one.tool].path) and not self._whole(one)
            for one in givers
        )

    def _by_needs(self, supply: Supply, consumer: _Taker) -> float:
        """Return what speaks for a call that needs only what is needed anyway, and against adding what is there."""
        request, needs = self._request, self._index.traits(supply.tool).needs
        if not needs:
            return 0.0
        if consumer.adds == supply.reference.noun and any(
            not consumer.around.isdisjoint(need.references) for need in needs
        ):
            return _CONTAINED
        left = [need for need in needs if not (request and is_given(request, need))]
        noun = supply.reference.noun
        shared = all(any(one in consumer.asks and one.noun != noun for one in need.references) for need in left)
        return _SHARED if left and shared else 0.0

    def _takes_addresses(self, tool: str) -> bool:
        """Tell whether all that a call takes of a name is an address of mail."""
        fields = (need.field for need in self._index.needs(tool) if not need.references)
        naming = [one.name for one in fields if takes_names(one.name, one.kind, one.type)]
        return bool(naming) and all("mail" in name.casefold() for name in naming)

    def _finds_by_name(self, supplies: Iterable[Supply], things: Container[str]) -> bool:
        """Tell whether some call finds one of some things by its name, and needs nothing."""
        return any(
            one.reference.noun in things
            and not self._is_indirect(one)
            and self._index.traits(one.tool).takes_name
            and not self._index.traits(one.tool).needs
            and not self._takes_addresses(one.tool)
            for one in supplies
        )

    def _beside_list(self, supply: Supply, *, named: bool) -> float:
        """Return what it counts that a list holds what the request names: it is read, if no call finds that by name."""
        if self._is_indirect(supply):
            return _MISNAMED
        traits = self._index.traits(supply.tool)
        return 0.0 if named or not supply.listed or traits.takes_name or traits.needs else -_MISNAMED

    def _is_indirect(self, supply: Supply) -> bool:
        return supply.evidence in _INDIRECT or bool(self._whole(supply))

    def _lists(self, supplies: Iterable[Supply]) -> bool:
        """Tell whether some call lists things of the very kind that the request calls by name, and needs nothing."""
        return any(
            one.reference.noun in self._called
            and not self._is_indirect(one)
            and one.listed
            and not self._index.traits(one.tool).needs
            for one in supplies
        )

    def _by_name(self, supply: Supply, *, named: bool) -> float:
        request, noun, traits = self._request, supply.reference.noun, self._index.traits(supply.tool)
        if request is None:
            return 0.0
        if supply.reference.kind == NAME_KIND and noun in request.called and noun not in self._owned:
            return -_NAMELESS if traits.takes_name else _NAMELESS  # a name that is not enough to reach the thing
        if traits.takes_name and self._takes_addresses(supply.tool):
            return -_UNADDRESSED if "@" in request.spoken else _UNADDRESSED
        if traits.takes_name:
            return _MISNAMED if noun in self._named and supply.evidence in _INDIRECT else 0.0
        if self._used_up and noun not in self._held and not traits.needs:
            return -_MISNAMED
        around = self._standing(supply).around
        if around and all(map(is_person, around)) and any(name.agent and noun in name.never for name in request.names):
            return _DONE
        sidestep = named and noun in self._named and noun not in around
        given = bool(traits.needs) and all(is_given(request, need) for need in traits.needs)
        return _NAMELESS if sidestep or ("" in self._named and given) else 0.0


def _twice(groups: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return what stands in several groups."""
    counted = Counter(noun for group in groups for noun in group)
    return frozenset(noun for noun, times in counted.items() if times > 1)


def _is_own_path(path: str) -> bool:
    return any(is_pronoun(part) for part, _ in path_parts(path))


def _is_self_path(path: str) -> bool:
    """Tell whether a path leads to who asks: ``/users/me``, ``/me/profile``."""
    parts = [part for part, _ in path_parts(path)]
    own = parts[-2:-1] if parts[-1:] and parts[-1].casefold() in _ABOUT_SELF else parts[-1:]
    return any(map(is_pronoun, own))
