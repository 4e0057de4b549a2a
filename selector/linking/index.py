"""What a catalog's tools need and give, indexed once: a call looks producers up and scans nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import log
from typing import Any, Final, NamedTuple

from selector.linking.contract import Contract, Input, Output, is_open, read_contract
from selector.linking.evidence import CONFIDENCE, MENTION, NAMED, OWN, SHAPED, TAGGED, Supply
from selector.linking.kinds import takes_names
from selector.linking.links import ExplicitEdge, link_edges
from selector.linking.names import NAME_KIND, Reference, bare_reference, is_plural, read_references
from selector.linking.referents import chosen_things, collected_nouns, completed, referents, settled
from selector.linking.resources import (
    Known,
    Place,
    container_nouns,
    is_collected,
    own_thing,
    path_parts,
    place_of,
    said_thing,
    tool_thing,
)
from selector.linking.shapes import learn_shapes, shape_thing
from selector.linking.standing import outermost
from selector.projection import projected_text
from selector.safety import Judgement, judge
from selector.text import split_identifier
from selector.tools import LEAD, MODULE, NAME, OPTION, RESOURCE, TEXT, VERB, CompiledCatalog, read_tool

#: What a word says of a tool by where it stands.
_FRONT: Final = NAME | VERB | LEAD | RESOURCE | MODULE
_TEXT_SHARE: Final = 0.4
#: A field name that more tools give than this is no clue to anything, not even to an ambiguity.
_WEAK_LIMIT: Final = 8
#: Of outputs that only share a noun so many are looked at.
_KINDRED_LIMIT: Final = 32


_ByThing = Mapping[tuple[tuple[str, ...], str], tuple[Supply, ...]]


class Need(NamedTuple):
    """An input of a tool and what it refers to; no references, no producer but an explicit one."""

    field: Input
    references: tuple[Reference, ...]


class Traits(NamedTuple):
    """What a tool's inputs mean for a chain that begins with it.

    Attributes:
        needs: required inputs that identify something.
        takes_name: some input takes the name of a thing, or words to search by.
        needs_name: a required one does.
        phrase: the words that its path, else its name, ends in, a space around each; empty for one word.
    """

    needs: tuple[Need, ...]
    takes_name: bool
    needs_name: bool
    phrase: str


class _Object(NamedTuple):
    """An object of a response: its outputs, where it stands, and what it is said to be."""

    tool: str
    place: Place
    outputs: tuple[Output, ...]
    thing: tuple[str, ...]
    fields: frozenset[str]


class CatalogIndex:
    """The tools of a catalog by what they need and give; never changed once built.

    >>> out = [{"field_name": "id", "json_path": "$.items[*].id"}]
    >>> index = CatalogIndex({
    ...     "listUsers": {"metadata": {"path": "/users", "method": "get", "produces": out}},
    ...     "getUser": {"metadata": {"path": "/users/{userId}", "method": "get",
    ...         "consumes": [{"field_name": "userId", "required": True}]}},
    ... })
    >>> [supply.tool for supply in index.supplies(index.needs("getUser")[0].references[0])]
    ['listUsers']
    """

    def __init__(self, tools: Mapping[str, Any]) -> None:
        self._tools = {name: tool for name, tool in tools.items() if isinstance(name, str)}
        self.contracts = {name: read_contract(name, self._tools[name]) for name in sorted(self._tools)}
        collected = collected_nouns(self.contracts.values())
        self._needs = {name: tuple(_needs(contract, collected)) for name, contract in self.contracts.items()}
        self.known = frozenset(
            reference.noun for needs in self._needs.values() for need in needs for reference in need.references
        )
        self._wanted = frozenset(
            reference for needs in self._needs.values() for need in needs for reference in need.references
        )
        things = (reference.thing for needs in self._needs.values() for need in needs for reference in need.references)
        self._known = Known(frozenset(things), self.known)
        self._things = {name: tool_thing(contract, self._known) for name, contract in self.contracts.items()}
        self._exact, self._longer = self._index_things(outermost(self._index_supplies()))
        self._needs = {name: tuple(self._settled(needs)) for name, needs in self._needs.items()}
        self._traits = {name: _traits(contract, self._needs[name]) for name, contract in self.contracts.items()}
        self._weak = self._index_names()
        self._tags = self._index_tags()
        self._judgements = {name: judge(name, tool) for name, tool in self._tools.items()}
        self._projections: dict[str, str] = {}
        self._actions: dict[str, str] = {}
        self.links: Mapping[str, tuple[ExplicitEdge, ...]] = link_edges(self.contracts)
        self._postings = self._index_words(tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __len__(self) -> int:
        return len(self._tools)

    def needs(self, name: str) -> tuple[Need, ...]:
        """Return a tool's inputs."""
        return self._needs.get(name, ())

    def thing(self, name: str) -> str:
        """Return the noun of the thing that a tool is about; empty if none is known."""
        return next(iter(self._things.get(name, ())[-1:]), "")

    def traits(self, name: str) -> Traits:
        """Return what a tool's inputs mean for a chain that begins with it."""
        return self._traits[name]

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

    def judgement(self, name: str) -> Judgement:
        """Return whether a tool changes something."""
        found = self._judgements.get(name)
        return judge(name, None) if found is None else found

    def about(self, name: str) -> frozenset[str]:
        """Return the keys of the nouns that a tool is about: of its name and resource, else of its path and text."""
        places = read_tool(name, self._tools.get(name)).places
        own = frozenset(key for key, place in places.items() if key and place & (NAME | RESOURCE) and not place & VERB)
        return own or frozenset(key for key, place in places.items() if place & (MODULE | LEAD) and not place & VERB)

    def action(self, name: str) -> str:
        """Return a tool's canonical action, empty if nothing says."""
        found = self._actions.get(name)
        if found is None:
            found = self._actions[name] = read_tool(name, self._tools.get(name)).action
        return found

    def tool(self, name: str) -> Any:
        """Return the plain tool."""
        return self._tools.get(name)

    def projection(self, name: str) -> str:
        """Return a tool as a model is shown it, as compact JSON."""
        found = self._projections.get(name)
        if found is None:
            found = self._projections[name] = projected_text(name, self._tools.get(name), self.contracts[name])
        return found

    def posting(self, key: str) -> Mapping[str, float]:
        """Return the tools that have a word, and what it tells of each: rarer words tell more."""
        return self._postings.get(key, _NO_TOOLS)

    def has_word(self, key: str) -> bool:
        """Tell whether any tool has a word."""
        return key in self._postings

    def _settled(self, needs: tuple[Need, ...]) -> Iterator[Need]:
        for need in needs:
            yield need._replace(references=settled(need.field, need.references, self._exact))

    def _index_supplies(self) -> Iterator[Supply]:
        objects = [one for contract in self.contracts.values() for one in self._objects(contract)]
        shapes = learn_shapes((" ".join(one.thing), one.fields) for one in objects)
        for one in objects:
            thing = one.thing or own_thing(tuple(shape_thing(one.fields, shapes).split()), one.outputs)
            yield from self._object_supplies(one, thing, shaped=not one.thing)
            if one.place.listed and not one.place.container:
                for noun in chosen_things(self.contracts[one.tool], self.known):
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
            thing = own_thing(
                said_thing(named, place, self._things[contract.name], self._known, contract.path), outputs
            )
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
        for name, contract in self.contracts.items():
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
        for name, contract in self.contracts.items():
            for output in contract.outputs:
                folded = _fold(output.name)
                if folded in needed:
                    found.setdefault(folded, {})[name] = None
        return {field: tuple(tools)[:_WEAK_LIMIT] for field, tools in found.items()}

    def _index_words(self, tools: Mapping[str, Any]) -> dict[str, dict[str, float]]:
        compiled = tools if isinstance(tools, CompiledCatalog) else None
        found: dict[str, dict[str, float]] = {}
        for name in self.contracts:
            facts = compiled.facts(name) if compiled is not None else read_tool(name, self._tools[name])
            for key, places in facts.places.items():
                if places & (_FRONT | TEXT | OPTION):
                    found.setdefault(key, {})[name] = 1.0 if places & _FRONT else _TEXT_SHARE
        for key, posting in found.items():
            weight = log((1 + len(self)) / len(posting)) / log(1 + len(self)) if len(self) > 1 else 1.0
            found[key] = {name: share * weight for name, share in posting.items()}
        return found


def _frozen(found: Mapping[Reference, list[Supply]]) -> _ByThing:
    return {reference: tuple(supplies) for reference, supplies in found.items()}


_NO_TOOLS: Final[Mapping[str, float]] = {}


def _needs(contract: Contract, collected: frozenset[str]) -> Iterator[Need]:
    for one in contract.inputs:
        open_to_producers = one.kind == "data" and not one.choices and one.type not in {"boolean", "object"}
        yield Need(one, referents(one, contract, collected) if open_to_producers else ())


def _traits(contract: Contract, needs: tuple[Need, ...]) -> Traits:
    naming = [
        need.field.required
        for need in needs
        if not need.references and takes_names(need.field.name, need.field.kind, need.field.type)
    ]
    parts = path_parts(contract.path)
    words = split_identifier(parts[-1][0] if parts else contract.name)
    phrase = f" {' '.join(words)} " if len(words) > 1 else ""
    return Traits(
        tuple(need for need in needs if is_open(need.field) and need.references), bool(naming), any(naming), phrase
    )


def _is_inside(parent: str, outer: str) -> bool:
    """A nested object without a schema of its own is given that of the object around it."""
    return parent != outer and parent.startswith(outer)


def _fold(name: str) -> str:
    return "".join(split_identifier(name))


def is_detail(contract: Contract) -> bool:
    """Tell whether a tool reads one thing by its id: a path that ends in a parameter, or a name ``get_thing``."""
    parts = path_parts(contract.path)
    return parts[-1][1] if parts else not any(place_of(output.path).listed for output in contract.outputs)


def index_of(tools: object) -> CatalogIndex:
    """Return the index of a catalog: the one that a `CompiledCatalog` keeps, else a new one."""
    if isinstance(tools, CompiledCatalog):
        if tools.index is None:
            tools.index = CatalogIndex(tools)
        return tools.index
    if isinstance(tools, CatalogIndex):
        return tools
    return CatalogIndex(tools if isinstance(tools, Mapping) else _named(tools))


def _named(tools: object) -> dict[str, Any]:
    """Read a list of tools with names."""
    rows = tools if isinstance(tools, list | tuple) else ()
    return {row["name"]: row for row in rows if isinstance(row, Mapping) and isinstance(row.get("name"), str)}
