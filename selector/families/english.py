"""The content terms of English words: function and polite words go, inflection comes off, what changes the act stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from selector.families.lexicon_en import (
    ASKING,
    ASKING_BEFORE_SUBJECT,
    DATES,
    FUNCTION_WORDS,
    IRREGULAR,
    MONTHS_BESIDE_NUMBER,
    NEGATIONS,
    NUMERALS,
    OPENERS,
    PERIODS,
    POLITE_QUESTIONS,
    RELATIVE,
    SUBJECTS,
    UNITS,
)
from selector.families.marks import MARK, NOT, PLACEHOLDER, QUESTION

_LEXICON: dict[str, str] = {
    **dict.fromkeys(FUNCTION_WORDS, ""),
    **dict.fromkeys(NEGATIONS, NOT),
    **dict.fromkeys((MARK, *NUMERALS, *DATES), PLACEHOLDER),
    "yours": "your",
    "whether": QUESTION,
}
_ARTICLES = frozenset({"a", "an"})
_TO_TELL = frozenset({"tell", "give"})
_TOLD = frozenset({"me", "us"})
_KNOWING = frozenset({"me", "us", "to", "you", "i"})
#: "let me know if", "check if": what follows is a question.
_TELLING_IF = frozenset({"me", "us", "know", "see", "check"})
_CONTEXTUAL = UNITS | MONTHS_BESIDE_NUMBER | RELATIVE | PERIODS | _TO_TELL | {"know", "by", "if"}
_SIBILANT_PLURALS = ("xes", "ches", "shes", "sses", "zes")
_VOWELS = frozenset("aeiouy")
#: Bare stems that lost an e: us-ed, ow-ed, nam-ed; but fix-ed, eat-ing, add-ed.
_SILENT_E = re.compile("[aeiou][^aeiou]|[^aeiou][aeiou][^aeiouwxy]")


def english_terms(words: Sequence[str]) -> set[str]:
    """Return the content terms of the words that are not written in Hangul.

    Args:
        words: A query's words in order, in lower case, with ``MARK`` for each placeholder.

    >>> sorted(english_terms("could you please turn off the lights for me".split()))
    ['light', 'off', 'turn']
    >>> sorted(english_terms("is the door not locked".split()))
    ['?', 'door', 'lock', 'not']
    """
    terms: set[str] = set()
    if _asks(words):
        terms.add(QUESTION)
    after_number = False
    for position, word in enumerate(words):
        if word in _CONTEXTUAL:
            term = _in_context(words, position, after_number=after_number)
        else:
            term = _LEXICON.get(word)
            if term is None:
                term = _unlisted(word)
        if term:
            terms.add(term)
        after_number = word[0] == MARK or word in NUMERALS or (after_number and word in _ARTICLES)
    return terms


def _unlisted(word: str) -> str:
    if "가" <= word[0] <= "힣" or len(word) == 1:
        return ""
    return PLACEHOLDER if word[0] == MARK else _stem(word)


def _asks(words: Sequence[str]) -> bool:
    """Say whether a query opens like a question about a state, as "is the door locked" does and "can you lock it" does not."""
    for position, word in enumerate(words):
        if word in ASKING:
            if word in ASKING_BEFORE_SUBJECT and words[position+1:position+2] and words[position+1] not in SUBJECTS: return False
            following = tuple(words[position + 1 : position + 4])
            return following[:2] not in POLITE_QUESTIONS and not (following[:1] == ("there",) and "way" in following)
        if word not in OPENERS:
            return False
    return False


def _in_context(words: Sequence[str], position: int, *, after_number: bool) -> str:
    """Return the term of a word that only its neighbours make a unit, a date, a direction or a set phrase."""
    word = words[position]
    before = words[position - 1] if position else ""
    after = words[position + 1] if position + 1 < len(words) else ""
    if word in UNITS and (after_number or before in _ARTICLES):
        return "" if after_number else PLACEHOLDER
    if word in RELATIVE and after in PERIODS:
        return PLACEHOLDER
    if word in PERIODS and before in RELATIVE:
        return ""
    if word in MONTHS_BESIDE_NUMBER and MARK in (before[:1], after[:1]):
        return PLACEHOLDER
    if word in _TO_TELL:
        return "" if after in _TOLD else _stem(word)
    if word == "know":
        return "" if before in _KNOWING else word
    if word == "if":
        return QUESTION if before in _TELLING_IF else ""
    if word == "by":
        return word if after[:1] == MARK or _LEXICON.get(after) == PLACEHOLDER else ""
    known = _LEXICON.get(word)
    return _stem(word) if known is None else known


def _stem(word: str) -> str:
    """Take plural, possessive, -ing and -ed off; the result is a key, not always a word.

    >>> [_stem(word) for word in ("orders", "cancelled", "cancelling", "closed", "close", "used", "boxes", "cities", "status")]
    ['order', 'cancel', 'cancel', 'clos', 'clos', 'use', 'box', 'city', 'status']
    """
    if "'" in word:
        word = word.partition("'")[0]
        known = _LEXICON.get(word)
        if known is not None:
            return known
    word = IRREGULAR.get(word, word)
    if len(word) < 4:
        return word
    if word[-1] == "s":
        word = _singular(word)
    if word.endswith("ing"):
        word = _verb(word, word[:-3])
    elif word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    elif word.endswith("ed") and word[-3] != "e":
        word = _verb(word, word[:-2])
    return word[:-1] if word[-1] == "e" and len(word) > 4 else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word[-2] in "siu":
        return word
    return word[:-2] if word.endswith(_SIBILANT_PLURALS) else word[:-1]


def _verb(word: str, bare: str) -> str:
    """Return the verb that ``bare`` is the beginning of, or the word where it is no verb's: string, red."""
    if len(bare) < 2 or _VOWELS.isdisjoint(bare):
        return word
    if bare[-1] == bare[-2] and len(bare) > 3 and bare[-1] not in "lsz":
        return bare[:-1]
    if bare.endswith("ell") and len(bare) > 5:  # cancelled, travelled; not spelled
        return bare[:-1]
    return bare + "e" if _SILENT_E.fullmatch(bare) else bare
