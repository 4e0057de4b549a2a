"""What a request says about the things a call needs: which it names, which values it gives, whether it asks to find.

``the reviews of "Titanic"`` names a thing and gives no id: the id must be found. ``the reviews of film 42`` gives it,
and to search for it would be a call for nothing.
"""

from __future__ import annotations

from collections.abc import Container, Set
from typing import NamedTuple

from selector import lexicon, lexicon_ko
from selector.korean import is_hangul
from selector.query import Query, read_query
from selector.request.names import Name, called_things, derived_things, read_names
from selector.request.values import read_values, speaks_of_ids
from selector.request.words import PERSON, ROLES, Word, read_words
from selector.text import QUERY_LIMIT, stem


class Request(NamedTuple):
    """A request, as far as dependencies depend on it.

    Attributes:
        query: its acts and terms.
        nouns: the things it speaks of, as canonical stems.
        names: the things it calls by name.
        given: things of which it gives a value.
        called: things that stand right before their name: ``in namespace prod``.
        loose: values that stand beside no thing.
        derived: things that it speaks of as something of another thing (``the director of the film``).
        spoken: its words without case, a space around each.
        finds: it asks to find or to list.
        by_id: it speaks of an id without saying which.
        steps: it asks for details in a step before its last.
    """

    query: Query
    nouns: frozenset[str]
    names: tuple[Name, ...]
    given: frozenset[str]
    called: frozenset[str]
    loose: tuple[str, ...]
    derived: frozenset[str]
    spoken: str
    finds: bool
    by_id: bool
    inspects: bool


def read_request(text: str, vocabulary: Container[str], known: Set[str]) -> Request:
    """Read a request.

    Args:
        text: the request.
        vocabulary: the words that the catalog's tools have (as `selector.text.keys_of` writes them).
        known: the things that some tool's input refers to.

    >>> words, things = {"get", "movi", "review"}, {"movi"}
    >>> request = read_request("show the reviews of the movie Night Train", words, things)
    >>> request.names[0].text, request.names[0].thing, request.given
    ('Night Train', 'movi', frozenset())
    >>> read_request("show the reviews of movie 42", words, things).given
    frozenset({'movi'})
    """
    query, said = read_query(text), text[:QUERY_LIMIT]
    spoken = read_words(said)
    given, loose = read_values(spoken, known)
    nouns = frozenset().union(*[word.nouns for word in spoken])
    folded = [word.folded for word in spoken]
    names = tuple(read_names(said, spoken, vocabulary, known))
    return Request(
        query=query,
        nouns=nouns if nouns.isdisjoint(ROLES) else nouns | {PERSON},
        names=names,
        given=given,
        called=frozenset(called_things(spoken, vocabulary, known)),
        loose=loose,
        derived=frozenset(derived_things(spoken, known)).union(*[name.never for name in names]),
        spoken=f" {' '.join(folded)} ",
        finds=any(act.action == "search" for act in query.acts),
        by_id=not given and not loose and speaks_of_ids(folded),
        inspects=_inspects(query, spoken),
    )


def _inspects(query: Query, spoken: list[Word]) -> bool:
    """A step before the last asks for the details of what was found."""
    if len(query.acts) < 3 or not any(act.action == "read" for act in query.acts[1:-1]):
        return False
    stems = {word.stem for word in spoken}
    return (
        bool(stems & lexicon.SINGLE_WORDS)
        or any(one.endswith(tuple(lexicon_ko.SINGLE_WORDS)) for one in stems if is_hangul(one))
        or any(act.verb == stem("inspect") for act in query.acts[1:-1])
    )
