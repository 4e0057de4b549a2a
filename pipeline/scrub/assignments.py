"""Secrets that text assigns to a name: `password=...`, `"apiKey": "..."`, `--token ...`, `<password>...</password>`.

The name is judged as a key name is (`keys`), the value by what it looks like (`values`).
"""

from __future__ import annotations

import re

from pipeline.scrub.keys import MAX_NAME, Strength, key_facts
from pipeline.scrub.placeholders import MARK, PLACEHOLDER, SECRET, beside_marks
from pipeline.scrub.rule import Rule, Span
from pipeline.scrub.values import COUNTER, is_expression, is_stand_in, looks_random, only_stands_in

#: Longest value that is taken for a secret; what goes beyond is no longer one value.
MAX_VALUE = 4096

# A quoted value ends at the same quote, with as many backslashes before it; one that was cut ends with the text.
_QUOTED = re.compile(
    rf"""(?P<open>\\{{0,8}}["'`])(?P<datum>[^\n]{{0,{MAX_VALUE}}}?)(?:(?<!\\)(?P=open)|\\{{0,8}}$)""", re.MULTILINE
)
# A separator ends a bare value only where white space, the end or a further name follows.
_BARE = re.compile(
    rf"""(?P<datum>(?:[^\s"'`<>&;,\\]|[&;,](?![\s"'&;,]|\Z|[\w.%\[\]-]{{1,64}}\s?[=:])){{1,{MAX_VALUE}}}+)"""
)
_ELEMENT_TEXT = re.compile(rf"(?P<datum>[^<>]{{1,{MAX_VALUE}}}+)</")
_CLOSERS = ".,:;!?)]}"
#: The rest of a sign that is encoded in a URL, stuck to the name behind it.
_ENCODED = re.compile("[0-9A-Fa-f]{2}(?=[A-Za-z])")
_MARKED = re.compile(MARK)
_KOREAN_TAIL = re.compile(r"(?<=[!-~])[가-힣]+$")
_COUNTER = re.compile(COUNTER)
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
#: Names of secrets that are made of words.
_PHRASES = ("phrase", "mnemonic")
_WORDS_BEFORE = re.compile(r"[A-Za-z가-힣]+[ ](?:[A-Za-z]+[ ])?$")


def trimmed(text: str, span: Span) -> Span:
    """The span without closing marks and without the Korean particle that follows a Latin letter or a digit.

    >>> trimmed("pw=q1w2e3입니다.", (3, 13))
    (3, 9)
    """
    start, end = span
    value = text[start:end].rstrip(_CLOSERS)
    tail = _KOREAN_TAIL.search(value)
    return start, start + (tail.start() if tail else len(value))


def _assigned(match: re.Match[str]) -> Span | None:
    """The value after `name =` or `name:`, where the name is a secret's."""
    text = match.string
    start, end = match.span("name")
    if text[start - 1 : start] == "%" and _ENCODED.match(text, start):
        start += 2
    strength = _name_strength(text, (start, end))
    if strength is Strength.NONE or PLACEHOLDER.match(text, match.start("name")):
        return None
    found = _QUOTED.match(text, match.end())
    bare = found is None
    if found is None:
        found = _BARE.match(text, match.end())
    if found is None or (bare and found[0][0] in "[{(" and not _MARKED.match(found[0])):
        return None
    span = trimmed(text, found.span("datum")) if bare else found.span("datum")
    value = text[span[0] : span[1]]
    if match["sep"].startswith("%"):
        value = value.partition("%26")[0]
        span = span[0], span[0] + len(value)
    if match["line"] and not (bare and _is_alone(text, found.span("datum"), value)):
        return None
    if _MARKED.match(value):
        value = beside_marks(value)
        return span if any(map(str.isalnum, value)) and _is_secret(value, strength) else None
    if not _is_secret(value, strength) or (bare and _only_names_one(value, found["datum"], text[span[1] :][:10])):
        return None
    is_phrase = not bare and match["name"].lower().endswith(_PHRASES)
    if match["sep"] == ":" and not is_phrase and (_is_prose(value) or (bare and _is_said(text, span, strength))):
        return None
    return span


def _is_alone(text: str, span: Span, value: str) -> bool:
    """Whether a value on the line below its name is all that stands there, and no word."""
    rest = text[span[1] : span[1] + 4].lstrip(" \t")
    return (
        (not rest or rest[0] in "\r\n")
        and not text[slice(*span)].endswith((":", "=", "{"))
        and any(map(str.isdigit, value))
        and any(map(str.isalpha, value))
        and ":" not in value
    )


def _name_strength(text: str, span: Span) -> Strength:
    """Judges the name together with the words before it: `api key: ...`, `next page token: ...`."""
    start, end = span
    before = _WORDS_BEFORE.search(text[max(0, start - 24) : start])
    return key_facts((before[0] if before else "") + text[max(start, end - MAX_NAME) : end]).strength


def _is_said(text: str, span: Span, strength: Strength) -> bool:
    """Whether a plain word only says something: of a token, or as the first of a sentence."""
    if not _WORD.fullmatch(text, *span):
        return False
    rest = text[span[1] : span[1] + 8].lstrip(" \t" + _CLOSERS + "\"'")
    return (strength is Strength.TOKEN and text[slice(*span)].isalpha()) or rest[:1] not in ("", "\r", "\n", "\\")


def _is_secret(value: str, strength: Strength) -> bool:
    if is_stand_in(value):
        return False
    if strength is Strength.WEAK:
        return looks_random(value)
    if strength is Strength.TOKEN and value.isdigit():
        return len(value) > 3
    return len(value) > 1


def _only_names_one(value: str, untrimmed: str, rest: str) -> bool:
    """Whether a bare value is code, a reference, or the number of an amount."""
    return is_expression(value) or only_stands_in(untrimmed) or (value.isdigit() and bool(_COUNTER.match(rest)))


def _is_prose(value: str) -> bool:
    """Whether the value is Korean words or several words: an explanation, not a secret."""
    korean = all("가" <= c <= "힣" or c in " .,!?" for c in value)
    return korean or (" " in value and not any(c.isdigit() for c in value))


def _element(match: re.Match[str]) -> Span | None:
    if key_facts(match["name"].rpartition(":")[2]).strength < Strength.TOKEN:
        return None
    found = _ELEMENT_TEXT.match(match.string, match.end())
    return found.span("datum") if found and not is_stand_in(found["datum"]) else None


def _form_part(match: re.Match[str]) -> Span | None:
    return match.span("datum") if key_facts(match["name"]).strength >= Strength.TOKEN else None


def _option(match: re.Match[str]) -> Span | None:
    if key_facts(match["name"]).strength < Strength.TOKEN or is_stand_in(match["datum"]):
        return None
    return match.span("datum")


ASSIGNMENT = Rule(
    name="assignment",
    label=SECRET,
    signs=("=", ":", "->", "→", "%3d"),
    pattern=re.compile(
        r"(?<![A-Za-z0-9_.\[\]가-힣$-])(?P<name>[A-Za-z0-9_.\[\]가-힣$-]++)"
        r"""(?<=[A-Za-z0-9_\]가-힣])["'`\\\]*]{0,8}[ \t]{0,4}"""
        r"(?:[ ]?\([a-z가-힣 ]{1,20}\)[ \t]{0,4})?"
        r"(?P<sep>=>|->|→|:=|={1,3}|:|%3[dD])[ \t]{0,4}(?:\*{1,2}[ \t]{0,4})?"
        r"(?P<line>(?:[|>][+-]?[ \t]{0,4})?\r?\n[ \t]{0,16})?"
    ),
    reason="Files of settings, forms, query strings, JSON that was cut, connection strings: a name, a sign, a value.",
    matches=(
        "password=q1w2e3",
        "DB_PASSWORD = 'correct horse'",
        '{\\"apiKey\\": \\"q1w2e3r4\\", \\"a\\": 1',
        "?page=2&access_token=q1w2e3&x=1",
        "Server=db;Uid=sa;Pwd=q1w2;Encrypt=yes",
        "api key: q1w2e3r4",
        "비밀번호: q1w2!e3입니다",
        "암호=가나다123",
        "**Password:** q1w2e3",
        "passphrase: 'correct horse battery'",
        "AccountKey=q1w2e3r4t5y6==;EndpointSuffix=x",
        "password=[SECRET]q1w2e3",
        "Password :\nq1w2e3",
        "db:\n  password: >-\n    q1w2e3\n",
        "password (temporary): q1w2e3",
        "password%3Dq1w2e3%26x%3D1",
        "?to=https%3A%2F%2Fexample.com%3Ftoken%3Dq1w2e3r4",
        "password=[REDACTED:3f9a]q1w2e3,",
    ),
    misses=(
        "max_tokens=4096",
        "token_count: 812",
        "password: required",
        "Password: must contain eight characters",
        "password=${DB_PASSWORD}",
        "(password=${DB_PASSWORD})",
        "password=****",
        "password=[SECRET]입니다",
        "password=[HIDDEN].",
        "password:\n  min_length: 8",
        "token:\nv2 of the page",
        "token = get_token()",
        "cookie_policy=strict",
        "secret: garden tour",
        "primary key: order_id",
        "비밀번호: 변경 요청",
        "비밀번호: 10자리 이상",
    ),
    locate=_assigned,
)
ELEMENT = Rule(
    name="xml_element",
    label=SECRET,
    signs=("</",),
    pattern=re.compile(r"<(?P<name>[A-Za-z_][\w.:-]{0,63})(?:\s[^<>]{0,200})?>"),
    reason="XML bodies, SOAP among them: the element's name stands for the key.",
    matches=("<user>kim</user><wsse:Password Type='t'>q1w2</wsse:Password>",),
    misses=("<token_count>812</token_count>", "<password></password>", "<b>secret</b>"),
    locate=_element,
)
FORM_PART = Rule(
    name="multipart_form_part",
    label=SECRET,
    signs=("form-data",),
    pattern=re.compile(
        r'(?i:content-disposition:)[ \t]{0,4}form-data;[ \t]{0,4}name="(?P<name>[^"\r\n]{1,80})"'
        r"\r?\n\r?\n(?P<datum>[^\r\n]{1,1024})"
    ),
    reason="RFC 7578: a form's field stands in a part of its own, two line ends after its name.",
    matches=('Content-Disposition: form-data; name="password"\r\n\r\nq1w2e3\r\n--x',),
    misses=('Content-Disposition: form-data; name="city"\r\n\r\nSeoul\r\n--x',),
    locate=_form_part,
)
OPTION = Rule(
    name="command_line_option",
    label=SECRET,
    signs=("-",),
    pattern=re.compile(
        r"""(?<![\w-])--?(?P<name>[A-Za-z][A-Za-z0-9-]{1,40})[ ]{1,2}["']?(?P<datum>[^\s"'-][^\s"']{1,255})"""
    ),
    reason="Commands that people paste take secrets as options.",
    matches=("login --user kim --password q1w2e3",),
    misses=("run --max-tokens 4096", "login --password-stdin", "deploy --token $TOKEN"),
    locate=_option,
)

BY_ASSIGNMENT = (ELEMENT, FORM_PART, OPTION, ASSIGNMENT)
