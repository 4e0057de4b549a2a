"""What inputs refer to, where it takes the whole catalog to tell.

REST gives resources collections: ``/albums`` holds what ``/albums/{album}`` reads. A catalog that has a collection of
a thing may name the thing where it means its identifier (``customer``), and a bare ``id`` of a request's body is that
of the collection which the call is about, or of the object that it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from selector import lexicon
from selector.linking.contract import Contract, Input, Output
from selector.linking.evidence import MENTION, Supply
from selector.linking.names import NAME_KIND, Reference, bare_reference, name_nouns, read_references
from selector.linking.resources import input_references, is_envelope, path_parts, place_of, spoken_things
from selector.text import split_identifier

#: Nouns of what somebody writes: a field that bears one holds the text itself, though it may have a collection.
_WRITTEN: Final = lexicon.stems_of(
    "address answer body comment content description email message name note phone question reason reply review status"
    " summary text title type"
)
#: What a document says of an identifier: ``The [unique ID](/docs/ids) of the album``, ``IDs for the seed artists``.
_DESCRIBED: Final = re.compile(
    r"\b(ids?|identifiers?|uris?|keys?|slugs?|codes?)\]?(?:\([^)\s]*\))? (?:of|for) ((?:[\w'-]+ ?){1,4})"
)
#: ``a track or an episode URI``, ``can be album ids``.
_DESCRIBED_BEFORE: Final = re.compile(r"((?:[\w-]+ (?:or|and) )?(?:an? )?[\w-]+) (ids?|identifiers?|uris?)\b")
_SCALARS: Final = frozenset({"", "string", "integer", "number", "array"})


def collected_nouns(contracts: Iterable[Contract]) -> frozenset[str]:
    """Return the nouns of which a path leads to one of a collection (``/albums/{id}``), or a response holds them."""
    found: set[str] = set()
    for contract in contracts:
        before = ""
        for part, parameter in path_parts(contract.path):
            if parameter and before:
                found.update(name_nouns(before)[-1:])
            before = "" if parameter else part
        found.update(noun for output in contract.outputs for noun in _held(output))
    return frozenset(found)


def _held(output: Output) -> tuple[str, ...]:
    """Return the noun of what a response holds at its top, with an id of its own: ``$.channels[*].id``."""
    place = place_of(output.path)
    top = place.parent.count(".") == 1 and not is_envelope(place.container)
    return name_nouns(place.container)[-1:] if top and output.name.casefold() == "id" else ()


def referents(one: Input, contract: Contract, collected: Collection[str]) -> tuple[Reference, ...]:
    """Return what an input refers to.

    Args:
        one: the input.
        contract: its tool's.
        collected: the nouns that have a collection (`collected_nouns`).

    >>> field = Input("album", True, "data", "body", "string", "", "", False)
    >>> share = Contract("share", "post", "/shares", "", "", (field,), (), ())
    >>> referents(field, share, {"album"}), referents(field, share, ())
    ((Reference(thing=('album',), kind='id'),), ())
    """
    if _is_natural(one.name, contract.path):
        return ()
    described = tuple(dict.fromkeys(_described(one, collected)))
    bare = [reference for reference in read_references(one.name) if not reference.thing]
    if described and (bare or not read_references(one.name)):
        own = {words[-1] for words in spoken_things(contract)}
        return tuple(found for found in described if found.noun in own) or described
    thing = _owner(one, contract, collected) if bare else ()
    if thing:
        return tuple(Reference(thing, reference.kind) for reference in bare)
    found = input_references(one.name, one.tag, contract)
    if not found and one.location != "path":
        return tuple(_named_as_thing(one, contract, collected))
    return (*found, *(one for one in _member(one.name, found, contract.path) if one not in found))


def _is_natural(name: str, path: str) -> bool:
    """Tell whether a path looks one up by what people know of it: ``/users/by/username/{username}``."""
    parts = path_parts(path)
    place = next((i for i, part in enumerate(parts) if part == (name, True)), 0)
    return ("by", False) in parts[max(0, place - 2) : place]


def _described(one: Input, collected: Collection[str]) -> Iterator[Reference]:
    """Yield what the description of an input says that it identifies."""
    if one.type not in _SCALARS or not one.description:
        return
    said = [(match[2], match[1]) for match in _DESCRIBED.finditer(one.description.lower())]
    said += [(match[1], match[2]) for match in _DESCRIBED_BEFORE.finditer(one.description.lower())]
    for phrase, kind in said:
        for noun in _nouns(phrase, collected):
            yield from (Reference(noun, found.kind) for found in (*read_references(kind), *bare_reference(kind)))


def _nouns(phrase: str, collected: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield of each alternative the first noun that has a collection, of a compound the last: ``seed artists``."""
    for part in re.split(r" (?:or|and) ", phrase):
        found: tuple[str, ...] = ()
        for word in part.split():
            noun = () if word.endswith("'s") else name_nouns(word)[-1:]
            if noun and noun[0] in collected:
                found = noun
            elif found:
                break
        if found:
            yield found


def _owner(one: Input, contract: Contract, collected: Collection[str]) -> tuple[str, ...]:
    """Return the thing that a bare ``id`` of a body or query identifies: of the object around it, else of the call."""
    if one.location == "path" or "{" + one.name + "}" in contract.path:
        return ()
    container = place_of(one.place).container
    around = name_nouns(container)[-1:] if container and not is_envelope(container) else ()
    if around:
        return around
    return next((words[-1:] for words in spoken_things(contract) if words[-1] in collected), ())


def _named_as_thing(one: Input, contract: Contract, collected: Collection[str]) -> Iterator[Reference]:
    """Yield the thing for which an input is named, whose identifier it takes: ``customer``, ``seed_artists``."""
    nouns = name_nouns(one.name)
    last = path_parts(contract.path)[-1:]
    made = contract.method == "post" and any(
        not parameter and name_nouns(part)[-1:] == nouns[-1:] for part, parameter in last
    )
    if nouns and one.type in _SCALARS and nouns[-1] in collected and nouns[-1] not in _WRITTEN and not made:
        yield Reference(nouns[-1:], "id")


def _member(name: str, found: Collection[Reference], path: str) -> Iterator[Reference]:
    """Yield what a parameter right behind a collection's segment is beside what its own name says.

    ``/subscriptions/{subscription_exposed_id}`` is a subscription's id.
    """
    parts = path_parts(path)
    for (segment, fixed), (part, parameter) in pairwise(parts):
        if part == name and parameter and not fixed:
            noun = name_nouns(segment)[-1:]
            for reference in found:
                if noun and reference.noun != noun[0] and noun[0] in reference.thing:
                    yield Reference(noun, reference.kind)
            if noun and not found and noun[0] in part.casefold():
                yield Reference(noun, "id")


def chosen_things(contract: Contract, known: Collection[str]) -> list[str]:
    """Return the things of which a call lists one kind or another, as a required input chooses: ``type: book, film``.

    >>> kind = Input("type", True, "data", "query", "string", "", "", True, "", "", ("all", "album", "books"))
    >>> chosen_things(Contract("charts", "get", "/charts", "", "", (kind,), (), ()), {"album", "book"})
    ['album', 'book']
    """
    for one in contract.inputs:
        nouns = [noun for value in one.values if (noun := "".join(name_nouns(value)[-1:])) in known]
        if one.required and len(nouns) > 1:
            return list(dict.fromkeys(nouns))
    return []


#: Kinds of which an object has several, each with a word for who gave it: ``iataCode``, ``serialNumber``.
_QUALIFIED: Final = frozenset({"code", "no", "key", "slug", "handle"})


def completed(reference: Reference, thing: tuple[str, ...], known: Collection[str]) -> tuple[Reference, ...]:
    """Return what a field of an object identifies: ``id`` alone that object; ``isbn_code`` too if nothing is an isbn.

    >>> completed(Reference((), "id"), ("book",), {"book"})
    (Reference(thing=('book',), kind='id'),)
    >>> completed(Reference(("isbn",), "code"), ("book",), {"book"})
    (Reference(thing=('book',), kind='code'),)
    """
    if reference.thing and (reference.noun in known or reference.kind not in _QUALIFIED):
        return (reference,)
    return (Reference(thing, reference.kind),) if thing else ()


def settled(
    one: Input, references: tuple[Reference, ...], given: Callable[[Reference], Sequence[Supply]]
) -> tuple[Reference, ...]:
    """Return what an input refers to when it is known what there is: an id or a name, where a path may mean either.

    ``/clubs/{club}`` takes the club's ``id``; where that is a number and the parameter a text, its name.
    """
    kinds = {reference.kind for reference in references}
    if not {"id", NAME_KIND} <= kinds or "name" in split_identifier(one.name):
        return references
    ids = [
        supply
        for reference in references
        if reference.kind == "id"
        for supply in given(reference)
        if supply.field.casefold() == "id" and supply.evidence != MENTION
    ]
    if not ids:
        return references
    numbers = all(supply.type in {"integer", "number"} for supply in ids)
    left_out = "id" if numbers and one.type == "string" else NAME_KIND
    return tuple(reference for reference in references if reference.kind != left_out)
