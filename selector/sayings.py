"""Whether names and sentences of a tool say that it changes something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from selector import lexicon
from selector.acts import is_member
from selector.commands_ko import read_korean
from selector.danger import (
    ACT_NOUNS,
    ALSO_NOUNS,
    CHANGING_VERBS,
    FINAL,
    GIVING_VERBS,
    KOREAN_READING,
    KOREAN_VERBS,
    LIGHT_VERBS,
    PHRASES,
    READING_NOUNS,
    READING_VERBS,
)
from selector.korean import is_hangul
from selector.text import DESCRIPTION_LIMIT, fold, split_identifier, stem, words

_REMEMBERED = 4_096
#: A description is read whole as far as this; who makes it plain has kept its end.
_READ_TO: Final = 8 * DESCRIPTION_LIMIT

_JOINERS: Final = frozenset({"and", "or", "then", "n", "plus"})
_DETERMINERS: Final = lexicon.words_of(
    "a an the this that these those your my his her their its our all any one each every some existing new specified"
    " given multiple several selected current it them"
)
#: What may stand before the verb of a sentence that says what a tool does.
_BEFORE_VERB: Final = lexicon.words_of(
    "this tool endpoint api method function operation it will can may also then automatically permanently immediately"
    " subsequently finally silently actually directly simply use used is to allows allow lets let you enables enable"
    " user users for please admin only internal bulk batch force soft hard safely asynchronously and or be"
    " idempotent atomic"
)
#: Words in *-ly* that are no adverbs before a verb: ``daily update of prices``.
_NO_ADVERBS: Final = lexicon.words_of(
    "daily weekly monthly quarterly yearly hourly early only family friendly likely reply apply supply assembly anomaly"
)
#: What may stand before the verb of a name.
_BEFORE_NAME: Final = lexicon.words_of(
    "force bulk batch auto mass admin soft hard quick multi do try must safe safely handle on api my self async"
    " internal"
)
_SENTENCE: Final = re.compile(r"[.;!?\n。:()\[\]]+")
_CLAUSE: Final = re.compile(r",|\b(?:and|then|or|before|after|plus)\b|\b및\b")
_PASSIVE: Final = re.compile(r"\b(?:will|gets?|to) be (?:\w+ly )?(\w+ed)\b|\bgets? (\w+ed)\b")
_BY: Final = re.compile(r"\b(?:by|after|while) (\w+ing)\b")
#: What a tool is for: ``a tool that deletes``, ``an endpoint to cancel``, ``lets a user cancel``.
_PURPOSE: Final = re.compile(
    r"\b(?:tool|endpoint|api|function|operation|method|service|command|action|helper) (?:that|which|to|for) (\w+)"
    r"|\b(?:allow|enable|let|permit|help)s? (?:the |a |an )?(?:\w+ )?(?:to )?(\w+)"
)
#: Native Korean verbs of change in their plain and their polite form; their other forms describe (``보낸 메일``).
_NATIVE: Final = re.compile(
    r"(?:지운|비운|없앤|바꾼|옮긴|보낸|만든|고친|넣는|닫는|연|끈|켠|멈춘|막는|돌려보낸|날린|버린|뺀|올린|내린|담는|쓴)다"
    r"|(?:지웁|비웁|없앱|바꿉|옮깁|보냅|만듭|고칩|넣습|닫습|엽|끕|켭|멈춥|막습|날립|버립|뺍|올립|내립|담습|씁)니다"
)
_READING_TEXT: Final = READING_VERBS | lexicon.stems_of("query filter lookup match report count statistics")
#: Verbs in their base form that end like an inflected one.
_BASE: Final = frozenset({"dismiss", "process", "seed", "ins", "sms"})
_KOREAN_FUNCTIONS: Final = frozenset({"기능", "도구", "작업", "함수", "서비스", "기능입니다", "도구입니다"})
#: A verb and how much of it, written as one word.
_GLUED: Final = re.compile(
    r"(delete|remove|purge|erase|destroy|cancel|drop|clear)(?:all|many|one|batch|bulk)"
    r"|(delete|remove|erase|destroy|create|update|insert|cancel|send)"
    r"(?!(?:d(?:at|by|on|date|time|since|before|after)?|s|rs?|ed\w*|ing|ion\w*|ers?|lation\w*|led\w*|ling|l?able)$)\w{3,}"
)
#: What a sentence says outright.
_OUTRIGHT: Final = re.compile(
    r"(?<!not a )(?<!not )(?<!non-)(?<!no )\b(destructive|irreversible|mutating)"
    r" (?:operation|action|call|endpoint|change)"
    r"|\bnot (?:a )?(read-?only)\b"
)
#: What is only said of a change.
_WARNING: Final = re.compile(
    r"(?<!not )(?<!non-)(?<!never )\b(?:destructive|irreversible|(?:can ?not|can't) be (?:undone|reversed))\b",
    re.IGNORECASE,
)
_HTTP: Final = re.compile(r"\bHTTP (DELETE|PUT|PATCH)\b|^(DELETE|PUT|PATCH)\b(?! [A-Z]{2})|\b(DELETE|PUT|PATCH) /")
#: Where another tool does it: ``To create a card use createCard``.
_ELSEWHERE: Final = re.compile(r"^\s*to \w+ .*\b(?:use|call|see|invoke|try)\b (?!this|it\b|the\b)\w")
#: To resolve one of these is to look it up.
_RESOLVED: Final = lexicon.stems_of(
    "name address dns host hostname domain url uri path reference alias handle ip id identifier location"
)
#: What the noun of an act may be followed by and still be what the tool does: ``data removal service``.
_FUNCTIONS: Final = lexicon.words_of("of for service endpoint tool api operation method function job task via")
_KOREAN_JOINERS: Final = re.compile(r"및|그리고|하고|한뒤|한후|후")
#: Articles and particles that stand between the parts of a Korean name.
_LATIN: Final = re.compile(r"[a-z]")


@lru_cache(maxsize=_REMEMBERED)
def name_change(name: str, backed: bool = False) -> str:
    """Return the word of a name that says a tool changes something; empty if none does.

    Args:
        name: a name or the segment of a path.
        backed: the protocol says that the tool reads. After a verb of reading a verb of change is then taken for a
            part of a noun (``getCancelReasons``), and nouns of acts in the plural are records (``/cancellations``);
            without it the dangerous reading wins.

    >>> name_change("deleteUser"), name_change("user.purge"), name_change("getUpdates"), name_change("order_status")
    ('delete', 'purge', '', '')
    >>> name_change("getCancelReasons"), name_change("getCancelReasons", backed=True), name_change("find_or_create")
    ('cancel', '', 'create')
    >>> name_change("registrations"), name_change("registrations", backed=True), name_change("orders/get-commit", True)
    ('registrations', '', '')
    >>> name_change("주문취소"), name_change("취소내역조회")
    ('취소', '')
    """
    space, _, own = name.rpartition("/")
    if backed and space:
        return name_change(space, backed) or name_change(own, backed)
    parts = split_identifier(name)
    korean = [part for part in parts if is_hangul(part)]
    if korean and (found := _korean_name_change(korean)):
        return found
    latin = [part for part in parts if not is_hangul(part)]
    latin = latin[next((i for i, part in enumerate(latin) if part not in _BEFORE_NAME), 0) :]
    stems = [stem(part) for part in latin]
    reads_first = bool(stems) and stems[0] in READING_VERBS and _is_base(latin[0])
    if is_member(name) and stems[-1:] and stems[-1] in CHANGING_VERBS and _is_base(latin[-1]):
        return latin[-1]
    for i, (word, stemmed) in enumerate(zip(latin, stems, strict=True)):
        if glued := _GLUED.fullmatch(word):
            return glued[1] or glued[2]
        if stemmed == "resolv" and i == 0 and len(latin) > 1 and stems[1] in _RESOLVED:
            continue
        if (stemmed, *latin[i + 1 : i + 2]) in PHRASES:
            return f"{word} {latin[i + 1]}"
        if _commands(latin, stems, i, noun_after_verb=reads_first and backed) or (
            stemmed in ACT_NOUNS and i == len(stems) - 1 and not reads_first and not (backed and word.endswith("s"))
        ):
            return word
    return ""


def _commands(latin: Sequence[str], stems: Sequence[str], i: int, *, noun_after_verb: bool) -> bool:
    word, last = latin[i], len(latin) - 1
    if stems[i] not in CHANGING_VERBS or not _is_base(word):
        return False
    joined = i > 0 and latin[i - 1] in _JOINERS
    if stems[i] in ALSO_NOUNS:
        if joined:
            return True
        if i == 0:
            heads = last > 0 and latin[1] in lexicon.NOUN_HEADS - {"data"}
            return not heads and not any(one in READING_VERBS for one in stems[1:])
        return i == last == 1 and stems[i] in FINAL and not (stems[0] in READING_VERBS and _is_base(latin[0]))
    return joined or i == 0 or not noun_after_verb


def _is_base(word: str) -> bool:
    return word in lexicon.BASE_FORMS or not word.endswith(("ed", "s", "ing")) or word in _BASE


def _korean_name_change(parts: Sequence[str]) -> str:
    """The verb at the end of each part of a compound decides: ``취소내역조회`` reads."""
    whole = "".join(parts)
    apart = [] if whole.endswith(tuple(KOREAN_READING)) else parts
    for piece in (*_KOREAN_JOINERS.split(whole), *apart):
        bare = piece.removesuffix("하기").removesuffix("처리").removesuffix("요청")
        if bare.endswith(tuple(KOREAN_READING)):
            continue
        for verb in sorted(KOREAN_VERBS, key=len, reverse=True):
            if bare.endswith(verb):
                return verb
    return ""


@lru_cache(maxsize=_REMEMBERED)
def text_change(text: str) -> str:
    """Return the word of a description that says a tool changes something; empty if none does.

    A verb counts where a sentence or a clause begins; participles describe (``cancelled orders``), and what is denied
    is not done.

    >>> text_change("Removes the order."), text_change("Lists deleted users"), text_change("Get a user and delete it")
    ('removes', '', 'delete')
    >>> text_change("주문을 취소한다"), text_change("취소된 주문 조회"), text_change("Does not modify anything")
    ('취소', '', '')
    """
    if warned := _WARNING.search(text):
        return warned[0].lower()
    if stated := _HTTP.search(text):
        return str(next(filter(None, stated.groups()))).lower()
    folded = fold(text, _READ_TO)
    for sentence in _SENTENCE.split(folded):
        spoken = words(sentence)
        korean = [word for word in spoken if is_hangul(word)]
        if korean and (found := _korean_change(spoken)):
            return found
        if _LATIN.search(sentence) and (found := _english_change(sentence)):
            return found
    return ""


@lru_cache(maxsize=_REMEMBERED)
def text_reads(text: str) -> bool:
    """Tell whether a text holds a word of reading, wherever it stands.

    >>> text_reads("Search the parcels"), text_reads("소포 조회"), text_reads("Parcels")
    (True, True, False)
    """
    spoken = [word for part in fold(text).split() for word in split_identifier(part)]
    return any(
        any(noun in word for noun in KOREAN_READING) if is_hangul(word) else stem(word) in _READING_TEXT
        for word in spoken
    )


def _korean_change(spoken: Sequence[str]) -> str:
    for act in read_korean([word for word in spoken if is_hangul(word)]).acts:
        if act.action in lexicon.CHANGING:
            return act.verb
    hangul = [word for word in spoken if is_hangul(word) and word not in _KOREAN_FUNCTIONS]
    if native := next((word for word in hangul if _NATIVE.fullmatch(word)), ""):
        return native
    last = hangul[-1] if hangul else ""
    found = _korean_name_change([_bare(last)])
    return found if found and len(last) <= len(found) + 4 else ""


def _bare(word: str) -> str:
    for ending in ("시킵니다", "시킨다", "시키는", "합니다", "한다", "하기", "함", "하는", "됩니다", "된다", "처리"):
        word = word.removesuffix(ending)
    return word


def _english_change(sentence: str) -> str:
    if outright := _OUTRIGHT.search(sentence):
        return str(next(filter(None, outright.groups())))
    if _ELSEWHERE.search(sentence):
        return ""
    if noun := _act_noun([word for word in words(sentence) if not is_hangul(word)]):
        return noun
    for found in _PURPOSE.finditer(sentence):
        word = str(next(filter(None, found.groups())))
        if stem(word) in CHANGING_VERBS - ALSO_NOUNS - GIVING_VERBS and not word.endswith("ed"):
            return word
    for found in (*_PASSIVE.finditer(sentence), *_BY.finditer(sentence)):
        word = str(next(filter(None, found.groups())))
        if stem(word) in CHANGING_VERBS - ALSO_NOUNS and not _is_relative(sentence[: found.start()]):
            return word
    return _clauses_change(sentence)


def _clauses_change(sentence: str) -> str:
    """A bare plural after a command is a noun of a list: ``compare branches, tags or commits``."""
    inflected = True
    for first, clause in _clauses(sentence):
        found_word = _clause_change(clause, first)
        if first:
            inflected = next((word for word in clause if not _leads_to_verb(word)), "").endswith("s")
        if found_word and (first or len(clause) > 1 or inflected or not found_word.endswith("s")):
            return found_word
    return ""


def _act_noun(spoken: Sequence[str]) -> str:
    """Return the noun of an act that the sentence is about: ``bulk deletion endpoint``, ``data removal service``."""
    for i, word in enumerate(spoken[:4]):
        if word in lexicon.STOP or stem(word) in READING_VERBS | GIVING_VERBS:
            return ""
        if stem(word) in ACT_NOUNS and (i + 1 == len(spoken) or spoken[i + 1] in _FUNCTIONS):
            return word
    return ""


def _is_relative(before: str) -> bool:
    return before.rstrip().endswith(("that", "which", "who", "if", "when", "not"))


def _clauses(sentence: str) -> Iterator[tuple[bool, list[str]]]:
    for place, clause in enumerate(_CLAUSE.split(sentence)):
        yield place == 0, [word for word in words(clause) if not is_hangul(word)]


def _clause_change(clause: Sequence[str], first: bool) -> str:
    start = next((i for i, word in enumerate(clause) if not _leads_to_verb(word)), len(clause))
    if start >= len(clause):
        return ""
    word, rest = clause[start], clause[start + 1 :]
    following = rest[0] if rest else ""
    if (stem(word), following) in PHRASES:
        return f"{word} {following}"
    if first and stem(word) in ACT_NOUNS and following in {"of", "for"}:
        return word
    listed = stem(word) in READING_VERBS and clause[-1].endswith("s")  # ``List registrations``
    if first and len(clause) <= 3 and stem(clause[-1]) in ACT_NOUNS and not listed:
        return clause[-1]
    looks_up = stem(word) == "resolv" and any(stem(one) in _RESOLVED for one in rest[:3])
    if looks_up or word == "take":  # ``please take a look``
        return ""
    return word if _is_change(word, rest, first=first) else ""


def _leads_to_verb(word: str) -> bool:
    return word in _BEFORE_VERB or (word.endswith("ly") and word not in _NO_ADVERBS and len(word) > 4)


def _is_change(word: str, rest: Sequence[str], *, first: bool) -> bool:
    """Tell whether a word is a verb of change where a clause begins; ``rest`` is what follows it."""
    stemmed = stem(word)
    if stemmed in GIVING_VERBS or (stemmed in LIGHT_VERBS and _is_reading_noun(rest[:6])):
        return False
    inflected = word not in lexicon.BASE_FORMS
    if stemmed not in CHANGING_VERBS or (inflected and word.endswith("ed")):
        return False
    if inflected and word.endswith("ing"):
        return first and stemmed not in ALSO_NOUNS
    if rest and rest[0] in _DETERMINERS:
        return True
    if stemmed in lexicon.NOUN_LIKE and first and inflected and len(rest) > 1:  # ``Transfers money to``, ``Books of``
        return rest[0] not in lexicon.NOUN_HEADS and rest[0] not in lexicon.STOP
    return stemmed not in ALSO_NOUNS and (first or (inflected and word.endswith("s")))


def _is_reading_noun(following: Sequence[str]) -> bool:
    return any(stem(word) in READING_NOUNS for word in following)
