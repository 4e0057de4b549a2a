"""The content terms of Korean words: endings, auxiliaries and particles come off, contracted stems are restored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from selector.families import lexicon_ko as lexicon
from selector.families import verbs_ko as verbs
from selector.families.conjugation import Form, Irregular, conjugate, restored
from selector.families.endings import ASKS, DENIES, DESCRIBES, DISTINCT, ENDINGS, GRANTING, OPEN
from selector.families.marks import DONE, MARK, NOT, PLACEHOLDER, QUESTION
from selector.families.numerals_ko import numeric
from selector.families.particles import PARTICLES, bare_noun

#: A question word asks already: what asks beside it adds nothing.
_QUESTIONS = 64
#: The word is a noun with 되다.
_PASSIVE = 128
#: Longer words are sentences without spaces; they are not searched for endings.
_LONGEST_WORD = 20
#: The noun of ability, in 할 | 수 | 있다.
_ABILITY = frozenset({"수", "수가", "수는", "수도"})
#: What begins so follows a verb only: 볼 | 수있어, 보고 | 싶어.
_AFTER_VERBS = ("수있", "수없", "싶")
#: After 안 in one word: 안돼, 안되네요. Other words in 안 are nouns.
_BECOMING = frozenset("되돼됐됩됨된될")
_AUXILIARIES = frozenset(f"{stem}다" for stem in verbs.AUXILIARIES)


class _Reading(NamedTuple):
    """What a word says: its term, "" for none, and its effects."""

    term: str
    effects: int = 0


_NOTHING = _Reading("")
_EXACT: dict[str, _Reading] = {
    **dict.fromkeys(lexicon.DENIALS, _Reading("", DENIES)),
    **dict.fromkeys(lexicon.WHICH, _Reading(QUESTION)),
    "모두": _Reading("모든"),  # adverb and adnominal of one word
    "됨": _Reading(DONE),
    "왜": _Reading("왜", _QUESTIONS),
    "누가": _Reading("누구", _QUESTIONS),
}
_NOUN_TERMS: dict[str, str] = {
    **dict.fromkeys((*lexicon.FUNCTION_WORDS, *lexicon.FRAME_NOUNS), ""),
    **dict.fromkeys(lexicon.DATES, PLACEHOLDER),
}


def _form_table() -> dict[Form, dict[str, str]]:
    """Index the forms of every listed stem, and of what it becomes with 지다: 켜지다 is to be turned on."""
    rows: list[tuple[str, Irregular, bool]] = []
    for stems, irregular, acts in verbs.STEMS:
        for stem in stems:
            infinitive = conjugate(stem, irregular)["I"][0]
            rows.append((stem, irregular, acts))
            if len(stem) > 1 or infinitive != stem or stem in verbs.WITH_JIDA:
                rows.append((infinitive + "지", "", True))
    table: dict[Form, dict[str, str]] = {form: {} for form in conjugate("하")}
    for stem, irregular, acts in rows:
        for form, heads in conjugate(stem, irregular).items():
            if acts or form != "A":
                table[form].update(dict.fromkeys(heads, stem))
    return table


def _light_table() -> dict[Form, dict[str, int]]:
    """Index the forms of the verbs that only make a verb of a noun, with their effect."""
    table: dict[Form, dict[str, int]] = {form: {} for form in conjugate("하")}
    for stem, effect in (("하", 0), ("시키", 0), ("드리", 0), ("되", _PASSIVE)):
        for form, heads in conjugate(stem).items():
            table[form].update(dict.fromkeys(heads, effect))
    return table


_FORMS: Mapping[Form, Mapping[str, str]] = _form_table()
_LIGHT: Mapping[Form, Mapping[str, int]] = _light_table()


def korean_terms(words: Sequence[str]) -> set[str]:
    """Return the content terms of the words that are written in Hangul.

    Args:
        words: A query's words in order, with ``MARK`` for each slot and the Hangul that is written on to it.

    >>> sorted(korean_terms("거실 조명을 꺼 주시겠어요".split()))
    ['거실', '끄다', '조명']
    >>> sorted(korean_terms("알림을 보내지 마세요".split()))
    ['not', '보내다', '알림']
    """
    terms: set[str] = set()
    effects = before = position = 0
    while position < len(words):
        after = numeric(words, position, terms)
        if after > position:
            position, before = after, 0
            continue
        word = words[position].removeprefix(MARK)
        if "가" <= word[0] <= "힣":
            following = words[position + 1] if position + 1 < len(words) else ""
            term, before = _in_context(word, words[position - 1] if position else "", following, before)
            terms.add(term)
            effects |= before
        else:
            before = 0
        position += 1
    terms.discard("")
    return terms | _told_by(effects)


def _told_by(effects: int) -> set[str]:
    """Return the terms that the endings of all words together make."""
    terms = set()
    if effects & DENIES:
        terms.add(NOT)
    if effects & _PASSIVE:
        terms.add(DONE)
    if effects & ASKS and not effects & _QUESTIONS:
        terms.add(QUESTION)
    return terms


def _in_context(word: str, previous: str, following: str, before: int) -> _Reading:
    """Read a word between two others; ``before`` holds the effects of the one before.

    An auxiliary says nothing of its own, and 있다 asks unless it means "can" or describes.
    """
    if before & DESCRIBES and word in lexicon.WAYS:
        return _NOTHING
    if previous and word in PARTICLES and not "가" <= previous[-1] <= "힣":
        return _NOTHING
    if word in _ABILITY and following.startswith(("있", "없")):
        return _NOTHING
    if previous == "몇" and word[1:] == "야":
        return _Reading(word[0])
    reading = _read(word, verbal=following in _ABILITY or following.startswith(_AFTER_VERBS))
    if reading.term == "있다":
        return _Reading("", 0 if previous in _ABILITY or word in lexicon.BEING else ASKS)
    if (reading.term in _AUXILIARIES and before & OPEN) or (reading.term == DONE and before & GRANTING):
        return _Reading("", reading.effects & (DENIES | OPEN | GRANTING))
    return reading


def _read(word: str, *, verbal: bool = False) -> _Reading:
    """Read a word by itself; ``verbal`` says that what follows takes a verb.

    >>> _read("보내줘").term, _read("취소하려고").term, _read("주문을").term, _read("청소기").term
    ('보내다', '취소', '주문', '청소기')
    """
    known = _EXACT.get(word)
    if known is not None:
        return known
    if word in _NOUN_TERMS:
        return _Reading(_NOUN_TERMS[word])
    if word[0] in lexicon.QUESTION_INITIALS:
        if word.startswith(lexicon.QUESTION_WORDS):
            return _Reading("", _QUESTIONS)
        for question in lexicon.CONTENT_QUESTION_WORDS:
            if word.startswith(question):
                return _Reading(question, _QUESTIONS)
    return _predicate(word, verbal=verbal) or _noun(word)


def _noun(word: str) -> _Reading:
    noun, asks = bare_noun(word)
    return _Reading(_NOUN_TERMS.get(noun, noun), ASKS if asks else 0)


def _predicate(word: str, *, verbal: bool) -> _Reading | None:
    """Read a verb, an adjective, or a noun that a verb makes one of; ``None`` for other words."""
    if word[0] == "안" and word[1:2] in _BECOMING:
        return _Reading(DONE, DENIES)
    if (word in lexicon.NOUNS and not verbal) or word.endswith(lexicon.KEPT_ENDINGS) or len(word) > _LONGEST_WORD:
        return None
    light: _Reading | None = None
    unlisted: _Reading | None = None
    for cut in range(len(word), 0, -1):
        head, ending = word[:cut], word[cut:]
        for form, effect in ENDINGS.get(ending, ()):
            if cut == 1 and effect & DESCRIBES and ending != "는" and not verbal:
                continue
            verb = _verb(head, form, effect)
            if verb is not None:
                return light or verb
            # of several the shortest noun: 신청 | 해야해, not 신청해야 | 해
            light = _light(head, form, effect) or light
            if effect & DISTINCT and cut > 1:
                unlisted = _unlisted(head, form, effect) or unlisted
    return light or unlisted


def _verb(head: str, form: Form, effect: int) -> _Reading | None:
    stem = _FORMS[form].get(head)
    if stem is None:
        return None
    if stem in verbs.DENYING_STEMS:
        # what has not been done is a complaint, no question
        return _Reading("", (effect & ~ASKS if form == "P" else effect) | DENIES)
    if stem in verbs.FRAME_VERBS:
        return _Reading("", effect if stem == "하" else effect & ~ASKS)
    return _Reading(f"{stem}다", effect)


def _light(head: str, form: Form, effect: int) -> _Reading | None:
    """Read a noun of two syllables or more with 하다, 되다, 시키다, 드리다."""
    for length in (1, 2):
        light = _LIGHT[form].get(head[-length:])
        if light is not None and len(head) - length >= 2:
            noun = head[:-length]
            term = _NOUN_TERMS.get(noun, noun)
            return _Reading(term, (effect if term and not light else effect & ~ASKS) | light)
    return None


def _unlisted(head: str, form: Form, effect: int) -> _Reading | None:
    """Restore a verb that is not listed, by rule; 입니다 is a noun's."""
    return None if form == "F" and head[-1] == "입" else _Reading(f"{restored(head, form)}다", effect)
