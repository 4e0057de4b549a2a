"""Paths: where a leaf stands, written so that no value shows in them (design: The border, Paths)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pipeline.scrub import is_clean
from pipeline.seal.caps import MAX_PATH

#: The path of a bare value.
ROOT = "$"

#: The segment of a key that is data, of such a key itself, and of a list item.
ANY_KEY, KEY_ITSELF, ITEM = "*", "*{key}", "[]"

_MAX_FIELD_NAME = 64
_FIELD_NAME = re.compile(r"(?:[^\W\d]|[@$])[\w.:$-]*")
_LONG_DIGITS = re.compile(r"\d{4}")

#: A quoted key or an index in brackets, a key that is itself a value, or a bare key.
_SEGMENT = re.compile(r"""\[(?:'([^']*)'|"([^"]*)"|([^\]]*))\]|(\*\{key\})|([^.\[\]]+)""")


def is_field_name(key: str) -> bool:
    """Whether a key of a dictionary names a field; any other key is data and shows in no path.

    >>> is_field_name("order_id"), is_field_name("@type"), is_field_name("주문번호")
    (True, True, True)
    >>> is_field_name("7700216"), is_field_name("Tea Kettle"), is_field_name("card_7700217")
    (False, False, False)
    """
    return len(key) <= _MAX_FIELD_NAME and _names_field(key)


@lru_cache(maxsize=16_384)
def _names_field(key: str) -> bool:
    """A name that the scrubber would change is no name: credentials occur as keys too."""
    return _FIELD_NAME.fullmatch(key) is not None and _LONG_DIGITS.search(key) is None and is_clean(key)


def normalise_path(written: str) -> str:
    """A path as a sender writes it, in the form of sealed leaves; already in that form it stays as it is.

    >>> normalise_path("$.items[0].orderNo"), normalise_path("stock.7700215.sku"), normalise_path("$")
    ('items[].orderNo', 'stock.*.sku', '$')
    >>> normalise_path("data['kind'][*].*.id"), normalise_path("variants.*{key}")
    ('data.kind[].*.id', 'variants.*{key}')

    Raises:
        ValueError: the path is longer than a path of the seal can be.
    """
    if len(written) > MAX_PATH:
        raise ValueError("the path is too long")
    path = ""
    for number, segment in enumerate(_segments(written)):
        if segment == ITEM:
            path += ITEM
        elif segment != ROOT or number:
            path = f"{path}.{segment}" if path else segment
    return path or ROOT


def _segments(written: str) -> Iterator[str]:
    for match in _SEGMENT.finditer(written.strip()):
        single, double, index, key_itself, bare = match.groups()
        if index is not None:
            yield ITEM
        elif key_itself is not None:
            yield KEY_ITSELF
        else:
            key = next(name for name in (single, double, bare) if name is not None)
            yield key if key == ROOT or is_field_name(key) else ANY_KEY


_BINDING = re.compile(r"\$\{([^${}]*)\}")


def bindings(text: str) -> Iterator[tuple[str, str]]:
    """The declared bindings of an argument's text, each as (id of the source step, path in its output).

    >>> list(bindings("${s1.items[0].orderNo}")), list(bindings("from ${ s2 } to ${s3.stock.*.id}"))
    ([('s1', 'items[].orderNo')], [('s2', '$'), ('s3', 'stock.*.id')])
    """
    for match in _BINDING.finditer(text):
        expression = match[1].strip()
        source = re.split(r"[.\[]", expression, maxsplit=1)[0]
        rest = expression[len(source) :]
        if source and len(rest) <= MAX_PATH:
            yield source, normalise_path(rest)
