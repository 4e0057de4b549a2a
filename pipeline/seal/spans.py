"""Spans: what a user's text says, as the canonical values of its runs of words (design: The border, User text)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pipeline.seal.canonical import canonical_text, encode_text, fold_text

#: Words of a text that are read: more than anybody types, less than a pasted document costs.
MAX_WORDS = 2_000

#: Words of the longest span: names and street addresses have no more.
MAX_SPAN = 8

#: Characters of the longest word that is read; no value that a person spells is longer.
MAX_WORD = 300

#: Words whose forms are remembered, and the longest of them: speech repeats its words.
_REMEMBERED = 8_192
_REMEMBERED_LENGTH = 24

#: A Korean ending on a Latin letter, a digit or a closing mark: `K4400217을`, `"draft"라고`. Text is folded already.
_HANGUL_TAIL = re.compile(r"(?<=[a-z0-9\u00df-\u024f\"'”’)\]}」』》〉])[가-힣]+$")

#: A user writes `#12345` where the value is `12345`, and the other way round: both readings stand.
_NUMBER_SIGN = "#"

#: Outer punctuation that is stripped without asking for its category: most of what is written.
_COMMON = ".,;:!?\"'()[]{}“”‘’…"


def user_spans(text: str) -> tuple[list[bytes], int]:
    """The canonical values of a text's spans of one to eight words, and how many words past the cap were not read.

    Each span stands as it is, without outer punctuation, without an outer `#`, and without a Hangul tail after a Latin
    letter, a digit or a closing mark; weak ones are left out.

    >>> spans, cut = user_spans("order #K4400217, please")
    >>> sorted(span.decode() for span in spans if b" " not in span)
    ['#k4400217', '#k4400217,', 'k4400217', 'k4400217,', 'order', 'please']
    >>> b"order #k4400217" in spans, cut
    (True, 0)
    """
    head = text.split(maxsplit=MAX_WORDS)
    rest = head[MAX_WORDS:]
    words = fold_text(" ".join(head[:MAX_WORDS])).split()
    found: list[bytes] = []
    for stretch in _stretches(words):
        found += _spans(stretch)
    return found, sum(1 for part in rest for _ in re.finditer(r"\S+", part))


def _stretches(words: list[str]) -> Iterator[list[str]]:
    """The words between those that are too long to be read."""
    stretch: list[str] = []
    for word in words:
        if len(word) <= MAX_WORD:
            stretch.append(word)
        elif stretch:
            yield stretch
            stretch = []
    yield stretch


class _Word(NamedTuple):
    """The forms of a word, as places in its bytes.

    Attributes:
        alone: the canonical values of the word as a span of its own.
        starts: where a longer span may begin in it.
        ends: where a longer span may end in it.
        length: its length.
    """

    alone: tuple[bytes, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    length: int


def _spans(words: list[str]) -> list[bytes]:
    """The spans of readable words, each a slice of the one text that they make: the hottest loop of the border.

    Two single letters make a weak span, which no value has: it is not worth a test.
    """
    forms = [_remembered(word) if len(word) <= _REMEMBERED_LENGTH else _forms(word) for word in words]
    text = encode_text(" ".join(words))
    ends: list[int] = []
    ends_before: list[int] = []
    place = 0
    for word in forms:
        ends_before.append(len(ends))
        ends += [place + end for end in word.ends]
        place += word.length + 1
    ends_before += [len(ends)] * MAX_SPAN
    found: list[bytes] = []
    place = 0
    for number, word in enumerate(forms):
        found += word.alone
        following = ends[ends_before[number + 1] : ends_before[number + MAX_SPAN]]
        for start in word.starts:
            first = place + start
            found += [text[first:end] for end in following]
        place += word.length + 1
    return found


def _forms(word: str) -> _Word:
    starts, ends = _starts(word), _ends(word)
    alone = dict.fromkeys(canonical_text(word[start:end]) for start in starts for end in ends if start < end)
    return _Word(
        alone=tuple(canonical for canonical in alone if canonical is not None),
        starts=tuple(len(encode_text(word[:start])) for start in starts),
        ends=tuple(len(encode_text(word[:end])) for end in ends),
        length=len(encode_text(word)),
    )


_remembered = lru_cache(maxsize=_REMEMBERED)(_forms)


def _starts(word: str) -> tuple[int, ...]:
    """Where a span may begin in its first word: at once, after outer punctuation, after an outer number sign too.

    >>> _starts("word"), _starts("(#w12)")
    ((0,), (0, 1, 2))
    """
    if word[0].isalnum():
        return (0,)
    kept = len(word) - len(_stripped(word, _NUMBER_SIGN, str.lstrip))
    bare = len(word) - len(_stripped(word, "", str.lstrip))
    return tuple(sorted({0, kept, bare} - {len(word)}))


def _ends(word: str) -> tuple[int, ...]:
    """Where a span may end in its last word: at its end, before outer punctuation, a number sign or a Hangul tail.

    >>> _ends("word"), _ends("w12으로."), _ends("서울에")
    ((4,), (3, 5, 6), (3,))
    """
    if word.isascii() and word[-1].isalnum():
        return (len(word),)
    ends = {len(word)}
    for keep in (_NUMBER_SIGN, ""):
        form = _stripped(word, keep, str.rstrip)
        stem = _stripped(_HANGUL_TAIL.sub("", form), keep, str.rstrip)
        ends |= {len(form), len(stem)}
    return tuple(sorted(ends - {0}))


def _stripped(word: str, keep: str, strip: Callable[[str, str], str]) -> str:
    """A word without outer punctuation and symbols, but for the one to keep, at the end that `strip` strips."""
    place = 0 if strip is str.lstrip else -1
    word = strip(word, _COMMON)
    while word and _is_outer(word[place], keep):
        word = strip(word, word[place])
    return word


def _is_outer(character: str, keep: str) -> bool:
    return not character.isalnum() and character != keep and unicodedata.category(character)[0] in "PS"
