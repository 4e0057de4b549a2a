"""Forms of Korean verbs and adjectives: how a stem looks before each class of endings.

A stem meets an ending in one of nine forms. Contractions (끄 + 어 = 꺼) and the irregular classes (돕다, 듣다, 짓다, 고르다) change
it, so the way back from a form to its stem is a table, built once from the stems, and not a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Irregular = Literal["", "ㅂ", "ㄷ", "ㅅ"]

_FIRST, _FINALS, _VOWELS = ord("가"), 28, 21
_IEUNG = 11  # the silent initial
_A, _AE, _EO, _E, _YEO, _O, _WA, _WAE, _OE, _U, _WO, _EU, _I = 0, 1, 4, 5, 6, 8, 9, 10, 11, 13, 14, 18, 20
_NIEUN, _DIGEUT, _RIEUL, _MIEUM, _BIEUP, _SSANG_SIOT = 4, 7, 8, 16, 17, 20
#: Vowel + 어 in one syllable: 끄 + 어 = 꺼, 보 + 아 = 봐, 바꾸 + 어 = 바꿔, 내리 + 어 = 내려, 되 + 어 = 돼.
_CONTRACTED = {_O: _WA, _U: _WO, _I: _YEO, _OE: _WAE}
#: Vowels that swallow 아 or 어: 가 + 아 = 가, 보내 + 어 = 보내, 켜 + 어 = 켜.
_SWALLOWING = frozenset({_A, _AE, _EO, _E, _YEO})
#: Stems in 르 that lose their ㅡ like others in ㅡ and do not double the ㄹ.
_REGULAR_REU = ("따르", "들르", "치르")


@dataclass(frozen=True, slots=True)
class Conjugation:
    """The forms of one stem.

    Attributes:
        base: Before 고, 기, 지, 게.
        dropping: Before 는, 니, 나: without the ㄹ of the stem.
        joined: Before 면, 려고: with 으 after a consonant.
        honorific: Before 세요, 시: with 으 after a consonant, without ㄹ.
        infinitives: In 아 or 어, as before 줘 and 요; the contracted form first.
        adnominal: In ㄴ or 은, as in 보낸.
        prospective: In ㄹ or 을, as in 보낼.
        formal: In ㅂ or 습, as before 니다.
        pasts: The infinitives with ㅆ.
    """

    base: str
    dropping: str
    joined: str
    honorific: str
    infinitives: tuple[str, ...]
    adnominal: str
    prospective: str
    formal: str
    pasts: tuple[str, ...]


def conjugate(stem: str, irregular: Irregular = "") -> Conjugation:
    """Return the forms of a stem.

    Args:
        stem: A stem in Hangul syllables, without 다.
        irregular: Its irregular class; 하, 르 and ㅡ are known by their shape.

    >>> forms = conjugate("끄")
    >>> forms.infinitives, forms.prospective, forms.formal, forms.pasts
    (('꺼',), '끌', '끕', ('껐',))
    >>> conjugate("만들").honorific, conjugate("돕", "ㅂ").infinitives, conjugate("고르").infinitives
    ('만드', ('도와',), ('골라',))
    """
    final = _final(stem)
    soft = _soft(stem, irregular)
    infinitives = _infinitives(stem, irregular)
    vowel_like = final in (0, _RIEUL)
    bare = _with_final(stem, 0) if final == _RIEUL else stem
    joined = stem if vowel_like else soft if _final(soft) == 0 and irregular == "ㅂ" else soft + "으"
    opened = bare if vowel_like else joined
    return Conjugation(
        base=stem,
        dropping=bare,
        joined=joined,
        honorific=opened,
        infinitives=infinitives,
        adnominal=_with_final(opened, _NIEUN),
        prospective=_with_final(opened, _RIEUL),
        formal=_with_final(bare, _BIEUP) if vowel_like else stem + "습",
        pasts=tuple(_with_final(infinitive, _SSANG_SIOT) for infinitive in infinitives),
    )


def _soft(stem: str, irregular: Irregular) -> str:
    """Return the stem as it stands before a vowel: 도우, 들, 지."""
    if irregular == "ㅂ":
        return _with_final(stem, 0) + "우"
    if irregular == "ㄷ":
        return _with_final(stem, _RIEUL)
    return _with_final(stem, 0) if irregular == "ㅅ" else stem


def _infinitives(stem: str, irregular: Irregular) -> tuple[str, ...]:
    initial, vowel, final = _parts(stem[-1])
    bright = vowel in (_A, _O)
    if irregular == "ㅂ":
        # only 돕다 and 곱다 keep their bright vowel
        return (_with_final(stem, 0) + ("와" if stem in ("돕", "곱") else "워"),)
    if final:
        return (_soft(stem, irregular) + ("아" if bright else "어"),)
    if stem[-1] == "하":
        return (stem[:-1] + "해", stem + "여")
    if stem[-1] == "르" and len(stem) > 1 and not stem.endswith(_REGULAR_REU):
        return (stem[:-2] + _with_final(stem[-2], _RIEUL) + ("라" if _bright(stem[-2]) else "러"),)
    if vowel == _EU:
        return (stem[:-1] + _syllable(initial, _A if len(stem) > 1 and _bright(stem[-2]) else _EO),)
    if vowel in _SWALLOWING:
        return (stem,)
    full = stem + ("아" if bright else "어")
    if vowel in _CONTRACTED:
        return (stem[:-1] + _syllable(initial, _CONTRACTED[vowel]), full)
    return (full,)


def _bright(syllable: str) -> bool:
    """Say whether 아 follows and not 어: vowel harmony."""
    return _parts(syllable)[1] in (_A, _O)


def _parts(syllable: str) -> tuple[int, int, int]:
    code = ord(syllable) - _FIRST
    return code // (_VOWELS * _FINALS), code // _FINALS % _VOWELS, code % _FINALS


def _syllable(initial: int, vowel: int, final: int = 0) -> str:
    return chr(_FIRST + (initial * _VOWELS + vowel) * _FINALS + final)


def _final(word: str) -> int:
    return (ord(word[-1]) - _FIRST) % _FINALS


def _with_final(word: str, final: int) -> str:
    """Give the last syllable another final consonant, none for 0."""
    code = ord(word[-1])
    return word[:-1] + chr(code - (code - _FIRST) % _FINALS + final)
