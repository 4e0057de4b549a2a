"""One string: normalised, cut to its cap, and every rule applied until nothing changes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from pipeline.scrub.keys import MAX_NAME, words_of
from pipeline.scrub.numerals import ARTICLE_CUE
from pipeline.scrub.placeholders import CUT, WITHHELD, Redactor
from pipeline.scrub.rule import Rule
from pipeline.scrub.rules import GROUPS, NAMING

#: Longest text that is kept, in characters. Queries and messages are far shorter; what is longer is a document.
MAX_TEXT = 200_000
#: Characters read beyond the cap, so that a datum which straddles it is recognised before the text is cut.
_MARGIN = 2_000
#: Passes after which a text must have settled. Two are usual: one that replaces, one that finds nothing.
_PASSES = 5
#: Marks that may pile up on one letter (Unicode Standard Annex 15, Stream-Safe Text Format): sorting them is quadratic.
_MAX_MARKS = 30

# Without a sign, a long word or a word that tells of a secret a text holds nothing that a rule could find.
_SIGNS = re.compile(r"[0-9@:=<%(\[{\"\\]|--")
_LONG_WORD = re.compile(r"[A-Za-z0-9_.-]{15}")
_TELLING = re.compile(r"pass|pw|bearer|basic|secret|key|token|비밀|비번|패스|암호|시크릿|키|토큰")
_UNREADABLE = re.compile("[\x00\ud800-\udfff]")
#: Characters without width, in which a copied number may be wrapped.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def scrub_string(text: str, redactor: Redactor, cue: str = "") -> str:
    """Scrubs one string, without looking into the JSON that it may hold.

    Args:
        text: any string.
        redactor: makes and counts the placeholders.
        cue: words that stand before the text, such as the name of its field.
    """
    text = normalised(text, redactor)
    if is_plain(text):
        return _within_cap(text, redactor)
    for _ in range(_PASSES):
        after = _within_cap(_revealed(text, redactor, cue), redactor)
        if after == text:
            return text
        text = after
    return redactor.mark(WITHHELD)


def is_plain(text: str) -> bool:
    """Whether a text plainly holds nothing that a rule could find; most texts do.

    >>> is_plain("SHIPPED"), is_plain("문 앞에 놓아주세요"), is_plain("kim@example.com")
    (True, True, False)
    """
    if _SIGNS.search(text):
        return False
    if len(text) < 15 and " " not in text and text.isascii():
        return True
    return not (_LONG_WORD.search(text) or _TELLING.search(text.lower()))


@lru_cache(maxsize=4096)
def cue_of(name: str) -> str:
    """The words of a field's name where they say what kind of number its value is, else nothing.

    >>> cue_of("passportNumber"), cue_of("order_id"), cue_of("memo")
    ('passport number', 'order id', '')
    """
    phrase = " ".join(words_of(name))
    return phrase if NAMING.search(phrase) or ARTICLE_CUE.search(f"{phrase}: ") else ""


def normalised(text: str, redactor: Redactor) -> str:
    """NFKC, without NUL, lone surrogates as U+FFFD: what every database takes and every rule expects.

    >>> normalised("０１０－１２３４\x00", Redactor())
    '010-1234'
    """
    text = text[: MAX_TEXT + _MARGIN]
    if text.isascii():
        return text.replace("\0", "") if "\0" in text else text
    if _UNREADABLE.search(text):
        text = _UNREADABLE.sub(lambda found: "" if found[0] == "\0" else "\ufffd", text)
    if len(text) > _MARGIN:
        text = _piled_marks().sub(lambda found: found[0][:_MAX_MARKS] + redactor.mark(CUT), text)
    return unicodedata.normalize("NFKC", text)[: MAX_TEXT + _MARGIN]


def _within_cap(text: str, redactor: Redactor) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - len(CUT)] + redactor.mark(CUT)


def _revealed(text: str, redactor: Redactor, cue: str) -> str:
    """Applies the rules; where nothing is found, once more without the characters that nobody sees."""
    after = _with_cue(text, redactor, cue)
    if after == text and not text.isascii() and _INVISIBLE.search(text):
        visible = _INVISIBLE.sub("", text)
        bare = _with_cue(visible, redactor, cue)
        return bare if bare != visible else text
    return after


def _with_cue(text: str, redactor: Redactor, cue: str) -> str:
    if not cue:
        return _applied(text, redactor)
    lead = f"{cue}: "
    after = _applied(lead + text, redactor)
    return after[len(lead) :] if after.startswith(lead) else _applied(text, redactor)


def _applied(text: str, redactor: Redactor) -> str:
    lowered = text.lower()
    for group in GROUPS:
        if not group.gate.search(lowered):
            continue
        for rule in group.rules:
            after = _replaced(rule, text, redactor)
            if after is not text:
                text, lowered = after, after.lower()
    return text


def _replaced(rule: Rule, text: str, redactor: Redactor) -> str:
    parts: list[str] = []
    kept = 0
    for start, end in rule.spans(text):
        parts += text[kept:start], redactor.replace(rule.label, text[start:end])
        kept = end
    return "".join([*parts, text[kept:]]) if parts else text


@cache
def _piled_marks() -> re.Pattern[str]:
    """More marks on one letter than any script writes."""
    marks = "".join(map(chr, filter(lambda point: unicodedata.combining(chr(point)), range(0x300, 0x1F000))))
    return re.compile(f"[{re.escape(marks)}]{{{_MAX_MARKS + 1},}}")
