"""What a request asks for: the acts, the shape of the result, the words to compare, the values it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.commands import Act, Commands
from selector.commands_en import read_english
from selector.commands_ko import read_korean
from selector.implied import implied_terms
from selector.korean import is_hangul
from selector.lexicon import Action
from selector.opposites import opposites_of
from selector.terms import Term, Use, answering_verbs, explained_keys, key_uses, read_terms
from selector.text import MARKS, fold, stem
from selector.vocabulary import Word, read_words, without_courtesy

#: The preferences of ``target_action_priority`` and ``result_shape_priority``.
MAIN, KINDRED, POSSIBLE = 3, 2, 1

_KIN: Final[dict[Action, Action]] = {
    "search": "read",
    "read": "search",
    "create": "action",
    "update": "action",
    "delete": "action",
    "action": "update",
}
#: Quoted text is a value: it is compared only if nothing else is said.
_QUOTED: Final = re.compile(r"(?<!\w)(?:\"[^\"]{1,200}\"|'[^']{1,200}'|“[^”]{1,200}”|‘[^’]{1,200}’)(?!\w)")
_NUMBER: Final = re.compile(r"(?<![\w-])\d+(?:[.,]\d+)*(?![\w-])")
#: Every alternative begins with the one digit in front, so that the search passes over what is none.
_DATE: Final = re.compile(
    r"\d(?:\d{3}-\d{1,2}(?:-\d{1,2})?|\d?[/.]\d{1,2}[/.]\d{2,4}|\d?:\d{2}"
    r"|(?<!\d\d)(?:(?<=1)9|(?<=2)0)\d\d(?!\d)|\d? ?(?:am|pm|st|nd|rd|th)\b|\d*[년월일시])"
)
_DATE_WORDS: Final = lexicon.words_of(
    "today tomorrow yesterday tonight weekend monday tuesday wednesday thursday friday saturday sunday"
    " january february march april june july august september october november december"
    " 오늘 내일 어제 그제 모레 이번주 다음주 지난주 이번달 다음달 지난달"
)
_COUNTING: Final = re.compile(
    r"\bhow many\b|\bnumber of (?!\d)|\bcount (?:of|the|all|how)\b|^count\b|\btotal count\b"
    r"|몇\s?(?:건|개|명|번|대|장|곳)|총\s?수|건수|개수|갯수|횟수|인원수"
    r"|(?<=[가-힣]) 수(?:는|를|가|만|좀)?(?=$|[?.!]| (?!있|없))"
)
#: Without one of these words no English request is found to count.
_COUNTING_CUES: Final = frozenset(map(stem, ("many", "number", "count")))
#: Before a singular they mean more than one.
_QUANTIFIERS: Final = lexicon.words_of("all every each any across multiple several many")
#: A question whether a thing is so or was done: it is one thing.
_WHETHER: Final = re.compile(r"^(?:is|was|has|did|does)\b|(?:는|은|던|인|할|될|을|한|된)지|(?:됐|되었|했|었|았)(?:나요|어요|어|니|습니까)\?")
#: A question what or who there is.
_WHAT_THERE_IS: Final = re.compile(r"(?:뭐|무엇|어떤|무슨|누구|누가)[^.?!]{0,15}(?:있|갖고)")
_DIGIT: Final = re.compile(r"\d")
#: A request that says which one.
_ONE: Final = re.compile(r"\bid\b|#\s?\d|\bnumber \d|\bno\.? ?\d|번호")
#: Without one of these no request is found to say which one.
_ONE_CUES: Final = ("id", "no", "number", "#", "번호")
#: A request is decided several times, with and without the LLM's target; it is read once.
_REMEMBERED_REQUESTS = 256


class Query(NamedTuple):
    """A request as the signals read it.

    Attributes:
        terms: content words in order, each once.
        explained: key of a word -> how well the request explains it.
        keys: the keys of all terms, term by term, the best of each first.
        uses: for each of these keys how it is used.
        acts: what is asked for; the last is the main act.
        actions: canonical action -> preference, `MAIN` for the main act.
        shapes: result shape -> preference.
        commanded: True if a change is asked for, False if only to be told, None if the request does not say.
        steps: how many different acts are asked for in one sentence.
        denied: stems of what the request excludes.
        ones: stems of the nouns that the request names in the singular, of which it means no more than one.
        verbs: stem of a verb that answers what is asked -> how well.
        opposed: stems of the verbs that would undo the main act.
        numbers: how many numbers the request gives, dates apart.
        dated: the request gives a date or a time.
    """

    terms: tuple[Term, ...]
    explained: Mapping[str, float]
    keys: tuple[str, ...]
    uses: tuple[Use, ...]
    acts: tuple[Act, ...]
    actions: Mapping[str, int]
    shapes: Mapping[str, int]
    commanded: bool | None
    steps: int
    denied: frozenset[str]
    ones: frozenset[str]
    verbs: Mapping[str, float]
    opposed: frozenset[str]
    numbers: int
    dated: bool

    @property
    def commands_change(self) -> bool:
        """The main act changes something."""
        return bool(self.acts) and self.acts[-1].action in lexicon.CHANGING


@lru_cache(maxsize=_REMEMBERED_REQUESTS)
def read_query(text: str) -> Query:
    """Read a request.

    >>> query = read_query("do not delete anything, just list the cancelled orders")
    >>> [term.stem for term in query.terms], dict(query.actions), query.commanded
    (['delet', 'list', 'cancel', 'order'], {'search': 3, 'read': 2}, False)
    """
    folded = fold(text)
    quotes = '"' in folded or "'" in folded or not folded.isascii()
    unquoted = _QUOTED.sub(" ", folded) if quotes else folded
    digits = _DIGIT.search(folded)
    undated = _DATE.sub(" ", folded) if digits else folded
    said = without_courtesy(read_words(unquoted.replace(" - ", " , ")))
    spoken = [word.text for word in said if word.text not in MARKS]
    korean = not folded.isascii() and any(map(is_hangul, spoken))
    commands = read_english([word for word in said if not is_hangul(word.text)] if korean else said)
    if korean:
        commands = commands.before(read_korean(spoken))
    shapes = _shapes(unquoted, said, korean=korean, plural=not korean and not any(act.action in lexicon.CHANGING for act in commands.acts), asks=commands.question)
    asks = commands.question or "count" in shapes
    implied = implied_terms(folded, asks=commands.question, counts="count" in shapes)
    terms = read_terms(said, commands, implied) or read_terms(read_words(folded), commands)
    return Query(
        terms=terms,
        explained=MappingProxyType(explained_keys(terms)),
        keys=tuple([key for term in terms for key, _ in term.keys]),
        uses=key_uses(terms),
        acts=commands.acts,
        actions=MappingProxyType(_actions(commands, asks, listed=next(iter(shapes), None) == "list")),
        shapes=MappingProxyType(shapes),
        commanded=_commanded(commands, asks),
        steps=commands.steps,
        denied=commands.denied,
        ones=_singulars(said),
        verbs=MappingProxyType(answering_verbs(commands, terms)),
        opposed=_opposed(commands.acts),
        numbers=len(_NUMBER.findall(undated)) if digits else 0,
        dated=undated != folded or not _DATE_WORDS.isdisjoint(spoken),
    )


def _actions(commands: Commands, asks: bool, *, listed: bool) -> dict[str, int]:
    if commands.acts:
        main = commands.acts[-1].action
    elif asks:
        main = "read"
    else:
        return {}
    if main == "read" and listed and (not commands.acts or commands.acts[-1].verb in lexicon.TELLING):
        main = "search"
    return {main: MAIN, _KIN[main]: KINDRED}


def _opposed(acts: Sequence[Act]) -> frozenset[str]:
    if not acts or acts[-1].action not in lexicon.CHANGING:
        return frozenset()
    return opposites_of(acts[-1].verb).difference([act.verb for act in acts])


def _commanded(commands: Commands, asks: bool) -> bool | None:
    if any(act.action in lexicon.CHANGING for act in commands.acts):
        return True
    return False if commands.acts or asks else None


def _shapes(text: str, said: Sequence[Word], *, korean: bool, plural: bool, asks: bool) -> dict[str, int]:
    stems = {word.stem for word in said}
    in_korean = [one for one in stems if is_hangul(one)] if korean else ()
    counting = (korean or not _COUNTING_CUES.isdisjoint(stems)) and _COUNTING.search(text)
    if counting or not lexicon_ko.COUNT_WORDS.isdisjoint(in_korean):
        return {"count": MAIN, "list": POSSIBLE}
    if not lexicon.SINGLE_WORDS.isdisjoint(stems) or _ends_with(in_korean, lexicon_ko.SINGLE_WORDS):
        return {"single": MAIN, "list": POSSIBLE}
    if not lexicon.LIST_WORDS.isdisjoint(stems) or _ends_with(in_korean, lexicon_ko.LIST_WORDS):
        return {"list": MAIN, "single": POSSIBLE}
    one = any(cue in text for cue in _ONE_CUES) and _ONE.search(text)
    if one:
        return {"single": KINDRED, "list": POSSIBLE}
    if asks and _WHETHER.search(text):
        return {"single": MAIN, "list": POSSIBLE}
    if korean and _WHAT_THERE_IS.search(text):
        return {"list": KINDRED, "single": POSSIBLE}
    return {"list": KINDRED, "single": POSSIBLE} if plural and _asks_for_many(said) else {}


def _singulars(said: Sequence[Word]) -> frozenset[str]:
    """Return the stems of English words in the singular; ``every shop`` and ``across shops`` mean more than one."""
    return frozenset(
        [
            word.stem
            for before, word in pairwise([*said[:1], *said])
            if word.weight == 1.0 and not _is_plural(word.text) and before.text not in _QUANTIFIERS
        ]
    )


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and stem(word) != word


def _asks_for_many(said: Sequence[Word]) -> bool:
    """Tell whether the first noun phrase that a request names stands in the plural: ``show the reviews of it``."""
    phrase = ""
    for word in said:
        if word.weight == 1.0 and word.plain is None and not word.text[0].isdigit():
            phrase = word.text
        elif phrase and (word.text in lexicon.STOP or word.text in MARKS):
            break
    return _is_plural(phrase)


def _ends_with(stems: Iterable[str], endings: frozenset[str]) -> bool:
    """Korean writes a compound without a gap: ``주문목록`` ends in ``목록``."""
    return any(one.endswith(tuple(endings)) for one in stems)
