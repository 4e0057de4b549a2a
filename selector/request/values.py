"""The values that a request gives, and the things they are values of."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from selector import lexicon
from selector.korean import bare_noun, is_hangul
from selector.request.forms import IDENTIFIER, NUMBER, ORDINAL, SHAPED
from selector.request.words import Word

#: Words that stand between a thing and its value: ``pet with identifier 42``, ``order number 5``, ``상품 번호 7``.
_BETWEEN: Final = lexicon.words_of(
    "with the of by whose having id ids identifier identified number no num nr code key ref reference is as named"
    " called 번호 아이디 코드 번 식별자 id가 id는 번호가"
)
_ID_WORDS: Final = lexicon.words_of("id ids identifier identifiers uuid guid 아이디 식별자 번호")
_BY_ID: Final = frozenset(word + by for word in ("아이디", "번호", "식별자") for by in ("로", "으로"))
_ID_FORMS: Final = _ID_WORDS | _BY_ID
_BY_WORDS: Final = lexicon.words_of("by with using given via from")
_VALUE: Final = SHAPED | ORDINAL | NUMBER


def read_values(spoken: list[Word], known: Container[str]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the things beside which a value stands, and the values that stand alone."""
    given: set[str] = set()
    loose: list[str] = []
    for i, word in enumerate(spoken):
        if not word.value & _VALUE:
            continue
        shaped, ordinal = bool(word.value & SHAPED), bool(word.value & ORDINAL)
        beside = {noun for noun in _beside(spoken, i, ordinal=ordinal) if noun in known}
        given |= {noun + "#" for noun in beside} if ordinal else beside
        if shaped and not beside and "@" not in word.text:
            loose.append(word.text)
    return frozenset(given), tuple(loose)


def _beside(spoken: list[Word], i: int, *, ordinal: bool) -> Iterator[str]:
    """Yield the nouns right before a value, words of identification between, and for an ordinal the noun after it."""
    clause = spoken[i].clause
    if ordinal:
        if i + 1 < len(spoken) and spoken[i + 1].clause == clause:
            yield from spoken[i + 1].nouns
        return
    yield from _after(spoken, i)
    marked = False
    for before in reversed(spoken[max(0, i - 5) : i]):
        if before.clause != clause or _has_particle(before.folded):
            return
        if before.folded in _BETWEEN:
            marked = True
            continue
        yield from before.nouns
        if not marked:
            return
        marked = False
        if before.nouns:
            return


def _after(spoken: list[Word], i: int) -> Iterator[str]:
    """Yield the noun after a value, as Korean has it: ``P-100 상품``, ``5번 주문``."""
    counted = i + 1 < len(spoken) and spoken[i + 1].folded in {"번", "호", "번의"}
    following = spoken[i + 1 + counted] if i + 1 + counted < len(spoken) else None
    shaped = spoken[i].value & IDENTIFIER
    if following and following.clause == spoken[i].clause and is_hangul(following.folded) and (counted or shaped):
        yield from following.nouns


def _has_particle(folded: str) -> bool:
    """A Korean noun that bears a particle is not what the next word identifies: ``장바구니에 A-1 쿠폰``."""
    return is_hangul(folded) and folded not in _BETWEEN and bare_noun(folded) != folded


def speaks_of_ids(folded: list[str]) -> bool:
    """Tell whether a request speaks of an id that it does not give: ``by id``, ``상품 ID로``."""
    if _ID_FORMS.isdisjoint(folded):
        return False
    for i, word in enumerate(folded):
        if word in _ID_WORDS and (i and folded[i - 1] in _BY_WORDS):
            return True
        if (
            word in {"id", "아이디", "번호", "식별자"}
            and i + 1 < len(folded)
            and folded[i + 1] in {"로", "으로", "를", "을"}
        ):
            return True
        if word in _BY_ID:
            return True
    return False
