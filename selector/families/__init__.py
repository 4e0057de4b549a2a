"""Query families: the wordings of one request under one key.

A query's family is the set of its content terms. What wordings of one request differ in goes: case and width,
politeness, function words, inflection and particles, word order, and the values of slots (numbers, dates, ids,
addresses, quotations). What makes another request of it stays: negation, whether it asks or demands, the particles
that turn an act round. The rules are those of English and Korean grammar; they know no domain, and hold no two
different words to be the same. Nothing is learned from other queries: the family is a function of the text.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import NamedTuple, Protocol

from selector.families.english import english_terms
from selector.families.korean import korean_terms
from selector.families.marks import DECIDING, MARK, QUESTION
from selector.families.placeholders import mask

__all__ = ["NEAR", "RULES_VERSION", "Family", "QueryFamily", "query_family", "similarity"]

#: Is part of every key: families of other rules are other families. Raise it with every change that moves a query.
RULES_VERSION = "1"
#: From this similarity on two families are near. Measured on assistants' and bank customers' queries, English and
#: Korean: of the pairs of queries at or above it nine in ten and more are wordings of one request; at 0.6 eight in
#: ten.
NEAR = 0.7
#: With fewer terms than these on either side one shared word would make two families near.
_LEAST_TERMS = 3
_KEY_BYTES = 8

#: A mark with the Hangul that is written on to it, a Hangul word, another word. Stray jamo are no words: they fill
#: chats.
_WORD = re.compile(rf"{MARK}[가-힣]*|[가-힣]+|[^\W\d_가-힣ᄀ-ᇿ]+(?:'[^\W\d_가-힣ᄀ-ᇿ]+)?")
_HANGUL = re.compile("[가-힣]")


class Family(Protocol):
    """What ``similarity`` compares: anything with the key and the terms of a family."""

    @property
    def key(self) -> str:
        """The key, "" for no family."""

    @property
    def terms(self) -> tuple[str, ...]:
        """The content terms."""


class QueryFamily(NamedTuple):
    """The family of a query.

    Attributes:
        key: 16 hexadecimal digits, a hash of the terms and the rules' version; "" without a content term: such a
        query has no family, and
            nothing is learned from it.
        terms: The distinct content terms, sorted: stems of English words, Korean nouns and dictionary forms, ``#``
        for slots, ``not`` for
            denial, ``?`` for a question about a state.
    """

    key: str
    terms: tuple[str, ...]


_NO_FAMILY = QueryFamily("", ())


def query_family(text: str | None) -> QueryFamily:
    """Return the family of a query.

    Any text has a result, in a time that is linear in its length; what is no text has no family. Only the first 2,000
    characters count.

    >>> query_family("Could you please turn off the lights?").terms
    ('light', 'off', 'turn')
    >>> query_family("주문 17번을 취소해 주세요").key == query_family("주문 20번 취소").key
    True
    >>> query_family("please")
    QueryFamily(key='', terms=())
    """
    if not isinstance(text, str):
        return _NO_FAMILY
    masked = mask(text)
    words = _WORD.findall(masked)
    terms = english_terms(words)
    if not text.isascii() and _HANGUL.search(masked):
        terms |= korean_terms(words)
    if not terms or terms == {QUESTION}:
        return _NO_FAMILY
    ordered = tuple(sorted(terms))
    message = "\0".join((RULES_VERSION, *ordered)).encode("utf-8", "surrogatepass")
    return QueryFamily(blake2b(message, digest_size=_KEY_BYTES).hexdigest(), ordered)


def similarity(a: Family, b: Family) -> float:
    """Return how much two families have in common, 0 to 1; from ``NEAR`` on they are near.

    1 for one and the same family, else the share of common terms among all terms (Jaccard), but 0 where two families
    are never near: where either has fewer than three terms besides those that decide what is asked (denial, question,
    direction, time, quantity, reason), or where these differ.

    >>> a, b = query_family("show the unpaid bills of June"), query_family("show all the unpaid bills of May 5")
    >>> similarity(a, b), similarity(a, a)
    (0.8, 1.0)
    >>> similarity(a, query_family("don't show the unpaid bills of June"))
    0.0
    """
    if a.key == b.key:
        return 1.0 if a.key else 0.0
    ours, theirs = frozenset(a.terms), frozenset(b.terms)
    if not DECIDING.isdisjoint(ours ^ theirs):
        return 0.0
    if len(ours - DECIDING) < _LEAST_TERMS or len(theirs - DECIDING) < _LEAST_TERMS:
        return 0.0
    return len(ours & theirs) / len(ours | theirs)
