"""The content terms of English words: function words and inflection go, what changes the act stays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from selector.families import lexicon_en as lexicon
from selector.families.marks import MARK, NOT, PLACEHOLDER, QUESTION

_LEXICON: dict[str, str] = {
    **dict.fromkeys(lexicon.FUNCTION_WORDS, ""),
    **dict.fromkeys(lexicon.NEGATIONS, NOT),
    **dict.fromkeys((MARK, *lexicon.NUMERALS, *lexicon.ORDINALS, *lexicon.DATES), PLACEHOLDER),
    "whether": QUESTION,
    "yours": "your",
}
_REMEMBERED_WORDS = 16_384
_ARTICLES = frozenset({"a", "an"})
_CONTEXTUAL = (
    lexicon.UNITS
    | lexicon.MONTHS_BESIDE_NUMBER
    | lexicon.RELATIVE
    | lexicon.PERIODS
    | lexicon.TELLING
    | {"know", "by", "if"}
)
_SIBILANT_PLURALS = ("xes", "ches", "shes", "sses", "zes")
_VOWELS = frozenset("aeiouy")
#: Beginnings of verbs that lost an e, as one syllable with a single consonant at its end would have doubled that:
#: us-ed, nam-ed, clos-ed; but plann-ed, fix-ed, eat-ing, add-ed.
_SILENT_E = re.compile("[aeiou][^aeiou]|[^aeiou]{1,3}[aeiouy][^aeiouwxy]")


def english_terms(words: Sequence[str]) -> set[str]:
    """Return the content terms of the words that are not written in Hangul.

    Args:
        words: A query's words in order, in lower case, with ``MARK`` for each slot.

    >>> sorted(english_terms("could you please turn off the lights for me".split()))
    ['light', 'off', 'turn']
    >>> sorted(english_terms("is the door not locked".split()))
    ['?', 'door', 'lock', 'not']
    """
    terms = {QUESTION} if _asks(words) else set()
    after_number = False
    for position, word in enumerate(words):
        if word in _CONTEXTUAL:
            term = _in_context(words, position, after_number=after_number)
        else:
            known = _LEXICON.get(word)
            term = _unlisted(word) if known is None else known
        if term:
            terms.add(term)
        after_number = word[0] == MARK or word in lexicon.NUMERALS or (after_number and word in _ARTICLES)
    return terms


@lru_cache(maxsize=_REMEMBERED_WORDS)
def _unlisted(word: str) -> str:
    if word[0] == MARK:
        return PLACEHOLDER
    return "" if len(word) == 1 or "가" <= word[0] <= "힣" else _stem(word)


def _asks(words: Sequence[str]) -> bool:
    """Say whether a query asks about a state: "is the door locked", not "is it possible to lock it" or "lock it"."""
    for position, word in enumerate(words):
        if word in lexicon.ASKING:
            following = tuple(words[position + 1 : position + 4])
            if following[:2] in lexicon.POLITE_QUESTIONS or (following[:1] == ("there",) and "way" in following):
                return False
            return word not in lexicon.ASKING_BEFORE_SUBJECT or not lexicon.SUBJECTS.isdisjoint(following[:1])
        if word not in lexicon.OPENERS:
            return False
    return False


def _in_context(words: Sequence[str], position: int, *, after_number: bool) -> str:
    """Return the term of a word that only its neighbours make a unit, a date, an extent or a set phrase."""
    word = words[position]
    before = words[position - 1] if position else ""
    after = words[position + 1] if position + 1 < len(words) else ""
    if word in lexicon.TELLING:
        return "" if after in lexicon.TOLD else _stem(word)
    if word == "know":
        return "" if before in lexicon.KNOWING else word
    if word == "if":
        return QUESTION if before in lexicon.TELLING_IF else ""
    if word == "by":
        return word if after[:1] == MARK or _LEXICON.get(after) == PLACEHOLDER else ""
    return _time_or_unit(word, before, after, after_number=after_number)


def _time_or_unit(word: str, before: str, after: str, *, after_number: bool) -> str:
    if word in lexicon.UNITS and after_number:
        return ""
    if word in lexicon.PERIODS and before in lexicon.RELATIVE:
        return ""
    if (
        (word in lexicon.UNITS and before in _ARTICLES)
        or (word in lexicon.RELATIVE and after in lexicon.PERIODS)
        or (word in lexicon.MONTHS_BESIDE_NUMBER and MARK in (before[:1], after[:1]))
    ):
        return PLACEHOLDER
    known = _LEXICON.get(word)
    return _stem(word) if known is None else known


def _stem(word: str) -> str:
    """Take plural, possessive, -ing and -ed off; the result is a key, not always a word.

    >>> [_stem(word) for word in ("orders", "cancelled", "closing", "changed", "used", "boxes", "cities", "status")]
    ['order', 'cancel', 'close', 'chang', 'use', 'box', 'city', 'status']
    """
    bare = word.partition("'")[0] if "'" in word else word
    bare = lexicon.IRREGULAR.get(bare, bare)
    if bare != word:
        known = _LEXICON.get(bare)
        if known is not None:
            return known
        word = bare
    if len(word) < 4:
        return word
    if word[-1] == "s":
        word = _singular(word)
    if word.endswith("ing"):
        word = _verb(word, word[:-3])
    elif word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    elif word.endswith("ed") and word[-3:-2] != "e":
        word = _verb(word, word[:-2])
    return word[:-1] if word[-1] == "e" and len(word) > 4 and not _SILENT_E.fullmatch(word[:-1]) else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word[-2] in "siu":
        return word
    return word[:-2] if word.endswith(_SIBILANT_PLURALS) else word[:-1]


def _verb(word: str, bare: str) -> str:
    """Return the verb that ``bare`` is the beginning of, or the word itself where it is none, as in "string"."""
    if len(bare) < 2 or _VOWELS.isdisjoint(bare):
        return word
    if bare[-1] == bare[-2] and len(bare) > 3 and bare[-1] not in "lsz":
        return bare[:-1]
    if bare.endswith("ell") and len(bare) > 5:  # cancelled, travelled; not spelled
        return bare[:-1]
    return bare + "e" if _SILENT_E.fullmatch(bare) else bare
