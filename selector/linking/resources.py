"""Which thing an object of a response is: by its schema's name, the field that holds it, or its tool's resource."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from selector import lexicon
from selector.linking.contract import Contract, Output
from selector.linking.names import (
    NAME_KIND,
    Reference,
    bare_reference,
    name_nouns,
    named_thing,
    noun_stems,
    read_references,
)
from selector.text import split_identifier, stem

#: Fields that hold what was asked for and say nothing of what it is.
_ENVELOPES: Final = lexicon.stems_of(
    "result results items item data content contents list rows row body records record value values response payload"
    " entries entry hits hit nodes node edges edge page collection elements element objects object output embedded"
    " resources resource member members all found matches d 목록 결과 데이터"
)
#: Words that a schema's name adds to the thing: what kind of document it is.
_DOCUMENT_WORDS: Final = lexicon.stems_of(
    "list result results object objects response responses dto vo schema model entity summary detail details info"
    " base simple simplified full page data type view basic compact short extended public private item paged paging"
    " collection ref reference read resource minimal v entry record"
)
#: Who asks, as the segment of a path.
_PRONOUNS: Final = frozenset((stem(word),) for word in ("me", "my", "mine", "self", "myself"))
#: The format of a response, as the ending of a path.
_FORMAT: Final = re.compile(r"\.(?:json|xml|yaml|csv|html)$")
#: A call by the thing and what is done: ``/channels.list``.
_CALL: Final = re.compile(r"[A-Za-z]+(?:\.[A-Za-z]+)+")
_PARAMETER: Final = re.compile(r"[{:<\[]([^}>\]/]+)[}>\]]?")


class Place(NamedTuple):
    """Where an output stands: the path of its object, the field that holds that object, and whether it is of a list."""

    parent: str
    container: str
    listed: bool


@lru_cache(maxsize=16_384)
def place_of(path: str) -> Place:
    """Return where a field stands.

    >>> place_of("$.results[*].known_for[*].id")
    Place(parent='$.results[*].known_for[*]', container='known_for', listed=True)
    >>> place_of("$.id"), place_of("$..id").listed
    (Place(parent='$', container='', listed=False), True)
    """
    parent, _, _ = path.rpartition(".")
    parent = parent.rstrip(".")
    return Place(parent or "$", _container(parent.removeprefix("$")), "[" in path or ".." in path)


def _container(parent: str) -> str:
    """Return the field that says what an object is: of an envelope (``tracks.items[*]``) the field around it.

    What stands in an envelope of a list's item is the item's part, not the item.
    """
    segments = [segment for segment in parent.split(".") if segment not in {"", "metadata"}]
    for segment in reversed(segments):
        name = segment.split("[")[0]
        if segment is not segments[-1] and "[" in segment:
            return segments[-1].split("[")[0]
        if name and not is_envelope(name):
            return name
    return ""


def is_envelope(container: str) -> bool:
    """Tell whether a field's name says nothing of what it holds.

    >>> is_envelope("results"), is_envelope("orders"), is_envelope("")
    (True, False, True)
    """
    words = split_identifier(container)
    return all(stem(word) in _ENVELOPES for word in words)


@lru_cache(maxsize=16_384)
def path_parts(path: str) -> tuple[tuple[str, bool], ...]:
    """Return the segments of a path and which of them are parameters.

    >>> path_parts("/movie/{movie_id}/credits.json")
    (('movie', False), ('movie_id', True), ('credits', False))
    """
    parts = [_FORMAT.sub("", part) for part in path.split("/") if part]
    parts = [one for part in parts for one in (part.split(".") if _CALL.fullmatch(part) else (part,))]
    return tuple((match[1], True) if (match := _PARAMETER.fullmatch(part)) else (part, False) for part in parts)


def input_references(name: str, tag: str, contract: Contract) -> tuple[Reference, ...]:
    """Return what an input refers to.

    ``id`` alone is the id of what stands before it in the path, else of the tool's resource.
    """
    found: list[Reference] = []
    for reference in (*read_references(name), *(read_references(tag) if tag else ())):
        if reference.thing:
            found.append(reference)
            continue
        thing = _before(name, contract.path) or next(spoken_things(contract), ())[-1:]
        if thing:
            found.append(Reference(thing, reference.kind))
    return tuple(dict.fromkeys(found)) or tuple(_path_references(name, contract.path))


def _path_references(name: str, path: str) -> Iterator[Reference]:
    """Yield what a parameter of a path refers to that is no identifier by its name alone.

    A path leads to one resource of a collection: ``/pods/{name}``, ``/issues/{number}``, ``/issues/{issue}``.
    """
    if (name, True) not in path_parts(path):
        return
    before = _before(name, path)[-1:]
    for reference in bare_reference(name):
        if before:
            yield Reference(before, reference.kind)
    thing = named_thing(name)
    if thing:
        yield Reference(thing, NAME_KIND)
    elif before and name_nouns(name)[-1:] == before:
        yield Reference(before, "id")
        yield Reference(before, NAME_KIND)


def _before(name: str, path: str) -> tuple[str, ...]:
    """Return the words of the segment before a parameter of the path."""
    nouns: tuple[str, ...] = ()
    for part, parameter in path_parts(path):
        if not parameter:
            nouns = name_nouns(part) or nouns
        elif part == name:
            return nouns
    return ()


def spoken_things(contract: Contract) -> Iterator[tuple[str, ...]]:
    """Yield the nouns, word by word, that a tool's declaration, path and name say it is about, the best first."""
    declared = name_nouns(contract.resource)
    parts = path_parts(contract.path)
    last = max((i for i, (_, parameter) in enumerate(parts) if parameter), default=-1)
    after = [part for part, _ in parts[last + 1 :]]
    around = {name_nouns(part)[-1:] for part, parameter in parts[: last + 1] if not parameter}
    if not after or declared[-1:] not in around:
        yield from _endings(declared)
    if parts:
        after = after or [part for part, parameter in parts[:last] if not parameter][-1:]
        for part in reversed(after):
            yield from _endings(name_nouns(part))
        yield from _endings(declared)
    else:
        words = split_identifier(contract.name)
        end = next((i for i, word in enumerate(words) if word in {"by", "for", "of", "with", "from"}), len(words))
        verbs = [stem(word) in lexicon.VERBS and stem(word) not in lexicon.NOUN_LIKE for word in words[:end]]
        start = max((i + 1 for i, verb in enumerate(verbs) if verb), default=0)
        yield from _endings(tuple(noun_stems(word)[0] for word in words[start:end]))


def is_pronoun(part: str) -> bool:
    """Tell whether a segment of a path is who asks: ``/me/tracks``.

    >>> is_pronoun("me"), is_pronoun("members")
    (True, False)
    """
    return name_nouns(part) in _PRONOUNS


def _endings(nouns: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the ways to take words for a noun with what qualifies it, the longest first; a pronoun names no thing."""
    if nouns[-1:] not in _PRONOUNS:
        yield from (nouns[start:] for start in range(len(nouns)))


class Known(NamedTuple):
    """The things that some input refers to: word by word, and their nouns."""

    things: frozenset[tuple[str, ...]]
    nouns: frozenset[str]

    def among(self, spoken: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
        """Return the first that is known, a noun alone if its qualified form is not; empty if none is."""
        return next(
            (words for words in spoken if words in self.things or (len(words) == 1 and words[0] in self.nouns)), ()
        )


def tool_thing(contract: Contract, known: Known) -> tuple[str, ...]:
    """Return the thing that a tool is about: the last noun of its resource, path or name that some input refers to."""
    return known.among(spoken_things(contract))


def schema_words(schema: str) -> tuple[str, ...]:
    """Return the words of a schema's name without those for kinds of documents.

    >>> schema_words("movie-list-object"), schema_words("OrderLine"), schema_words("PageResponse")
    (('movi',), ('order', 'lin'), ())
    """
    nouns = name_nouns(schema)
    for cut in ("with", "by", "for", "and", "in"):
        nouns = nouns[: nouns.index(cut)] if cut in nouns else nouns
    return tuple(noun for noun in nouns if noun not in _DOCUMENT_WORDS and not noun.isdigit())


@lru_cache(maxsize=4_096)
def container_nouns(container: str) -> tuple[str, ...]:
    """Return the nouns of the field that holds an object: ``production_companies`` holds companies.

    >>> container_nouns("production_companies")
    ('production', 'compani')
    """
    return tuple(dict.fromkeys(noun for word in split_identifier(container) for noun in noun_stems(word)[:1]))


def own_thing(thing: tuple[str, ...], outputs: Iterable[Output]) -> tuple[str, ...]:
    """Return the thing that an object is said to be; none if it has an id and points to one: what has an order is none.

    >>> fields = [Output("$.id", "id", "", "", "", ""), Output("$.order", "order", "", "", "", "")]
    >>> own_thing(("order",), fields), own_thing(("order",), fields[:1])
    ((), ('order',))
    """
    names = {name_nouns(output.name) for output in outputs}
    return () if ("id",) in names and thing[-1:] in names else thing


def is_collected(schema: str, path: str) -> bool:
    """Tell whether a path holds what a schema names; such an object is no other thing, whatever its shape.

    >>> is_collected("order_item", "/order_items"), is_collected("Actor", "/films/{filmId}/cast")
    (True, False)
    """
    nouns = name_nouns(schema)
    return bool(nouns) and any(not parameter and name_nouns(part) == nouns for part, parameter in path_parts(path))


def said_thing(schema: str, place: Place, tool: tuple[str, ...], known: Known, path: str) -> tuple[str, ...]:
    """Return the thing that the schema's name, else the holding field, else the tool say an object is.

    Of a schema that names something else the tool says nothing, unless its path ends in the thing's collection.
    """
    said = schema_words(schema) if schema else ()
    found = _last(name_nouns(schema), known) or _last(said, known) if schema else ()
    if found or not place.container:
        return found or (() if said and not _is_collection(path, tool) else tool)
    return _last(container_nouns(place.container), known)


def _is_collection(path: str, thing: tuple[str, ...]) -> bool:
    parts = path_parts(path)[-1:]
    return bool(thing) and any(not parameter and name_nouns(part)[-1:] == thing[-1:] for part, parameter in parts)


def _last(words: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """Return the thing whose noun is the last word; what comes before it may qualify it."""
    return known.among(words[start:] for start in range(len(words)))
