"""Who a person is to an office: resident's and other official numbers."""

from __future__ import annotations

import re

from pipeline.scrub.checks import birth_year, digits_of, ean13, korean_company
from pipeline.scrub.cues import ARTICLE_CUE, GAP, named
from pipeline.scrub.numerals import BARE_END, DASH, END, START
from pipeline.scrub.placeholders import (
    BUSINESS_NUMBER,
    CUSTOMS_CODE,
    DRIVER_LICENSE,
    HEALTH_INSURANCE,
    NATIONAL_ID,
    PASSPORT,
    RRN,
    SSN,
)
from pipeline.scrub.rule import Rule

_NUMBER = "(?:number|no|num|#)"
_DATE = re.compile(r"(?:19|20)[0-9]{2}-?[0-9]{2}-?[0-9]{2}")
#: The first part of older driver's licences.
_REGIONS = "서울|부산|대구|인천|광주|대전|울산|경기|강원|충북|충남|전북|전남|경북|경남|제주"
#: Companies are registered under numbers of the same form as residents.
_ARTICLE_OR_COMPANY = re.compile(rf"{ARTICLE_CUE.pattern}|법인 ?(?:등록)? ?번호?{GAP}\Z")


def _is_born(number: str) -> bool:
    return birth_year(digits_of(number)) is not None


def _is_born_without_doubt(number: str) -> bool:
    """A bare run of thirteen digits may be a time in milliseconds (until 2033 with a 1 first) or an article's number.

    >>> [_is_born_without_doubt(n) for n in ("9002281234567", "1767225600123", "8801007125886")]
    [True, False, False]
    """
    return number[0] != "1" and _is_born(number) and not (number.startswith("880") and ean13(number))


def _is_license(document: str) -> bool:
    """Whether what follows the word for licence is its number and no date.

    >>> _is_license("서울 12-345678-90"), _is_license("2026-03-01")
    (True, False)
    """
    return _has_enough_digits(document) and not _DATE.fullmatch(document)


def _has_enough_digits(document: str) -> bool:
    return len(digits_of(document)) >= 5


RESIDENT_NUMBER = Rule(
    name="resident_number",
    label=RRN,
    pattern=re.compile(rf"{START}[0-9]{{6}}(?: ?{DASH} ?| )[1-8][0-9]{{6}}{END}"),
    reason="Date of birth, sex and century; foreigners 5 to 8. No check digit since October 2020.",
    matches=("900228-1234567입니다", "900228–5234567", "주민번호 050228 - 4234567"),
    misses=(
        "901328-1234567",
        "900228-3234567",
        "900228-9234567",
        "법인등록번호 110111-1234567",
        "주문번호 240415-1000123",
    ),
    valid=_is_born,
    unless_after=_ARTICLE_OR_COMPANY,
)
BARE_RESIDENT_NUMBER = Rule(
    name="bare_resident_number",
    label=RRN,
    pattern=re.compile(rf"{START}[0-9]{{6}}[1-8][0-9]{{6}}{BARE_END}"),
    reason="The same without its hyphen, where it can be nothing else that traces are full of.",
    matches=("9002281234567", "고객 0502284234567 조회"),
    misses=("1767225600123", "8801007125886", "8801234567890", "order 9002281234567"),
    valid=_is_born_without_doubt,
    unless_after=_ARTICLE_OR_COMPANY,
)
RESIDENT_NUMBER_APART = Rule(
    name="resident_number_apart",
    label=RRN,
    pattern=re.compile(
        rf"{START}(?<![0-9] )(?:[0-9](?: [0-9]){{5}}(?: ?{DASH} ?| )[1-8](?: [0-9]){{6}}"
        rf"|[0-9]{{6}}[/_~][1-8][0-9]{{6}})"
        r"(?![0-9A-Za-z_/])(?! [0-9](?![0-9]))"
    ),
    reason="The same with a space behind each digit, or another sign than the hyphen.",
    matches=("9 0 0 2 2 8 - 1 2 3 4 5 6 7", "900228/1234567입니다", "900228~2234567"),
    misses=("log_900228_1234567", "900228/1234567/x", "901328/1234567"),
    valid=_is_born,
    unless_after=_ARTICLE_OR_COMPANY,
)
NAMED_RESIDENT_NUMBER = Rule(
    name="named_resident_number",
    label=RRN,
    pattern=named(
        "주민(?: ?등록)? ?번호|주민|외국인(?: ?등록)?(?: ?번호|증)",
        rf"rrn|jumin|arc|resident ?(?:registration ?)?{_NUMBER}|(?:alien|foreigner) ?registration ?{_NUMBER}",
        rf"[0-9]{{6}}(?:[ .]|{DASH}){{0,3}}[0-9]{{7}}",
    ),
    reason="Where the words say what it is, nothing else is asked.",
    matches=(
        "주민등록번호 1402283234567",
        "rrn: 9002281234567",
        "외국인등록번호는 900228 5234567",
        "주민번호 900228.1234567",
    ),
    misses=("주민 12345명", "주민번호 뒷자리"),
)
RESIDENT_NUMBER_TAIL = Rule(
    name="resident_number_tail",
    label=RRN,
    signs=("주민",),
    pattern=named("주민(?: ?등록)?(?: ?번호)? ?뒷 ?(?:자리|번호)", "jumin tail", "[1-8][0-9]{6}"),
    reason="The seven digits after the date of birth, which people tell alone.",
    matches=("주민번호 뒷자리 1234567", "주민등록번호 뒷자리는 2345678이에요"),
    misses=("주민번호 뒷자리 7자리", "뒷자리 1234567"),
)
SOCIAL_SECURITY = Rule(
    name="social_security_number",
    label=SSN,
    pattern=named(
        "사회 ?보장 ?번호",
        rf"ssn|social ?security(?: ?{_NUMBER})?|itin|tax(?:payer)? ?id",
        "[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{4}",
    ),
    reason="United States: three, two and four digits after their name.",
    matches=("SSN 219-09-9999", "social security number: 219099999"),
    misses=("219-09-999", "ssn is required"),
)
BARE_SOCIAL_SECURITY = Rule(
    name="bare_social_security_number",
    label=SSN,
    pattern=re.compile(
        rf"{START}(?!000|666|9)[0-9]{{3}}{DASH}(?!00)[0-9]{{2}}{DASH}(?!0000)[0-9]{{4}}{END}",
    ),
    reason="The written form is hardly anything else; area, group and serial numbers that are never given are left.",
    matches=("219-09-9999", "it is 219-09-9999입니다"),
    misses=("000-12-3456", "219-00-9999", "order 219-09-9999", "1219-09-9999"),
    unless_after=_ARTICLE_OR_COMPANY,
)
PASSPORT_NUMBER = Rule(
    name="passport_number",
    label=PASSPORT,
    pattern=named("여권 ?번호|여권", rf"passport(?:[ _-]?{_NUMBER})?", "[A-Z]{0,2}[0-9]{3}[A-Z]?[0-9]{4,6}"),
    reason="ICAO 9303: up to nine letters and digits; Korea issues M and eight digits, since 2021 a letter among them.",
    matches=("여권번호는 M12345678입니다", "passport M204B7731", "Passport No. 512345678", "passportNumber=PM1234567"),
    misses=("여권 사진 3장", "M12345678", "passport 2026 renewal"),
    valid=_has_enough_digits,
)
KOREAN_LICENSE = Rule(
    name="korean_driver_license",
    label=DRIVER_LICENSE,
    pattern=re.compile(rf"{START}(?:1[1-9]|2[0-8])-[0-9]{{2}}-[0-9]{{6}}-[0-9]{{2}}{END}"),
    reason="Region (11 to 28), year, serial and check in two, two, six and two digits: nothing else is written so.",
    matches=("면허 11-12-345678-90",),
    misses=("35-12-345678-90", "2011-12-345678-90", "견적번호 24-04-345678-90"),
    unless_after=ARTICLE_CUE,
)
NAMED_LICENSE = Rule(
    name="named_driver_license",
    label=DRIVER_LICENSE,
    pattern=named(
        "(?:운전 ?)?면허(?:증)?(?: ?번호)?",
        rf"driver'?s?[ _]?licen[cs]e(?:[ _-]?{_NUMBER})?",
        rf"(?:(?:{_REGIONS}) ?)?[A-Z0-9](?:-?[A-Z0-9]){{6,17}}",
    ),
    reason="Older Korean licences begin with the region's name; other countries' need the words.",
    matches=("운전면허 서울 12-345678-90", "면허번호: 111234567890", "driver's license D1234567"),
    misses=("운전면허 갱신 3일", "면허 정지", "driver license renewal", "면허 갱신 2026-03-01", "면허 2026-03-01"),
    valid=_is_license,
)
BUSINESS = Rule(
    name="business_number",
    label=BUSINESS_NUMBER,
    pattern=re.compile(rf"{START}[0-9]{{3}}-[0-9]{{2}}-[0-9]{{5}}{END}"),
    reason="Under which a Korean company pays tax, with its check digit; of a company of one it is a person's.",
    matches=("사업자 104-81-36565",),
    misses=("104-81-36566", "주문번호 104-81-36565"),
    valid=lambda number: korean_company(digits_of(number)),
    unless_after=ARTICLE_CUE,
)
NAMED_BUSINESS = Rule(
    name="named_business_number",
    label=BUSINESS_NUMBER,
    pattern=named(
        "사업자(?: ?등록)?(?: ?번호)?",
        rf"(?:business|biz)[ _-]?(?:registration[ _-]?)?{_NUMBER}|brn",
        "[0-9]{3}-?[0-9]{2}-?[0-9]{5}",
    ),
    reason="Where the words say what it is, a mistyped digit must not let it through.",
    matches=("사업자등록번호 321-54-09876", "사업자번호는 1234567890"),
    misses=("사업자 3명",),
)
CORPORATION = Rule(
    name="corporation_number",
    label=BUSINESS_NUMBER,
    pattern=named(
        "법인 ?(?:등록)? ?번호", rf"corporat(?:e|ion)[ _-]?registration[ _-]?{_NUMBER}", f"[0-9]{{6}}{DASH}?[0-9]{{7}}"
    ),
    reason="Under which a court's register knows a company; the words are needed, as residents' look alike.",
    matches=("법인등록번호 110111-1234567",),
    misses=("110111-9234567", "법인등록 3건"),
)
HEALTH = Rule(
    name="health_insurance_number",
    label=HEALTH_INSURANCE,
    pattern=named(
        "(?:건강|의료) ?보험(?:증)?(?: ?번호)?|건보(?:증)?(?: ?번호)?",
        rf"health[ _-]?insurance(?:[ _-]?{_NUMBER})?",
        "[0-9]-?[0-9]{10}",
    ),
    reason="The number on a card of the Korean health insurance: eleven digits, the first of them the kind.",
    matches=("건강보험증 번호 7-1234567890",),
    misses=("건강보험 3개월",),
)
NATIONAL = Rule(
    name="national_number",
    label=NATIONAL_ID,
    pattern=named(
        "마이넘버|군번|마이 넘버",
        rf"my number|aadhaar(?: {_NUMBER})?|national (?:insurance|id)(?: {_NUMBER})?|nino|ni {_NUMBER}",
        "[A-Z]{0,2} ?[0-9]{2}(?:[ -]?[0-9]){4,12}(?: ?[A-D])?",
    ),
    reason="Numbers under which other states know a person, and Korea its soldiers; the words are needed.",
    matches=("마이넘버 1234 5678 9012", "National Insurance number: AB 12 34 56 C", "aadhaar 2345-6789-0123"),
    misses=("national id card", "my number is 7"),
)
CUSTOMS = Rule(
    name="customs_code",
    label=CUSTOMS_CODE,
    pattern=re.compile(r"(?<![A-Za-z0-9])[Pp][0-9]{12}(?![A-Za-z0-9])"),
    reason="Under which a person in Korea brings in parcels: P and twelve digits.",
    matches=("통관부호 P123456789012로",),
    misses=("SKU P12345678901",),
    unless_after=ARTICLE_CUE,
)

RESIDENTS_APART = (RESIDENT_NUMBER_APART,)
NUMBERED = (RESIDENT_NUMBER, BARE_RESIDENT_NUMBER, BARE_SOCIAL_SECURITY, KOREAN_LICENSE, BUSINESS, CUSTOMS)
NAMED_IDENTITY = (
    NAMED_RESIDENT_NUMBER,
    RESIDENT_NUMBER_TAIL,
    SOCIAL_SECURITY,
    PASSPORT_NUMBER,
    NAMED_LICENSE,
    NAMED_BUSINESS,
    CORPORATION,
    HEALTH,
    NATIONAL,
)
