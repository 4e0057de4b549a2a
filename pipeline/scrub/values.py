"""What a value looks like: a credential, a stand-in for one, or an ordinary word."""

from __future__ import annotations

import re

from pipeline.scrub.placeholders import PLACEHOLDER
from pipeline.scrub.wordlist import words

#: Words that stand where a secret would: types, states and what other tools write for a hidden value.
_STAND_INS = words(
    """
    string str text number integer int float boolean bool object array list dict bytes any type date char varchar uuid
    null none nil undefined nan true false yes no on off empty blank unset unknown n/a na default auto
    required optional missing invalid valid expired revoked incorrect correct wrong mandatory needed set enabled
    disabled pending failed ok error denied forbidden unauthorized changed updated reset rotated sent generated hashed
    encrypted redacted hidden masked removed filtered withheld secret password token key
    """
)

#: A value's name in its place: `${s1.token}`, `$.data.token`, `{{token}}`, `$TOKEN`, `%s`, `<token>`, `:token`, `?`.
_REFERENCE = re.compile(
    r"\$\{[^{}]*\}|\$\([^()]*\)|\$[.\[][\w.\[\]*-]*|\$[A-Z_][A-Z0-9_]*|\{\{?[\w .$\[\]-]+\}\}?"
    r"|%[a-z]|%\(\w+\)s|<[^<>]*>|:[a-z_]+|\?"
)
_TO_FILL_IN = re.compile(
    r"(?:your|insert|enter|replace|put)[_ -](?:[a-z]+[_ -])*(?:key|token|secret|password|value|here)", re.IGNORECASE
)
_MASK = re.compile(
    r"[*•●]{2,}|[*•●·xX.#_-]{3,}|__[A-Z]+__|\[[A-Z_]+\]|\(?(?:redacted|hidden|masked|filtered)\)?", re.IGNORECASE
)
#: `get_password()`, `os.environ["TOKEN"]`, `process.env.TOKEN`, `config.password`: code that reads a secret.
_EXPRESSION = re.compile(
    r"[A-Za-z_][\w.]*\(.*|(?:os\.environ|process\.env|request|req|self|this|config|settings|env|args|params|body|data)"
    r"[.\[].*",
    re.DOTALL,
)
#: Behind a number it makes an amount: how long a password must be, how often it was wrong, how long a code is good.
COUNTER = r"\s?(?:자|회|번째|개|명|원|년|월|일|시|분|초|건|글자|가지|차|%|digits?|char|letters?|times?|min|sec|days?)"
_TAIL = re.compile("[가-힣]{1,12}$")
_CLOSING = tuple(".,:;!?)]}>\"'`")
_MOST_CLOSERS = 6
_SEGMENT = re.compile(r"[A-Za-z0-9]+")
_UUID = re.compile(r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}")


def is_stand_in(value: str) -> bool:
    """Whether the value only stands for a secret: nothing, a placeholder, a mask, a reference, a type or a state.

    >>> [is_stand_in(v) for v in ("${s1.accessToken}", "****", "required", "[SECRET]", "hunter2")]
    [True, True, True, True, False]
    """
    value = value.strip()
    if not value or value.casefold() in _STAND_INS or PLACEHOLDER.fullmatch(value):
        return True
    return any(form.fullmatch(value) for form in (_REFERENCE, _TO_FILL_IN, _MASK))


def only_stands_in(value: str) -> bool:
    """Whether a value is a stand-in once the marks and the Korean particle that follow it are left out.

    >>> only_stands_in("${TOKEN})."), only_stands_in("$TOKEN입니다"), only_stands_in("q1w2e3)")
    (True, True, False)
    """
    value = _TAIL.sub("", value)
    for _ in range(_MOST_CLOSERS):
        if is_stand_in(value):
            return True
        if not value.endswith(_CLOSING):
            return False
        value = value[:-1]
    return False


def is_expression(value: str) -> bool:
    """Whether the value is program text that reads a secret from somewhere.

    >>> is_expression("get_password()"), is_expression("hunter2")
    (True, False)
    """
    return bool(_EXPRESSION.fullmatch(value))


def looks_random(value: str) -> bool:
    """Whether the value looks generated: long, and some stretch of it mixes letters and digits.

    Words and numbers joined by hyphens are names, and a UUID names a thing.

    >>> looks_random("q7Zt31xMv90KpL2a"), looks_random("blue-phone-case-2024"), looks_random("createOrderForCustomer")
    (True, False, False)
    """
    if len(value) < 16 or _UUID.fullmatch(value):
        return False
    longest = max(_SEGMENT.findall(value), key=_mixed_length, default="")
    return _mixed_length(longest) >= 10


def looks_generated(value: str) -> bool:
    """The same of a shorter value: capitals, small letters and digits in one stretch of eight or more.

    >>> looks_generated("q7Lz0pVx2"), looks_generated("oauth2"), looks_generated("morning")
    (True, False, False)
    """
    if looks_random(value):
        return True
    return not _UUID.fullmatch(value) and any(
        len(segment) >= 8
        and re.search("[a-z]", segment)
        and re.search("[A-Z]", segment)
        and re.search("[0-9]", segment)
        for segment in _SEGMENT.findall(value)
    )


def _mixed_length(segment: str) -> int:
    return 0 if segment.isalpha() or segment.isdigit() else len(segment)
