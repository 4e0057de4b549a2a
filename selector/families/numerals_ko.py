"""Numbers and dates in Korean text: number words, units, and the particles that are written on to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from selector.families import lexicon_ko as lexicon
from selector.families.marks import MARK, PLACEHOLDER
from selector.families.particles import PARTICLES
from selector.families.words import words


def _any_of(alternatives: Iterable[str]) -> str:
    """Return a pattern of any of the words, the longer ones first."""
    return "|".join(sorted(alternatives, key=lambda word: (-len(word), word)))


_UNITS = words(
    """
    시간 시 분 초 일 월 년 년도 개월 달 주 주일 주간 월분 일자 도 퍼센트 프로 원 만원 천원 억원 달러 유로 엔 위안 파운드
    명 개 번 번째 회 회차 차 건 장 권 대 마리 살 세 층 호 호실 호선 박 인 인분 잔 병 줄 곡 가지 군데 평 점 위 페이지 쪽
    배 사람 킬로 킬로미터 킬로그램 미터 센티 센티미터 그램 리터 켈빈 바이트 기가 메가
    """
)
_PARTICLES = f"(?:{_any_of((*PARTICLES, '도'))}){{0,3}}"
_EXTENT = "(?:짜리|정도|쯤|가량|간|동안|씩|반){0,3}"
#: What may follow a number: unit, extent, a relation in time or size, particles. Only the relation has content.
_AFTER = rf"(?P<unit>{_any_of(_UNITS)})?{_EXTENT}(?P<relation>전|후|뒤|이상|이하|미만|초과|이내)?{_PARTICLES}"
_TAIL = re.compile(_AFTER)
#: Apart from its number such a tail may be a word of its own: 회의 is a meeting, not the 회 and a particle.
_TAIL_APART = re.compile(rf"(?!(?:회의|주의|시도|주가|대가|도로|대로|위로|이|그|저|의|나|들)$){_AFTER}")
_ONE = "하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉"
_TENS = "스물|서른|마흔|쉰|예순|일흔|여든|아흔"
_DIGIT, _POWER = "[일이삼사오육칠팔구]", "[십백천만]"
#: Number words: native ones, Chinese ones with a power of ten, and short ones of either kind with a unit of their kind.
#: The words left out at the beginning only look like numbers: ceiling, angel, division, "what shall I do".
_NUMBER_WORD = re.compile(
    r"(?!(?:천장|천사|만일|만사|만세|세대|열대|하나요|구분|이분)$)(?:"
    rf"(?:열(?:{_ONE})|(?:{_TENS})(?:{_ONE})?|스무|다섯|여섯|일곱|여덟|아홉|하나|둘|셋|넷"
    rf"|{_DIGIT}{_POWER}(?:{_DIGIT}|{_POWER}){{0,16}}|{_POWER}(?:{_DIGIT}|{_POWER}){{1,16}}){_AFTER}"
    r"|(?:한|두|세|네|열)(?:시간|시|개월|개|명|번째|번|잔|권|장|대|마리|살|달|가지|병|줄|곡|군데|사람|배|박)"
    rf"{_EXTENT}{_PARTICLES}"
    rf"|(?:{_POWER}원|만원|(?:{_DIGIT}|{_POWER})(?:분|초|월|층|개월|년|퍼센트|프로|달러)){_EXTENT}{_PARTICLES})"
)
_INITIALS = frozenset("하한둘두셋세넷네다여일아열스서마쉰예이삼사오육칠팔구십백천만")
#: Numbers before a counter only: 한 is one, 세 is three, both are much else.
_COUNTING = frozenset(words("한 두 세 네 첫 열 일 삼 사 오 육 칠 팔 구 십"))
_PERIOD = re.compile(rf"(?:{'|'.join(lexicon.PERIODS)}){_PARTICLES}")
#: Both words for "after" are one.
_RELATIONS = {"뒤": "후"}
#: No number word is longer.
_LONGEST = 30


def numeric(query: Sequence[str], position: int, terms: set[str]) -> int:
    """Read a number or a date with its unit, add its terms, and return the position after it.

    Where there is none, the position is returned unchanged.

    >>> terms: set[str] = set()
    >>> numeric(["세", "시간", "뒤에", "알람"], 0, terms), sorted(terms)
    (3, ['#', '후'])
    """
    word = query[position]
    following = query[position + 1] if position + 1 < len(query) else ""
    if word in lexicon.DAY_PARTS:
        after = numeric(query, position + 1, terms) if following and following not in lexicon.DAY_PARTS else 0
        return after if after > position + 1 else position
    if word in lexicon.RELATIVE and _PERIOD.fullmatch(following):
        terms.add(PLACEHOLDER)
        return position + 2
    number = _number(word)
    if number is None and not (word in _COUNTING and _is_counter(following)):
        return position
    terms.add(PLACEHOLDER)
    _add_relation(number, terms)
    return _after_unit(query, position + 1, terms, unit_wanted=number is None or number["unit"] is None)


def _number(word: str) -> re.Match[str] | None:
    """Match a mark with its tail, or a number word."""
    if word[:1] == MARK:
        return _TAIL.fullmatch(word, 1)
    return _NUMBER_WORD.fullmatch(word) if word[:1] in _INITIALS and len(word) <= _LONGEST else None


def _is_counter(word: str) -> bool:
    tail = _TAIL_APART.fullmatch(word)
    return tail is not None and tail["unit"] is not None


def _after_unit(query: Sequence[str], position: int, terms: set[str], *, unit_wanted: bool) -> int:
    """Read unit, relation and particles that stand apart from their number: 30 | 분 | 후에."""
    while position < len(query):
        tail = _TAIL_APART.fullmatch(query[position])
        if tail is None or not (unit_wanted or tail["unit"] is None):
            break
        unit_wanted = False
        _add_relation(tail, terms)
        position += 1
    return position


def _add_relation(tail: re.Match[str] | None, terms: set[str]) -> None:
    if tail is not None and tail["relation"]:
        terms.add(_RELATIONS.get(tail["relation"], tail["relation"]))
