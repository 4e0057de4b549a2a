"""Korean particles: what marks the part of a noun in the sentence comes off, by the last sound of the noun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from selector.families import lexicon_ko as lexicon
from selector.families.words import words

_FIRST_SYLLABLE, _FINALS, _RIEUL = ord("가"), 28, 8


class _Particle(NamedTuple):
    """A particle.

    Attributes:
        after: The last sound that it follows: "consonant", "vowel" or "" for both.
        stays: How many syllables of the noun must stay.
        asks: Whether it is a copula that asks.
    """

    after: str
    stays: int
    asks: bool = False


_ANYWHERE = words(
    """
    에 에서 에게 에게서 에서는 에서도 에서의 에게는 에는 에도 에만 한테 한테서 께 께서 부터 부터는 까지 까지는 까지의
    마다 처럼 만큼 밖에 조차 짜리 씩 쯤
    """
)
#: Forms of the copula, which makes a noun the predicate.
_COPULAS = words("이야 이에요 예요 에요 이예요 입니다 이죠 이지 인데 인데요 이요 이라서 이고 이며 였어 이었어 임")
_ASKING_COPULAS = words("입니까 인가요 인가 인지 인지요 일까 일까요 이니")
_AFTER_CONSONANT = words("이라는 이라고 이란 이나 이랑 으로 으로는 으로도 으로의 으로써 으로서 은 을 이")
_AFTER_VOWEL = words("라는 라고 란 가 는 를")
#: These end many nouns (결과, 회의, 도로): they are particles where two syllables stay before them.
_LONG_ANYWHERE = words("의 만 들 님 요 대로 보다")
_LONG_AFTER_CONSONANT = words("과")
_LONG_AFTER_VOWEL = words("로 로는 로도 로의 로써 로서 와 나 랑 야")
PARTICLES: Mapping[str, _Particle] = {
    **dict.fromkeys(_ANYWHERE + _COPULAS, _Particle("", 1)),
    **dict.fromkeys(_ASKING_COPULAS, _Particle("", 1, asks=True)),
    **dict.fromkeys(_AFTER_CONSONANT, _Particle("consonant", 1)),
    **dict.fromkeys(_AFTER_VOWEL, _Particle("vowel", 1)),
    **dict.fromkeys(_LONG_ANYWHERE, _Particle("", 2)),
    **dict.fromkeys(_LONG_AFTER_CONSONANT, _Particle("consonant", 2)),
    **dict.fromkeys(_LONG_AFTER_VOWEL, _Particle("vowel", 2)),
}
_LONGEST = max(map(len, PARTICLES))
#: A noun takes a copula, a particle of its own and one of the topic: 거실 | 에서 | 는.
_MOST = 3


def bare_noun(word: str) -> tuple[str, bool]:
    """Return a noun without particles and copula, and whether the copula asks.

    >>> bare_noun("거실에서는"), bare_noun("온도를"), bare_noun("결과"), bare_noun("회의인가요")
    (('거실', False), ('온도', False), ('결과', False), ('회의', True))
    """
    asks = False
    for _ in range(_MOST):
        length = _particle_length(word)
        if not length:
            break
        asks |= PARTICLES[word[-length:]].asks
        word = word[:-length]
    return word, asks


def _particle_length(word: str) -> int:
    """Return the length of the longest particle at the end of a word, 0 for none."""
    if word in lexicon.NOUNS or word.endswith(lexicon.KEPT_ENDINGS):
        return 0
    if len(word) > 3 and word.endswith(lexicon.KEPT_LONG_ENDINGS):
        return 0
    for length in range(min(_LONGEST, len(word) - 1), 0, -1):
        found = PARTICLES.get(word[-length:])
        if found and len(word) - length >= found.stays and _follows(found.after, word[-length - 1], word[-length]):
            return length
    return 0


def _follows(after: str, syllable: str, initial: str) -> bool:
    """Say whether a particle that begins with ``initial`` fits the syllable before; 로 takes ㄹ for a vowel."""
    if not after:
        return True
    final = (ord(syllable) - _FIRST_SYLLABLE) % _FINALS
    if final == _RIEUL and initial == "로":
        return True
    return (final != 0) == (after == "consonant")
