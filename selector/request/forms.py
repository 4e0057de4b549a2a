"""What a word of a request may be by its form alone: a value, a name, or a Korean noun that no tool may know."""

from __future__ import annotations

import re
from typing import Final

from selector import lexicon, lexicon_ko
from selector.korean import is_hangul

#: What value a word may be: written as an identifier; one that is no size, date or version; an ordinal; a number.
IDENTIFIER, SHAPED, ORDINAL, NUMBER = 1, 2, 4, 8
#: Where a word is written as a name: nowhere, inside a sentence only, anywhere.
NOWHERE, INSIDE, ANYWHERE = 0, 1, 2

#: Identifiers are of letters with digits, long numbers, or marked by a sign.
_IDENTIFIER: Final = re.compile(
    r"#[\w\-]+|\d{5,}|(?=[\w\-]*\d)(?=[\w\-]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*|\d+-\d[\d\-]*"
)
_NO_IDENTIFIER: Final = re.compile(
    r"(?:top|no|number|vol|part|page|v)-?\d+|\d+(?:st|nd|rd|th|am|pm|d|h|k|kg|g|m|km|cm|mm|gb|mb|tb|x|p|s|min|hrs?|usd|krw)"
    r"|\d{4}-\d{1,2}(?:-\d{1,2})?|(?:19|20)\d\d|\d{1,2}-\d{1,2}",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"#?\d[\d\-]*")
_ORDINAL: Final = lexicon.words_of(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth 첫 첫번째 두번째 세번째 네번째"
)
_ORDINAL_FORM: Final = re.compile(r"\d+(?:st|nd|rd|th|번째|회|화)")
_NATIVE_VERBS: Final = tuple(prefix for prefix, _ in lexicon_ko.NATIVE_VERBS)


def is_number(text: str) -> bool:
    """Tell whether a text is a number as a whole."""
    return _NUMBER.fullmatch(text) is not None


def value_forms(text: str, folded: str) -> int:
    """Return what value a word may be, as a sum; 0 for a word that is none.

    >>> [value_forms(word, word) for word in ("A-17", "3rd", "42", "17kg", "order")]
    [3, 5, 8, 1, 0]
    """
    if text.isalpha():
        return ORDINAL if folded in _ORDINAL else 0
    found = 0
    if _IDENTIFIER.fullmatch(text):
        found = IDENTIFIER if _NO_IDENTIFIER.fullmatch(text) else IDENTIFIER | SHAPED
    if folded in _ORDINAL or _ORDINAL_FORM.fullmatch(folded):
        found |= ORDINAL
    return found | NUMBER if is_number(text) else found


def name_form(text: str, folded: str, stemmed: str) -> int:
    """Return where a word is written as a name: a capital where a sentence asks for none; no short acronym.

    >>> name_form("Titanic", "titanic", "titanic") == ANYWHERE, name_form("Show", "show", "show") == NOWHERE
    (True, True)
    """
    if not text[:1].isupper() or folded.split("'", maxsplit=1)[0] == "i":
        return NOWHERE
    if text.isupper() and len(text) > 1:
        return ANYWHERE if len(text) > 3 and not _IDENTIFIER.fullmatch(text) else NOWHERE
    if folded in lexicon.STOP:
        return NOWHERE
    return INSIDE if folded in lexicon.QUESTION or stemmed in lexicon.VERBS else ANYWHERE


def korean_noun(folded: str, stemmed: str) -> str:
    """Return the noun of a Korean word that may be a name; empty for verbs and words of grammar.

    >>> from selector.text import stem
    >>> [korean_noun(word, stem(word)) for word in ("타이타닉의", "찾아줘", "titanic")]
    ['타이타닉', '', '']
    """
    if len(folded) < 2 or not is_hangul(folded) or len(stemmed) < 2:
        return ""
    grammar = stemmed in lexicon_ko.STOP or folded in lexicon_ko.STOP or stemmed in lexicon_ko.LIGHT_VERBS
    return "" if grammar or stemmed in lexicon_ko.NOUN_VERBS or folded.startswith(_NATIVE_VERBS) else stemmed
