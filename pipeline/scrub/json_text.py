"""JSON that a string holds: read within bounds, and written back."""

from __future__ import annotations

import json
import re
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


_DECODER = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_refuse, strict=False)


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
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
