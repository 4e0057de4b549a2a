"""The catalogue: every rule, grouped by the cheap sign that must be there, in the order of application.

What is surest comes first: a credential keeps its class even where an assignment or a number's rule would take it too.
"""

from __future__ import annotations

import re

from pipeline.scrub.assignments import BY_ASSIGNMENT
from pipeline.scrub.credentials import BY_SHAPE
from pipeline.scrub.identity import NAMED_IDENTITY, NUMBERED, RESIDENTS_APART
from pipeline.scrub.network import OPTIONAL
from pipeline.scrub.numerals import DASH
from pipeline.scrub.payment import CARDS_AND_ACCOUNTS, CARDS_APART, NAMED_PAYMENT
from pipeline.scrub.personal import BY_ADDRESS, NAMED_PHONE, PHONES, SPACED_MOBILE
from pipeline.scrub.prose import BY_PROSE
from pipeline.scrub.rule import Rule, RuleGroup, RuleSet
from pipeline.scrub.told_elsewhere import TOLD_ELSEWHERE
from pipeline.scrub.vendors import MAKERS_SUFFIX, VENDOR_TOKENS

#: Stored with what the rules have scrubbed; it changes with every change of what they find.
RULES_VERSION = "3"

_SHAPES = re.compile(
    r"-----begin|//|eyj| -[pa]|bearer|basic|digest|kakaoak|ssws|flyv1|authorization|cookie|-u|--|jdbc|hook|googleapis"
    r"|private-lines"
)
_SECRET_WORDS = re.compile(
    r"pass|pwd|pword|pw|contrasena|senha|kennwort|motdepasse|otp|pin|cv[cv]|csc|secret|token|cred|auth|cookie|sig|hmac"
    r"|srf|jwt|key|sess|sid|conn|bearer|dsn|code|phrase|link"
    r"|비밀|비번|패스워드|암호|핀|인증|보안|확인|토큰|시크릿|키|세션|자격증명|暗証番号|パスワード|密码|密碼|口令|トークン|令牌"
    r"|пароль|contraseña|mot de passe|identified|openssl|sqlplus|login|masterauth"
)
# Gates begin with the characters themselves and look behind them afterwards: so a search skips what cannot begin.
#: Nine digits that begin as a number does, or what the rules for cards, accounts and telephones take inside a code.
_NUMBERS = re.compile(
    r"\+[0-9]|[0-9](?:"
    r"(?<![0-9a-z_+][0-9])(?<![0-9][.-][0-9])(?<![a-z][-_][0-9])(?:[^0-9a-z\n]{0,3}[0-9]){8}"
    rf"|(?<=0)1[016-9]|[0-9]{{3}}(?:[ .]|{DASH}){{1,2}}[0-9]{{4}}(?:[ .]|{DASH})"
    rf"|(?<=3)[0-9]{{3}}(?: |{DASH}){{1,2}}[0-9]{{6}}"
    r"|[0-9]{11}(?<=p[0-9]{12})|[0-9](?<=[a-z]{2}[0-9]{2})(?:[ -]?[a-z0-9]{4}){2})"
)
#: Digits one by one, groups with an unusual sign between them, and the letter for the nought.
_APART = re.compile(r"[0-9] [0-9] [0-9] [0-9]|[0-9]{4,6}(?:[/_~*\n]|\r\n)[0-9]|o1[o0]|01o|0 1 0")
_OFFICIAL_WORDS = re.compile(
    r"전화|연락처|휴대|핸드폰|폰|팩스|카드|은행|뱅크|계좌|입금|예금|신한|국민|우리|하나|농협|기업|카카오|토스|케이|수협|신협"
    r"|법인|새마을|우체국|제일|씨티|부산|대구|광주|전북|경남|제주|산업|주민|외국인|여권|면허|사업자|보험|건보|사회|마이|군번"
    r"|phone|mobile|cell|fax|whatsapp|card|account|acct|routing|bank|kb |nh |ibk |mg |jumin|resident|registration"
    r"|social|passport|driver|business|biz|brn|nino|ni n|insurance|national|my number|aadhaar"
    r"|t(?<![a-z]t)(?:el|ax)|h(?<![a-z]h)p|c(?<![a-z]c)c"
    r"|a(?<![a-z]a)rc|r(?<![a-z]r)rn|s(?<![a-z]s)sn|i(?<![a-z]i)tin"
)

#: Of these the text alone decides.
TEXT_GROUPS = (
    RuleGroup("shape", _SHAPES, BY_SHAPE),
    RuleGroup("prefix", re.compile(r"[a-z0-9_.:$~/+=%-]{15}"), (VENDOR_TOKENS, MAKERS_SUFFIX)),
    RuleGroup("assigned", _SECRET_WORDS, (*BY_ASSIGNMENT, *BY_PROSE, *TOLD_ELSEWHERE)),
    RuleGroup(
        "address",
        re.compile(r"@|%40|&#(?:64|x40);|\\u0040|[\[(] ?at| at [a-z0-9-]{1,63} dot |골뱅이|일[공영빵]|일 [공영빵]"),
        BY_ADDRESS,
    ),
)
#: Of these the name of a field may say what its value is, or is not.
NUMBER_GROUPS = (
    RuleGroup("apart", _APART, (*CARDS_APART, *RESIDENTS_APART, SPACED_MOBILE)),
    RuleGroup("number", _NUMBERS, (*CARDS_AND_ACCOUNTS, *PHONES, *NUMBERED)),
    RuleGroup("named", _OFFICIAL_WORDS, (*NAMED_IDENTITY, *NAMED_PAYMENT, NAMED_PHONE)),
)
GROUPS = (*TEXT_GROUPS, *NUMBER_GROUPS)
#: Off, unless a policy switches them on.
OPTIONAL_GROUPS = (OPTIONAL,)
OPTIONAL_RULES: tuple[Rule, ...] = OPTIONAL.rules
#: What is applied where no policy says otherwise.
RULE_SET = RuleSet(RULES_VERSION, TEXT_GROUPS, NUMBER_GROUPS)
RULES: tuple[Rule, ...] = RULE_SET.rules
