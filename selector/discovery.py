"""What a request says about the things a call needs: which it names, which values it gives, whether it asks to find.

``the reviews of "Titanic"`` names a thing and gives no id: the id must be found. ``the reviews of film 42`` gives it,
and to search for it would be a call for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.korean import bare_noun, is_hangul
from selector.linking.names import canonical, noun_stems
from selector.query import Query, read_query
from selector.safety import asked_by
from selector.text import QUERY_LIMIT, hangul_parts, stem

_TOKEN: Final = re.compile(r"[A-Za-z0-9À-ɏ][\w.@#/\-]*(?:'s|’s)?|[가-힣]+|#\w+|[\"“”]|'(?=\w)|(?<=\w)'")
_QUOTED: Final = re.compile(r"(?<!\w)(?:\"([^\"]{1,200})\"|“([^”]{1,200})”|'([^']{2,200})'|‘([^’]{1,200})’)(?!\w)")
_WORD: Final = re.compile(r"#?[\w][\w\-./:@+]*(?:['’]s?)?", re.UNICODE)
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
#: Words that stand between a thing and its value: ``pet with identifier 42``, ``order number 5``, ``상품 번호 7``.
_BETWEEN: Final = lexicon.words_of(
    "with the of by whose having id ids identifier identified number no num nr code key ref reference is as named called"
    " 번호 아이디 코드 번 식별자 id가 id는 번호가"
)
_ID_WORDS: Final = lexicon.words_of("id ids identifier identifiers uuid guid 아이디 식별자 번호")
_BY_WORDS: Final = lexicon.words_of("by with using given via from")
#: Words inside a name that are written small.
_LINKS: Final = lexicon.words_of("of the and a an in on for to at vs de la le du von van der & with from")
#: People by what they do or are: a role of someone, where a catalog knows persons.
_ROLES: Final = lexicon.stems_of(
    "actor actress director singer author writer artist player employee customer user member owner manager doctor"
    " patient student teacher driver seller buyer passenger guest person people man woman star founder creator producer"
    " composer editor speaker coach host leader designer photographer 배우 감독 가수 작가 저자 사람 인물 직원 고객"
)
_PERSON: Final = canonical(stem("person"))
_POSSESSIVE: Final = ("'s", "’s")
_RELATIVES: Final = frozenset({"that", "which", "who"})
_BOUNDARY: Final = re.compile(r"[.,;:!?\n()]")


class Name(NamedTuple):
    """A thing that a request calls by its name.

    Attributes:
        text: the name.
        thing: what it is said to be (``the movie X``); empty if nothing is said.
        never: what it is not: whatever is said to be of it or by it (``the director of X``, ``X's latest film``).
        agent: something is its own or done by it, as people's things are.
    """

    text: str
    thing: str
    never: frozenset[str]
    agent: bool


class Request(NamedTuple):
    """A request, as far as dependencies depend on it.

    Attributes:
        query: its acts and terms.
        asks: the changes it asks for.
        nouns: the things it speaks of, as canonical stems.
        names: the things it calls by name.
        given: things of which it gives a value.
        loose: values that stand beside no thing.
        derived: things that it speaks of as something of another thing (``the director of the film``).
        spoken: its words without case, a space around each.
        finds: it asks to find or to list.
        by_id: it speaks of an id without saying which.
        steps: it asks for details in a step before its last.
    """

    query: Query
    asks: frozenset[str]
    nouns: frozenset[str]
    names: tuple[Name, ...]
    given: frozenset[str]
    loose: tuple[str, ...]
    derived: frozenset[str]
    spoken: str
    finds: bool
    by_id: bool
    inspects: bool


class _Word(NamedTuple):
    text: str
    folded: str
    nouns: tuple[str, ...]
    clause: int


def read_request(text: str, vocabulary: Container[str], known: Container[str]) -> Request:
    """Read a request.

    Args:
        text: the request.
        vocabulary: the words that the catalog's tools have (as `selector.text.keys_of` writes them).
        known: the things that some tool's input refers to.

    >>> words, things = {"get", "movi", "review"}, {"movi"}
    >>> request = read_request("show the reviews of the movie Night Train", words, things)
    >>> request.names[0].text, request.names[0].thing, request.given
    ('Night Train', 'movi', frozenset())
    >>> read_request("show the reviews of movie 42", words, things).given
    frozenset({'movi'})
    """
    query = read_query(text)
    spoken = _words(text[:QUERY_LIMIT])
    given, loose = _values(spoken, known)
    nouns = frozenset(noun for word in spoken for noun in word.nouns)
    folded = [word.folded for word in spoken]
    names = tuple(_names(text[:QUERY_LIMIT], spoken, vocabulary, known))
    return Request(
        query=query,
        asks=asked_by(query, text),
        nouns=nouns | ({_PERSON} if nouns & _ROLES else frozenset()),
        names=names,
        given=given,
        loose=loose,
        derived=frozenset(_derived(spoken, known)) | frozenset(noun for name in names for noun in name.never),
        spoken=f" {' '.join(folded)} ",
        finds=any(act.action == "search" for act in query.acts),
        by_id=_speaks_of_ids(folded) and not given and not loose,
        inspects=_inspects(query, spoken),
    )


def _words(text: str) -> list[_Word]:
    found, clause, end = [], 0, 0
    for match in _WORD.finditer(text):
        clause += bool(_BOUNDARY.search(text[end : match.start()]))
        end = match.end()
        token = match[0].rstrip(".-/:@+")
        found.extend(_Word(part, part.casefold(), _nouns(part.casefold()), clause) for part in _split_hangul(token))
    return found


def _split_hangul(token: str) -> list[str]:
    """Part Latin or digits from the Hangul that follows: ``P-100번을``, ``sku를``."""
    match = re.fullmatch(r"([A-Za-z0-9#][\w\-]*?)([가-힣]+)", token)
    return [match[1], match[2]] if match else [token]


@lru_cache(maxsize=8_192)
def _nouns(folded: str) -> tuple[str, ...]:
    bare = folded.removesuffix("'s").removesuffix("’s").removesuffix("'").lstrip("#")
    if bare and is_hangul(bare):
        noun = bare_noun(bare)
        parts = [noun, *(part for part in hangul_parts(noun) if part != noun)]
        return tuple(dict.fromkeys(one for part in parts for one in noun_stems(part)))
    return noun_stems(bare) if bare else ()


def _values(spoken: list[_Word], known: Container[str]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the things beside which a value stands, and the values that stand alone."""
    given: set[str] = set()
    loose: list[str] = []
    for i, word in enumerate(spoken):
        shaped = bool(_IDENTIFIER.fullmatch(word.text)) and not _NO_IDENTIFIER.fullmatch(word.text)
        ordinal = word.folded in _ORDINAL or bool(_ORDINAL_FORM.fullmatch(word.folded))
        if not (shaped or ordinal or _NUMBER.fullmatch(word.text)):
            continue
        beside = {noun for noun in _beside(spoken, i, ordinal=ordinal) if noun in known}
        given |= {noun + "#" for noun in beside} if ordinal else beside
        if shaped and not beside and "@" not in word.text:
            loose.append(word.text)
    return frozenset(given), tuple(loose)


def _beside(spoken: list[_Word], i: int, *, ordinal: bool) -> Iterator[str]:
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


def _after(spoken: list[_Word], i: int) -> Iterator[str]:
    """Yield the noun after a value, as Korean has it: ``P-100 상품``, ``5번 주문``."""
    counted = i + 1 < len(spoken) and spoken[i + 1].folded in {"번", "호", "번의"}
    following = spoken[i + 1 + counted] if i + 1 + counted < len(spoken) else None
    shaped = _IDENTIFIER.fullmatch(spoken[i].text)
    if following and following.clause == spoken[i].clause and is_hangul(following.folded) and (counted or shaped):
        yield from following.nouns


def _has_particle(folded: str) -> bool:
    """A Korean noun that bears a particle is not what the next word identifies: ``장바구니에 A-1 쿠폰``."""
    return is_hangul(folded) and folded not in _BETWEEN and bare_noun(folded) != folded


def _speaks_of_ids(folded: list[str]) -> bool:
    """Tell whether a request speaks of an id that it does not give: ``by id``, ``상품 ID로``."""
    for i, word in enumerate(folded):
        if word in _ID_WORDS and (i and folded[i - 1] in _BY_WORDS):
            return True
        if (
            word in {"id", "아이디", "번호", "식별자"}
            and i + 1 < len(folded)
            and folded[i + 1] in {"로", "으로", "를", "을"}
        ):
            return True
        if re.fullmatch(r"(?:아이디|번호|식별자)(?:로|으로)", word):
            return True
    return False


def _inspects(query: Query, spoken: list[_Word]) -> bool:
    """A step before the last asks for the details of what was found."""
    if len(query.acts) < 3 or not any(act.action == "read" for act in query.acts[1:-1]):
        return False
    stems = {stem(word.folded) for word in spoken}
    return (
        bool(stems & lexicon.SINGLE_WORDS)
        or any(one.endswith(tuple(lexicon_ko.SINGLE_WORDS)) for one in stems if is_hangul(one))
        or any(act.verb == stem("inspect") for act in query.acts[1:-1])
    )


def _names(text: str, spoken: list[_Word], vocabulary: Container[str], known: Container[str]) -> Iterator[Name]:
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    spans = list(_spans(spoken, vocabulary))
    for start, end in spans:
        yield _name(" ".join(word.text for word in spoken[start:end]), spoken, start, end, known)
    taken = {word.text for start, end in spans for word in spoken[start:end]}
    for one in quoted:
        first = one.split()[0] if one.split() else ""
        if first not in taken and not _NUMBER.fullmatch(one) and "@" not in one:
            place = next((i for i, word in enumerate(spoken) if word.text == first), 0)
            end = min(len(spoken), place + len(one.split()))
            yield _name(one, spoken, place, end, known)


def _name(text: str, spoken: list[_Word], start: int, end: int, known: Container[str]) -> Name:
    owns = spoken[end - 1].text.endswith(_POSSESSIVE) if end else False
    by = bool(start) and spoken[start - 1].folded == "by"
    return Name(text, _said(spoken, start, end, known), frozenset(_never(spoken, start, end)), owns or by)


def _spans(spoken: list[_Word], vocabulary: Container[str]) -> Iterator[tuple[int, int]]:
    """Yield where names stand: capitalised words, or words of a script without capitals that no tool has."""
    i = 0
    while i < len(spoken):
        if not _is_capital(spoken, i):
            if _is_unknown_korean(spoken[i], vocabulary):
                yield i, i + 1
            i += 1
            continue
        end = i + 1
        while end < len(spoken) and spoken[end].clause == spoken[i].clause:
            ahead = end
            while ahead < len(spoken) and spoken[ahead].folded in _LINKS:
                ahead += 1
            if ahead >= len(spoken) or not _is_capital(spoken, ahead) or spoken[end - 1].text.endswith(_POSSESSIVE):
                break
            end = ahead + 1
        if any(not _is_common(word, vocabulary) for word in spoken[i:end]) or end - i > 1 + (i == 0):
            yield i, end
        i = end


def _is_capital(spoken: list[_Word], i: int) -> bool:
    word = spoken[i].text
    if not word[:1].isupper() or word in {"I", "I'm", "I'd", "I've"} or (len(word) > 1 and word.isupper()):
        return len(word) > 1 and word.isupper() and len(word) > 3 and not _IDENTIFIER.fullmatch(word)
    first = i == 0 or spoken[i - 1].clause != spoken[i].clause
    folded = spoken[i].folded
    grammar = folded in lexicon.STOP or folded in lexicon.QUESTION or stem(folded) in lexicon.VERBS
    return not (first and grammar) or (not first and folded not in lexicon.STOP)


def _is_common(word: _Word, vocabulary: Container[str]) -> bool:
    return word.folded in lexicon.STOP or stem(word.folded) in vocabulary or stem(word.folded) in lexicon.VERBS


def _is_unknown_korean(word: _Word, vocabulary: Container[str]) -> bool:
    if not is_hangul(word.folded) or len(word.folded) < 2:
        return False
    noun = bare_noun(word.folded)
    if noun in lexicon_ko.STOP or word.folded in lexicon_ko.STOP or len(noun) < 2 or noun in lexicon_ko.NOUN_VERBS:
        return False
    if word.folded.startswith(tuple(prefix for prefix, _ in lexicon_ko.NATIVE_VERBS)) or noun in lexicon_ko.LIGHT_VERBS:
        return False
    return not any(one in vocabulary for one in word.nouns) and f"={noun}" not in vocabulary


def _said(spoken: list[_Word], start: int, end: int, known: Container[str]) -> str:
    """Return what a name is said to be: by the noun right before it, or right after it."""
    for before in reversed(spoken[max(0, start - 3) : start]):
        if before.folded in {"the", "a", "an", "called", "named", "titled"}:
            continue
        if before.folded in _LINKS or before.text.endswith(_POSSESSIVE) or before.clause != spoken[start].clause:
            break
        for noun in before.nouns:
            if noun in known:
                return noun
        if any(noun in _ROLES for noun in before.nouns):
            return _PERSON
        if before.folded not in {"show", "series", "programme", "program"}:
            break
    after = spoken[end] if end < len(spoken) else None
    if after and after.clause == spoken[end - 1].clause and not spoken[end - 1].text.endswith(_POSSESSIVE):
        return next((noun for noun in after.nouns if noun in known), "")
    return ""


def _never(spoken: list[_Word], start: int, end: int) -> Iterator[str]:
    """Yield what a name is not: what is its own (``X's film``), of it (``director of X``) or by it (``films by X``)."""
    clause = spoken[start].clause
    if spoken[end - 1].text.endswith(_POSSESSIVE):
        for after in spoken[end : end + 4]:
            yield from _roles(after.nouns)
    before = [word for word in spoken[:start] if word.clause == clause]
    while before and before[-1].folded in {"the", "a", "an"}:
        before.pop()
    if before and before[-1].folded in {"of", "from", "in"}:
        for word in reversed(before[:-1]):
            if word.nouns and word.folded not in lexicon.STOP:
                yield from _roles(word.nouns)
                break
    elif before and before[-1].folded == "by":
        for word in before[:-1]:
            yield from word.nouns
    else:
        relative = next((i for i in range(len(before) - 1, -1, -1) if before[i].folded in _RELATIVES), -1)
        if relative > 0 and relative + 1 < len(before) <= relative + 4 and before[relative + 1].folded.endswith("ed"):
            yield from _roles(before[relative - 1].nouns)


def _derived(spoken: list[_Word], known: Container[str]) -> Iterator[str]:
    """Yield the nouns of which another known thing is the whole: ``the lead actor of the most popular film``."""
    for i in range(1, len(spoken) - 1):
        verb = spoken[i + 1].folded
        relative = spoken[i].folded in _RELATIVES and verb.endswith("ed")
        if spoken[i].folded != "of" and not relative:
            continue
        part = [noun for noun in _roles(spoken[i - 1].nouns) if noun in known]
        for word in spoken[i + 1 : i + 7]:
            if word.clause != spoken[i].clause or word.folded == "of":
                break
            if any(noun in known and noun not in part for noun in word.nouns):
                yield from part
                break


def is_person(thing: str) -> bool:
    """Tell whether a thing is a person: someone, or a role of someone."""
    return thing == _PERSON or thing in _ROLES


def _roles(nouns: Iterable[str]) -> Iterator[str]:
    for noun in nouns:
        yield noun
        if noun in _ROLES:
            yield _PERSON
