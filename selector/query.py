"""What a request asks for: the acts, the shape of the result, the words to compare, the values it gives."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from selector import lexicon
from selector.commands import Act, Commands
from selector.commands_en import read_english
from selector.commands_ko import read_korean
from selector.implied import implied_terms
from selector.korean import is_hangul
from selector.lexicon import Action
from selector.opposites import opposites_of
from selector.shapes import KINDRED, MAIN, asked_shapes, asks_whether, leading_phrase
from selector.terms import Term, Use, answering_verbs, explained_keys, key_uses, read_terms
from selector.text import MARKS, fold
from selector.vocabulary import Word, read_words, without_courtesy

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
_KEY: Final = itemgetter(2)
_DIGIT: Final = re.compile(r"\d")
#: Roundabout ways to ask for an act, and what stands for them: ``mind`` before a gerund that commands.
_ROUNDABOUT: Final = (
    (re.compile(r"\b(?:would|do) you mind (?=[a-z]+ing\b)"), "mind "),
    (
        re.compile(
            r"\b(?:i|we)(?:'m|'re| am| are| was| were) (?:just )?wondering (?:if|whether)"
            r" (?:you|we) (?:could|can|would|might)(?: be able to)?\b"
        ),
        "please",
    ),
    (
        re.compile(
            r"(?<=[가-힣])(?<![길기])(?:을|를)? ?부탁"
            r"(?:드립니다|드려요|드릴게요|드리겠습니다|합니다|해요|해|할게요)?(?=$|[\s.!?~])"
        ),
        "해줘",
    ),
)
_ROUNDABOUT_CUES: Final = ("wondering", "you mind", "부탁")
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
        phrase: for each noun of the phrase that the request is about its keys and what a match by each is worth.
        said: its words and marks, in order.
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
    phrase: tuple[tuple[tuple[str, float], ...], ...]
    said: tuple[Word, ...]
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
    if any(map(folded.__contains__, _ROUNDABOUT_CUES)):
        unquoted = _straight(unquoted)
    said = without_courtesy(read_words(unquoted.replace(" - ", " , ")))
    spoken = [word.text for word in said if word.text not in MARKS]
    korean = not folded.isascii() and any(map(is_hangul, spoken))
    commands = read_english([word for word in said if not is_hangul(word.text)] if korean else said)
    if korean:
        commands = commands.before(read_korean(spoken))
    phrase = leading_phrase(said, commands.denied, korean=korean)
    shapes = asked_shapes(unquoted, said, commands, phrase[-1] if phrase else None, korean=korean)
    asks = commands.question or "count" in shapes
    listed = next(iter(shapes), None) == "list"
    implied = implied_terms(folded, asks=commands.question, counts="count" in shapes)
    terms = read_terms(said, commands, implied) or read_terms(read_words(folded), commands)
    commanded = _commanded(commands, asks)
    uses = key_uses(terms, reads=commanded is False)
    return Query(
        terms=terms,
        explained=MappingProxyType(explained_keys(uses)),
        keys=tuple(map(_KEY, uses)),
        uses=uses,
        acts=commands.acts,
        actions=MappingProxyType(_actions(commands, asks, listed=listed)),
        shapes=MappingProxyType(shapes),
        commanded=commanded,
        steps=commands.steps,
        denied=commands.denied,
        phrase=tuple([word.keys for word in phrase]),
        said=tuple(said),
        verbs=MappingProxyType(answering_verbs(commands, terms, listed=listed, whether=asks_whether(said))),
        opposed=_opposed(commands.acts),
        numbers=len(_NUMBER.findall(undated)) if digits else 0,
        dated=undated != folded or not _DATE_WORDS.isdisjoint(spoken),
    )


def _straight(text: str) -> str:
    for pattern, short in _ROUNDABOUT:
        text = pattern.sub(short, text)
    return text


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
