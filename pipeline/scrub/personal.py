"""Where a person can be reached: e-mail addresses and telephone numbers."""

from __future__ import annotations

import re

from pipeline.scrub.checks import digits_of
from pipeline.scrub.cues import ARTICLE_CODE, ARTICLE_CUE, named
from pipeline.scrub.numerals import DASH, END, INSIDE, NEEDED, OPTIONAL, START
from pipeline.scrub.placeholders import EMAIL, PHONE
from pipeline.scrub.rule import Rule

#: Ends of file names and packages, which follow an at sign in names such as `logo@2x.png`.
_FILE_ENDING = re.compile("png|jpe?g|gif|svg|webp|ico|s?css|m?js|tsx?|jsx|json|ya?ml|html?|md|pdf|zip|gz|whl|sh|lock")
#: `git@host:path` names a place in a repository.
_NO_REPOSITORY = r"(?!git@[A-Za-z0-9.-]{1,80}:)"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: The at sign as it stands in URLs, in markup and in program text.
_AT = r"(?:@|%40|&#(?:64|x40);|\\u0040)"
#: Names of the top that most addresses have.
_TOP = "(?:com|net|org|kr|jp|io|edu|dev|me)"
#: Names of the top in Hangul; without the list a particle that follows would be taken for a part of it.
_HANGUL_TOP = "한국|닷컴|닷넷|삼성"
#: Numbers of companies that all may call (1577-...).
_REPRESENTATIVE = re.compile(r"1[568][0-9]{2}-?[0-9]{4}")
_DATE = re.compile(r"(?:19|20)[0-9]{2}[-./][0-9]{1,2}[-./][0-9]{1,2}.*")
_NO_AMOUNT = r"(?!\s?(?:원|won|krw|usd|달러|%|,[0-9]))"


def _has_host(address: str) -> bool:
    """Whether what follows the at sign is a host and not the end of a file's name.

    >>> _has_host("kim@example.com"), _has_host("logo@2x.png")
    (True, False)
    """
    return not _FILE_ENDING.fullmatch(address.rpartition(".")[2].lower())


def _is_international(number: str) -> bool:
    """E.164: at most fifteen digits with the country's; written without separators at least ten.

    >>> _is_international("+49 30 901820"), _is_international("+12345678")
    (True, False)
    """
    digits = digits_of(number)
    return 8 <= len(digits) <= 15 and (len(digits) >= 10 or len(number) > len(digits) + 1)


def _is_called(number: str) -> bool:
    """Whether a number behind the word for telephone is one: no date, and no company's that all may call.

    >>> _is_called("0234567890"), _is_called("2026-03-01"), _is_called("1577-4321")
    (True, False, False)
    """
    if _DATE.fullmatch(number) or _REPRESENTATIVE.fullmatch(number):
        return False
    return 7 <= len(digits_of(number)) <= 15


EMAIL_ADDRESS = Rule(
    name="email_address",
    label=EMAIL,
    pattern=re.compile(
        rf"(?<![A-Za-z0-9._+-]){_NO_REPOSITORY}[A-Za-z0-9_+.-]++(?<![.])(?:{_AT}"
        rf"|(?<=[A-Za-z0-9]) @ (?=[A-Za-z0-9.-]{{1,80}}\.{_TOP}(?![A-Za-z0-9.])))(?:{_LABEL}\.){{1,8}}"
        r"[A-Za-z]{2,24}(?![A-Za-z0-9]|-[A-Za-z0-9])"
    ),
    reason="RFC 5321, without quoted local parts; Latin letters alone, so that a Korean particle stays.",
    matches=(
        "kim.cs+shop@mail.example.com으로",
        "<K@EXAMPLE.ORG>",
        "메일은lee@example.kr",
        "e=kim%40example.com&x=1",
        "kim @ example.com",
        "kim&#64;example.com",
        "kim\\u0040example.com",
    ),
    misses=(
        "build 4.5.6@rev",
        "@scope/kit@3.1.0",
        "logo@2x.png",
        "git@example.com:team/app.git",
        "kim@localhost",
        "lunch @ noon.maybe",
    ),
    valid=_has_host,
)
INTERNATIONAL_EMAIL = Rule(
    name="international_email_address",
    label=EMAIL,
    pattern=re.compile(
        rf"(?<![\w.+-]){_NO_REPOSITORY}[\w.+-]++@(?:[\w-]{{1,63}}\.){{1,8}}"
        rf"(?:{_HANGUL_TOP}|[A-Za-z]{{2,24}}(?![A-Za-z0-9])|[^\W\d_A-Za-z가-힣]{{2,16}})"
    ),
    reason="RFC 6531: local parts and hosts in any script.",
    matches=("이순신@보기.한국으로", "이순신@example.com", "иван@пример.рф"),
    misses=("가격@단위", "버전 4.5.6@rev"),
    valid=_has_host,
)
QUOTED_EMAIL = Rule(
    name="quoted_email_address",
    label=EMAIL,
    signs=('"@', "@["),
    pattern=re.compile(
        rf'"[^"\s][^"\n]{{0,62}}"@(?:{_LABEL}\.){{1,8}}[A-Za-z]{{2,24}}(?![A-Za-z0-9])'
        r"|(?<![A-Za-z0-9._+-])[A-Za-z0-9_+.-]++@\[(?:IPv6:)?[0-9A-Fa-f.:]{3,45}\]"
    ),
    reason="RFC 5321, 4.1.2: a quoted local part, and an address in brackets in place of a host.",
    matches=('"lee kim"@example.com으로', "root@[192.0.2.7]"),
    misses=('say "hello" @ noon', "list@[0]"),
)
DISGUISED_EMAIL = Rule(
    name="disguised_email_address",
    label=EMAIL,
    signs=("at", "골뱅이"),
    pattern=re.compile(
        r"(?i)(?<![a-z0-9._+-])[a-z0-9_+.-]++(?: {0,2}[\[(] ?at ?[\])] {0,2}| ?골뱅이 ?)"
        rf"{_LABEL}(?: {{0,2}}[\[(] ?dot ?[\])] {{0,2}}| ?[점닷] ?|\.){_LABEL}(?:\.{_LABEL}){{0,3}}(?![a-z0-9])"
        rf"|(?<![a-z0-9._+-])[a-z0-9_+.-]++ at {_LABEL}(?: dot {_LABEL}){{0,2}} dot (?:com|net|org|io|kr|edu|dev|ai)"
        r"(?![a-z0-9])"
    ),
    reason="How people write or say an address that machines should not find.",
    matches=(
        "kim (at) example (dot) com",
        "kim[at]example.com",
        "kim at example dot com",
        "kim골뱅이example.com",
        "kim 골뱅이 example 점 com으로",
    ),
    misses=("look (at) this", "meet at noon dot the i", "골뱅이 무침 2인분"),
)
_SPOKEN = "[0-9공영빵일이삼사오육륙칠팔구]"
SPELLED_MOBILE = Rule(
    name="spelled_korean_mobile",
    label=PHONE,
    signs=("공", "영", "빵"),
    pattern=re.compile(
        rf"(?<![가-힣0-9])[공영빵0][ ]?[일1][ ]?[공영빵0]{OPTIONAL}{_SPOKEN}(?:{OPTIONAL}{_SPOKEN}){{7}}(?![0-9])"
    ),
    reason="The same, as it is said: each digit a syllable.",
    matches=("공일공 이삼사오 육칠팔구로", "공일공-2345-6789"),
    misses=("공일공 번호", "일공일 이삼사오"),
)
KOREAN_MOBILE = Rule(
    name="korean_mobile",
    label=PHONE,
    pattern=re.compile(
        rf"{INSIDE}\(?(?:010\)?{OPTIONAL}[0-9]{{4}}{OPTIONAL}[0-9]{{4}}|010([_/~*\n]|\r\n)[0-9]{{4}}\1[0-9]{{4}}"
        rf"|01[016789]\)?{NEEDED}[0-9]{{3,4}}{NEEDED}[0-9]{{4}}){END}"
    ),
    reason="Numbers of mobile telephones in Korea: 010, and 011 to 019 of old.",
    matches=(
        "010-2345-6789입니다",
        "01023456789",
        "(010) 2345–6789",
        "010.2345.6789",
        "010_2345_6789",
        "011-234-5678",
        "010·2345·6789",
        "010~2345~6789",
        "010\n2345\n6789",
        "HP-010-2345-6789",
    ),
    misses=("0101234567", "3.01023456789", "a01023456789f", "010-2345-67890", "SKU-010-2345-6789"),
    unless_after=ARTICLE_CODE,
)
KOREAN_LANDLINE = Rule(
    name="korean_landline",
    label=PHONE,
    pattern=re.compile(
        rf"{START}\(?0(?:2|[3-6][1-5]|70|80|50[2-8]?)(?:\) ?|{NEEDED})[0-9]{{3,4}}{NEEDED}[0-9]{{4}}{END}"
    ),
    reason="Area codes of Korea, 070 and 050: only with separators, as a bare run may be any number.",
    matches=("(02) 345-6789", "02)3456-7890", "031-345-6789로", "070 2345 6789", "0507-2345-6789"),
    misses=("0234567890", "견적번호 031-2024-0415", "A-02-345-6789", "2026-02-345-6789"),
    unless_after=ARTICLE_CUE,
)
KOREAN_ABROAD = Rule(
    name="korean_from_abroad",
    label=PHONE,
    pattern=re.compile(
        rf"(?<![0-9A-Za-z+])(?:(?:\+|00)82{OPTIONAL}|82{NEEDED})(?:\(0\)|0)?{OPTIONAL}"
        rf"\(?[1-9][0-9]?\)?{OPTIONAL}[0-9]{{3,4}}{OPTIONAL}[0-9]{{4}}{END}"
    ),
    reason="The same numbers behind the country's code.",
    matches=(
        "+82 10-2345-6789",
        "tel:+821023456789",
        "0082-2-345-6789",
        "82-10-2345-6789",
        "+82 (0)10 2345 6789",
    ),
    misses=("8210234567", "+8210"),
)
INTERNATIONAL_PHONE = Rule(
    name="international_phone",
    label=PHONE,
    pattern=re.compile(
        rf"(?<![0-9A-Za-z+])\+[1-9][0-9]{{0,2}}(?:(?:[ .()/]|{DASH}){{0,3}}[0-9]){{6,13}}+(?![0-9]){_NO_AMOUNT}"
    ),
    reason="ITU-T E.164 behind a plus sign; E.123 says how it is written.",
    matches=("+1 (415) 555-2671", "+44 20 7946 0958", "+819012345678"),
    misses=("08:15:30+09:00", "+1,234,567", "a+1234567890", "잔액 +1234567890원", "+12345678"),
    valid=_is_international,
)
NORTH_AMERICAN_PHONE = Rule(
    name="north_american_phone",
    label=PHONE,
    pattern=re.compile(
        rf"{START}(?:1[-. ])?(?:\([2-9][0-9]{{2}}\) ?|[2-9][0-9]{{2}}[-.])[2-9][0-9]{{2}}[-.][0-9]{{4}}{END}"
    ),
    reason="The North American plan: neither area nor exchange begins with 0 or 1.",
    matches=("(415) 555-2671", "call 415-555-2671", "1-800-555-0199"),
    misses=("110-234-5678", "order no. 415-555-2671", "SKU-415-555-2671"),
    unless_after=ARTICLE_CUE,
)
SPACED_MOBILE = Rule(
    name="spaced_korean_mobile",
    label=PHONE,
    pattern=re.compile(
        rf"{START}(?<![0-9] )0 1 0(?: ?{DASH} ?| )[0-9](?: [0-9]){{3}}(?: ?{DASH} ?| )[0-9](?: [0-9]){{3}}(?! ?[0-9])"
        rf"|(?<![0-9A-Za-z])(?:[oO]1[oO0]|01[oO])(?P<sep>[ .]|{DASH})[0-9]{{4}}(?P=sep)[0-9]{{4}}{END}"
    ),
    reason="The same with a space behind each digit, or with the letter for the nought.",
    matches=("0 1 0 - 2 3 4 5 - 6 7 8 9", "O1O-2345-6789로"),
    misses=("0 1 0 1 1 0 1 0 0 1 1 0", "O1O-2345", "CO1O-2345-6789"),
)
JAPANESE_MOBILE = Rule(
    name="japanese_mobile",
    label=PHONE,
    pattern=re.compile(rf"{START}0[789]0-[0-9]{{4}}-[0-9]{{4}}{END}"),
    reason="Numbers of mobile telephones in Japan.",
    matches=("090-2345-6789",),
    misses=("190-2345-6789",),
    unless_after=ARTICLE_CUE,
)
NAMED_PHONE = Rule(
    name="named_phone",
    label=PHONE,
    pattern=named(
        "전화 ?번호|전화|연락처|휴대 ?전화|휴대폰|핸드폰|폰 ?번호|팩스",
        "(?:(?:mobile|cell|home|work|tele)?[ _-]?phone|mobile|cell|tel|hp|fax|whatsapp)"
        "s?(?:[ _-]?(?:번호|numbers?|no|num|nr))?[ -]?",
        rf"\+?[0-9(](?:[0-9 .()]|{DASH}){{4,18}}[0-9]{_NO_AMOUNT}",
    ),
    reason="A number of any country, where the word before it says what it is.",
    matches=("연락처 0234567890", "phone: 1023456789", "fax 020 7946 0958", "tel-0312345678"),
    misses=("phone case 2024", "전화 3번", "hotel 12345678", "전화 1577-4321", "phone: 2026-03-01"),
    valid=_is_called,
)

BY_ADDRESS = (SPELLED_MOBILE, QUOTED_EMAIL, EMAIL_ADDRESS, INTERNATIONAL_EMAIL, DISGUISED_EMAIL)
PHONES = (
    KOREAN_MOBILE,
    KOREAN_ABROAD,
    INTERNATIONAL_PHONE,
    KOREAN_LANDLINE,
    JAPANESE_MOBILE,
    NORTH_AMERICAN_PHONE,
)
