"""JSON that a string holds: read within bounds, and written back."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, NoReturn

#: Deepest nesting that is read: deeper than what is kept, far from what the parser itself can bear.
MAX_JSON_DEPTH = 200

#: What JSON that needs looking into may begin with; NUL is taken out before it is read.
OPENERS = frozenset('{[" \n\t\r\0')

#: Stands for "this text is no JSON that needs looking into".
NOT_JSON = object()

_NESTING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuses an object that holds a key twice: a parser would hide the first value, not remove it."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _fraction(written: str) -> Decimal | float:
    """A fraction as it was written, `1.10` with its nought; one beyond every exponent is infinite."""
    with suppress(InvalidOperation):
        if isfinite(float(written)):
            return Decimal(written)
    return float(written)


_DECODER = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_refuse, parse_float=_fraction, strict=False)
#: Fractions are written behind a NUL, which no text has any more, and taken out of their quotes.
_QUOTED_FRACTION = re.compile(r'"\\u0000([^"\\]*)"')


def read(text: str) -> Any:
    r"""What the JSON text holds, or `NOT_JSON`; a number or a plain quoted word is no JSON here.

    Raises:
        RecursionError: it is nested deeper than `MAX_JSON_DEPTH`.

    >>> read('{"a": [1]}'), read('"{\\"a\\": 1}"'), read("[EMAIL]") is NOT_JSON, read('"word"') is NOT_JSON
    ({'a': [1]}, '{"a": 1}', True, True)
    """
    text = text.strip(" \t\r\n")
    ends = text[:1] + text[-1:]
    if ends not in ("{}", "[]") and not (ends == '""' and "\\" in text):
        return NOT_JSON
    if text.count("[") + text.count("{") > MAX_JSON_DEPTH and nesting(text) > MAX_JSON_DEPTH:
        raise RecursionError
    try:
        return _DECODER.decode(text)
    except ValueError:
        return NOT_JSON


def write(value: Any) -> str:
    """The value as compact JSON text, never longer than what it was read from but for the placeholders.

    >>> write({"이름": [1, "[EMAIL]"]})
    '{"이름":[1,"[EMAIL]"]}'
    >>> write(read('{"price": 1.10, "of": "kim"}'))
    '{"price":1.10,"of":"kim"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=lambda fraction: f"\0{fraction}")
    return _QUOTED_FRACTION.sub(r"\1", text)


def nesting(text: str) -> int:
    """How deep brackets are nested, those in strings left out.

    >>> nesting('[["]"], {}]')
    2
    """
    depth = deepest = 0
    for found in _NESTING.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest
