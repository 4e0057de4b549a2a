"""The shape of result that a request asks for: one thing, many or a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import Final

from selector import lexicon, lexicon_ko
from selector.commands import Commands
from selector.implied import WHAT_THERE_IS
from selector.korean import is_hangul, predicate
from selector.text import MARKS, stem
from selector.vocabulary import Word

#: The preferences of ``target_action_priority`` and ``result_shape_priority``.
MAIN, KINDRED, POSSIBLE = 3, 2, 1

_COUNTING: Final = re.compile(
    r"\bhow many\b|\bnumber of (?!\d)|\bcount (?:of|the|all|how)\b|^count\b|\btotal count\b"
    r"|몇\s?(?:건|개|명|번|대|장|곳)|총\s?수|건수|개수|갯수|횟수|인원수"
    r"|(?<=[가-힣]) 수(?:는|를|가|만|좀)?(?=$|[?.!]| (?!있|없))"
)
#: Without one of these words no English request is found to count.
_COUNTING_CUES: Final = frozenset(map(stem, ("many", "number", "count")))
#: A request that says which one.
_ONE: Final = re.compile(r"\bid\b|#\s?\d|\bnumber \d|\bno\.? ?\d|번호")
#: Without one of these no request is found to say which one.
_ONE_CUES: Final = ("id", "no", "number", "#", "번호")
#: A question whether something was done to a thing: it is about one thing.
_WHETHER: Final = re.compile(r"(?:됐|되었|했)(?:는지|나요|어요|습니까|어|니|을까)(?=$|[^가-힣])")
_FORMS: Final = lexicon_ko.LIST_WORDS | lexicon_ko.SINGLE_WORDS | lexicon_ko.COUNT_WORDS
_NATIVE_VERBS: Final = tuple([prefix for prefix, _ in lexicon_ko.NATIVE_VERBS])
#: They begin a question to be answered with yes or no, unless one of the others follows: what there is asks for more.
_YES_OR_NO: Final = lexicon.words_of("am are is was were has have did do does")
_NOT_THESE: Final = lexicon.words_of("there you we")
#: Before a singular they mean more than one.
_QUANTIFIERS: Final = lexicon.words_of("all every each any across multiple several many")


def asked_shapes(
    text: str, said: Sequence[Word], commands: Commands, head: Word | None, *, korean: bool
) -> dict[str, int]:
    """Return result shapes and how much a request prefers each, the asked one first.

    Args:
        text: the folded request without what it quotes.
        said: its words and marks.
        commands: its commands.
        head: the noun that it is about.
        korean: it has Korean words.
    """
    stems = {word.stem for word in said}
    in_korean = [one for one in stems if is_hangul(one)] if korean else ()
    counting = (korean or not _COUNTING_CUES.isdisjoint(stems)) and _COUNTING.search(text)
    if counting or not lexicon_ko.COUNT_WORDS.isdisjoint(in_korean):
        return {"count": MAIN, "list": POSSIBLE}
    if not lexicon.SINGLE_WORDS.isdisjoint(stems) or _ends_with(in_korean, lexicon_ko.SINGLE_WORDS):
        return {"single": MAIN, "list": POSSIBLE}
    listing = not lexicon.LIST_WORDS.isdisjoint(stems) or _ends_with(in_korean, lexicon_ko.LIST_WORDS)
    if listing or (korean and WHAT_THERE_IS.search(text)):
        return {"list": MAIN, "single": POSSIBLE}
    if any(cue in text for cue in _ONE_CUES) and _ONE.search(text):
        return {"single": KINDRED, "list": POSSIBLE}
    if commands.question and _is_of_one(text, said, head, korean=korean):
        return {"single": MAIN, "list": POSSIBLE}
    if head and head.plural and not any(act.action in lexicon.CHANGING for act in commands.acts):
        return {"list": KINDRED, "single": POSSIBLE}
    return {}


def _is_of_one(text: str, said: Sequence[Word], head: Word | None, *, korean: bool) -> bool:
    """Tell whether a question is whether something is so of one thing."""
    return _WHETHER.search(text) is not None if korean else asks_whether(said) and not (head and head.plural)


def asks_whether(said: Sequence[Word]) -> bool:
    """Tell whether a request begins as a question to be answered with yes or no.

    >>> from selector.vocabulary import read_words
    >>> said = map(read_words, ("is the vault locked", "which vault is locked", "are there vaults"))
    >>> [asks_whether(words) for words in said]
    [True, False, False]
    """
    spoken = [word.text for word in said[:4] if word.text not in MARKS]
    return len(spoken) > 1 and spoken[0] in _YES_OR_NO and spoken[1] not in _NOT_THESE


def singular_stems(said: Sequence[Word]) -> frozenset[str]:
    """Return the stems of English words in the singular; ``every shop`` means more than one.

    >>> from selector.vocabulary import read_words
    >>> sorted(singular_stems(read_words("the loans of a branch, of any reader")))
    ['branch']
    """
    return frozenset(
        [
            word.stem
            for before, word in pairwise([*said[:1], *said])
            if word.weight == 1.0 and not word.plural and before.text not in _QUANTIFIERS
        ]
    )


def leading_phrase(said: Sequence[Word], denied: Set[str], *, korean: bool) -> list[Word]:
    """Return the nouns of the phrase that a request is about; the last that means a thing is its head.

    English begins with it, and what qualifies it follows behind a preposition; Korean nouns end with it.

    >>> from selector.vocabulary import read_words
    >>> [word.text for word in leading_phrase(read_words("show the loans of the branch"), frozenset(), korean=False)]
    ['loans']
    """
    if korean:
        return [word for word in said if word.weight == 1.0 and is_hangul(word.text) and _is_thing(word)][-1:]
    phrase: list[Word] = []
    before = ""
    for word in said:
        noun = word.weight == 1.0 and (word.plain is None or phrase or before in lexicon.DETERMINERS)
        before = word.text
        if noun and word.stem not in denied and not before[0].isdigit():
            phrase.append(word)
        elif phrase and (word.text in lexicon.STOP or word.text in MARKS):
            break
    return phrase


def _is_thing(word: Word) -> bool:
    if word.stem in _FORMS or predicate(word.text):
        return False
    return word.stem not in lexicon_ko.NOUN_VERBS and not word.text.startswith(_NATIVE_VERBS)


def _ends_with(stems: Iterable[str], endings: frozenset[str]) -> bool:
    """Korean writes a compound without a gap: ``주문목록`` ends in ``목록``."""
    return any(one.endswith(tuple(endings)) for one in stems)
