"""What a word of a request says by itself, read once: its stem, what it tells, where a tool may hold it, its verb."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.commands import Act
from selector.glossary import ENGLISH
from selector.korean import is_hangul
from selector.synonyms import SYNONYMS
from selector.text import MARKS, PAST_FORMS, hangul_parts, root, stem, tokens

#: What a match by another key than the stem is worth: a translation, a synonym, a common root, a part of a Korean
#: compound.
_TRANSLATION, SYNONYM, _ROOT, _PART, _WITHIN = 0.9, 0.8, 0.7, 0.7, 0.85
#: What words tell that are no full content words: verbs of telling, verbs of reading, names for any result, whose it
#: is.
_TELLING, _READING, _GENERIC, _OWN = 0.2, 0.5, 0.3, 0.5
_OWN_WORDS: Final = frozenset({"my", "own", "내"})
_COURTESY: Final = lexicon.POLITE | lexicon_ko.POLITE
#: What may follow a noun of one syllable; a longer one loses its particles when it is stemmed.
_SYLLABLE_PARTICLES: Final = frozenset({"", "을", "를", "이", "가", "은", "는", "의", "도", "만", "에", "로"})
#: Requests are made of few words: a word is read once.
_REMEMBERED_WORDS = 16_384


class Word(NamedTuple):
    """A word of a request, or a mark that ends a clause.

    Attributes:
        text: the word without case.
        stem: its stem.
        weight: what the word tells, 0 to 1.
        keys: the keys under which a tool may hold the word and what a match by each is worth, best first; none for a
            word that tells nothing: numbers, single letters, marks and words of grammar.
        plain: the act of a verb in its base form.
        gerund: the act of a verb in its gerund.
        past: the act of a verb in its participle.
        state: the stem of a participle or a gerund, a form that describes; else empty.
        plural: an English word in the plural.
    """

    text: str
    stem: str
    weight: float
    keys: tuple[tuple[str, float], ...]
    plain: Act | None
    gerund: Act | None
    past: Act | None
    state: str
    plural: bool


@lru_cache(maxsize=_REMEMBERED_WORDS)
def read_word(text: str) -> Word:
    """Read a folded word.

    >>> word = read_word("cancelled")
    >>> word.stem, word.weight, word.plain, word.state
    ('cancel', 1.0, None, 'cancel')
    """
    stemmed = _syllable(text) or stem(text)
    grammar = text in lexicon.STOP or text in lexicon_ko.STOP
    silent = grammar or (len(stemmed) == 1 and stemmed not in ENGLISH) or text.isdigit()
    action = lexicon.VERBS.get(stemmed)
    act = Act(stemmed, action) if action else None
    based = text in lexicon.BASE_FORMS
    participle = not based and stemmed != text and (text.endswith(("ed", "en")) or text in PAST_FORMS)
    inflected = participle or (not based and text.endswith(("ed", "ing", "s")))
    describes = participle or (inflected and text.endswith("ing") and stemmed != text)
    return Word(
        text=text,
        stem=stemmed,
        weight=0.0 if silent else _weight(stemmed),
        keys=() if silent else term_keys(stemmed),
        plain=None if inflected else act,
        gerund=act if inflected and text.endswith("ing") else None,
        past=act if participle else None,
        state=stemmed if describes else "",
        plural=text.endswith("s") and not text.endswith(("ss", "us", "is")) and stemmed != text,
    )


def _syllable(text: str) -> str:
    """Return a noun of one syllable that the glossary knows, with a particle or without: ``책을``."""
    known = len(text) <= 2 and text[:1] in ENGLISH and is_hangul(text[:1]) and text[1:] in _SYLLABLE_PARTICLES
    return text[:1] if known else ""


def read_words(text: str) -> list[Word]:
    """Read the words of folded text and the marks that end a clause, in order.

    >>> [word.stem for word in read_words("list the orders, please")]
    ['list', 'the', 'order', ',', 'pleas']
    """
    return list(map(read_word, tokens(text)))


def without_courtesy(said: Sequence[Word]) -> Sequence[Word]:
    """Leave out words of courtesy, and clauses that only thank.

    >>> said = without_courtesy(read_words("please list the orders. thanks a lot!"))
    >>> [word.text for word in said]
    ['list', 'the', 'orders', '.', '!']
    """
    if _COURTESY.isdisjoint([word.text for word in said]):
        return said
    kept: list[Word] = []
    thanking = False
    for word in said:
        if word.text in MARKS:
            thanking = False
        elif word.text in lexicon.THANKS:
            thanking = not kept or kept[-1].text in MARKS
        if not thanking and word.text not in _COURTESY:
            kept.append(word)
    return kept


def _weight(stemmed: str) -> float:
    if stemmed in lexicon.TELLING:
        return _TELLING
    if stemmed in lexicon.GENERIC:
        return _GENERIC
    if stemmed in _OWN_WORDS:
        return _OWN
    return _READING if lexicon.VERBS.get(stemmed) in lexicon.READING else 1.0


def term_keys(stemmed: str) -> tuple[tuple[str, float], ...]:
    """Return the keys under which a tool may hold a word, and what a match by each is worth, best first.

    >>> term_keys("repo")
    (('repo', 1.0), ('repositori', 0.8), ('~repo', 0.7))
    >>> term_keys("환불")
    (('환불', 1.0), ('refund', 0.9), ('=환불', 0.85))
    """
    others = _korean_keys(stemmed) if is_hangul(stemmed) else _english_keys(stemmed)
    return (stemmed, 1.0), *others


def _english_keys(stemmed: str) -> list[tuple[str, float]]:
    found = [(other, SYNONYM) for other in SYNONYMS.get(stemmed, ())]
    if len(stemmed) >= 4:
        found.append(("~" + root(stemmed), _ROOT))
    return found


def _korean_keys(stemmed: str) -> list[tuple[str, float]]:
    """A whole compound counts more than its parts; a part in Hangul counts by its length."""
    found: dict[str, float] = {"=" + stemmed: _WITHIN}
    parts = sorted(hangul_parts(stemmed), key=len, reverse=True) or [stemmed]
    for part in parts:
        for english in ENGLISH.get(part, ()):
            found.setdefault(english, _TRANSLATION if part == stemmed else _PART)
        found.setdefault("=" + part, _PART * len(part) / len(stemmed))
    return sorted(found.items(), key=itemgetter(1), reverse=True)
