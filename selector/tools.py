"""A tool's facts, read once: what it does, to what, and the words in which a request may speak of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from selector import lexicon
from selector.lexicon import Action
from selector.source import Parameter, Source, read_source
from selector.text import fold, keys, split_identifier, squash, stem, words

#: Plain dictionaries are read anew only when what stands in them is new; this many tools are remembered.
_REMEMBERED_TOOLS = 8_192

_ACTIONS: dict[str, Action] = {
    "search": "search",
    "list": "search",
    "find": "search",
    "read": "read",
    "get": "read",
    "detail": "read",
    "count": "read",
    "create": "create",
    "add": "create",
    "update": "update",
    "edit": "update",
    "delete": "delete",
    "remove": "delete",
    "action": "action",
    "execute": "action",
    "write": "update",
}
_METHODS: dict[str, Action] = {"get": "read", "head": "read", "put": "update", "patch": "update", "delete": "delete", "post": "create"}
_SHAPES = {"list": "list", "array": "list", "single": "single", "object": "single", "detail": "single", "count": "count", "mutation": "mutation"}
#: Words of a name that tell nothing of what the tool is about.
_NAME_FILLERS = frozenset("by of the a an in on for to from with and or at v api tool function func my 1 2 3 4".split())


#: A description that leads with one of these tells what comes back.
_GIVING = frozenset({"return", "provid", "giv"})


class ToolFacts(NamedTuple):
    """What is known of one tool.

    Attributes:
        verb: stem of the verb in the name, else of the verb that leads the description; empty if there is none.
        action: canonical action, empty if nothing says.
        shape: result shape, empty if nothing says.
        changes_state: see `changes_state`.
        nouns: stems of the name without its verb and fillers, in order.
        name_keys, verb_keys, lead_keys, text_keys: keys (`selector.text.keys`) of the name without its verb, of the verb, of the
            description's first sentence, of all its text.
        text_size: how many different words the description has.
        resource_keys, module_keys: keys of the declared resource, and of the path and its module.
        required: keys of each required parameter's name.
        parameter_keys, parameter_text_keys, response_keys: keys of the names of parameters, of their descriptions, of response fields.
    """

    name: str
    squashed: str
    verb: str
    action: str
    shape: str
    changes_state: bool
    nouns: tuple[str, ...]
    name_keys: frozenset[str]
    verb_keys: frozenset[str]
    lead_keys: frozenset[str]
    text_keys: frozenset[str]
    text_size: int
    resource_keys: frozenset[str]
    module_keys: frozenset[str]
    required: tuple[frozenset[str], ...]
    lead: tuple[str, ...]
    numbers: int
    required_numbers: int
    dates: bool
    option_keys: frozenset[str]
    parameter_keys: frozenset[str]
    parameter_text_keys: frozenset[str]
    response_keys: frozenset[str]


def read_tool(name: str, tool: object) -> ToolFacts:
    """Return the facts of a tool; equal tools are analysed once, whichever dictionary they stand in.

    >>> facts = read_tool("cancelOrder", {"description": "Cancel an order."})
    >>> facts.action, facts.changes_state, facts.nouns
    ('delete', True, ('order',))
    """
    return _facts(read_source(name, tool))


def changes_state(name: str, tool: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a tool changes state: by what it declares, else by the verbs in its name; reading if nothing says otherwise.

    Declarations are asked in order: the protocol's read-only hint, the canonical action, the HTTP method (``post`` says nothing by
    itself, since searches are posted too). Words of the name are compared whole: ``getUpdates`` reads.

    >>> changes_state("deleteUser"), changes_state("getSettings"), changes_state("x", {"metadata": {"method": "PUT"}})
    (True, False, True)
    """
    return _changes_state(read_source(name, tool))


def _changes_state(source: Source) -> bool:
    if source.read_only is not None:
        return not source.read_only
    declared = _ACTIONS.get(source.action) or (_METHODS.get(source.method) if source.method != "post" else None)
    if declared:
        return declared in lexicon.CHANGING
    verb = _name_verb(split_identifier(source.name))
    if verb < 0:
        return source.method == "post"
    return lexicon.VERBS[stem(split_identifier(source.name)[verb])] in lexicon.CHANGING


@lru_cache(maxsize=_REMEMBERED_TOOLS)
def _facts(source: Source) -> ToolFacts:
    name = split_identifier(source.name)
    position = _name_verb(name)
    lead = _content(words(fold(_first_sentence(source.description or source.summary))))
    text = _content(words(fold(source.description + " . " + source.summary, 4_000)))
    verb, action = _act(source, name, position, lead)
    nouns = tuple(stem(word) for i, word in enumerate(name) if i != position and word not in _NAME_FILLERS)
    parameter_names = [split_identifier(parameter.name) for parameter in source.parameters]
    return ToolFacts(
        name=source.name,
        squashed=squash(source.name),
        verb=verb,
        action=action,
        shape=_shape(source, name, action),
        changes_state=_changes_state(source),
        nouns=nouns,
        name_keys=keys((*nouns, *_joined(nouns))),
        verb_keys=keys((stem(name[position]),) if position >= 0 else ()),
        lead_keys=keys(lead),
        text_keys=keys((*text, *_joined(text))),
        text_size=len(set(text)),
        resource_keys=keys(map(stem, split_identifier(source.resource))),
        module_keys=keys(map(stem, split_identifier(source.module + " " + source.path))),
        required=tuple(keys(map(stem, split)) for split, parameter in zip(parameter_names, source.parameters, strict=True) if parameter.required),
        lead=tuple(dict.fromkeys(lead))[:40],
        numbers=sum(_numeric(parameter) for parameter in source.parameters),
        required_numbers=sum(parameter.required and _numeric(parameter) for parameter in source.parameters),
        dates=any({"date", "day", "month", "year", "when", "time"} & set(split) for split in parameter_names),
        option_keys=keys(stem(word) for parameter in source.parameters for option in parameter.options for word in words(fold(option))),
        parameter_keys=keys(stem(word) for split in parameter_names for word in split if word not in _NAME_FILLERS),
        parameter_text_keys=keys(_content(words(fold(" ".join(parameter.description for parameter in source.parameters), 4_000)))),
        response_keys=keys(stem(word) for field in source.responses for word in split_identifier(field)),
    )


def _numeric(parameter: Parameter) -> bool:
    return parameter.type in {"integer", "number", "float", "int", "double"} and "id" not in split_identifier(parameter.name)


def _first_sentence(text: str) -> str:
    return text.split(". ", 1)[0]


def _content(spoken: Iterable[str]) -> list[str]:
    return [stem(word) for word in spoken if word not in lexicon.STOP and len(word) > 1]


def _joined(stems: Iterable[str]) -> Iterator[str]:
    """Neighbouring words written as one, and their initials: ``show time`` as ``showtime``, ``pull request`` as ``pr``."""
    listed = list(stems)[:60]
    for first, second in zip(listed, listed[1:], strict=False):
        if first.isascii() and second.isascii():
            yield first + second
    for size in (2, 3):
        for start in range(len(listed) - size + 1):
            part = listed[start : start + size]
            if all(word.isascii() for word in part):
                yield "".join(word[0] for word in part)


def _name_verb(name: tuple[str, ...]) -> int:
    """Return where the verb of a name stands, -1 if there is none.

    A plain verb counts before one that is as often a noun; first place before last, last before the middle.
    """
    places = [i for i, word in enumerate(name) if stem(word) in lexicon.VERBS and not word.endswith(("ed", "s", "ing"))]
    if not places:
        return -1
    plain = [i for i in places if stem(name[i]) not in lexicon.NOUN_LIKE]
    for ranked in (plain, places):
        if ranked:
            if 0 in ranked or len(name) - 1 not in ranked:
                return ranked[0]
            return ranked[-1]
    return -1


def _act(source: Source, name: tuple[str, ...], position: int, lead: list[str]) -> tuple[str, str]:
    """Return verb and action: a known verb of the name, else of the description, else what is declared, else the method.

    A name that only says *get* yields to a description that leads with a changing verb (``get_ticket``: "Buys a ticket").
    """
    spoken = lead[0] if lead and lead[0] in lexicon.VERBS else ""
    if spoken in _GIVING:
        spoken = "get"
    verb = stem(name[position]) if position >= 0 else ""
    if spoken and spoken in {stem(word) for word in name}:
        return spoken, lexicon.VERBS[spoken]
    if verb in lexicon.TELLING and lexicon.VERBS.get(spoken) in lexicon.CHANGING and not source.action:
        return spoken, lexicon.VERBS[spoken]
    if verb and not (verb in lexicon.NOUN_LIKE and spoken and spoken not in lexicon.NOUN_LIKE):
        return verb, lexicon.VERBS[verb]
    declared = _ACTIONS.get(source.action)
    if declared:
        return verb or spoken, declared
    if spoken:
        return spoken, lexicon.VERBS[spoken]
    return verb, lexicon.VERBS.get(verb) or _METHODS.get(source.method, "")


def _shape(source: Source, name: tuple[str, ...], action: str) -> str:
    if action in lexicon.CHANGING:
        return "mutation"
    stems = {stem(word) for word in name}
    if stems & {"count", "total"}:
        return "count"
    if stems & {"detail", "singl"}:
        return "single"
    if action == "search" or stems & lexicon.LIST_WORDS or source.returns_array:
        return "list"
    declared = _SHAPES.get(source.shape, "")
    if declared and declared != "mutation":
        return declared
    return ""


class CompiledCatalog(Mapping[str, Any]):
    """A whole catalog's facts, read ahead; accepted wherever ``tools`` is.

    A mapping of the plain tools it was built from, so that whatever reads a catalog reads this one too. Build it once a catalog and
    keep it: a later change of the plain tools is not seen.

    >>> catalog = CompiledCatalog({"getOrder": {"description": "Get an order."}})
    >>> len(catalog), catalog.facts("getOrder").action
    (1, 'read')
    """

    __slots__ = ("_facts", "_tools")

    def __init__(self, tools: Mapping[str, Any]) -> None:
        self._tools = dict(tools) if isinstance(tools, Mapping) else {}
        self._facts = {name: read_tool(name, tool) for name, tool in self._tools.items() if isinstance(name, str)}

    def __getitem__(self, name: str) -> Any:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def facts(self, name: str) -> ToolFacts:
        """Return the facts of a tool; a KeyError for a name that the catalog does not have."""
        return self._facts[name]
