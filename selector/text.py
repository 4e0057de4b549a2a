"""Words of English, Korean and identifiers, brought to forms in which a request and a tool can be compared.

A *key* is the form in which two words meet: the stem of a word, its root behind ``~``, a stretch of Hangul behind
``=``. A tool's text is turned into a set of keys once; a request's word is looked up in that set under its stem first
and then, at a discount, under its other keys. So comparing costs a few look-ups in a set, however long a description
is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from selector.korean import bare_noun, is_hangul

#: A description is read up to here: what tells tools apart stands in its first sentences.
DESCRIPTION_LIMIT = 2_000
#: A request is read up to here, as far as ``query_family`` reads it.
QUERY_LIMIT = 2_000

_REMEMBERED_WORDS = 32_768

_WORD_PATTERN = r"[가-힣]+|[^\W_가-힣]+(?:['’][^\W\d_가-힣]+)?"
_WORD = re.compile(_WORD_PATTERN)
#: Marks that end a clause.
MARKS = frozenset(".,;:!?\n()")
_TOKEN = re.compile(_WORD_PATTERN + "|[" + re.escape("".join(sorted(MARKS))) + "]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")

#: Words that look like an inflected form of another word and are none.
_UNINFLECTED = frozenset(
    {"news", "series", "species", "always", "during", "thing", "string", "need", "speed", "feed", "seed"}
)
#: Past forms that no rule leads back to the verb.
_IRREGULAR = {
    "bought": "buy",
    "chose": "choose",
    "chosen": "choose",
    "found": "find",
    "gave": "give",
    "given": "give",
    "got": "get",
    "held": "hold",
    "made": "make",
    "making": "make",
    "men": "man",
    "paid": "pay",
    "people": "person",
    "sent": "send",
    "shown": "show",
    "sold": "sell",
    "spent": "spend",
    "taken": "take",
    "took": "take",
    "women": "woman",
    "written": "write",
    "wrote": "write",
}
#: Of these the forms that describe, beside those in *-ed* and *-en*.
PAST_FORMS = frozenset(_IRREGULAR) - {"making", "men", "people", "women"}
#: No word of a language is longer; what is, tells as much by its beginning.
_WORD_LIMIT = 80
_VOWELS = frozenset("aeiouy")
_SIBILANT_PLURALS = ("sses", "xes", "ches", "shes", "zes")
_DERIVATIONS = (("ment", 3), ("ion", 4), ("al", 4))
_ROOT_LENGTH = 6


def fold(text: str, limit: int = QUERY_LIMIT) -> str:
    """Return the text as it is compared: compatibility characters resolved, without case, cut at ``limit`` characters.

    >>> fold("Ｇet ORDERS")
    'get orders'
    """
    cut = text[:limit]
    if cut.isascii():
        return cut.lower()
    return unicodedata.normalize("NFKC", cut).casefold().replace("’", "'")


def words(text: str) -> list[str]:
    """Return the words of folded text in order; Hangul and other letters part where they touch.

    >>> words("sku를 find_by-id, user's")
    ['sku', '를', 'find', 'by', 'id', "user's"]
    """
    return _WORD.findall(text)


def tokens(text: str) -> list[str]:
    """Return the words of folded text and the marks that end a clause, in order.

    >>> tokens("find it, then: (go)")
    ['find', 'it', ',', 'then', ':', '(', 'go', ')']
    """
    return _TOKEN.findall(text)


@lru_cache(maxsize=_REMEMBERED_WORDS)
def split_identifier(name: str, limit: int = 200) -> tuple[str, ...]:
    """Return the words of an identifier in camelCase, PascalCase, snake_case, kebab-case or with dots.

    >>> split_identifier("getHTTPStatus"), split_identifier("list-user_items.v2")
    (('get', 'http', 'status'), ('list', 'user', 'items', 'v', '2'))
    """
    parts = _CAMEL.sub(" ", unicodedata.normalize("NFKC", name[:limit]))
    return tuple(words(parts.casefold()))


def stem(word: str) -> str:
    """Return the stem of one folded word: English inflection and a silent ``e`` go, Korean particles go.

    Light on purpose: it joins the forms of one word and leaves derived words to :func:`root`.

    >>> [stem(word) for word in ("orders", "cancelled", "updating", "categories", "주문을")]
    ['order', 'cancel', 'updat', 'categori', '주문']
    """
    return _stem(word[:_WORD_LIMIT])


@lru_cache(maxsize=_REMEMBERED_WORDS)
def _stem(word: str) -> str:
    if is_hangul(word):
        return bare_noun(word)
    word = word.split("'", 1)[0]
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or not word.isascii() or word in _UNINFLECTED:
        return word
    return _even(_without_tense(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_SIBILANT_PLURALS):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and not _VOWELS.isdisjoint(rest):
            return rest
    return word


def _even(word: str) -> str:
    """Make the ends of a word's forms equal: no silent ``e``, no doubled letter, ``i`` for ``y``."""
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def root(stemmed: str) -> str:
    """Return what words of one family begin with: ``translate``, ``translation`` and ``translator`` meet here.

    >>> {root(stem(word)) for word in ("translate", "translation", "translator")}
    {'transl'}
    """
    for ending, least in _DERIVATIONS:
        if stemmed.endswith(ending) and len(stemmed) - len(ending) >= least:
            stemmed = stemmed[: -len(ending)]
            break
    return stemmed[:_ROOT_LENGTH]


def hangul_parts(word: str) -> Iterator[str]:
    """Yield every stretch of two syllables or more: Korean writes compounds without a gap.

    >>> list(hangul_parts("주문내역"))
    ['주문', '주문내', '주문내역', '문내', '문내역', '내역']
    """
    end = min(len(word), 10)
    for start in range(end - 1):
        for stop in range(start + 2, end + 1):
            yield word[start:stop]


def keys(stems: Iterable[str]) -> frozenset[str]:
    """Return every key under which the words with these stems can be found.

    >>> sorted(keys(("translat", "주문내역")))[:4]
    ['=내역', '=문내', '=문내역', '=주문']
    """
    return frozenset([key for one in stems for key in keys_of(one)])


@lru_cache(maxsize=_REMEMBERED_WORDS)
def keys_of(stemmed: str) -> tuple[str, ...]:
    """Return every key under which the word with this stem can be found.

    >>> keys_of("translat"), keys_of("id")
    (('translat', '~transl'), ('id',))
    """
    if is_hangul(stemmed):
        return stemmed, *["=" + part for part in hangul_parts(stemmed)]
    return (stemmed, "~" + root(stemmed)) if len(stemmed) >= 4 else (stemmed,)
