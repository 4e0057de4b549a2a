"""Secrets that a sentence tells: "my password is ...", "비밀번호는 ... 입니다", "인증번호 ...".

Prose also speaks about passwords without telling one, so the value itself must look like a secret.
"""

from __future__ import annotations

import re

from pipeline.scrub.placeholders import MARK, SECRET, beside_marks
from pipeline.scrub.rule import Rule, Span
from pipeline.scrub.values import COUNTER, is_stand_in, looks_random
from pipeline.scrub.wordlist import words

_DATE = re.compile(r"[0-9]{2,4}[-./][0-9]{1,2}(?:[-./][0-9]{1,2})?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
#: Names of algorithms and standards, which mix letters and digits as passwords do.
_STANDARD = re.compile(
    r"(?i)(?:sha|md|aes|rsa|base|utf|tls|ssl|oauth|bcrypt|argon|pbkdf|iso|ipv|http|des|ed)-?[0-9.]+[a-z0-9/-]{0,8}"
    r"|[vxp][0-9.]+"
)
_CLOSERS = ".,!?;:)"
#: What follows the name of a field in markup or program text is another field.
_ATTRIBUTE = re.compile(r"[A-Za-z_-]+=(?:[\"'].*)?")
_SIGNS = re.compile(r"[!@#$%^&*+=~?|/\\]")
#: What a sentence says of a password instead of telling it.
_STATES = words(
    """
    not too very being still never always just now only also already about really gone lost weak strong short long old
    new safe unsafe secure insecure different same similar easy hard simple unknown public private here there this that
    what broken bad good fine great okay empty missing unique case
    """
)

_NAME_EN = (
    "(?:pass(?:word|wd|code|phrase)|pwd|pw|secret(?:[ _-]?key)?|(?:api|access|auth|private)[ _-]?(?:key|token)|token)"
)
_NAME_KO = (
    "(?:비밀 ?번호|비번|패스워드|암호(?!화)|시크릿(?: ?키)?|접속 ?키|비밀 ?키|(?i:api|access|secret) ?키|토큰"
    "|(?i:token|passw(?:or)?d|pw)(?!-))"
)
_CODE_KO = "인증 ?(?:번호|코드)|보안 ?(?:코드|번호)|확인 ?코드|핀 ?(?:번호|코드)"
_CODE_EN = (
    "t?otp(?: ?번호)?|(?-i:PIN)|pin(?= is)|pin ?(?:code|number|번호)|(?:cvc|cvv2?|csc)(?: ?(?:번호|코드|number|code))?"
    "|(?:verification|security|one-?time|log-?in|sms|2fa|mfa|auth(?:entication|orization)?) ?(?:code|pass(?:code|word))"
)
_NO_AMOUNT = rf"(?!{COUNTER})"


def _looks_told(value: str) -> bool:
    """Whether a word in a sentence is a secret that is told.

    >>> [_looks_told(v) for v in ("hunter2", "open!sesame", "2026-03-02", "case-sensitive", "SHA-256", "8282")]
    [True, True, False, False, False, True]
    """
    if len(value) < 4 or is_stand_in(value) or _DATE.fullmatch(value) or _STANDARD.fullmatch(value):
        return False
    return any(c.isdigit() for c in value) or bool(_SIGNS.search(value))


def _looks_told_alone(value: str) -> bool:
    """The same for a plain word, which must not be what one says of a password."""
    word = value.casefold()
    return not (is_stand_in(word) or word in _STATES or word.endswith(("ed", "ing", "able", "ible")))


def _told(match: re.Match[str]) -> Span | None:
    """A password may be anything that looks told; a token must look generated; digits alone make no short key."""
    name, found = match["name"].casefold(), match["datum"].rstrip(_CLOSERS)
    value = beside_marks(found)
    if _ATTRIBUTE.fullmatch(value):
        return None
    told = looks_random(value) if name in {"token", "토큰"} else _looks_told(value)
    if not told or (value.isdigit() and len(value) < 6 and name.endswith(("key", "token", "키"))):
        return None
    start = match.start("datum")
    return start, start + len(found)


TOLD_IN_ENGLISH = Rule(
    name="told_in_english",
    label=SECRET,
    signs=("pass", "pwd", "pw", "secret", "key", "token"),
    pattern=re.compile(
        rf"""(?i)(?<![a-z0-9_-])(?P<name>{_NAME_EN})["']?"""
        rf"""(?:\s{{1,3}}(?:is|was|as|to|with|=|[-–→]):?(?:\s{{1,3}}set to)?|:)?\s{{1,3}}["'“(]?"""
        rf"(?P<datum>[!-&*-;=?-_a-~]{{4,128}}+){_NO_AMOUNT}"
    ),
    reason="How users and agents pass a password on in a conversation.",
    matches=(
        "my password is q1w2e3!",
        "change the pw to Tr0ub4dor&3, please",
        "passcode 82828",
        "Password is: q1w2e3",
        "the api key is q1w2e3r4t5",
    ),
    misses=(
        "password is required",
        "password is case-sensitive",
        "your password was changed 2026-03-02",
        "password is 12 characters",
        "the token is expired",
        "reset password to continue",
        "password reset",
    ),
    locate=_told,
)
TOLD_AS_A_WORD = Rule(
    name="told_as_a_word",
    label=SECRET,
    signs=(" is",),
    pattern=re.compile(
        r"(?i)(?<![a-z0-9_-])(?:my|his|her|our|their|your|the)\s(?:[a-z]{1,12}\s)?(?:pass(?:word|code|phrase)|pw) is"
        r"""\s["'“]?(?P<datum>[a-z]{4,64}+)(?=["'”]?[.,!]?(?:\s*\Z|\s(?:and|but|so|please)(?![a-z])))"""
    ),
    reason="A plain word is told as a password where the sentence ends with it.",
    matches=("my password is swordfish", "the wifi password is abracadabra and it works"),
    misses=("my password is wrong", "the password is expired.", "my password is not working", "my password is gone"),
    valid=_looks_told_alone,
)
TOLD_IN_KOREAN = Rule(
    name="told_in_korean",
    label=SECRET,
    pattern=re.compile(
        rf"(?P<name>{_NAME_KO})(?: ?(?:은|는|이|가|을|를|로|도)요?)?\s{{0,2}}(?:[\"'“(:=–→-]|\[(?!{MARK[2:]})){{0,2}}"
        rf"\s{{0,2}}(?<![A-Za-z])(?P<datum>(?:{MARK}(?![&;,.?/|:]))?[!#-&*-Z^-~]{{4,128}}+){_NO_AMOUNT}"
    ),
    reason="The same in Korean, where the particle follows the value without a space.",
    matches=(
        "비밀번호는 q1w2e3입니다",
        "비번 q1w2e3!로 바꿔줘",
        "암호를 Tr0ub4dor로 설정",
        "비밀번호 8282로 로그인",
        "비밀번호는 [SECRET]q1w2e3",
    ),
    misses=(
        "비밀번호는 8자 이상",
        "비밀번호 1000회 오류",
        "암호화 AES256 적용",
        "비밀번호 재설정 해줘",
        "토큰 1500개 조회",
        "비밀번호는 [SECRET]입니다",
        "<input type='password' name='password'>",
        "auth-token-service-7d9f8b6c5d-x2x4z",
        "비밀번호 2026-03-02에 변경",
    ),
    locate=_told,
)
ONE_TIME_CODE = Rule(
    name="one_time_code",
    label=SECRET,
    pattern=re.compile(
        rf"(?i)(?<![a-z0-9])(?:{_CODE_KO}|{_CODE_EN})(?![a-z])(?:은|는|이|가|을|를)?[ :=#\"'\[(-]{{0,4}}"
        rf"(?:(?:is|was|no)[ .:]{{1,2}})?(?:code[ :]{{1,2}})?(?P<datum>[0-9]{{3,8}}+)(?![0-9.,-][0-9]){_NO_AMOUNT}"
    ),
    reason="Codes by message or application, PINs and card codes: digits that the word before them gives away.",
    matches=(
        "인증번호는 614205입니다",
        "인증번호[614205]을 입력",
        "OTP 550718로",
        "PIN: 3064",
        "cvc 426",
        "CVC 번호 426",
        "security code is 4821",
    ),
    misses=("인증번호 6자리를 입력", "인증번호가 안 와요", "OTP 3000회 사용", "pin 300 posts", "shipping 4821"),
)
CODE_IS = Rule(
    name="code_is",
    label=SECRET,
    signs=("code is", " is your "),
    pattern=re.compile(
        r"(?i)(?<![a-z0-9])your (?:[a-z]{2,12} ){0,2}code is:? {0,2}(?P<datum>[0-9]{4,8}+)(?![.,-]?[0-9])"
        r"|(?<![a-z0-9.-])(?:[a-z]-)?(?P<before>[0-9]{4,8}+) is your (?:[a-z]{2,12} ){0,3}(?:code|otp|pin)(?![a-z])"
    ),
    reason="How messages hand over a one-time code.",
    matches=("Your Example code is 614205.", "G-614205 is your Example verification code"),
    misses=("error code is 614205", "614205 is your order"),
    locate=lambda match: match.span(match.lastgroup or 0),
)

BY_PROSE = (ONE_TIME_CODE, CODE_IS, TOLD_IN_KOREAN, TOLD_IN_ENGLISH, TOLD_AS_A_WORD)
