"""A tool's facts, read once: what it does, to what, and the words in which a request may speak of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from selector import lexicon
from selector.acts import declared_action, name_verb, read_act, read_shape, writes
from selector.source import Parameter, Source, read_source
from selector.text import DESCRIPTION_LIMIT, fold, keys, split_identifier, squash, stem, words

#: Plain dictionaries are read anew only when what stands in them is new; this many tools are remembered.
_REMEMBERED_TOOLS = 8_192
#: Where a word stands in a tool; a word's places are the sum of these.
NAME, VERB, LEAD, TEXT, PARAMETER, PARAMETER_TEXT, OPTION, RESOURCE, MODULE, RESPONSE = (1 << place for place in range(10))

_NAME_FILLERS = frozenset("by of the a an in on for to from with and or at v api tool function func my 1 2 3 4".split())
_NUMERIC_TYPES = frozenset({"integer", "number", "float", "int", "double"})
_DATE_WORDS = frozenset({"date", "day", "month", "year", "when", "time", "datetime", "from", "until", "since", "start", "end"})


class Field(NamedTuple):
    """An input or an output of a tool: its name, its words' keys, and whether a call cannot do without it."""

    name: str
    keys: frozenset[str]
    required: bool


class ToolFacts(NamedTuple):
    """What is known of one tool.

    Attributes:
        spelled: stem of the name written as one word, as a request may quote it.
        verb: stem of the verb in the name, else of the verb that leads the description; empty if there is none.
        action: canonical action, empty if nothing says.
        shape: result shape, empty if nothing says.
        resource: the declared primary resource, empty if none is.
        module: the declared path module, empty if none is.
        changes_state: see `changes_state`.
        nouns: stems of the name without its verb and fillers, in order, each once.
        index: key of a word (`selector.text.keys`) -> the places where it stands.
        size: how many different words the description has.
        fields: parameters, then fields of the response.
        numbers: how many parameters take a number, and how many of them are required.
        takes_dates: a parameter takes a date or a time.
    """

    name: str
    spelled: str
    verb: str
    action: str
    shape: str
    resource: str
    module: str
    changes_state: bool
    nouns: tuple[str, ...]
    index: Mapping[str, int]
    size: int
    fields: tuple[Field, ...]
    numbers: tuple[int, int]
    takes_dates: bool


def read_tool(name: str, tool: object) -> ToolFacts:
    """Return the facts of a tool; equal tools are analysed once, whichever dictionary they stand in.

    >>> facts = read_tool("cancelOrder", {"description": "Cancel an order."})
    >>> facts.action, facts.changes_state, facts.nouns
    ('delete', True, ('order',))
    """
    return _facts(read_source(name, tool))


def changes_state(name: str, tool: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a tool changes state: by what it declares, else by the verbs in its name; reading if nothing says otherwise.

    Declarations are asked in order: the protocol's read-only hint, the canonical action, the HTTP method (``post`` says little by
    itself, since searches are posted too: the name's verb comes before it). Words of the name are compared whole: ``getUpdates`` reads.

    >>> changes_state("deleteUser"), changes_state("getSettings"), changes_state("x", {"metadata": {"method": "PUT"}})
    (True, False, True)
    """
    return writes(read_source(name, tool))


@lru_cache(maxsize=_REMEMBERED_TOOLS)
def _facts(source: Source) -> ToolFacts:
    name = split_identifier(source.name)
    position = name_verb(name)
    lead = _content(words(fold((source.description or source.summary).split(". ", 1)[0])))
    text = _content(words(fold(source.description + " . " + source.summary, 2 * DESCRIPTION_LIMIT)))
    verb, action = read_act(source, name, position, lead)
    nouns = tuple(dict.fromkeys(stem(word) for i, word in enumerate(name) if i != position and word not in _NAME_FILLERS))
    return ToolFacts(
        name=source.name,
        spelled=stem(squash(source.name)),
        verb=verb,
        action=action,
        shape=read_shape(source, name, action),
        resource=source.resource,
        module=source.module,
        changes_state=writes(source),
        nouns=nouns,
        index=_index(source, (stem(name[position]),) if position >= 0 else (), nouns, lead, text),
        size=len(set(text)),
        fields=_fields(source),
        numbers=(sum(map(_is_number, source.parameters)), sum(map(_is_required_number, source.parameters))),
        takes_dates=any(not _DATE_WORDS.isdisjoint(split_identifier(parameter.name)) for parameter in source.parameters),
    )


def _index(source: Source, verb: Iterable[str], nouns: tuple[str, ...], lead: list[str], text: list[str]) -> dict[str, int]:
    descriptions = " ".join(parameter.description for parameter in source.parameters)
    options = " ".join(option for parameter in source.parameters for option in parameter.options)
    places = (
        (NAME, (*nouns, *_joined(nouns), stem(squash(source.name)))),
        (VERB, verb),
        (LEAD, lead),
        (TEXT, (*text, *_joined(text))),
        (PARAMETER, _field_words(parameter.name for parameter in source.parameters)),
        (PARAMETER_TEXT, _content(words(fold(descriptions, 2 * DESCRIPTION_LIMIT)))),
        (OPTION, _content(words(fold(options)))),
        (RESOURCE, _field_words((source.resource,))),
        (MODULE, _field_words((source.module, source.path))),
        (RESPONSE, _field_words(source.responses)),
    )
    index: dict[str, int] = {}
    for place, stems in places:
        for key in keys(stems):
            index[key] = index.get(key, 0) | place
    return index


def _field_words(names: Iterable[str]) -> list[str]:
    return [stem(word) for name in names for word in split_identifier(name) if word not in _NAME_FILLERS]


def _fields(source: Source) -> tuple[Field, ...]:
    inputs = [(parameter.name, parameter.required) for parameter in source.parameters]
    return tuple(Field(name, keys(_field_words((name,))), required) for name, required in (*inputs, *((name, False) for name in source.responses)))


def _is_number(parameter: Parameter) -> bool:
    return parameter.type in _NUMERIC_TYPES and "id" not in split_identifier(parameter.name)


def _is_required_number(parameter: Parameter) -> bool:
    return parameter.required and _is_number(parameter)


def _content(spoken: Iterable[str]) -> list[str]:
    return [stem(word) for word in spoken if word not in lexicon.STOP and len(word) > 1]


def _joined(stems: Iterable[str]) -> Iterator[str]:
    """Neighbouring words written as one, and their initials: ``show time`` as ``showtime``, ``pull request`` as ``pr``."""
    listed = [word for word in stems if word.isascii()][:60]
    for first, second in zip(listed, listed[1:], strict=False):
        yield first + second
        yield first[0] + second[0]
    for first, second, third in zip(listed, listed[1:], listed[2:], strict=False):
        yield first[0] + second[0] + third[0]


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


__all__ = ["CompiledCatalog", "Field", "ToolFacts", "changes_state", "declared_action", "read_tool"]
