"""Forms of Korean verbs and adjectives: how a stem looks before each class of endings.

Contractions (끄 + 어 = 꺼) and the irregular classes (돕다, 듣다, 짓다, 고르다) change a stem where it meets an
ending. So the way back from a form to its stem is a table, built once from the stems, and a rule only for stems that
no table holds.
"""

from __future__ import annotations

from typing import Literal

Irregular = Literal["", "ㅂ", "ㄷ", "ㅅ"]
#: What each letter stands before. B base: 고, 지, 게. A the same of an action: 기. D dropping its ㄹ: 는, 니, 나. J
#: joined, with 으 after a consonant: 면, 려고. H honorific, the same without ㄹ: 세요, 시. I infinitive in 아 or 어:
#: 줘, 요. N adnominal in ㄴ: 데. L prospective in ㄹ: 래, 게. F formal in ㅂ or 습: 니다. P past in ㅆ: 어, 습니다.
Form = Literal["B", "A", "D", "J", "H", "I", "N", "L", "F", "P"]

#: A syllable's code is built of an initial, a vowel and a final: Unicode, chapter 3.12.
_FIRST, _FINALS, _VOWELS = ord("가"), 28, 21
_A, _AE, _EO, _E, _YEO, _O, _WA, _WAE, _OE, _U, _WO, _EU, _I = 0, 1, 4, 5, 6, 8, 9, 10, 11, 13, 14, 18, 20
_NIEUN, _RIEUL, _BIEUP, _SSANG_SIOT = 4, 8, 17, 20
#: Vowel + 아 or 어 in one syllable: 보 + 아 = 봐, 바꾸 + 어 = 바꿔, 내리 + 어 = 내려, 되 + 어 = 돼.
_CONTRACTED = {_O: _WA, _U: _WO, _I: _YEO, _OE: _WAE}
#: The way back, and of 꺼 to 끄.
_EXPANDED = {contracted: vowel for vowel, contracted in _CONTRACTED.items()} | {_EO: _EU}
#: Vowels that swallow 아 or 어: 가 + 아 = 가, 보내 + 어 = 보내, 켜 + 어 = 켜.
_SWALLOWING = frozenset({_A, _AE, _EO, _E, _YEO})
#: Stems in 르 that lose their ㅡ like others in ㅡ and do not double the ㄹ.
_REGULAR_REU = ("따르", "들르", "치르")


def conjugate(stem: str, irregular: Irregular = "") -> dict[Form, tuple[str, ...]]:
    """Return the forms of a stem; where there are two, the contracted one comes first.

    Args:
        stem: A stem in Hangul syllables, without 다.
        irregular: Its irregular class; 하, 르 and ㅡ are known by their shape.

    >>> forms = conjugate("끄")
    >>> forms["I"], forms["L"], forms["F"], forms["P"]
    (('꺼',), ('끌',), ('끕',), ('껐',))
    >>> conjugate("만들")["H"], conjugate("돕", "ㅂ")["I"], conjugate("고르")["I"]
    (('만드',), ('도와',), ('골라',))
    """
    open_ended = _final(stem) in (0, _RIEUL)
    bare = _with_final(stem, 0) if _final(stem) == _RIEUL else stem
    soft = _soft(stem, irregular)
    joined = stem if open_ended else soft if irregular == "ㅂ" else f"{soft}으"
    opened = bare if open_ended else joined
    infinitives = _infinitives(stem, irregular)
    return {
        "B": (stem,),
        "A": (stem,),
        "D": (bare,),
        "J": (joined,),
        "H": (opened,),
        "I": infinitives,
        "N": (_with_final(opened, _NIEUN),),
        "L": (_with_final(opened, _RIEUL),),
        "F": (_with_final(bare, _BIEUP) if open_ended else f"{stem}습",),
        "P": tuple(_with_final(infinitive, _SSANG_SIOT) for infinitive in infinitives),
    }


def restored(head: str, form: Form) -> str:
    """Return the stem of a form by rule; of several stems that have it the commonest.

    >>> restored("긁어", "I"), restored("꼬여", "I"), restored("데웠", "P"), restored("뿌립", "F")
    ('긁', '꼬이', '데우', '뿌리')
    """
    if form == "P" or (form in "NLF" and _final(head) in (_NIEUN, _RIEUL, _BIEUP)):
        head = _with_final(head, 0)
    if form in "IP":
        return _uncontracted(head)
    return head[:-1] if len(head) > 1 and head[-1] in "으습" else head


def _uncontracted(infinitive: str) -> str:
    initial, vowel, final = _parts(infinitive[-1])
    before = infinitive[:-1]
    if final or not before:
        return infinitive
    if infinitive[-1] in "아어":
        return before
    if infinitive[-1] in "라러" and _final(before) == _RIEUL:
        return f"{_with_final(before, 0)}르"
    return before + _syllable(initial, _EXPANDED.get(vowel, vowel))


def _soft(stem: str, irregular: Irregular) -> str:
    """Return the stem as it stands before a vowel: 도우, 들, 지."""
    if irregular == "ㅂ":
        return f"{_with_final(stem, 0)}우"
    if irregular == "ㄷ":
        return _with_final(stem, _RIEUL)
    return _with_final(stem, 0) if irregular == "ㅅ" else stem


def _infinitives(stem: str, irregular: Irregular) -> tuple[str, ...]:
    if stem[-1] == "하":
        return (f"{stem[:-1]}해", f"{stem}여")
    if stem[-1] == "놓":
        return (f"{stem[:-1]}놔", f"{stem}아")
    if irregular == "ㅂ":
        # only 돕다 and 곱다 keep their bright vowel
        return (_with_final(stem, 0) + ("와" if stem in ("돕", "곱") else "워"),)
    if _final(stem):
        return (_soft(stem, irregular) + ("아" if _is_bright(stem[-1]) else "어"),)
    return _infinitives_of_vowel(stem)


def _infinitives_of_vowel(stem: str) -> tuple[str, ...]:
    initial, vowel, _ = _parts(stem[-1])
    if stem[-1] == "르" and len(stem) > 1 and not stem.endswith(_REGULAR_REU):
        return (_with_final(stem[:-1], _RIEUL) + ("라" if _is_bright(stem[-2]) else "러"),)
    if vowel == _EU:
        return (stem[:-1] + _syllable(initial, _A if len(stem) > 1 and _is_bright(stem[-2]) else _EO),)
    if vowel in _SWALLOWING:
        return (stem,)
    full = stem + ("아" if _is_bright(stem[-1]) else "어")
    return (stem[:-1] + _syllable(initial, _CONTRACTED[vowel]), full) if vowel in _CONTRACTED else (full,)


def _is_bright(syllable: str) -> bool:
    """Say whether 아 follows and not 어: vowel harmony."""
    return _parts(syllable)[1] in (_A, _O)


def _parts(syllable: str) -> tuple[int, int, int]:
    code = ord(syllable) - _FIRST
    return code // (_VOWELS * _FINALS), code // _FINALS % _VOWELS, code % _FINALS


def _syllable(initial: int, vowel: int) -> str:
    return chr(_FIRST + (initial * _VOWELS + vowel) * _FINALS)


def _final(word: str) -> int:
    return (ord(word[-1]) - _FIRST) % _FINALS


def _with_final(word: str, final: int) -> str:
    """Give the last syllable another final consonant, none for 0."""
    code = ord(word[-1])
    return word[:-1] + chr(code - (code - _FIRST) % _FINALS + final)
