"""What a catalog's tools need and give, indexed once: a call looks producers up and scans nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from selector.linking.contract import Contract, read_contract
from selector.linking.costs import Costs
from selector.linking.evidence import Supply
from selector.linking.links import Stated, link_edges
from selector.linking.names import Reference
from selector.linking.needs import Need, Traits, decided, read_needs, read_traits
from selector.linking.outputs import Outputs
from selector.linking.pools import Pools
from selector.linking.prospects import Prospects
from selector.linking.referents import collected_nouns, settled
from selector.linking.resources import path_parts, place_of
from selector.linking.vocabulary import Vocabulary
from selector.projection import Projection
from selector.request.reading import Request, read_request
from selector.safety import Judgement, judge
from selector.tools import CompiledCatalog

if TYPE_CHECKING:
    from selector.permission import Permission

#: A request is completed for several targets, closed and then bundled; it is read once.
_REMEMBERED_REQUESTS: Final = 256
#: What chains cost in its light is reckoned once, and without a request once for all expansions.
_REMEMBERED_PROSPECTS: Final = 128


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
        needs = {name: tuple(read_needs(contract, collected)) for name, contract in self.contracts.items()}
        self._outputs = Outputs(self.contracts, needs)
        self._needs = {name: tuple(self._settled(listed)) for name, listed in needs.items()}
        self._traits = {name: read_traits(contract, self._needs[name]) for name, contract in self.contracts.items()}
        self._judgements = {name: judge(name, tool) for name, tool in self._tools.items()}
        self._projections: dict[str, Projection] = {}
        self._steps: dict[str, tuple[Need, ...]] = {}
        #: What OpenAPI links state, and with the graph and the promoted edges of the last call that gave some.
        self.stated = Stated.of(link_edges(self.contracts))
        self.overlaid: tuple[object, object, Stated] = (None, None, self.stated)
        self.vocabulary = Vocabulary(tools, self._outputs.known)
        self.pools = Pools(self)
        if isinstance(tools, CompiledCatalog):
            self._gather()
        #: A request as far as it speaks of this catalog's things.
        self.request = lru_cache(maxsize=_REMEMBERED_REQUESTS)(self._read_request)
        #: What chains cost in the light of a request: see `_new_prospects`.
        self.prospects = lru_cache(maxsize=_REMEMBERED_PROSPECTS)(self._new_prospects)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __len__(self) -> int:
        return len(self._tools)

    def __reduce__(self) -> tuple[type[CatalogIndex], tuple[Mapping[str, Any]]]:
        """Copies are built anew, in another process too: what is remembered of requests stays here."""
        return CatalogIndex, (self._tools,)

    def needs(self, name: str) -> tuple[Need, ...]:
        """Return a tool's inputs."""
        return self._needs.get(name, ())

    def steps(self, name: str) -> tuple[Need, ...]:
        """Return the inputs of a tool that a closure decides, in its order."""
        found = self._steps.get(name)
        if found is None:
            found = decided(self.needs(name))
            if name in self._tools:
                self._steps[name] = found
        return found

    def traits(self, name: str) -> Traits:
        """Return what a tool's inputs mean for a chain that begins with it."""
        return self._traits[name]

    def thing(self, name: str) -> str:
        """Return the noun of the thing that a tool is about; empty if none is known."""
        return self._outputs.thing(name)

    def supplies(self, reference: Reference) -> tuple[Supply, ...]:
        """Return every output that gives what a reference refers to, in a fixed order."""
        return self._outputs.supplies(reference)

    def kindred(self, reference: Reference) -> tuple[Supply, ...]:
        """Return outputs of a thing that only has a word more or less: ``source_account_id`` is an account's."""
        return self._outputs.kindred(reference)

    def tagged(self, tag: str) -> tuple[Supply, ...]:
        """Return every output that carries a semantic tag."""
        return self._outputs.tagged(tag)

    def namesakes(self, name: str) -> tuple[str, ...]:
        """Return tools that give a field of this name: a weak match, never more than a hint."""
        return self._outputs.namesakes(name)

    def judgement(self, name: str) -> Judgement:
        """Return whether a tool changes something."""
        found = self._judgements.get(name)
        return judge(name, None) if found is None else found

    def projection(self, name: str) -> Projection:
        """Return a tool as a model is shown it."""
        found = self._projections.get(name)
        if found is None:
            found = self._projections[name] = Projection(name, self._tools.get(name), self.contracts[name])
        return found

    def _settled(self, needs: tuple[Need, ...]) -> Iterator[Need]:
        for need in needs:
            yield need._replace(references=settled(need.field, need.references, self._outputs.supplies))

    def _read_request(self, text: str) -> Request:
        return read_request(text, self.vocabulary, self._outputs.known)

    def _new_prospects(
        self,
        query: str | None,
        own: tuple[int, ...],
        filled: frozenset[str],
        permission: Permission,
        held: frozenset[str] = frozenset(),
    ) -> Prospects:
        request = None if query is None else self.request(query)
        costs = Costs(self, request, filled, own, held)
        return Prospects(self.pools, costs, filled, lambda name: not permission.covers(self, name))

    def _gather(self) -> None:
        """Make ahead what calls ask for tool by tool: who compiles a catalog keeps it."""
        self.pools.gather(self.contracts)
        for name in self._tools:
            self.projection(name)


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
