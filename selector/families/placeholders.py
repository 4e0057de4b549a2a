"""Slots of a query: addresses, quotations, secrets, ids and numbers become one mark each, and so do the scrubber's placeholders.

A query is of the same family before and after it was scrubbed: what the scrubber takes out is masked here, whether it is there or its
placeholder is. To mask more than that does no harm, since it happens on both sides.
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
#: Between quotation marks; a single one inside a word is an apostrophe. The bound keeps the search linear.
_QUOTATION = re.compile(
    r"""(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){1,200}'(?!\w)|"[^"\n]{1,200}"|“[^”\n]{1,200}”|`[^`\n]{1,200}`|「[^」\n]{1,200}」"""
)
#: Hangul ends an address: it is a particle; but a password before the host may hold it.
_URL = re.compile(
    r"[a-z][a-z0-9+.:-]{1,40}://(?:[^\s/@]{0,512}@)?[^\s가-힣]*|www\.[^\s가-힣]+"
    r"|(?<![a-z0-9@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|gov|edu|kr)(?![a-z0-9.-])(?:/[^\s가-힣]*)?"
)
_LABELS = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}"
_EMAIL = re.compile(rf"[a-z0-9_+.-]+(?:@|%40){_LABELS}[a-z]{{2,24}}(?![a-z0-9])")
#: Addresses in any script; a domain in Hangul ends with one of these, what follows is a particle.
_EMAIL_IN_ANY_SCRIPT = re.compile(
    r"[\w.+-]+@(?:[\w-]{1,63}\.){1,8}(?:한국|닷컴|닷넷|삼성|[a-z]{2,24}(?![a-z0-9])|[^\W\d_a-z가-힣]{2,16})"
)
_PRIVATE_KEY = re.compile(r"-----begin [^-\n]{1,80}-----(?:[^-]|-(?!----end))*(?:-----end[^-\n]{0,80}-{0,5})?")
#: A name of a secret, a sign or an option's dashes, the value. Quoted values are quotations.
_ASSIGNMENT = re.compile(
    r"(?P<name>(?:pass(?:word|wd|phrase|code)?|pwd|pword|pw|pin|t?otp|cvc|cvv2?|csc|secret|token|cred(?:ential)?s?|signature|hmac|jwt"
    r"|session(?:[ _-]?id)?|sid|key|auth(?:orization)?|code|비밀 ?번호|비번|패스워드|암호|(?:핀|인증|보안) ?번호|토큰|시크릿|키"
    r"|(?:인증|보안) ?코드|자격 ?증명)[\"'`\\\]]{0,8}[ \t]{0,4}(?:=>|:=|=|:)[ \t=]{0,4}"
    r"(?:(?:basic|bearer|token|apikey|key|jwt)\s{1,3})?)"
    r"(?P<value>(?:[^\s\"'`<>&;,\\]|[&;,](?![\s\"'&;,]|\Z|[\w.%\[\]-]{1,64}\s?[=:])){1,2000})"
)
_CLOSERS = ".,:;!?)]}"
_HANGUL_TAIL = re.compile(r"(?<=[!-~])[가-힣]+$")
#: Tokens without a digit: a maker's prefix and what follows, or more letters in a row than words have.
_OPAQUE = re.compile(
    r"(?<![a-z0-9])(?:xox[a-z]-|[sr]k_(?:live|test|prod)_|gl[a-z]{2,6}-|rzp_(?:live|test)_|akia)[a-z0-9_-]{10,}|[a-z0-9_-]*[a-z]{20,}[a-z0-9_.-]*"
)
_ACCOUNT = re.compile(r"(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -][a-z0-9]{4}){2,7}(?:[ -][a-z0-9]{1,4})?(?![a-z0-9])")
#: A run of signs around a digit or a mark: number, money, date, clock time, id. Separators end it.
_NUMBER = re.compile(r"[^\s가-힣=:,;()\[\]{}<>|\"]*[\d\ue000][^\s가-힣=:,;()\[\]{}<>|\"]*")
_DIGIT = re.compile(r"\d")


def mask(text: str) -> str:
    """Return a query in compatible, folded form, cut, with ``MARK`` in place of each slot.

    >>> mask("Send 'hello' to kim@example.com at 5:30, order #A-17").replace(MARK, "_")
    'send _ to _ at _:_, order _'
    >>> mask("[EMAIL:3f9a]으로 보내").replace(MARK, "_")
    '_으로 보내'
    """
    text = text[:_WINDOW]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES)
    if "[" in text:
        text = _SCRUBBED.sub(MARK, text)
    text = text[:LIMIT].casefold()
    if ":" in text or "=" in text or "@" in text or "-----" in text or "." in text:
        text = _without_addresses(text)
    if "'" in text or '"' in text or "`" in text or not text.isascii():
        text = _QUOTATION.sub(MARK, text)
    text = _OPAQUE.sub(MARK, text)
    if _DIGIT.search(text):
        text = _ACCOUNT.sub(_account, text)
        text = _NUMBER.sub(MARK, text)
    return text


def _without_addresses(text: str) -> str:
    if "-----begin" in text:
        text = _PRIVATE_KEY.sub(MARK, text)
    if ":" in text or "=" in text:
        text = _ASSIGNMENT.sub(_assignment, text)
    text = _URL.sub(MARK, text)
    if "@" in text or "%40" in text:
        text = _EMAIL_IN_ANY_SCRIPT.sub(MARK, _EMAIL.sub(MARK, text))
    return text


def _assignment(match: re.Match[str]) -> str:
    """Mask the value of a secret; closing marks and a Korean particle are not part of it."""
    value = match["value"].rstrip(_CLOSERS)
    tail = _HANGUL_TAIL.search(value)
    end = tail.start() if tail else len(value)
    return match["name"] + MARK + match["value"][end:] if end else match[0]


def _account(match: re.Match[str]) -> str:
    """Mask an international bank account number in groups: letters alone may be a group of it, and words may follow it.

    ISO 13616: country and check digits moved to the end, letters as numbers from 10, the remainder by 97 is 1.
    """
    groups = re.split("([ -])", match[0])
    for end in range(len(groups), 4, -2):
        account = "".join(groups[:end:2])
        moved = account[4:] + account[:4]
        if len(account) <= 34 and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1:
            return MARK + "".join(groups[end:])
    return match[0]
