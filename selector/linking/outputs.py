"""What the outputs of a catalog's tools identify, by the thing, by tag and by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from selector.linking.contract import Contract, Output, is_open
from selector.linking.evidence import CONFIDENCE, MENTION, NAMED, OWN, SHAPED, TAGGED, Supply
from selector.linking.names import NAME_KIND, Reference, bare_reference, is_plural, read_references
from selector.linking.needs import Need
from selector.linking.referents import chosen_things, completed
from selector.linking.resources import (
    Known,
    Place,
    container_nouns,
    is_collected,
    own_thing,
    place_of,
    said_thing,
    tool_thing,
)
from selector.linking.shapes import learn_shapes, shape_thing
from selector.linking.standing import outermost
from selector.text import split_identifier

#: A field name that more tools give than this is no clue to anything, not even to an ambiguity.
_WEAK_LIMIT: Final = 8
#: Of outputs that only share a noun so many are looked at.
_KINDRED_LIMIT: Final = 32

_ByThing = Mapping[tuple[tuple[str, ...], str], tuple[Supply, ...]]


class _Object(NamedTuple):
    """An object of a response: its outputs, where it stands, and what it is said to be."""

    tool: str
    place: Place
    outputs: tuple[Output, ...]
    thing: tuple[str, ...]
    fields: frozenset[str]


class Outputs:
    """The outputs of a catalog; never changed once made.

    Attributes:
        known: the nouns of the things that some tool's input refers to.
    """

    def __init__(self, contracts: Mapping[str, Contract], needs: Mapping[str, Sequence[Need]]) -> None:
        self._contracts = contracts
        self._needs = needs
        references = [reference for listed in needs.values() for need in listed for reference in need.references]
        self._wanted = frozenset(references)
        self.known = frozenset(reference.noun for reference in references)
        self._known = Known(frozenset(reference.thing for reference in references), self.known)
        self._things = {name: tool_thing(contract, self._known) for name, contract in contracts.items()}
        self._exact, self._longer = self._index_things(outermost(self._index_supplies()))
        self._weak = self._index_names()
        self._tags = self._index_tags()

    def thing(self, name: str) -> str:
        """Return the noun of the thing that a tool is about; empty if none is known."""
        return next(iter(self._things.get(name, ())[-1:]), "")

    def supplies(self, reference: Reference) -> tuple[Supply, ...]:
        """Return every output that gives what a reference refers to, in a fixed order."""
        return self._exact.get(reference, ())

    def kindred(self, reference: Reference) -> tuple[Supply, ...]:
        """Return outputs of a thing that only has a word more or less: ``source_account_id`` is an account's."""
        thing, kind = reference
        shorter = (self._exact.get((thing[cut:], kind), ()) for cut in range(1, len(thing)))
        longer = self._longer.get((thing, kind), ())
        return tuple(chain(*shorter, longer))[:_KINDRED_LIMIT]

    def tagged(self, tag: str) -> tuple[Supply, ...]:
        """Return every output that carries a semantic tag."""
        return self._tags.get(_fold(tag), ()) if tag else ()

    def namesakes(self, name: str) -> tuple[str, ...]:
        """Return tools that give a field of this name: a weak match, never more than a hint."""
        return self._weak.get(_fold(name), ())

    def _index_supplies(self) -> Iterator[Supply]:
        objects = [one for contract in self._contracts.values() for one in self._objects(contract)]
        shapes = learn_shapes((" ".join(one.thing), one.fields) for one in objects)
        for one in objects:
            thing = one.thing or own_thing(tuple(shape_thing(one.fields, shapes).split()), one.outputs)
            yield from self._object_supplies(one, thing, shaped=not one.thing)
            if one.place.listed and not one.place.container:
                for noun in chosen_things(self._contracts[one.tool], self.known):
                    others = self._object_supplies(one, (noun,), shaped=True)
                    yield from (other for other in others if thing[-1:] != (noun,) == other.reference.thing)

    def _index_things(self, supplies: Iterable[Supply]) -> tuple[_ByThing, _ByThing]:
        """Index outputs by their thing, and by each shorter form of it."""
        exact: dict[Reference, list[Supply]] = {}
        longer: dict[Reference, list[Supply]] = {}
        for supply in sorted(supplies, key=self._promise):
            thing, kind = supply.reference
            exact.setdefault(supply.reference, []).append(supply)
            for cut in range(1, len(thing)):
                listed = longer.setdefault(Reference(thing[cut:], kind), [])
                if len(listed) < _KINDRED_LIMIT:
                    listed.append(supply)
        return _frozen(exact), _frozen(longer)

    def _promise(self, supply: Supply) -> tuple[bool, float, int, str, str]:
        """Order outputs by what they promise before any request: the strongest evidence, the fewest needs."""
        open_needs = sum(is_open(need.field) and bool(need.references) for need in self._needs[supply.tool])
        return (supply.echo, -CONFIDENCE[supply.evidence], open_needs, supply.tool, supply.path)

    def _objects(self, contract: Contract) -> Iterator[_Object]:
        groups: dict[tuple[str, str], list[Output]] = {}
        for output in contract.outputs:
            groups.setdefault((place_of(output.path).parent, output.schema), []).append(output)
        for (parent, schema), outputs in groups.items():
            place = place_of(outputs[0].path)
            inherited = any(schema == other and _is_inside(parent, outer) for outer, other in groups)
            named = "" if inherited else schema
            said = said_thing(named, place, self._things[contract.name], self._known, contract.path)
            thing = own_thing(said, outputs)
            shaped = () if is_collected(named, contract.path) else outputs
            fields = frozenset(output.name for output in shaped if output.name.casefold() != "id")
            yield _Object(contract.name, place, tuple(outputs), thing, fields)

    def _object_supplies(self, one: _Object, thing: tuple[str, ...], *, shaped: bool) -> Iterator[Supply]:
        needs = [need for need in self._needs[one.tool] if is_open(need.field)]
        own = {reference for need in needs for reference in need.references}
        asked = {reference for need in needs if is_plural(need.field.name) for reference in need.references}
        for output in one.outputs:
            for reference in read_references(output.name) or bare_reference(output.name):
                for full in completed(reference, thing, self.known):
                    if full.noun not in self.known or (full.kind == NAME_KIND and full not in self._wanted):
                        continue
                    listed = place_of(output.path).listed
                    held = bool(reference.thing) and full.noun in container_nouns(one.place.container)
                    owner = held or full.noun in thing[-1:]
                    tier = (
                        MENTION if not owner else SHAPED if shaped and not held else NAMED if reference.thing else OWN
                    )
                    echo = full in own and (full.kind == NAME_KIND or full in asked or not (owner and listed))
                    yield Supply(
                        one.tool,
                        output.path,
                        output.name,
                        full,
                        tier,
                        one.place.listed,
                        echo,
                        output.type,
                        output.format,
                    )

    def _index_tags(self) -> dict[str, tuple[Supply, ...]]:
        found: dict[str, list[Supply]] = {}
        for name, contract in self._contracts.items():
            own = {_fold(need.field.tag) for need in self._needs[name] if need.field.required}
            for output in contract.outputs:
                if output.tag:
                    tag, listed = _fold(output.tag), place_of(output.path).listed
                    supply = Supply(
                        name,
                        output.path,
                        output.name,
                        Reference((), tag),
                        TAGGED,
                        listed,
                        tag in own,
                        output.type,
                        output.format,
                    )
                    found.setdefault(tag, []).append(supply)
        return {tag: tuple(supplies) for tag, supplies in found.items()}

    def _index_names(self) -> dict[str, tuple[str, ...]]:
        needed = {_fold(need.field.name) for needs in self._needs.values() for need in needs if is_open(need.field)}
        found: dict[str, dict[str, None]] = {}
        for name, contract in self._contracts.items():
            for output in contract.outputs:
                folded = _fold(output.name)
                if folded in needed:
                    found.setdefault(folded, {})[name] = None
        return {field: tuple(tools)[:_WEAK_LIMIT] for field, tools in found.items()}


def _frozen(found: Mapping[Reference, list[Supply]]) -> _ByThing:
    return {reference: tuple(supplies) for reference, supplies in found.items()}


def _is_inside(parent: str, outer: str) -> bool:
    """A nested object without a schema of its own is given that of the object around it."""
    return parent != outer and parent.startswith(outer)


def _fold(name: str) -> str:
    return "".join(split_identifier(name))
