"""Korean particles: what marks the part of a noun in a sentence comes off, by the last sound of the noun."""

from __future__ import annotations

from typing import NamedTuple

from selector.families import lexicon_ko as lexicon

_FINALS = 28
_RIEUL = 8


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


_PARTICLES: dict[str, _Particle] = {
    **dict.fromkeys(lexicon.PARTICLES_ANYWHERE, _Particle("", 1)),
    **dict.fromkeys(lexicon.PARTICLES_AFTER_CONSONANT, _Particle("consonant", 1)),
    **dict.fromkeys(lexicon.PARTICLES_AFTER_VOWEL, _Particle("vowel", 1)),
    **dict.fromkeys(lexicon.COPULAS, _Particle("", 1)),
    **dict.fromkeys(lexicon.ASKING_COPULAS, _Particle("", 1, asks=True)),
    **dict.fromkeys(lexicon.LONG_PARTICLES_ANYWHERE, _Particle("", 2)),
    **dict.fromkeys(lexicon.LONG_PARTICLES_AFTER_CONSONANT, _Particle("consonant", 2)),
    **dict.fromkeys(lexicon.LONG_PARTICLES_AFTER_VOWEL, _Particle("vowel", 2)),
}
_LONGEST = max(map(len, _PARTICLES))
#: A noun takes a copula, a particle of its own and one of the topic: 거실 | 에서 | 는.
_MOST = 3


def bare_noun(word: str) -> tuple[str, bool]:
    """Return a noun without particles and copula, and whether the copula asks.

    >>> bare_noun("거실에서는"), bare_noun("온도를"), bare_noun("결과"), bare_noun("회의인가요")
    (('거실', False), ('온도', False), ('결과', False), ('회의', True))
    """
    asks = False
    for _ in range(_MOST):
        particle = _particle(word)
        if particle is None:
            break
        length, found = particle
        word, asks = word[:-length], asks or found.asks
    return word, asks


def _particle(word: str) -> tuple[int, _Particle] | None:
    """Find the longest particle at the end of a word."""
    if word in lexicon.NOUNS or word.endswith(lexicon.KEPT_ENDINGS):
        return None
    if len(word) > 3 and word.endswith(lexicon.KEPT_LONG_ENDINGS):
        return None
    for length in range(min(_LONGEST, len(word) - 1), 0, -1):
        found = _PARTICLES.get(word[-length:])
        if found and len(word) - length >= found.stays and _follows(found.after, word[-length - 1], word[-length:]):
            return length, found
    return None


def _follows(after: str, syllable: str, particle: str) -> bool:
    """Say whether a particle's form fits the syllable before it; 로 follows ㄹ as it follows a vowel."""
    if not after:
        return True
    final = (ord(syllable) - ord("가")) % _FINALS
    if final == _RIEUL and particle.startswith("로"):
        return True
    return (final != 0) == (after == "consonant")
