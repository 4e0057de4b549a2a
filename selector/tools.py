"""A tool's facts, read once: what it does, to what, and the words in which a request may speak of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from selector import lexicon
from selector.acts import front_of, is_member, lead_verb, name_verb, read_act, read_shape, writes
from selector.glossary import KOREAN
from selector.naming import head_of, tag_of
from selector.phrases import PHRASES
from selector.source import Parameter, Source, read_source
from selector.text import DESCRIPTION_LIMIT, fold, keys, keys_of, root, split_identifier, stem, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from selector.linking.index import CatalogIndex

#: Plain dictionaries are read anew only when what stands in them is new; this many tools are remembered.
_REMEMBERED_TOOLS = 2_048
#: Descriptions share their words.
_REMEMBERED_WORDS = 16_384
#: Where a word stands in a tool; a word's places are the sum of these.
NAME, VERB, LEAD, TEXT, PARAMETER, PARAMETER_TEXT, OPTION, RESOURCE, MODULE, RESPONSE = (
    1 << place for place in range(10)
)

#: Words of a name that tell nothing of what the tool is about.
_NAME_FILLERS = lexicon.words_of("by of the a an in on for to from with and or at v api tool function func 1 2 3 4")
#: In a name with one of these the user is the one who asks: he qualifies, and is nothing that a request must speak of.
_ASKING = frozenset({"authenticated", "current"})
_NUMERIC_TYPES = frozenset({"integer", "number", "float", "int", "double"})
_DATE_WORDS = lexicon.words_of("date day month year when time datetime from until since start end")


class Field(NamedTuple):
    """An input or an output of a tool: whether a call needs it, whether it takes a number."""

    name: str
    required: bool
    number: bool


class ToolFacts(NamedTuple):
    """What is known of one tool.

    Attributes:
        spelled: stem of a name of several words written as one, as a request may quote it.
        verb: stem of the verb in the name, else of the verb that leads the description; empty if there is none.
        action: canonical action, empty if nothing says.
        shape: result shape, empty if nothing says.
        resource: the declared primary resource, empty if none is.
        module: the declared path module, empty if none is.
        changes_state: see `changes_state`.
        nouns: stems of the name without its verb, fillers and the user who asks, in order, each once.
        roots: for each noun the key of its root.
        tag: stems of the words of the tag in front of the name, where the name itself has nouns, too.
        head: stem of the noun that the name is about, what stands for it behind a preposition apart; empty without one.
        every: stem of the noun that the name says ``all`` of; empty if there is none.
        places: key of a word (`selector.text.keys`) -> where it stands, a sum of places.
        acts: the keys under which the verb of a tool that changes state stands; a word that describes meets none.
        breadth: square root of how many different words the description has, at least 1.
        fields: parameters, then fields of the response.
        fields_of: key of a word -> which of the fields have it in their names.
        needs: how many parameters a call needs, and how many of them take a number.
        numbers: how many parameters take a number.
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
    roots: tuple[str, ...]
    tag: frozenset[str]
    head: str
    every: str
    places: Mapping[str, int]
    acts: frozenset[str]
    breadth: float
    fields: tuple[Field, ...]
    fields_of: Mapping[str, tuple[int, ...]]
    needs: tuple[int, int]
    numbers: int
    takes_dates: bool


def read_tool(name: str, tool: object) -> ToolFacts:
    """Return the facts of a tool; equal tools are analysed once, whichever dictionary they stand in.

    >>> facts = read_tool("cancelOrder", {"description": "Cancel an order."})
    >>> facts.action, facts.changes_state, facts.nouns
    ('delete', True, ('order',))
    """
    return _facts(read_source(name, tool))


def changes_state(name: str, tool: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a tool changes state: by what it declares, else by its name's verb; if nothing says so, it reads.

    Declarations are asked in order: the protocol's read-only hint, the canonical action, the HTTP method (``post``
    says little by itself, since searches are posted too: the name's verb comes before it). Words of the name are
    compared whole: ``getUpdates`` reads.

    >>> changes_state("deleteUser"), changes_state("getSettings"), changes_state("x", {"metadata": {"method": "PUT"}})
    (True, False, True)
    """
    return writes(read_source(name, tool))


@lru_cache(maxsize=_REMEMBERED_TOOLS)
def _facts(source: Source) -> ToolFacts:
    name = split_identifier(source.name)
    position = name_verb(name, is_member(source.name), front_of(source.name))
    sentence = words(fold((source.description or source.summary).split(". ", 1)[0]))
    lead = _content(sentence)
    text = _content(words(fold(source.description + " . " + source.summary, 2 * DESCRIPTION_LIMIT)))
    verb, action = read_act(source, name, position, lead_verb(name, position, sentence))
    told = [word for i, word in enumerate(name) if i != position and word not in _NAME_FILLERS]
    acting = stem(name[position]) if position >= 0 else verb if verb not in lexicon.VERBS else ""
    phrase = PHRASES.get(name[position : position + 2]) if position >= 0 else None
    if phrase:
        verb, action = stem(phrase[0]), phrase[1]
    nouns = tuple([noun for noun in dict.fromkeys(map(stem, told)) if position >= 0 or noun != acting])
    apart = nouns if _ASKING.isdisjoint(name) else tuple([noun for noun in nouns if noun != "user"])
    front = front_of(source.name)
    head = head_of(name, position, apart, front)
    spelled = stem("".join(name)) if len(name) > 1 else ""
    fields, changes = _fields(source), writes(source)
    verbs = tuple(dict.fromkeys(filter(None, (acting, verb if phrase else ""))))
    places = _places(source, verbs, nouns, lead, text)
    return ToolFacts(
        name=source.name,
        spelled=spelled,
        verb=verb,
        action=action,
        shape=read_shape(source, name, action),
        resource=source.resource,
        module=source.module,
        changes_state=changes,
        nouns=apart,
        roots=tuple(["~" + root(noun) for noun in apart]),
        tag=tag_of(name[:front], apart, head),
        head=head,
        every=next((stem(word) for before, word in pairwise(name) if before == "all"), ""),
        places={**places, spelled: NAME} if spelled else places,
        acts=_acts(places, (*verbs, verb)) if changes else frozenset(),
        breadth=math.sqrt(max(1, len(set(text)))),
        fields=fields,
        fields_of=_fields_of(fields),
        needs=(sum(field.required for field in fields), sum(field.required and field.number for field in fields)),
        numbers=sum(map(_is_number, source.parameters)),
        takes_dates=any(
            not _DATE_WORDS.isdisjoint(split_identifier(parameter.name)) for parameter in source.parameters
        ),
    )


def _places(
    source: Source, verb: Iterable[str], nouns: tuple[str, ...], lead: list[str], text: list[str]
) -> dict[str, int]:
    stems_at = (
        (NAME, (*nouns, *_joined(nouns))),
        (VERB, verb),
        (LEAD, lead),
        (TEXT, (*text, *_joined(text))),
        *(_parameter_stems(source.parameters) if source.parameters else ()),
        (RESOURCE, _field_words((source.resource,)) if source.resource else ()),
        (MODULE, _field_words((source.module, source.path)) if source.module or source.path else ()),
        (RESPONSE, _field_words(source.responses)),
    )
    found: dict[str, int] = {}
    for place, stems in stems_at:
        for key in chain.from_iterable(map(keys_of, stems)):
            found[key] = found.get(key, 0) | place
    return found


def _acts(places: Mapping[str, int], verbs: Iterable[str]) -> frozenset[str]:
    """Return the keys under which a tool's own verb stands, in Korean too."""
    own = keys(filter(None, verbs))
    korean = [mark + word for verb in own for word in KOREAN.get(verb, ()) for mark in ("", "=")]
    return frozenset([key for key in (*own, *korean) if key in places])


def _parameter_stems(parameters: Sequence[Parameter]) -> tuple[tuple[int, list[str]], ...]:
    descriptions = " ".join([parameter.description for parameter in parameters])
    options = " ".join([option for parameter in parameters for option in parameter.options])
    return (
        (PARAMETER, _field_words([parameter.name for parameter in parameters])),
        (PARAMETER_TEXT, _content(words(fold(descriptions, 2 * DESCRIPTION_LIMIT)))),
        (OPTION, _content(words(fold(options))) if options else []),
    )


def _field_words(names: Iterable[str]) -> list[str]:
    return [stem(word) for name in names for word in split_identifier(name) if word not in _NAME_FILLERS]


def _fields(source: Source) -> tuple[Field, ...]:
    inputs = [(parameter.name, parameter.required, _is_number(parameter)) for parameter in source.parameters]
    outputs = [(name, False, False) for name in source.responses]
    return tuple([Field(*field) for field in (*inputs, *outputs)])


def _fields_of(fields: Sequence[Field]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, field in enumerate(fields):
        for key in keys(_field_words((field.name,))):
            found[key] = (*found.get(key, ()), number)
    return found


def _is_number(parameter: Parameter) -> bool:
    return parameter.type in _NUMERIC_TYPES and "id" not in split_identifier(parameter.name)


def _content(spoken: Iterable[str]) -> list[str]:
    return list(filter(None, map(_telling, spoken)))


@lru_cache(maxsize=_REMEMBERED_WORDS)
def _telling(word: str) -> str:
    """Return the stem of a word that tells something, of another one nothing."""
    return stem(word) if word not in lexicon.STOP and len(word) > 1 else ""


def _joined(stems: Iterable[str]) -> Iterator[str]:
    """Yield neighbours written as one, and initials: ``show time`` as ``showtime``, ``pull request`` as ``pr``."""
    listed = [word for word in stems if word.isascii()][:60]
    for first, second in pairwise(listed):
        yield first + second
        yield first[0] + second[0]
    for first, second, third in zip(listed, listed[1:], listed[2:], strict=False):
        yield first[0] + second[0] + third[0]


class CompiledCatalog(Mapping[str, Any]):
    """A whole catalog's facts, read ahead; accepted wherever ``tools`` is.

    A mapping of the plain tools it was built from, so that whatever reads a catalog reads this one too. Build it once
    a catalog and keep it, and change nothing in the plain tools from then on: facts are read now, contracts when they
    are first asked for.

    >>> catalog = CompiledCatalog({"getOrder": {"description": "Get an order."}})
    >>> len(catalog), catalog.facts("getOrder").action
    (1, 'read')
    """

    __slots__ = ("_facts", "_tools", "index")

    def __init__(self, tools: Mapping[str, Any]) -> None:
        #: Who gives what to whom, built when first asked for and kept with the catalog.
        self.index: CatalogIndex | None = None
        self._tools = dict(tools) if isinstance(tools, Mapping) else {}
        self._facts = {name: read_tool(name, tool) for name, tool in self._tools.items() if isinstance(name, str)}

    def __getitem__(self, name: str) -> Any:
        return self._tools[name]

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def facts(self, name: str) -> ToolFacts:
        """Return the facts of a tool; a KeyError for a name that the catalog does not have."""
        return self._facts[name]
