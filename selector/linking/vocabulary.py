"""The words of a catalog's tools: which tools have them, and what they tell of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import log
from typing import Any, Final

from selector.tools import LEAD, MODULE, NAME, OPTION, RESOURCE, TEXT, VERB, CompiledCatalog, ToolFacts, read_tool

#: What a word says of a tool by where it stands.
_FRONT: Final = NAME | VERB | LEAD | RESOURCE | MODULE
_TELLING: Final = _FRONT | TEXT | OPTION
_TEXT_SHARE: Final = 0.4
#: A word that tells more than this of a tool is its own.
_MOST: Final = 0.5
_NO_TOOLS: Final[Mapping[str, float]] = {}


class Vocabulary:
    """The words of a catalog's tools; a container of these and of the things that some input refers to.

    Args:
        tools: the catalog by name.
        known: the things.

    >>> words = Vocabulary({"listOrders": {"description": "List orders."}}, frozenset({"parcel"}))
    >>> "order" in words, "parcel" in words, "depot" in words, words.action("listOrders")
    (True, True, False, 'search')
    """

    def __init__(self, tools: Mapping[str, Any], known: Set[str]) -> None:
        self._tools = tools
        self._known = known
        self._postings = self._index(sorted(name for name in tools if isinstance(name, str)))
        self._own = self._index_own()
        self._about: dict[str, frozenset[str]] = {}
        self._actions: dict[str, str] = {}

    def __contains__(self, word: object) -> bool:
        return word in self._postings or word in self._known

    def posting(self, key: str) -> Mapping[str, float]:
        """Return the tools that have a word, and what it tells of each: rarer words tell more."""
        return self._postings.get(key, _NO_TOOLS)

    def own(self, name: str) -> frozenset[str]:
        """Return the words that tell much of a tool: such as few others have."""
        return frozenset(self._own.get(name, ()))

    def words(self, name: str) -> frozenset[str]:
        """Return the words that a tool has where they tell something of it."""
        return frozenset(key for key, places in self._facts(name).places.items() if places & _TELLING)

    def about(self, name: str) -> frozenset[str]:
        """Return the keys of the nouns that a tool is about: of its name and resource, else of its path and text."""
        found = self._about.get(name)
        if found is None:
            nouns = [(key, place) for key, place in self._facts(name).places.items() if not place & VERB]
            own = frozenset(key for key, place in nouns if key and place & (NAME | RESOURCE))
            found = own or frozenset(key for key, place in nouns if place & (MODULE | LEAD))
            if name in self._tools:
                self._about[name] = found
        return found

    def action(self, name: str) -> str:
        """Return a tool's canonical action, empty if nothing says."""
        found = self._actions.get(name)
        if found is None:
            found = self._facts(name).action
            if name in self._tools:
                self._actions[name] = found
        return found

    def _facts(self, name: str) -> ToolFacts:
        tools = self._tools
        if isinstance(tools, CompiledCatalog) and name in tools:
            return tools.facts(name)
        return read_tool(name, tools.get(name))

    def _index_own(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for key, posting in self._postings.items():
            for name, share in posting.items():
                if share > _MOST:
                    found.setdefault(name, []).append(key)
        return {name: tuple(words) for name, words in found.items()}

    def _index(self, names: Sequence[str]) -> dict[str, dict[str, float]]:
        found: dict[str, dict[str, float]] = {}
        for name in names:
            for key, places in self._facts(name).places.items():
                if places & _TELLING:
                    found.setdefault(key, {})[name] = 1.0 if places & _FRONT else _TEXT_SHARE
        size = len(names)
        for key, posting in found.items():
            weight = log((1 + size) / len(posting)) / log(1 + size) if size > 1 else 1.0
            found[key] = {name: share * weight for name, share in posting.items()}
        return found
