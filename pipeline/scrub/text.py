"""One string: read in its normal form, cut to its cap, and every rule applied until nothing changes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from pipeline.scrub.cues import is_of_an_article
from pipeline.scrub.placeholders import CUT, WITHHELD, Redactor
from pipeline.scrub.rule import Rule, RuleGroup, RuleSet

#: Longest text that is kept, in characters. Queries and messages are far shorter; what is longer is a document.
MAX_TEXT = 200_000
#: Characters read beyond the cap, so that a datum which straddles it is recognised before the text is cut.
_MARGIN = 2_000
#: Passes after which a text must have settled, by its length: what they cost together stays bounded. Two are usual, one
#: that replaces and one that finds nothing; of data that follow one another without a space each pass may find one.
_PASSES = ((10_000, 16), (50_000, 5), (2 * MAX_TEXT, 3))
#: Texts of up to so many characters are remembered when they are clean.
_SHORT = 64
#: Marks that may pile up on one letter (Unicode Standard Annex 15, Stream-Safe Text Format): sorting them is quadratic.
_MAX_MARKS = 30

# Without a sign, a long word or a word that tells of a secret a text holds nothing that a rule could find.
_SIGNS = re.compile(r"[0-9@:=<%(\[{\"\\]|--")
_LONG_WORD = re.compile(r"[A-Za-z0-9_.-]{15}")
_TELLING = re.compile(
    r"pass|pw|bearer|basic|secret|key|token|비밀|비번|패스|암호|시크릿|키|토큰|골뱅이| dot |일 ?[공영빵]"
)
#: Whole texts that no rule finds anything in: short names, times and UUIDs, of which traces are full.
_ORDINARY = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]{0,11}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
    r"|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
)
#: Codes of articles: capitals, then one or two short groups of digits. The words make a number a person's.
_CODE = re.compile(
    r"(?!TEL|FAX|HP|CELL|PHONE|PIN|T?OTP|CV|CSC|PW|PASS|RRN|SSN|ARC|CC|NI|KR-)[A-Z]{2,5}(?:-[0-9]{1,6}){1,2}"
)
#: Without these, and with five digits or fewer, a short text holds nothing.
_OTHER_SIGNS = re.compile(r"[@:=<%(\[{\"\\#+/]|--|[0-9]\.[0-9]|[^\x00-\x7f가-힣]")
_SIX_DIGITS = re.compile(r"[0-9](?:[^0-9]*[0-9]){5}")
_ASSIGNING = re.compile(
    r"pass|pwd|pw|contrasena|senha|kennwort|motdepasse|otp|pin|cv[cv]|csc|secret|token|cred|auth|cookie|sig|hmac|srf|jwt|key"
    r"|sess|sid|conn|bearer|basic|dsn|code|phrase|link|licen|identified|openssl|sqlplus|login| dot | -"
    r"|비밀|비번|패스|암호|핀|인증|보안|확인|토큰|시크릿|키|세션|자격|골뱅이|면허|일 ?[공영빵]"
)
#: A run without a letter of the scripts that are surely no marks; the exact class is slow to search.
_MAYBE_PILED = re.compile(
    "[^\x00-\u02ff\u1100-\u1359\u2000-\u20cf\u2100-\u2cee\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ufb1d"
    "\ufe30-\U000101fc]{31}"
)
_CUT_CLASS = CUT[1:-1]
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
    if len(text) <= _SHORT:
        try:
            return _unchanged(text, cue, redactor.rules)
        except _ChangedError:
            pass
    return settled(text, redactor, cue)


def is_unchanged(text: str, cue: str, rules: RuleSet) -> bool:
    """Whether the rules leave a text as it is; one that a normal form or a cap would change is not."""
    return settled(text, Redactor(rules), cue) == text


class _ChangedError(Exception):
    """A text holds something."""


@lru_cache(maxsize=8192)
def _unchanged(text: str, cue: str, rules: RuleSet) -> str:
    """The text, if it is clean: short texts come again and again. One that is not is never remembered.

    Raises:
        _ChangedError: it is not.
    """
    if settled(text, Redactor(rules), cue) != text:
        raise _ChangedError
    return text


def settled(text: str, redactor: Redactor, cue: str = "") -> str:
    """The same as `scrub_string`, without remembering anything: the text as it was written, where nothing is found."""
    cuts = redactor.removed.get(_CUT_CLASS, 0)
    normal = normalised(text, redactor)
    after = _settled(normal, redactor, cue)
    if after == normal and not text.isascii() and redactor.removed.get(_CUT_CLASS, 0) == cuts:
        return _readable(text)
    return after


def _settled(text: str, redactor: Redactor, cue: str) -> str:
    if not redactor.rules.added and (is_plain(text) or (is_of_an_article(cue) and _is_ordinary(text))):
        return _within_cap(text, redactor)
    for _ in range(next(passes for length, passes in _PASSES if len(text) <= length)):
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


def _is_ordinary(text: str) -> bool:
    """Whether a short text is one of the usual kinds, or says too little to hold anything."""
    if len(text) > _SHORT:
        return False
    if _ORDINARY.fullmatch(text) or _CODE.fullmatch(text):
        return True
    if _OTHER_SIGNS.search(text) or _SIX_DIGITS.search(text) or _LONG_WORD.search(text):
        return False
    return not _ASSIGNING.search(text.lower())


def normalised(text: str, redactor: Redactor) -> str:
    r"""NFKC, without NUL, lone surrogates as U+FFFD: what every database takes and every rule expects.

    >>> normalised("０１０－１２３４\x00", Redactor(RuleSet("none", (), ())))
    '010-1234'
    """
    text = text[: MAX_TEXT + _MARGIN]
    if text.isascii():
        return text.replace("\0", "") if "\0" in text else text
    text = _readable(text)
    text = unicodedata.normalize("NFKC", _without_piles(text, redactor))[: MAX_TEXT + _MARGIN]
    return _without_piles(text, redactor)  # one mark may have become two


def _readable(text: str) -> str:
    if not _UNREADABLE.search(text):
        return text
    return _UNREADABLE.sub(lambda found: "" if found[0] == "\0" else "\ufffd", text)


def _without_piles(text: str, redactor: Redactor) -> str:
    if len(text) <= _MAX_MARKS or not _MAYBE_PILED.search(text):
        return text
    return _piled_marks().sub(lambda found: found[0][:_MAX_MARKS] + redactor.mark(CUT), text)


def _within_cap(text: str, redactor: Redactor) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - len(CUT)] + redactor.mark(CUT)


def _revealed(text: str, redactor: Redactor, cue: str) -> str:
    """Applies the rules; where nothing is found, once more without the characters that nobody sees."""
    after = _once(text, redactor, cue)
    if after == text and not text.isascii() and _INVISIBLE.search(text):
        visible = _INVISIBLE.sub("", text)
        bare = _once(visible, redactor, cue)
        return bare if bare != visible else text
    return after


def _once(text: str, redactor: Redactor, cue: str) -> str:
    """Applies every rule once; those for numbers read the cue before the text."""
    numbers = redactor.rules.numbers
    text = _applied(redactor.rules.text, text, redactor)
    if not cue:
        return _applied(numbers, text, redactor)
    lead = f"{cue}: "
    after = _applied(numbers, lead + text, redactor)
    return after[len(lead) :] if after.startswith(lead) else _applied(numbers, text, redactor)


def _applied(groups: tuple[RuleGroup, ...], text: str, redactor: Redactor) -> str:
    lowered = text.lower()
    for group in groups:
        if not group.gate.search(lowered):
            continue
        for rule in group.rules:
            if rule.may_find(lowered) and rule.pattern.search(text):
                after = _replaced(rule, text, redactor)
                if after is not text:
                    text = after
                    lowered = text.lower()
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
