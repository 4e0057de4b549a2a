"""The words of a request as terms: what each tells, and the keys under which a tool may hold it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.commands import Commands
from selector.glossary import ENGLISH
from selector.korean import is_hangul
from selector.synonyms import SYNONYMS
from selector.text import hangul_parts, root, stem

#: What a match by another key than the stem is worth: a translation, a synonym, a common root, a part of a Korean
#: compound.
_TRANSLATION, _SYNONYM, _ROOT, _PART, _WITHIN = 0.9, 0.8, 0.7, 0.7, 0.85
#: What words tell that are no full content words: verbs of telling, verbs of reading, names for any result, whose it
#: is.
_TELLING, _READING, _GENERIC, _OWN = 0.2, 0.5, 0.3, 0.5
#: A denied word is there to be kept away; a word of an earlier step counts half.
_DENIED, EARLIER = 0.1, 0.5
_OWN_WORDS: Final = frozenset({"my", "own", "내"})
_REMEMBERED_WORDS = 16_384


class Term(NamedTuple):
    """A word of the request and the keys under which a tool may hold it.

    Attributes:
        word: the word as it stands in the request, without case.
        stem: its stem.
        weight: what the word tells, 0 to 1.
        keys: the keys under which a tool may hold the word and what a match by each is worth, best first.
        state: the word describes; it never matches a tool's verb.
    """

    word: str
    stem: str
    weight: float
    keys: tuple[tuple[str, float], ...]
    state: bool


def read_terms(spoken: Iterable[str], commands: Commands) -> tuple[Term, ...]:
    """Return a request's content words in order, each once; numbers, single letters and words of grammar are none."""
    found: dict[str, Term] = {}
    for word in spoken:
        if word in lexicon.STOP or word in lexicon_ko.STOP or word.isdigit() or len(word) == 1:
            continue
        stemmed = stem(word)
        if stemmed not in found:
            found[stemmed] = Term(
                word, stemmed, _weight(stemmed, commands), term_keys(stemmed), stemmed in commands.states
            )
    return tuple(found.values())


def _weight(stemmed: str, commands: Commands) -> float:
    if stemmed in commands.denied:
        return _DENIED
    share = EARLIER if stemmed in commands.earlier else 1.0
    if stemmed in lexicon.TELLING:
        return share * _TELLING
    if stemmed in lexicon.GENERIC:
        return share * _GENERIC
    if stemmed in _OWN_WORDS:
        return share * _OWN
    return share * (_READING if lexicon.VERBS.get(stemmed) in lexicon.READING else 1.0)


@lru_cache(maxsize=_REMEMBERED_WORDS)
def term_keys(stemmed: str) -> tuple[tuple[str, float], ...]:
    """Return the keys under which a tool may hold a word, and what a match by each is worth, best first.

    >>> term_keys("repo")
    (('repo', 1.0), ('repositori', 0.8), ('~repo', 0.7))
    >>> term_keys("환불")
    (('환불', 1.0), ('refund', 0.9), ('=환불', 0.85))
    """
    others = _korean_keys(stemmed) if is_hangul(stemmed) else _english_keys(stemmed)
    return tuple(sorted(((stemmed, 1.0), *others), key=lambda key: -key[1]))


def _english_keys(stemmed: str) -> list[tuple[str, float]]:
    found = [(other, _SYNONYM) for other in SYNONYMS.get(stemmed, ())]
    if len(stemmed) >= 4:
        found.append(("~" + root(stemmed), _ROOT))
    return found


def _korean_keys(stemmed: str) -> list[tuple[str, float]]:
    """A whole compound counts more than its parts; a part in Hangul counts by its length."""
    found: dict[str, float] = {"=" + stemmed: _WITHIN}
    parts = sorted(hangul_parts(stemmed), key=len, reverse=True)
    for part in parts:
        for english in ENGLISH.get(part, ()):
            found.setdefault(english, _TRANSLATION if part == stemmed else _PART)
        found.setdefault("=" + part, _PART * len(part) / len(stemmed))
    return list(found.items())


def answering_verbs(commands: Commands) -> dict[str, float]:
    """Return the verbs that answer the main act, and at a discount those of earlier steps: stem -> how well."""
    found: dict[str, float] = {}
    for place, act in enumerate(reversed(commands.acts)):
        share = EARLIER if place else 1.0
        others = (*SYNONYMS.get(act.verb, ()), *ENGLISH.get(act.verb, ()))
        for verb, strength in ((act.verb, 1.0), *((other, _SYNONYM) for other in others)):
            found[verb] = max(found.get(verb, 0.0), share * strength)
    return found


def explained_keys(terms: Iterable[Term]) -> dict[str, float]:
    """Return for each key of the terms how well the request explains a word of a tool that has it: 0 to 1."""
    found: dict[str, float] = {}
    for term in terms:
        full = min(1.0, 2 * term.weight)
        for key, strength in term.keys:
            found[key] = max(found.get(key, 0.0), full * strength)
    return found
