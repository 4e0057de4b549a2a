"""What a request says without the word for it: whose it is, that a number is asked for, how far something is."""

from __future__ import annotations

import re
from typing import Final

from selector.terms import Term
from selector.text import stem
from selector.vocabulary import term_keys

#: A question about the one who asks; ``how do I`` asks for a way.
_OWN: Final = re.compile(r"(?<!\bhow )\b(?:am|was|have|do|did) i\b")
#: A question how far something is.
_PROGRESS: Final = re.compile(
    r"\bhow (?:is|are) \S[^.?!]{0,80} (?:going|progressing|coming along)\b|어떻게\s?(?:되고|되었|됐|되나|진행)|어디까지"
)
#: ``am I``, ``do I`` say whose it is as ``my`` does; a current price is nobody's own.
_OWN_TERM: Final = Term(
    "i", "my", 0.5, tuple([key for key in term_keys("my") if key[0] != stem("current")]), state=False
)
_COUNT_TERM: Final = Term("count", "count", 1.0, term_keys("count"), state=False)
_STATUS_TERM: Final = Term("status", "status", 1.0, (*term_keys("status"), ("=상태", 0.9), ("=현황", 0.9)), state=False)


def implied_terms(text: str, *, asks: bool, counts: bool) -> tuple[Term, ...]:
    """Return the words that a folded request implies.

    Args:
        text: the request.
        asks: it asks to be told.
        counts: it asks for a number.

    >>> [term.stem for term in implied_terms("which shelves do i own?", asks=True, counts=False)]
    ['my']
    >>> [term.stem for term in implied_terms("how is the repair going?", asks=True, counts=False)]
    ['status']
    """
    found = [_OWN_TERM] if asks and _OWN.search(text) else []
    if _PROGRESS.search(text):
        found.append(_STATUS_TERM)
    return (*found, _COUNT_TERM) if counts else tuple(found)
