"""Numbers and dates in Korean text: number words, units, and the particles that are written on to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from selector.families import lexicon_ko as lexicon
from selector.families.marks import MARK, PLACEHOLDER

_TAIL = re.compile(lexicon.NUMBER_TAIL)
_SPACED_TAIL = re.compile(rf"(?!(?:{'|'.join(lexicon.NO_NUMBER_TAILS)})$){lexicon.NUMBER_TAIL}")
_NUMBER_WORD = re.compile(lexicon.NUMBER_WORD)


def numeric(words: Sequence[str], position: int, terms: set[str]) -> int:
    """Read a number or a date with its unit, add its terms, and return the position after it.

    Where there is none, the position is returned unchanged.

    >>> terms = set()
    >>> numeric(["세", "시간", "뒤에", "알람"], 0, terms), sorted(terms)
    (3, ['#', '뒤'])
    """
    word = words[position]
    following = words[position + 1] if position + 1 < len(words) else ""
    if word[0] == MARK:
        tail = _TAIL.fullmatch(word, 1)
        found = tail is not None
    elif word in lexicon.COUNTING:
        tail = _SPACED_TAIL.fullmatch(following)
        found = tail is not None and tail["unit"] is not None
        tail = None
    elif word in lexicon.RELATIVE:
        if not lexicon.PERIOD.fullmatch(following):
            return position
        terms.add(PLACEHOLDER)
        return position + 2
    elif word in lexicon.DAY_PARTS:
        return position + (following[:1] == MARK or _NUMBER_WORD.fullmatch(following) is not None)
    else:
        tail = _NUMBER_WORD.fullmatch(word) if word[0] in lexicon.NUMBER_INITIALS else None
        found = tail is not None
    if not found:
        return position
    terms.add(PLACEHOLDER)
    if tail is not None and tail["relation"]:
        terms.add(tail["relation"])
    return _spaced(words, position + 1, terms, unit_wanted=tail is None or tail["unit"] is None)


def _spaced(words: Sequence[str], position: int, terms: set[str], *, unit_wanted: bool) -> int:
    """Read unit, relation and particles that stand apart from their number: 30 | 분 | 후에."""
    while position < len(words):
        tail = _SPACED_TAIL.fullmatch(words[position])
        if tail is None or not (unit_wanted or tail["unit"] is None):
            break
        unit_wanted = False
        if tail["relation"]:
            terms.add(tail["relation"])
        position += 1
    return position
