"""Slots of a query: addresses, quotations, secrets, ids and numbers become one mark each.

So do the scrubber's placeholders, and a query is of the same family before and after it was scrubbed: what the scrubber
takes out is masked here, whether it is there or its placeholder is. To mask more than that does no harm, since it
happens on both sides. Every pattern is bounded, or starts at the beginning of a run only, so that the time stays
linear.
"""

from __future__ import annotations

import re
import unicodedata

from selector.families.marks import MARK

#: So many characters of a query are read.
LIMIT = 2_000
#: So many are searched for placeholders first: these may be longer than what they stand for.
_WINDOW = 4 * LIMIT
_APOSTROPHES = str.maketrans("‘’ʼ", "'''")

_SCRUBBED = re.compile(r"\[[A-Z][A-Z_]{1,30}(?::[0-9a-f]{1,16})?\]")
#: Between quotation marks; a single one between Latin letters is an apostrophe, Hangul behind one is a particle.
_QUOTATION = re.compile(
    r"""(?<!\w)'(?:[^'\n]|(?<=[a-z])'(?=[a-z])){1,200}'(?![^\W가-힣])|"[^"\n]{1,200}"|“[^”\n]{1,200}”|`[^`\n]{1,200}`"""
    r"|「[^」\n]{1,200}」"
)
_QUOTES = re.compile("""['"“`「]""")
#: Hangul ends an address: it is a particle. A password before the host may hold it.
_URL = re.compile(
    r"[a-z][a-z0-9+.-]{1,40}://(?:[^\s/@]{0,512}@)?[^\s가-힣]*|(?:www\.|jdbc:)[^\s가-힣]+"
    r"|(?<![a-z0-9@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|gov|edu|kr)(?![a-z0-9.-])(?:/[^\s가-힣]*)?"
)
#: Every address holds one of these: most full stops end a sentence.
_ADDRESSING = re.compile(r"://|www\.|jdbc:|\.(?:com|net|org|io|gov|edu|kr)")
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_EMAIL = re.compile(rf"(?<![a-z0-9_+.-])[a-z0-9_+.-]+(?:@|%40)(?:{_LABEL}\.){{1,8}}[a-z]{{2,24}}(?!-?[a-z0-9])")
#: In any script. A domain in Hangul ends with one of these names: what follows is a particle.
_INTERNATIONAL_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]+@(?:[\w-]{1,63}\.){1,8}(?:한국|닷컴|닷넷|삼성|[a-z]{2,24}(?![a-z0-9])|[^\W\d_a-z가-힣]{2,16})"
)
#: "kim (at) example (dot) com".
_DISGUISED_EMAIL = re.compile(
    rf"(?<![a-z0-9_+.-])[a-z0-9_+.-]+ {{0,2}}[\[(] ?at ?[\])] {{0,2}}{_LABEL}"
    rf"(?:(?: {{0,2}}[\[(] ?dot ?[\])] {{0,2}}|\.){_LABEL}){{1,4}}"
)
_PRIVATE_KEY = re.compile(r"-----begin [^-\n]{1,80}-----(?:[^-]|-(?!----end))*(?:-----end[^-\n]{0,80}-{0,5})?")
#: The name of a secret, a sign, the value. A value in quotation marks is a quotation.
_ASSIGNMENT = re.compile(
    r"(?P<name>(?:pass(?:word|wd|phrase|code)?|pwd|pword|pw|pin|t?otp|cvc|cvv2?|csc|secret|token|cred(?:ential)?s?"
    r"|signature|hmac|jwt|session(?:[ _-]?id)?|sid|key|auth(?:orization)?|code|비밀 ?번호|비번|패스워드|암호|토큰"
    r"|시크릿|키|(?:핀|인증|보안) ?(?:번호|코드)|자격 ?증명)[\"'`\\\]]{0,8}[ \t]{0,4}(?:=>|:=|=|:)[ \t=]{0,4})"
    r"(?P<value>(?:[^\s\"'`<>&;,\\]|[&;,](?![\s\"'&;,]|\Z|[\w.%\[\]-]{1,64}\s?[=:])){1,2000})"
)
#: Headers carry a scheme with a token, a list of parameters, or cookies.
_HEADER = re.compile(
    r"(?P<name>authorization[\"'\\\s]{0,4}[:=][\"'\\\s]{0,4}|cookie2?\s{0,3}:\s{0,3})"
    r"(?:(?:digest|hawk|oauth|signature|mac|[a-z0-9-]{1,24}-sha256)\s[^\n']+|[^\s=;,\"']{1,128}=[^\n\"']+"
    r"|(?:basic|bearer|token|apikey|api-key|key|jwt|negotiate|ntlm|kakaoak|ssws|bot)\s{1,3}[^\s\"'\\,;<>]+)"
)
_CLOSERS = ".,:;!?)]}"
_HANGUL_TAIL = re.compile(r"(?<=[!-~])[가-힣]+$")
#: Tokens without a digit: a maker's prefix and what follows it, or more letters in a row than words have.
_OPAQUE = re.compile(
    r"(?<![a-z0-9])(?:xox[a-z]-|[sr]k_(?:live|test|prod)_|gl[a-z]{2,6}-|rzp_(?:live|test)_|akia)[a-z0-9_-]{10,}|[a-z]{20,}"
)
#: No opaque token is shorter: where this is not found the search for them is saved.
_LONG = re.compile("[a-z0-9_-]{14}")
_ACCOUNT = re.compile(r"(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -][a-z0-9]{4}){2,7}(?:[ -][a-z0-9]{1,4})?(?![a-z0-9])")
_ACCOUNT_LENGTH = 34
_IN_RUN = r"[^\s가-힣=:,;()\[\]{}<>|\"]"
#: A run of signs with a digit or a mark in it: number, money, date, clock time, id. Separators end it.
_NUMBER = re.compile(rf"(?<!{_IN_RUN}){_IN_RUN}*[\d{MARK}]{_IN_RUN}*")
_NUMERIC = re.compile(rf"[\d{MARK}]")


def mask(text: str) -> str:
    """Return the beginning of a query in compatible, folded form, with ``MARK`` in place of each slot.

    >>> mask("Send 'hello' to kim@example.com at 5:30, order #A-17").replace(MARK, "_")
    'send _ to _ at _:_, order _'
    >>> mask("[EMAIL:3f9a]으로 보내줘").replace(MARK, "_")
    '_으로 보내줘'
    """
    text = text[:_WINDOW]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES)
    if "[" in text:
        text = _SCRUBBED.sub(MARK, text)
    text = text[:LIMIT].casefold()
    if ":" in text or "=" in text or "-----begin" in text:
        text = _without_secrets(text)
    if _QUOTES.search(text):
        text = _QUOTATION.sub(MARK, text)
    if "." in text or ":" in text or "@" in text or "at)" in text or "at]" in text:
        text = _without_addresses(text)
    if _LONG.search(text):
        text = _OPAQUE.sub(MARK, text)
    if _NUMERIC.search(text):
        text = _NUMBER.sub(MARK, _ACCOUNT.sub(_account, text))
    return text


def _without_secrets(text: str) -> str:
    text = _HEADER.sub(rf"\g<name>{MARK}", _PRIVATE_KEY.sub(MARK, text))
    return _ASSIGNMENT.sub(_assignment, text)


def _without_addresses(text: str) -> str:
    if "at)" in text or "at]" in text:
        text = _DISGUISED_EMAIL.sub(MARK, text)
    if _ADDRESSING.search(text):
        text = _URL.sub(MARK, text)
    return _INTERNATIONAL_EMAIL.sub(MARK, _EMAIL.sub(MARK, text)) if "@" in text or "%40" in text else text


def _assignment(match: re.Match[str]) -> str:
    """Mask the value of a secret; closing marks and a Korean particle are not part of it."""
    value = match["value"].rstrip(_CLOSERS)
    tail = _HANGUL_TAIL.search(value)
    end = tail.start() if tail else len(value)
    return match["name"] + MARK + match["value"][end:] if end else match[0]


def _account(match: re.Match[str]) -> str:
    """Mask an international bank account number in groups: letters alone may be one of them, and words may follow.

    ISO 13616: country and check digits moved to the end, letters read as numbers from 10, the remainder by 97 is 1.
    """
    groups = re.split("([ -])", match[0])
    for end in range(len(groups), 4, -2):
        account = "".join(groups[:end:2])
        moved = account[4:] + account[:4]
        if len(account) <= _ACCOUNT_LENGTH and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1:
            return MARK + "".join(groups[end:])
    return match[0]
