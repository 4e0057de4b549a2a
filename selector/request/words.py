"""The words of a request with what dependencies ask of them: the things each may name, and its clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from selector import lexicon
from selector.glossary import ENGLISH
from selector.korean import is_hangul
from selector.linking.names import canonical, noun_stems
from selector.request.forms import korean_noun, name_form, value_forms
from selector.text import hangul_parts, stem

_WORD: Final = re.compile(r"(#?[\w][\w\-./:@+]*(?:['’]s?)?)", re.UNICODE)
_BOUNDARY: Final = re.compile(r"[.,;:!?\n()]")
#: People by what they do or are: a role of someone, where a catalog knows persons.
ROLES: Final = lexicon.stems_of(
    "actor actress director singer author writer artist player employee customer user member owner manager doctor"
    " patient student teacher driver seller buyer passenger guest person people man woman star founder creator producer"
    " composer editor speaker coach host leader designer photographer 배우 감독 가수 작가 저자 사람 인물 직원 고객"
)
_ONE_PARTICLES: Final = "을를이가은는의도만에"
PERSON: Final = canonical(stem("person"))
POSSESSIVE: Final = ("'s", "’s")


class Word(NamedTuple):
    """A word of a request.

    Attributes:
        text: the word as it stands.
        folded: the word without case.
        nouns: the nouns that it may be, as canonical stems.
        clause: the number of its clause.
        stem: its stem.
        value: what value it may be (`selector.request.forms.value_forms`).
        name: where it is written as a name (`selector.request.forms.name_form`).
        korean: the noun of a Korean word that may be a name.
    """

    text: str
    folded: str
    nouns: tuple[str, ...]
    clause: int
    stem: str
    value: int
    name: int
    korean: str


def read_words(text: str) -> list[Word]:
    """Return the words of a request in order.

    >>> [(word.text, word.nouns) for word in read_words("5번 Orders")]
    [('5', ('5',)), ('번', ('번',)), ('Orders', ('order',))]
    """
    found: list[Word] = []
    clause = 0
    parts = _WORD.split(text)  # a gap, a word, a gap, ..., a gap
    for i in range(1, len(parts), 2):
        if parts[i - 1] != " ":
            clause += bool(_BOUNDARY.search(parts[i - 1]))
        found += _read(parts[i], clause)
    return found


@lru_cache(maxsize=8_192)
def _read(token: str, clause: int) -> tuple[Word, ...]:
    """Read what stands between two gaps, once a place: requests are made of few words."""
    return tuple([_word(part, part.casefold(), clause) for part in _split_hangul(token.rstrip(".-/:@+"))])


def _word(text: str, folded: str, clause: int) -> Word:
    stemmed = stem(folded)
    name, korean = name_form(text, folded, stemmed), korean_noun(folded, stemmed)
    return Word(text, folded, _nouns(folded), clause, stemmed, value_forms(text, folded), name, korean)


def _split_hangul(token: str) -> list[str]:
    """Part Latin or digits from the Hangul that follows: ``P-100번을``, ``sku를``."""
    match = re.fullmatch(r"([A-Za-z0-9#][\w\-]*?)([가-힣]+)", token)
    return [match[1], match[2]] if match else [token]


def _nouns(folded: str) -> tuple[str, ...]:
    bare = folded.removesuffix("'s").removesuffix("’s").removesuffix("'").lstrip("#")
    if bare and is_hangul(bare):
        noun = stem(bare)
        if len(noun) == 2 and noun[1] in _ONE_PARTICLES and noun[0] in ENGLISH:
            noun = noun[0]  # ``책의``: a noun of one syllable
        parts = [noun, *(part for part in hangul_parts(noun) if part != noun)]
        return tuple(dict.fromkeys(one for part in parts for one in noun_stems(part)))
    return noun_stems(bare) if bare else ()


def is_person(thing: str) -> bool:
    """Tell whether a thing is a person: someone, or a role of someone."""
    return thing == PERSON or thing in ROLES


def roles(nouns: Iterable[str]) -> Iterator[str]:
    """Yield nouns, and the person beside each that is a role of one."""
    for noun in nouns:
        yield noun
        if noun in ROLES:
            yield PERSON
