"""The content terms of Korean words: endings, auxiliaries and particles come off, contracted stems are restored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from selector.families.conjugation import Form, Irregular, conjugate, restored
from selector.families import lexicon_ko as lexicon
from selector.families.endings import ASKS, DENIES, DISTINCT, ENDINGS, GRANTING, OPEN
from selector.families.marks import MARK, NOT, PLACEHOLDER, QUESTION
from selector.families.numerals_ko import numeric
from selector.families.particles import bare_noun

#: Longer words are sentences without spaces; they are not searched for endings.
_LONGEST_WORD = 20
#: A question word asks already; what asks beside it adds nothing.
_QUESTION_WORD = 32
#: The word is a noun with 되다: what is done to a thing is no demand to do it.
_PASSIVE = 64


class _Reading(NamedTuple):
    """What a word says: its term, "" for none, and its effects."""

    term: str
    effects: int = 0


_NOTHING = _Reading("")
_EXACT: dict[str, _Reading] = {
    **dict.fromkeys(lexicon.DENIALS, _Reading("", DENIES)),
    **dict.fromkeys(lexicon.WHICH, _Reading(QUESTION)),
    "왜": _Reading("왜", _QUESTION_WORD),
    "누가": _Reading("누구", _QUESTION_WORD),
}
_WITHOUT_PARTICLE: dict[str, str] = {
    **dict.fromkeys((*lexicon.FUNCTION_WORDS, *lexicon.FRAME_NOUNS), ""),
    **dict.fromkeys(lexicon.DATES, PLACEHOLDER),
}


def _form_table() -> dict[Form, dict[str, str]]:
    """Index the forms of every listed stem, and of what it becomes with 지다: 켜지다 is to be turned on."""
    rows: list[tuple[str, Irregular, bool]] = []
    for stems, irregular, acts in lexicon.STEMS:
        for stem in stems:
            rows.append((stem, irregular, acts))
            rows += [(head + "지", "", True) for head in conjugate(stem, irregular)["I"]]
    table: dict[Form, dict[str, str]] = {form: {} for form in conjugate("하")}
    for stem, irregular, acts in rows:
        for form, heads in conjugate(stem, irregular).items():
            if acts or form != "A":
                table[form].update(dict.fromkeys(heads, stem))
    return table


def _light_table() -> dict[Form, dict[str, int]]:
    """Index the forms of the verbs that make a verb of a noun, with their effect."""
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
        words: A query's words in order, with ``MARK`` for each placeholder and the Hangul that is written on to it.

    >>> sorted(korean_terms("거실 조명을 꺼 주시겠어요".split()))
    ['거실', '끄다', '조명']
    >>> sorted(korean_terms("알림을 보내지 마세요".split()))
    ['not', '보내다', '알림']
    """
    terms: set[str] = set()
    effects = before = 0
    position = 0
    while position < len(words):
        word = words[position]
        after = numeric(words, position, terms)
        if after > position:
            position, before = after, 0
            continue
        position += 1
        if word[0] == MARK:
            word = word[1:]
        if not word or not "가" <= word[0] <= "힣":
            before = 0
            continue
        term, before = _in_context(word, words[position - 2] if position > 1 else "", before)
        terms.add(term)
        if before & _PASSIVE:
            terms.add("되다")
        effects |= before
    terms.discard("")
    if effects & DENIES:
        terms.add(NOT)
    if effects & ASKS and not effects & _QUESTION_WORD:
        terms.add(QUESTION)
    return terms


def _in_context(word: str, previous: str, before: int) -> _Reading:
    """Read a word after another one: an auxiliary says nothing of its own, and 있다 asks unless it means "can"."""
    reading = _read(word)
    term = reading.term
    if term == "있다":
        if before & OPEN or previous != "수":
            return _Reading("", 0 if word in lexicon.BEING else ASKS)
        return _NOTHING
    if term in lexicon.AUXILIARY_TERMS and before & OPEN or term == "되다" and before & GRANTING:
        return _Reading("", reading.effects & (DENIES | OPEN | GRANTING))
    return reading


def _read(word: str) -> _Reading:
    """Read a word by itself.

    >>> _read("보내줘").term, _read("취소하려고").term, _read("주문을").term, _read("청소기").term
    ('보내다', '취소', '주문', '청소기')
    """
    known = _EXACT.get(word)
    if known is not None:
        return known
    if word in _WITHOUT_PARTICLE:
        return _Reading(_WITHOUT_PARTICLE[word])
    if word[0] in lexicon.QUESTION_INITIALS:
        if word.startswith(lexicon.QUESTION_WORDS):
            return _Reading("", _QUESTION_WORD)
        for question in lexicon.CONTENT_QUESTION_WORDS:
            if word.startswith(question):
                return _Reading(question, _QUESTION_WORD)
    if len(word) > 1 or word in _FORMS["I"]:
        reading = _predicate(word)
        if reading is not None:
            return reading
    noun, asks = bare_noun(word)
    return _Reading(_WITHOUT_PARTICLE.get(noun, noun), ASKS if asks else 0)


def _predicate(word: str) -> _Reading | None:
    """Read a verb, an adjective, or a noun with a verb that only makes it one; ``None`` for other words."""
    if word in lexicon.NOUNS or word.endswith(lexicon.KEPT_ENDINGS) or len(word) > _LONGEST_WORD:
        return None
    unlisted: _Reading | None = None
    for cut in range(len(word), 0, -1):
        endings = ENDINGS.get(word[cut:])
        if endings is None:
            continue
        head = word[:cut]
        for form, effect in endings:
            reading = _verb(head, form, effect, whole=cut == len(word)) or _light(head, form, effect)
            if reading is not None:
                return reading
            if effect & DISTINCT and cut > 1:
                unlisted = _unlisted(head, form, effect)
    return unlisted


def _verb(head: str, form: Form, effect: int, *, whole: bool) -> _Reading | None:
    stem = _FORMS[form].get(head)
    if stem is None or (whole and form in "NL" and len(head) == 1):
        return None
    if stem in lexicon.DENYING_STEMS:
        return _Reading("", effect | DENIES)
    if stem in lexicon.FRAME_VERBS:
        return _Reading("", effect & ~ASKS)
    return _Reading(stem + "다", effect)


def _light(head: str, form: Form, effect: int) -> _Reading | None:
    """Read a noun of two syllables or more with 하다, 되다, 시키다."""
    for length in (1, 2):
        passive = _LIGHT[form].get(head[-length:])
        if passive is not None and len(head) - length >= 2:
            noun = head[:-length]
            term = _WITHOUT_PARTICLE.get(noun, noun)
            if passive or not term:
                effect &= ~ASKS
            return _Reading(term, effect | passive)
    return None


def _unlisted(head: str, form: Form, effect: int) -> _Reading | None:
    """Restore the stem of a verb that is not listed, by rule."""
    return _Reading(restored(head, form) + "다", effect)
