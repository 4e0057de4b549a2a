"""What a request says without the word for it: whose a thing is, how far it is, how it was, how many there are."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Final, NamedTuple

from selector.terms import Term
from selector.text import stem
from selector.vocabulary import term_keys


class _Turn(NamedTuple):
    """A turn of speech that implies a word; without one of its cues no request is found to have it."""

    cues: tuple[str, ...]
    pattern: re.Pattern[str]
    term: Term


def _term(word: str, weight: float, *korean: str) -> Term:
    keys = (*term_keys(stem(word)), *[("=" + other, 0.9) for other in korean])
    return Term(word, stem(word), weight, tuple(sorted(keys, key=itemgetter(1), reverse=True)), state=False)


#: A question what or who there is.
WHAT_THERE_IS: Final = re.compile(
    r"\b(?:what|which)\b.{1,60}\b(?:are there|do we have|exist)\b"
    r"|(?:뭐|무엇|어떤|무슨|누구|누가)[^.?!]{0,15}(?:있|갖고)"
)
#: ``am I``, ``do I`` say whose a thing is as ``my`` does, but not that it is current; ``how do I`` asks for a way.
_OWN: Final = _Turn(
    (" i",),
    re.compile(r"(?<!\bhow )\b(?:am|was|have|do|did) i\b"),
    Term("i", "my", 0.5, tuple([key for key in term_keys("my") if key[0] != stem("current")]), state=False),
)
_TURNS: Final = (
    _Turn(("내", "나의", "제", "저의"), re.compile(r"(?:^|\s)(?:내|나의|제|저의|내가|제가|저|나)\s"), _OWN.term),
    _Turn(
        ("how ", "어떻게", "어디까지"),
        re.compile(
            r"\bhow (?:is|are) \S[^.?!]{0,80} (?:going|progressing|coming along)\b"
            r"|어떻게\s?(?:되고|되었|됐|되나|진행)|어디까지"
        ),
        _term("status", 1.0, "상태", "현황"),
    ),
    _Turn(
        (" the last ", " the past ", "how w", "what w", "how did ", "what did "),
        re.compile(r"\b(?:over|during|in|for|within) the (?:last|past)\b|\b(?:how|what) (?:was|were|did)\b"),
        _term("history", 0.5, "이력", "내역"),
    ),
    _Turn((" are there", " do we have", " exist", "있", "갖고"), WHAT_THERE_IS, _term("list", 0.5, "목록", "리스트")),
)
_COUNT: Final = _term("count", 1.0)


def implied_terms(text: str, *, asks: bool, counts: bool) -> tuple[Term, ...]:
    """Return the words that a folded request implies.

    Args:
        text: the request.
        asks: it asks to be told.
        counts: it asks for a number.

    >>> [term.word for term in implied_terms("which shelves do i own?", asks=True, counts=False)]
    ['i']
    >>> [term.word for term in implied_terms("how is the repair going?", asks=True, counts=False)]
    ['status']
    >>> [term.word for term in implied_terms("how was the harvest in 1970", asks=True, counts=False)]
    ['history']
    """
    turns = (_OWN, *_TURNS) if asks else _TURNS
    found = [turn.term for turn in turns if any(map(text.__contains__, turn.cues)) and turn.pattern.search(text)]
    return (*found, _COUNT) if counts else tuple(found)
