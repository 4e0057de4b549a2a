"""The border's scrubber: takes credentials and personal data out of any value.

`scrub` never raises, never changes what it is given, and gives JSON-shaped data in which a placeholder such as
`[EMAIL]` stands exactly where a datum stood. What it has scrubbed it leaves as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pipeline.scrub.placeholders import WITHHELD, Redactor
from pipeline.scrub.rule import Rule
from pipeline.scrub.rules import RULES, RULES_VERSION
from pipeline.scrub.walk import traverse

__all__ = ["RULES", "RULES_VERSION", "Rule", "Scrubbed", "is_clean", "scrub", "scrub_text", "scrub_with_report"]


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A scrubbed value and what was taken out of it.

    Attributes:
        value: dictionaries with string keys, lists, strings, numbers, booleans and None.
        removed: class -> how often it was replaced; what a cap left out is counted as `CUT`.
    """

    value: Any
    removed: Mapping[str, int]


def scrub(value: object, *, key: bytes | None = None) -> Any:
    """Scrubs a value of any kind.

    Args:
        value: anything; it is not changed.
        key: where given, a placeholder carries the keyed identity of its datum (`[EMAIL:3f9a]`), so that equal data
            stay comparable without being readable.

    Returns:
        JSON-shaped data. Where the scrubber itself fails, `[WITHHELD]` in place of the whole.

    >>> scrub({"to": "kim@example.com으로", "apiKey": "q1w2", "n": 3})
    {'to': '[EMAIL]으로', 'apiKey': '[SECRET]', 'n': 3}
    """
    return scrub_with_report(value, key=key).value


def scrub_with_report(value: object, *, key: bytes | None = None) -> Scrubbed:
    """Scrubs a value and counts what was removed, by class.

    >>> scrub_with_report(["010-2345-6789", "a@example.com b@example.com"]).removed
    mappingproxy({'EMAIL': 2, 'PHONE': 1})
    """
    redactor = Redactor(key)
    try:
        scrubbed = traverse(value, redactor)
    except Exception:  # noqa: BLE001  what cannot be scrubbed for whatever reason must not pass
        return Scrubbed(WITHHELD, MappingProxyType({WITHHELD[1:-1]: 1}))
    return Scrubbed(scrubbed, MappingProxyType(dict(sorted(redactor.removed.items()))))


def scrub_text(text: str, *, key: bytes | None = None) -> str:
    """Scrubs one string, and the JSON that it may hold.

    >>> scrub_text("카드 4242 4242 4242 4242로 결제")
    '카드 [CARD]로 결제'
    """
    return str(scrub(text, key=key))


def is_clean(text: str) -> bool:
    """Whether scrubbing would leave the text as it is.

    >>> is_clean("ORD-20260301-000123"), is_clean("kim@example.com")
    (True, False)
    """
    return scrub_text(text) == text
