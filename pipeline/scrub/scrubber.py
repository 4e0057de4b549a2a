"""A scrubber: one set of rules at work on values of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pipeline.scrub.placeholders import WITHHELD, Redactor
from pipeline.scrub.rule import RuleSet
from pipeline.scrub.rules import RULE_SET
from pipeline.scrub.walk import traverse


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A scrubbed value and what was taken out of it.

    Attributes:
        value: dictionaries with string keys, lists, strings, numbers, booleans and None.
        removed: class -> how often it was replaced; what a cap left out is counted as `CUT`.
    """

    value: Any
    removed: Mapping[str, int]


class Scrubber:
    """Scrubs by one set of rules.

    Args:
        rules: the rules; without any, the built-in ones.

    Attributes:
        rules: the rules.
    """

    __slots__ = ("rules",)

    def __init__(self, rules: RuleSet = RULE_SET) -> None:
        self.rules = rules

    @property
    def version(self) -> str:
        """The name of the rules, which is stored with what they scrubbed."""
        return self.rules.version

    def scrub(self, value: object, *, key: bytes | None = None) -> Any:
        """Scrubs a value of any kind.

        Args:
            value: anything; it is not changed.
            key: where given, a placeholder carries the keyed identity of its datum (`[EMAIL:3f9a]`), so that equal
                data stay comparable without being readable.

        Returns:
            JSON-shaped data. Where the scrubber itself fails, `[WITHHELD]` in place of the whole.

        >>> Scrubber().scrub({"to": "kim@example.com으로", "apiKey": "q1w2", "n": 3})
        {'to': '[EMAIL]으로', 'apiKey': '[SECRET]', 'n': 3}
        """
        return self.report(value, key=key).value

    def report(self, value: object, *, key: bytes | None = None) -> Scrubbed:
        """Scrubs a value and counts what was removed, by class.

        >>> Scrubber().report(["010-2345-6789", "a@example.com b@example.com"]).removed
        mappingproxy({'EMAIL': 2, 'PHONE': 1})
        """
        redactor = Redactor(self.rules, key)
        try:
            scrubbed = traverse(value, redactor)
        except Exception:  # noqa: BLE001  what cannot be scrubbed for whatever reason must not pass
            return Scrubbed(WITHHELD, MappingProxyType({WITHHELD[1:-1]: 1}))
        return Scrubbed(scrubbed, MappingProxyType(dict(sorted(redactor.removed.items()))))

    def text(self, text: str, *, key: bytes | None = None) -> str:
        """Scrubs one string, and the JSON that it may hold.

        >>> Scrubber().text("카드 4242 4242 4242 4242로 결제")
        '카드 [CARD]로 결제'
        """
        return str(self.scrub(text, key=key))

    def is_clean(self, text: str) -> bool:
        """Whether scrubbing would leave the text as it is.

        >>> Scrubber().is_clean("ORD-20260301-000123"), Scrubber().is_clean("kim@example.com")
        (True, False)
        """
        return self.text(text) == text


#: The scrubber with the built-in rules.
SCRUBBER = Scrubber()
