"""The names that a request calls things by, and what it says of what they are."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Set
from itertools import pairwise
from typing import Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.korean import is_hangul
from selector.request.forms import ANYWHERE, INSIDE, is_number
from selector.request.words import PERSON, POSSESSIVE, ROLES, Word, roles

_QUOTED: Final = re.compile(r"(?<!\w)(?:\"([^\"]{1,200})\"|“([^”]{1,200})”|'([^']{2,200})'|‘([^’]{1,200})’)(?!\w)")
_QUOTES: Final = "\"“'‘"
#: Words inside a name that are written small.
_LINKS: Final = lexicon.words_of("of the and a an in on for to at vs de la le du von van der & with from")
#: Verbs of which the object may be anything, and what may stand before it.
_FINDING: Final = lexicon.stems_of("find search locate")
_ARTICLES: Final = lexicon.words_of("a an the some any for me us my")
#: Korean words of degree.
_DEGREES: Final = lexicon.words_of("가장 제일 많이 자주 더 덜 매우 아주")
#: Particles of one syllable.
_ONE_SYLLABLE: Final = frozenset("을를이가은는의도만에")
_RELATIVES: Final = frozenset({"that", "which", "who"})
#: What leads from a part to its whole.
_LEADING: Final = _RELATIVES | {"of"}


class Name(NamedTuple):
    """A thing that a request calls by its name.

    Attributes:
        text: the name.
        thing: what it is said to be (``the movie X``); empty if nothing is said.
        never: what it is not: whatever is said to be of it or by it (``the director of X``, ``X's latest film``).
        agent: something is its own or done by it, as people's things are.
    """

    text: str
    thing: str
    never: frozenset[str]
    agent: bool


def read_names(text: str, spoken: list[Word], vocabulary: Container[str], known: Container[str]) -> Iterator[Name]:
    """Yield the names that a request calls things by: capitalised, quoted, or unknown to every tool in Korean."""
    quotes = any(mark in text for mark in _QUOTES)
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)] if quotes else []
    spans = list(_spans(spoken, vocabulary))
    for start, end in spans:
        yield _name(" ".join(word.text for word in spoken[start:end]), spoken, start, end, known)
    taken = {word.text for start, end in spans for word in spoken[start:end]}
    for one in quoted:
        first = one.split()[0] if one.split() else ""
        if first not in taken and not is_number(one) and "@" not in one:
            place = next((i for i, word in enumerate(spoken) if word.text == first), 0)
            end = min(len(spoken), place + len(one.split()))
            yield _name(one, spoken, place, end, known)


def _name(text: str, spoken: list[Word], start: int, end: int, known: Container[str]) -> Name:
    owns = spoken[end - 1].text.endswith(POSSESSIVE) if end else False
    by = bool(start) and spoken[start - 1].folded == "by"
    return Name(text, _said(spoken, start, end, known), frozenset(_never(spoken, start, end)), owns or by)


def _spans(spoken: list[Word], vocabulary: Container[str]) -> Iterator[tuple[int, int]]:
    """Yield where names stand: capitalised words, or words of a script without capitals that no tool has."""
    i = 0
    while i < len(spoken):
        word = spoken[i]
        if not (word.name and _is_capital(spoken, i)):
            unknown = bool(word.korean) and _is_unknown_korean(word, vocabulary) and not _is_grammar(spoken, i)
            if unknown or _is_sought(spoken, i, vocabulary):
                yield i, i + 1
            i += 1
            continue
        end = i + 1
        while end < len(spoken) and spoken[end].clause == spoken[i].clause:
            ahead = end
            while ahead < len(spoken) and spoken[ahead].folded in _LINKS:
                ahead += 1
            if ahead >= len(spoken) or not _is_capital(spoken, ahead) or spoken[end - 1].text.endswith(POSSESSIVE):
                break
            end = ahead + 1
        if any(not _is_common(word, vocabulary) for word in spoken[i:end]) or end - i > 1 + (i == 0):
            yield i, end
        i = end


def _is_capital(spoken: list[Word], i: int) -> bool:
    """Tell whether a word is written as a name where it stands."""
    first = i == 0 or spoken[i - 1].clause != spoken[i].clause
    return spoken[i].name == ANYWHERE or (spoken[i].name == INSIDE and not first)


def _is_common(word: Word, vocabulary: Container[str]) -> bool:
    return word.folded in lexicon.STOP or word.stem in vocabulary or word.stem in lexicon.VERBS


def _is_unknown_korean(word: Word, vocabulary: Container[str]) -> bool:
    return not any(one in vocabulary for one in word.nouns) and f"={word.korean}" not in vocabulary


def _is_grammar(spoken: list[Word], i: int) -> bool:
    """Tell whether a Korean word is of a degree or follows one (``가장 많이 팔린``), or a pronoun (``것을``)."""
    word = spoken[i].folded
    pronoun = word[:-1] in lexicon_ko.STOP and word[-1:] in _ONE_SYLLABLE
    return pronoun or word in _DEGREES or (i > 0 and spoken[i - 1].folded in _DEGREES)


def _is_sought(spoken: list[Word], i: int, vocabulary: Container[str]) -> bool:
    """Tell whether a word is what a thing is about, or what a verb of finding looks for and no tool knows."""
    word = spoken[i]
    if not word.folded.isascii() or not word.folded.isalpha() or word.folded in lexicon.STOP:
        return False
    before = i - 1
    while before >= 0 and spoken[before].folded in _ARTICLES and spoken[before].clause == word.clause:
        before -= 1
    if before < 0 or spoken[before].clause != word.clause:
        return False
    definite = any(one.folded in {"the", "my"} for one in spoken[before:i])
    sought = spoken[before].stem in _FINDING and not definite and not _is_common(word, vocabulary)
    return sought or spoken[before].folded == "about"


def _said(spoken: list[Word], start: int, end: int, known: Container[str]) -> str:
    """Return what a name is said to be: by the noun right before it, or right after it."""
    for before in reversed(spoken[max(0, start - 3) : start]):
        if before.folded in {"the", "a", "an", "called", "named", "titled"}:
            continue
        if before.folded in _LINKS or before.text.endswith(POSSESSIVE) or before.clause != spoken[start].clause:
            break
        for noun in before.nouns:
            if noun in known:
                return noun
        if any(noun in ROLES for noun in before.nouns):
            return PERSON
        if before.folded not in {"show", "series", "programme", "program"}:
            break
    after = spoken[end] if end < len(spoken) else None
    if after and after.clause == spoken[end - 1].clause and not spoken[end - 1].text.endswith(POSSESSIVE):
        return next((noun for noun in after.nouns if noun in known), "")
    return ""


def _never(spoken: list[Word], start: int, end: int) -> Iterator[str]:
    """Yield what a name is not: what is its own (``X's film``), of it (``director of X``) or by it (``films by X``)."""
    clause = spoken[start].clause
    if spoken[end - 1].text.endswith(POSSESSIVE):
        for after in spoken[end : end + 4]:
            yield from roles(after.nouns)
        return  # what stands before is of what is the name's own: ``the director of X's film``
    before = [word for word in spoken[:start] if word.clause == clause]
    while before and before[-1].folded in {"the", "a", "an"}:
        before.pop()
    if before and before[-1].folded in {"of", "from", "in"}:
        for word in reversed(before[:-1]):
            if word.nouns and word.folded not in lexicon.STOP:
                yield from roles(word.nouns)
                break
    elif before and before[-1].folded == "by":
        for word in before[:-1]:
            yield from word.nouns
    else:
        relative = next((i for i in range(len(before) - 1, -1, -1) if before[i].folded in _RELATIVES), -1)
        if relative > 0 and relative + 1 < len(before) <= relative + 4 and before[relative + 1].folded.endswith("ed"):
            yield from roles(before[relative - 1].nouns)


def called_things(spoken: list[Word], vocabulary: Container[str], known: Set[str]) -> Iterator[str]:
    """Yield the things of which the next word is the name: ``in namespace prod``, where no tool knows ``prod``."""
    for word, following in pairwise(spoken):
        if word.clause != following.clause or known.isdisjoint(word.nouns):
            continue
        folded = following.folded
        plain = folded in lexicon.STOP or folded in lexicon.QUESTION or is_hangul(folded)
        if not plain and following.stem not in vocabulary and lexicon.VERBS.get(following.stem) not in lexicon.READING:
            yield from (noun for noun in word.nouns if noun in known)


def derived_things(spoken: list[Word], known: Container[str]) -> Iterator[str]:
    """Yield the nouns of which another known thing is the whole: ``the lead actor of the most popular film``."""
    if _LEADING.isdisjoint([word.folded for word in spoken]):
        return
    for i in range(1, len(spoken) - 1):
        if spoken[i].folded not in _LEADING:
            continue
        verb = spoken[i + 1].folded
        relative = spoken[i].folded in _RELATIVES and verb.endswith("ed")
        if spoken[i].folded != "of" and not relative:
            continue
        part = [noun for noun in roles(spoken[i - 1].nouns) if noun in known]
        for word in spoken[i + 1 : i + 7]:
            if word.clause != spoken[i].clause or word.folded == "of":
                break
            if any(noun in known and noun not in part for noun in word.nouns):
                yield from part
                break
