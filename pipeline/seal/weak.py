"""Weak values: those that match by chance, so that an equal pair of them proves nothing. The rules are data.

A weak value is marked and has no fingerprint: `USA`, `true` or `12` in an output and in an argument is no flow of data,
and a fingerprint of one could be looked up in a list of all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

#: Text of so many characters or fewer is weak.
TEXT = 3
#: Numbers smaller than this in size are weak: those with so many digits or fewer before the point.
NUMBER, INTEGER_DIGITS = 1_000, 3


@dataclass(frozen=True, slots=True)
class WeakRule:
    """One kind of weak value; it is judged on the canonical value.

    Attributes:
        name: unique among the rules.
        reason: why a match proves nothing.
        weak: examples that are weak by it.
        strong: examples beside them that are not.
    """

    name: str
    reason: str
    weak: tuple[Any, ...]
    strong: tuple[Any, ...]


WEAK_RULES = (
    WeakRule(
        name="nothing",
        reason="What is absent in two places was not carried from one to the other.",
        weak=(None, "", "   "),
        strong=("null", "none"),
    ),
    WeakRule(
        name="truth",
        reason="There are two of them.",
        weak=(True, False),
        strong=("true", "false"),
    ),
    WeakRule(
        name="short_text",
        reason=f"Text of {TEXT} characters or fewer is a country, a currency, a size or a unit.",
        weak=("USA", " kr ", "네", "서울시", "XL"),
        strong=("Seoul", "서울특별시", "XXXL"),
    ),
    WeakRule(
        name="small_number",
        reason=f"Numbers under {NUMBER:,} in size are counts, pages, percentages and quantities, however written.",
        weak=(0, 7, 999, -999, 999.99, "12", "-0.5", "999.0"),
        strong=(1_000, -1_000, 1_000.5, "1000", "12345.6"),
    ),
)
