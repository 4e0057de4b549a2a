"""The catalogue: every rule, grouped by the cheap sign that must be there, in the order of application.

What is surest comes first: a credential keeps its class even where an assignment or a number's rule would take it too.
"""

from __future__ import annotations

import re

from pipeline.scrub.assignments import BY_ASSIGNMENT
from pipeline.scrub.credentials import BY_SHAPE
from pipeline.scrub.identity import NAMED_IDENTITY, NUMBERED
from pipeline.scrub.payment import CARDS_AND_ACCOUNTS, NAMED_PAYMENT
from pipeline.scrub.personal import BY_ADDRESS, NAMED_PHONE, PHONES
from pipeline.scrub.prose import BY_PROSE
from pipeline.scrub.rule import Rule, RuleGroup
from pipeline.scrub.vendors import VENDOR_TOKENS

#: Stored with what the rules have scrubbed; it changes with every change of what they find.
RULES_VERSION = "1"

_SECRET_WORDS = re.compile(
    r"pass|pwd|pword|pw|contrasena|senha|kennwort|motdepasse|otp|pin|cv[cv]|csc|secret|token|cred|auth|cookie|sig|hmac"
    r"|srf|jwt|key|sess|sid|conn|bearer|dsn|code|phrase|link"
    r"|비밀|비번|패스워드|암호|핀|인증|보안|확인|토큰|시크릿|키|세션|자격증명|暗証番号|パスワード|密码|密碼|トークン|令牌"
)
_OFFICIAL_WORDS = re.compile(
    r"전화|연락처|휴대|핸드폰|폰|팩스|카드|은행|뱅크|계좌|입금|신한|국민|우리|하나|농협|기업|카카오|토스|케이|수협|신협|새마을|우체국|제일|씨티"
    r"|부산|대구|광주|전북|경남|제주|산업|주민|외국인|여권|면허|사업자|보험|건보"
    r"|(?<![a-z])(?:home|work|tele|phone|mobile|cell|tel|hp|fax|whatsapp|card|credit|debit|cc|account|acct|routing|bank|rrn|jumin"
    r"|arc|resident|alien|foreigner|ssn|social|itin|tax|passport|driver|business)"
)

GROUPS = (
    RuleGroup("shape", re.compile(r"-----begin|:/|eyj|bearer|basic|authorization|cookie|-u|--|jdbc|hook|googleapis"), BY_SHAPE),
    RuleGroup("prefix", re.compile(r"[a-z0-9_.:$~/+=%-]{15}"), (VENDOR_TOKENS,)),
    RuleGroup("assigned", _SECRET_WORDS, (*BY_ASSIGNMENT, *BY_PROSE)),
    RuleGroup("address", re.compile(r"@|%40|[\[(] ?at"), BY_ADDRESS),
    RuleGroup("number", re.compile(r"[0-9](?:[^0-9a-z\n]{0,3}[0-9]){8}|\+[0-9]"), (*CARDS_AND_ACCOUNTS, *PHONES, *NUMBERED)),
    RuleGroup("named", _OFFICIAL_WORDS, (*NAMED_IDENTITY, *NAMED_PAYMENT, NAMED_PHONE)),
)
#: What a field must be called for its name to be read as a cue before its value.
NAMING = _OFFICIAL_WORDS
RULES: tuple[Rule, ...] = tuple(rule for group in GROUPS for rule in group.rules)
