"""Korean inflection, as far as comparing words and finding a command needs it.

A Korean request ends in its predicate: what comes before is what the predicate is about. A predicate is a noun with
하다 or 되다 (``조회해줘``) or a native verb (``찾아줘``); its tail says whether it commands, goes on, describes a
noun or is denied. Family keys have rules of their own (`selector.families`), which may not change with what helps
ranking.
"""

from __future__ import annotations

import re
from typing import Final, Literal

#: A told predicate says that something is, was or may be done: a state, no command.
Form = Literal["noun", "command", "connective", "adnominal", "denied", "told"]

_FIRST_SYLLABLE, _LAST_SYLLABLE = "가", "힣"
_FINALS = 28  # a syllable's code is built of 28 possible finals, none among them
_FINAL_NIEUN, _FINAL_RIEUL = 4, 8

# fmt: off
_PARTICLES: Final = (
    "에게서는", "에서는", "에게서", "한테서", "으로는", "에게", "에서", "에는", "에도", "한테", "께서", "부터", "까지",
    "처럼", "보다", "마다", "만큼", "대로", "들의", "들을", "들이", "들은", "에", "의", "도", "만", "들", "님",
)
# fmt: on
_AFTER_CONSONANT: Final = ("이라는", "이라고", "으로", "이란", "이나", "이랑", "은", "을", "이", "과")
_AFTER_VOWEL: Final = ("라는", "라고", "로", "란", "나", "랑", "는", "를", "가", "와")
#: So many syllables always stay.
_STAYING: Final = 2
_ANY_PARTICLE: Final = (*_PARTICLES, *_AFTER_CONSONANT, *_AFTER_VOWEL)
#: Nouns that end like a noun with 하다.
_NO_PREDICATE: Final = (
    "권한",
    "제한",
    "기한",
    "무한",
    "상한",
    "하한",
    "포함",
    "보관함",
    "사서함",
    "편지함",
    "수신함",
    "명함",
)
_HADA: Final = re.compile(r"(.{2,}?)((?:하|해|한|할|합|했|함|되|된|될|됩|됐|돼|됨|시켜|시킨|시킬|드려|드릴).*)")
#: ``취소됐는지``, ``되는지``, ``할지`` ask whether; only the bare ``지`` denies.
_WHETHER: Final = re.compile(r".*(?:는|은|던|인|할|될|을|한|된)지(?:를|가|도|만|는|요)?")
_DENIAL: Final = re.compile(r".*지(?:는|를|도)?(?:마|말|않|못|$)")
#: The passive with 되다 is done by nobody who could be told to; ``되도록``, ``되게`` ask for it.
_PASSIVE: Final = re.compile(r"(?:되|됐|돼|됨|됩)(?!도록|게).*")
#: A wish is in the past form: ``취소했으면 좋겠어요``.
_WISH: Final = "으면"
_PAST_EXCEPTIONS: Final = frozenset("있겠")
_FINAL_DOUBLE_SIOT = 20
_ADNOMINAL: Final = re.compile(r"(?:하|되|시키)?(?:는|던)|한|할|된|될|시킨|시킬|(?:했|됐|하였|되었)(?:던|을)")
_CONNECTIVE: Final = re.compile(r".*(?:고|서|며|면|면서|니까|다가|려고|는데|은데|지만|하여|후|뒤)")


def is_hangul(word: str) -> bool:
    """Tell whether a word is written in Hangul; a word as `selector.text.words` gives it is of one script.

    >>> is_hangul("주문"), is_hangul("order"), is_hangul("")
    (True, False, False)
    """
    return word != "" and _FIRST_SYLLABLE <= word[0] <= _LAST_SYLLABLE


def final(syllable: str) -> int:
    """Return the number of a syllable's final consonant, 0 for none.

    >>> final("가"), final("간"), final("갈")
    (0, 4, 8)
    """
    return (ord(syllable) - ord(_FIRST_SYLLABLE)) % _FINALS


def bare_noun(word: str) -> str:
    """Return a word without its particles and without 하다; two syllables always stay.

    >>> [bare_noun(word) for word in ("주문을", "고객님에게", "조회해줘", "취소된", "권한")]
    ['주문', '고객', '조회', '취소', '권한']
    """
    if len(word) <= _STAYING:
        return word
    split = predicate(word)
    if split:
        return split[0]
    return _without_particle(_without_particle(word))


def _without_particle(word: str) -> str:
    if not word.endswith(_ANY_PARTICLE):
        return word
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= 2:
            return word[: -len(particle)]
    for particles, after_consonant in ((_AFTER_CONSONANT, True), (_AFTER_VOWEL, False)):
        for particle in particles:
            rest = word[: -len(particle)]
            if word.endswith(particle) and len(rest) >= 2 and _agrees(rest[-1], particle, after_consonant):
                return rest
    return word


def _agrees(syllable: str, particle: str, after_consonant: bool) -> bool:
    """Particles come in two forms, chosen by the syllable before; 로 also follows ㄹ."""
    ending = final(syllable)
    if particle == "로" and ending == _FINAL_RIEUL:
        return True
    return (ending != 0) == after_consonant


def predicate(word: str) -> tuple[str, Form] | None:
    """Split a noun with 하다 or 되다 into the noun and its form; nothing for other words.

    >>> predicate("취소된"), predicate("조회해줘"), predicate("삭제하지"), predicate("등록하고"), predicate("권한")
    (('취소', 'adnominal'), ('조회', 'command'), ('삭제', 'denied'), ('등록', 'connective'), None)
    """
    if word.endswith(_NO_PREDICATE):
        return None
    match = _HADA.fullmatch(word)
    return (match[1], form_of(match[2])) if match else None


def form_of(tail: str) -> Form:
    """Say what a predicate's tail makes of it.

    >>> [form_of(tail) for tail in ("해줘", "하고", "한", "하지말고", "아서", "는", "됐어", "했나요", "했으면")]
    ['command', 'connective', 'adnominal', 'denied', 'connective', 'adnominal', 'told', 'told', 'connective']
    >>> form_of("되지"), form_of("됐는지")
    ('denied', 'told')
    """
    if not tail:
        return "noun"
    if _WHETHER.fullmatch(tail):
        return "told"
    if _DENIAL.match(tail):
        return "denied"
    if _ADNOMINAL.fullmatch(tail):
        return "adnominal"
    if _PASSIVE.fullmatch(tail) or is_past(tail):
        return "told"
    if len(tail) == 1 and is_hangul(tail) and final(tail) == _FINAL_NIEUN:
        return "adnominal"
    return "connective" if _CONNECTIVE.fullmatch(tail) else "command"


def is_past(tail: str) -> bool:
    """Tell whether a predicate stands in the past, by the final ㅆ of one of its syllables.

    >>> [is_past(word) for word in ("했어", "잠갔어", "취소했으면", "하겠습니다", "있어")]
    [True, True, False, False, False]
    """
    for place, syllable in enumerate(tail):
        if is_hangul(syllable) and final(syllable) == _FINAL_DOUBLE_SIOT and syllable not in _PAST_EXCEPTIONS:
            return not tail.startswith(_WISH, place + 1)
    return False
