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

from selector.linking.contract import Contract, is_open
from selector.linking.costs import is_given
from selector.linking.evidence import KINDRED, MENTION, Supply
from selector.linking.held import held_nouns
from selector.linking.index import CatalogIndex
from selector.linking.kinds import takes_names
from selector.linking.names import NAME_KIND, Reference, name_nouns
from selector.linking.needs import Traits
from selector.linking.prospects import Option
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
    """What the catalog alone tells of an output and of the call that gives it.

    Attributes:
        path: the path of its call.
        whole: the noun of what its object is a part of; empty if that is of its own kind.
        last: the noun that the path ends in.
        how: the other nouns there.
        around: the nouns of what the call must be given.
        indirect: the output is a part of something, or mentions another thing than that it stands in.
        own: the path says that the call reads what is of who asks.
        traits: what the call's inputs mean.
        mailed: all that the call takes of a name is an address of mail.
    """

    path: str
    whole: str
    last: str
    how: frozenset[str]
    around: frozenset[str]
    indirect: bool
    own: bool
    traits: Traits
    mailed: bool


#: Read once a catalog, as calls ask for them.
_STANDINGS: Final[WeakKeyDictionary[CatalogIndex, dict[Supply, _Standing]]] = WeakKeyDictionary()


class _Taker(NamedTuple):
    """A call that takes an output.

    Attributes:
        contract: its contract.
        field: the input that it fills.
        asks: what its required inputs refer to.
        around: what those of its path refer to.
        adds: the thing that it adds, if it does.
        twins: the things of which it takes two, if the input is of its path.
    """

    contract: Contract
    field: str
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
        pairs = [(option, self._standing(option.supply)) for option in options]
        named, listed = self._finds_by_name(pairs, self._named), self._lists(pairs)
        unfound = listed and not self._finds_by_name(pairs, self._called)
        taker = self._taker(consumer, field)
        found = []
        for option, standing in pairs:
            cost = self._of(option.supply, standing, taker, named=named)
            if listed:
                cost += _beside_list(option.supply, standing, unfound=unfound)
            found.append(Option(option.cost + cost, option.supply, option.edge))
        return sorted(found, key=lambda option: option.order)

    def _taker(self, consumer: str, field: str) -> _Taker:
        contract, needs = self._index.contracts[consumer], self._index.needs(consumer)
        twins = _twice([{one.noun for one in need.references} for need in needs if is_open(need.field)])
        return _Taker(
            contract,
            field,
            frozenset(one for need in needs if is_open(need.field) for one in need.references),
            frozenset(one for need in needs if need.field.location == "path" for one in need.references),
            self._index.thing(consumer) if contract.method in _ADDING else "",
            twins if "{" + field + "}" in contract.path else frozenset(),
        )

    def _standing(self, supply: Supply) -> _Standing:
        found = self._standings.get(supply)
        if found is None:
            found = self._standings[supply] = self._read_standing(supply)
        return found

    def _read_standing(self, supply: Supply) -> _Standing:
        noun, tool = supply.reference.noun, supply.tool
        path, traits = self._index.contracts[tool].path, self._index.traits(tool)
        nouns = next((name_nouns(part) for part, parameter in path_parts(path)[-1:] if not parameter), ())
        last = nouns[-1] if nouns else ""
        whole = whole_of(supply.path, self._index.thing(tool) or last)
        whole = "" if whole == noun else whole
        return _Standing(
            path=path,
            whole=whole,
            last=last,
            how=frozenset(nouns) - {noun},
            around=frozenset(reference.noun for need in traits.needs for reference in need.references),
            indirect=bool(whole) or supply.evidence in _INDIRECT,
            own=_is_own_path(path),
            traits=traits,
            mailed=self._takes_addresses(tool),
        )

    def _takes_addresses(self, tool: str) -> bool:
        fields = (need.field for need in self._index.needs(tool) if not need.references)
        naming = [one.name for one in fields if takes_names(one.name, one.kind, one.type)]
        return bool(naming) and all("mail" in name.casefold() for name in naming)

    def _of(self, supply: Supply, standing: _Standing, taker: _Taker, *, named: bool) -> float:
        noun = supply.reference.noun
        cost = _by_path(noun, standing, taker)
        if standing.whole:
            cost += self._by_part(standing)
        if standing.around == {noun}:
            cost += self._by_kind(standing)
        if self._self or self._owned or taker.twins:
            cost += self._by_owner(supply, standing, taker)
        if standing.traits.needs:
            cost += self._by_needs(noun, standing, taker)
        return cost + self._by_name(supply, standing, named=named)

    def _by_part(self, standing: _Standing) -> float:
        if standing.whole in self._owned and self._is_mine(standing):
            return _OWN_PART
        return 0.0 if standing.whole in self._spoken else _PART

    def _by_kind(self, standing: _Standing) -> float:
        if standing.whole:
            return _CONTAINED
        return _SAME_KIND if self._request and standing.how.isdisjoint(self._request.nouns) else 0.0

    def _by_owner(self, supply: Supply, standing: _Standing, taker: _Taker) -> float:
        noun = supply.reference.noun
        acts = noun in taker.twins
        if (self._self or acts) and not supply.listed and _is_self_path(standing.path):
            return 0.0 if standing.whole else _ACTOR if acts else _SELF
        if noun not in self._owned or standing.whole or not self._is_mine(standing):
            return 0.0
        if noun not in self._held:
            return _OWN
        return _OWN + (_OWN_PART if standing.own else 0.0) if taker.contract.name == self._target else 0.0

    def _is_mine(self, standing: _Standing) -> bool:
        """Tell whether a call reads what is of who asks: its path says so, or its one need is who asks."""
        needs = standing.traits.needs
        if standing.own or len(needs) != 1:
            return standing.own
        givers = (self._index.supplies(reference) for reference in needs[0].references)
        return any(
            not one.listed and (stands := self._standing(one)).own and not stands.whole
            for supplies in givers
            for one in supplies
        )

    def _by_needs(self, noun: str, standing: _Standing, taker: _Taker) -> float:
        """Return what speaks for a call that needs only what is needed anyway, and against adding what is there."""
        request, needs = self._request, standing.traits.needs
        if taker.adds == noun and any(not taker.around.isdisjoint(need.references) for need in needs):
            return _CONTAINED
        left = [need for need in needs if not (request and is_given(request, need.references))]
        shared = all(any(one in taker.asks and one.noun != noun for one in need.references) for need in left)
        return _SHARED if left and shared else 0.0

    def _finds_by_name(self, pairs: Iterable[tuple[Option, _Standing]], things: Container[str]) -> bool:
        """Tell whether some call finds one of some things by its name, and needs nothing."""
        return any(
            option.supply.reference.noun in things
            and not standing.indirect
            and standing.traits.takes_name
            and not standing.traits.needs
            and not standing.mailed
            for option, standing in pairs
        )

    def _lists(self, pairs: Iterable[tuple[Option, _Standing]]) -> bool:
        """Tell whether some call lists things of the very kind that the request calls by name, and needs nothing."""
        return any(
            option.supply.reference.noun in self._called
            and option.supply.listed
            and not standing.indirect
            and not standing.traits.needs
            for option, standing in pairs
        )

    def _by_name(self, supply: Supply, standing: _Standing, *, named: bool) -> float:
        request, noun, traits = self._request, supply.reference.noun, standing.traits
        if request is None:
            return 0.0
        if supply.reference.kind == NAME_KIND and noun in request.called and noun not in self._owned:
            return -_NAMELESS if traits.takes_name else _NAMELESS  # a name that is not enough to reach the thing
        if standing.mailed:
            return -_UNADDRESSED if "@" in request.spoken else _UNADDRESSED
        if traits.takes_name or not request.names:
            return _MISNAMED if noun in self._named and supply.evidence in _INDIRECT else 0.0
        if self._used_up and noun not in self._held and not traits.needs:
            return -_MISNAMED
        around = standing.around
        if around and all(map(is_person, around)) and any(name.agent and noun in name.never for name in request.names):
            return _DONE
        sidestep = named and noun in self._named and noun not in around
        given = bool(traits.needs) and all(is_given(request, need.references) for need in traits.needs)
        return _NAMELESS if sidestep or ("" in self._named and given) else 0.0


def _by_path(noun: str, standing: _Standing, taker: _Taker) -> float:
    taken = taker.contract
    cost = _NAMESAKE if standing.last == noun else 0.0
    if standing.path == taken.path:
        return cost + (_CONTAINED if taken.method in _ADDING else _COLLECTION if taken.method == "delete" else 0.0)
    return cost + (_COLLECTION if is_collection_of(standing.path, taken.path, taker.field) else 0.0)


def _beside_list(supply: Supply, standing: _Standing, *, unfound: bool) -> float:
    """Return what it counts that a list holds what the request names: it is read, if no call finds that by name."""
    if standing.indirect:
        return _MISNAMED
    traits = standing.traits
    return -_MISNAMED if unfound and supply.listed and not traits.takes_name and not traits.needs else 0.0


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
