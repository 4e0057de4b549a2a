"""What a request asks for: the acts, the shape of the result, the words to compare, the values it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from selector import lexicon, lexicon_ko
from selector.commands import Act, Commands, read_commands
from selector.korean import is_hangul
from selector.lexicon import Action, Shape
from selector.text import fold, hangul_parts, root, stem, words


class Term(NamedTuple):
    """A word of the request and the keys under which a tool may hold it.

    Attributes:
        stem: the word's stem.
        weight: what the word tells, 0 to 1; verbs of telling and denied words tell little.
        keys: the keys under which a tool may hold the word and what a match by each is worth, best first.
        state: the word describes; it never matches a tool's verb.
    """

    stem: str
    weight: float
    keys: tuple[tuple[str, float], ...]
    state: bool


class Query(NamedTuple):
    """A request as the signals read it.

    Attributes:
        terms: content words in order, each once.
        acts: what is asked for; the last is the main act.
        actions: canonical action -> preference, 3 for the main act.
        shapes: result shape -> preference.
        commanded: True if a change is asked for, False if only to be told, None if the request does not say.
        steps: how many different acts are asked for.
        verbs: stem of a verb that answers what is asked -> how well.
        numbers: how many numbers the request gives, dates and ids apart.
        dated: the request gives a date or a time.
    """

    terms: tuple[Term, ...]
    acts: tuple[Act, ...]
    actions: dict[str, int]
    shapes: dict[str, int]
    commanded: bool | None
    steps: int
    verbs: dict[str, float]
    numbers: int
    dated: bool


_QUOTED = re.compile(r"(?<!\w)(?:\"[^\"]{1,200}\"|'[^']{1,200}'|“[^”]{1,200}”|‘[^’]{1,200}’)(?!\w)")
_DATE_WORDS = frozenset(
    "today tomorrow yesterday tonight weekend monday tuesday wednesday thursday friday saturday sunday january february march april june july"
    " august september october november december 오늘 내일 어제 그제 모레 이번주 다음주 지난주 이번달 다음달 지난달".split()
)
_DATE = re.compile(
    r"\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d{2}|\d{1,2} ?(?:am|pm|st|nd|rd|th)\b|(?<!\d)(?:19|20)\d\d(?!\d)|\d+[년월일시]"
)
_NUMBER = re.compile(r"(?<![\w-])\d+(?:[.,]\d+)*(?![\w-])")
_NUMBER_OF = re.compile(r"\bhow many\b|\b(?:total |the )?number of (?!\d)|\bcount (?:of|the|all|how)\b|^count\b|\btotal count\b|몇\s?(?:건|개|명|번|대|장|곳)|총\s?수|건수|개수|갯수|횟수|인원수")
_ONE = re.compile(r"\bid\b|#\s?\d|\bnumber \d|\bno\.? ?\d|번호")
_KIN: dict[Action, Action] = {"search": "read", "read": "search", "create": "action", "update": "action", "delete": "action", "action": "update"}
_MAIN, _KINDRED = 3, 2
_REMEMBERED_WORDS = 16_384

_EXACT_TRANSLATION, _SYNONYM, _ROOT, _PART = 0.9, 0.8, 0.7, 0.7
_TELLING_WEIGHT, _READING_WEIGHT, _DENIED_WEIGHT, _EARLIER_WEIGHT = 0.2, 0.5, 0.1, 0.5


def read_query(text: str) -> Query:
    """Read a request.

    >>> query = read_query("do not delete anything, just list the cancelled orders")
    >>> [term.stem for term in query.terms], query.actions, query.commanded
    (['delet', 'anyth', 'list', 'cancel', 'order'], {'search': 3, 'read': 2}, False)
    """
    folded = fold(text)
    unquoted = _QUOTED.sub(" ", folded)
    commands = read_commands(unquoted)
    spoken = words(unquoted)
    undated = _DATE.sub(" ", folded)
    return Query(
        terms=_terms(spoken, commands) or _terms(words(folded), commands),
        acts=commands.acts,
        actions=_actions(commands),
        shapes=_shapes(unquoted, spoken),
        commanded=_commanded(commands),
        steps=len({"read" if act.action in lexicon.READING else act.verb for act in commands.acts}),
        verbs=_verbs(commands),
        numbers=len(_NUMBER.findall(undated)),
        dated=undated != folded or not _DATE_WORDS.isdisjoint(spoken),
    )


def _actions(commands: Commands) -> dict[str, int]:
    if commands.acts:
        main = commands.acts[-1].action
    elif commands.question:
        main = "read"
    else:
        return {}
    return {main: _MAIN, _KIN[main]: _KINDRED}


def _commanded(commands: Commands) -> bool | None:
    if any(act.action in lexicon.CHANGING for act in commands.acts):
        return True
    return False if commands.acts or commands.question else None


def _shapes(text: str, spoken: Iterable[str]) -> dict[str, int]:
    stems = {stem(word) for word in spoken}
    if _NUMBER_OF.search(text) or stems & lexicon_ko.COUNT_WORDS:
        return {"count": 3, "list": 1}
    if stems & lexicon.SINGLE_WORDS or _ends_with(stems, lexicon_ko.SINGLE_WORDS):
        return {"single": 3, "list": 1}
    if stems & lexicon.LIST_WORDS or _ends_with(stems, lexicon_ko.LIST_WORDS):
        return {"list": 3, "single": 1}
    if _ONE.search(text):
        return {"single": 2, "list": 1}
    return {}


def _ends_with(stems: Iterable[str], endings: frozenset[str]) -> bool:
    return any(one.endswith(tuple(endings)) for one in stems if is_hangul(one))


def _verbs(commands: Commands) -> dict[str, float]:
    found: dict[str, float] = {}
    for act in commands.acts:
        found[act.verb] = 1.0
        for other in lexicon.SYNONYMS.get(act.verb, ()):
            found.setdefault(other, _SYNONYM)
        for other in lexicon_ko.ENGLISH.get(act.verb, ()):
            found.setdefault(other, _EXACT_TRANSLATION)
    return found


def _terms(spoken: Iterable[str], commands: Commands) -> tuple[Term, ...]:
    found: dict[str, Term] = {}
    for word in spoken:
        if word in lexicon.STOP or word in lexicon_ko.STOP or word.isdigit() or len(word) == 1:
            continue
        term = _term(word, commands)
        found.setdefault(term.stem, term)
    return tuple(found.values())


def _term(word: str, commands: Commands) -> Term:
    stemmed = stem(word)
    weight = 1.0
    if stemmed in commands.denied:
        weight = _DENIED_WEIGHT
    elif stemmed in lexicon.TELLING:
        weight = _TELLING_WEIGHT
    elif lexicon.VERBS.get(stemmed) in lexicon.READING:
        weight = _READING_WEIGHT
    if stemmed in commands.earlier:
        weight *= _EARLIER_WEIGHT
    return Term(stemmed, weight, term_keys(stemmed), stemmed in commands.states)


@lru_cache(maxsize=_REMEMBERED_WORDS)
def term_keys(stemmed: str) -> tuple[tuple[str, float], ...]:
    """Return the keys under which a tool may hold a word, and what a match by each is worth, best first.

    >>> term_keys("repo")
    (('repo', 1.0), ('repositori', 0.8), ('~repo', 0.7))
    """
    return tuple(sorted(((stemmed, 1.0), *_other_keys(stemmed)), key=lambda key: -key[1]))


def _other_keys(stemmed: str) -> tuple[tuple[str, float], ...]:
    if not is_hangul(stemmed):
        synonyms = [(other, _SYNONYM) for other in lexicon.SYNONYMS.get(stemmed, ())]
        return (*synonyms, ("~" + root(stemmed), _ROOT)) if len(stemmed) >= 4 else tuple(synonyms)
    found: dict[str, float] = {"=" + stemmed: 0.85}
    parts = sorted(hangul_parts(stemmed), key=len, reverse=True)
    for part in parts:
        for english in lexicon_ko.ENGLISH.get(part, ()):
            found.setdefault(english, _EXACT_TRANSLATION if part == stemmed else _PART)
    for part in parts[1:]:
        found.setdefault("=" + part, _PART * len(part) / len(stemmed))
    return tuple(found.items())

