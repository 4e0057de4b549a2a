"""What the name of a field refers to: ``orderNo`` and ``주문번호`` name a thing and the kind of its identifier.

Only identifiers are references: the value of a name, a date or an amount is the user's to give, and that two tools
have a field of that name says nothing of where the value comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from selector.glossary import ENGLISH
from selector.korean import is_hangul
from selector.text import split_identifier, stem

_REMEMBERED_NAMES = 16_384

#: Words that end the name of an identifier, by the kind of identifier: an order's number is not its id.
_KINDS: Final[dict[str, str]] = {
    word: kind
    for kind, words in {
        "id": "id ids identifier identifiers uid uids uuid uuids guid guids oid pk 아이디 식별자 고유번호",
        "no": "no nos num nums number numbers nr nbr seq sn 번호 순번",
        "code": "code codes cd 코드",
        "key": "key keys 키",
        "reference": "ref refs reference references",
        "token": "token tokens 토큰",
        "slug": "slug slugs",
        "handle": "handle handles username login",
        "hash": "hash sha digest",
        "iid": "iid iids",
        "urn": "urn urns arn arns uri uris",
    }.items()
    for word in words.split()
}
#: Kinds that name a thing by themselves; the others need one: ``id`` alone is some thing's, ``code`` alone is a word.
_ALONE: Final = frozenset({"id", "urn", "slug"})
#: Korean writes the identifier to its thing without a gap.
_KOREAN_ENDINGS: Final = ("고유번호", "식별자", "아이디", "번호", "순번", "코드", "토큰")
#: English words that end in ``id`` and are no identifier written as one word.
_ENDING_IN_ID: Final = frozenset(
    [
        "paid",
        "unpaid",
        "prepaid",
        "valid",
        "invalid",
        "grid",
        "bid",
        "android",
        "solid",
        "fluid",
        "avoid",
        "hybrid",
        "rapid",
        "void",
        "liquid",
        "humid",
        "mid",
        "covid",
        "acid",
        "aid",
        "said",
        "kid",
        "lid",
        "rid",
        "forbid",
        "overlaid",
        "pyramid",
        "steroid",
        "asteroid",
        "celluloid",
        "centroid",
        "mermaid",
        "orchid",
        "plaid",
        "raid",
        "maid",
        "braid",
        "druid",
        "fluorid",
        "squid",
        "stupid",
        "vivid",
        "timid",
        "rigid",
    ]
)
#: Short and long forms of one noun, as names use them. General English; nothing that is only alike in meaning.
_FORMS: Final = (
    "repository repo",
    "organization org organisation",
    "account acct",
    "department dept",
    "application app",
    "environment env",
    "database db",
    "directory dir folder",
    "document doc",
    "television tv",
    "movie film",
    "track song",
    "image img",
    "message msg",
    "customer cust",
    "user usr",
    "product prod",
    "transaction txn tx",
    "employee emp",
    "address addr",
    "configuration config cfg",
    "category ctg",
)
_CANONICAL: Final[dict[str, str]] = {stem(form): stem(group.split()[0]) for group in _FORMS for form in group.split()}


class Reference(NamedTuple):
    """What a field refers to: the words of a thing, the last its noun, and the kind of its identifier.

    A name that tells no thing (``id``) has no words; what stands around the field tells it then.
    """

    thing: tuple[str, ...]
    kind: str

    @property
    def noun(self) -> str:
        """The noun that names the thing; empty if the name tells none."""
        return self.thing[-1] if self.thing else ""


def canonical(stemmed: str) -> str:
    """Return the one form of a noun: ``repo`` and ``repository`` are the same thing.

    >>> canonical("repo") == canonical("repositori")
    True
    """
    return _CANONICAL.get(stemmed, stemmed)


@lru_cache(maxsize=_REMEMBERED_NAMES)
def read_references(name: str) -> tuple[Reference, ...]:
    """Return what a field's name refers to; several where a Korean noun has several English ones; none if nothing.

    >>> read_references("movie_id"), read_references("order_nos"), read_references("title")
    ((Reference(thing=('movi',), kind='id'),), (Reference(thing=('order',), kind='no'),), ())
    >>> read_references("ticketIdOrKey")
    (Reference(thing=('ticket',), kind='id'), Reference(thing=('ticket',), kind='key'))
    >>> read_references("주문번호")
    (Reference(thing=('order',), kind='no'), Reference(thing=('order',), kind='id'))
    """
    words = list(_parts(split_identifier(name)))
    kinds = _either(words)
    if kinds:
        return tuple(Reference(thing, one) for thing in _things(words[:-3]) for one in kinds)
    if not words:
        return ()
    kind = _KINDS.get(words[-1])
    if kind is None or (len(words) == 1 and kind not in _ALONE):
        return ()
    things = _things(words[:-1])
    kinds = (kind, "id") if words[-1] == "번호" else (kind,)
    return tuple(Reference(thing, one) for thing in things for one in kinds)


def _either(words: list[str]) -> tuple[str, ...]:
    """Return the kinds of a name that takes either: ``ticketIdOrKey``, ``id_or_name``."""
    if len(words) < 3 or words[-2] != "or":
        return ()
    kinds = tuple(NAME_KIND if word == "name" else _KINDS.get(word, "") for word in (words[-3], words[-1]))
    return kinds if all(kinds) else ()


#: Kinds that the path of a resource or the object itself gives a thing to: ``/issues/{number}``, ``issues[].number``.
NAME_KIND: Final = "name"
_BARE: Final = frozenset({"no", "code", "key", "reference", "hash", "handle", "iid"})


def bare_reference(name: str) -> tuple[Reference, ...]:
    """Return the kind of identifier that a name of one word is; the thing stands around it.

    >>> bare_reference("number"), bare_reference("name"), bare_reference("title")
    ((Reference(thing=(), kind='no'),), (Reference(thing=(), kind='name'),), ())
    """
    words = split_identifier(name)
    kind = (NAME_KIND if words[0] == "name" else _KINDS.get(words[0], "")) if len(words) == 1 else ""
    return (Reference((), kind),) if kind == NAME_KIND or kind in _BARE else ()


def is_plural(name: str) -> bool:
    """Tell whether a name takes several identifiers: who asks for things by their ids knows them.

    >>> is_plural("album_ids"), is_plural("id")
    (True, False)
    """
    last = split_identifier(name)[-1:]
    return bool(last) and last[0].endswith("s") and _KINDS.get(last[0], "") == _KINDS.get(last[0][:-1], " ")


def named_thing(name: str) -> tuple[str, ...]:
    """Return the thing of a field that takes its name: ``pod_name``; empty for any other field."""
    words = split_identifier(name)
    return name_nouns(" ".join(words[:-1])) if len(words) > 1 and words[-1] == "name" else ()


def _parts(words: Iterable[str]) -> Iterator[str]:
    """Yield the words, identifiers that are written to their thing without a gap taken apart."""
    for word in words:
        if is_hangul(word):
            ending = next((end for end in _KOREAN_ENDINGS if word.endswith(end) and word != end), "")
            yield from filter(None, (word.removesuffix(ending), ending))
        elif word.endswith("uuid") and len(word) > 4:
            yield from (word[:-4], "uuid")
        elif word.endswith("id") and len(word) > 4 and word not in _ENDING_IN_ID and word not in _KINDS:
            yield from (word[:-2], "id")
        else:
            yield word


def _things(words: list[str]) -> list[tuple[str, ...]]:
    """Return the ways to say a thing in English stems: a Korean noun may have several."""
    things: list[tuple[str, ...]] = [()]
    for word in words:
        things = [(*thing, one) for thing in things for one in noun_stems(word)][:4]
    return things


@lru_cache(maxsize=_REMEMBERED_NAMES)
def noun_stems(word: str) -> tuple[str, ...]:
    """Return the canonical stems of a noun; of a Korean one those of its English words that the glossary has.

    >>> noun_stems("users"), noun_stems("상품")
    (('user',), ('product', 'item'))
    """
    stemmed = stem(word)
    if is_hangul(stemmed) and stemmed in ENGLISH:
        return tuple(dict.fromkeys(map(canonical, ENGLISH[stemmed])))
    return (canonical(stemmed),)


@lru_cache(maxsize=_REMEMBERED_NAMES)
def name_nouns(name: str) -> tuple[str, ...]:
    """Return the canonical stems of a name's words in order.

    >>> name_nouns("movie-list-objects")
    ('movi', 'list', 'object')
    """
    return tuple(noun_stems(word)[0] for word in split_identifier(name))
