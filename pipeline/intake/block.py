"""The selector block: kept whole but scrubbed, or without its words where a collection keeps none."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pipeline.intake.crossing import Crossing, present
from pipeline.seal import MAX_DEPTH, Cap, CapExceededError

#: Facts of the block that are names, codes, numbers or flags, and never a word of the query.
_WORDLESS_NAMES = ("selected_target", "llm_target", "policy")
_WORDLESS_NUMBERS = ("confidence", "margin", "llm_margin", "overrode_llm", "ambiguous", "learning_applied")

#: Integers of this size and beyond are kept as text: SQL and JSON readers round them.
_MAX_INTEGER = 2**63


def keep_block(block: dict[str, Any] | None, crossing: Crossing) -> dict[str, Any] | None:
    """What a collection keeps of a selector block.

    Raises:
        CapExceededError: the block is deeper or larger than is kept.
    """
    if not block:
        return None
    if crossing.keeps_text:
        kept: dict[str, Any] = crossing.scrubbed(_plain(block, crossing))
        return kept
    names = {name: crossing.name(_text(block.get(name))) for name in _WORDLESS_NAMES}
    numbers = {name: _number(block.get(name)) for name in _WORDLESS_NUMBERS}
    codes = block.get("reason_codes")
    reasons = crossing.names(filter(None, map(_text, codes))) if type(codes) is list else None
    return present(**names, **numbers, reason_codes=reasons)


def block_target(block: dict[str, Any] | None, name: str) -> str | None:
    """A target that a block names, None where it names none.

    >>> block_target({"selected_target": "getOrder", "llm_target": None}, "selected_target")
    'getOrder'
    """
    return _text((block or {}).get(name))


def _text(value: Any) -> str | None:
    return value if type(value) is str and value and not value.isspace() else None


def _number(value: Any) -> Any:
    return _plain_scalar(value) if type(value) in (bool, int, float, Decimal) else None


def _plain(value: Any, crossing: Crossing, depth: int = 0) -> Any:
    """The value in the types that every JSON writer knows; it goes no deeper than the cap."""
    if depth > MAX_DEPTH:
        raise CapExceededError(Cap.DEPTH)
    if type(value) is dict:
        crossing.spend_nodes(len(value))
        return {key: _plain(item, crossing, depth + 1) for key, item in value.items()}
    if type(value) is list:
        crossing.spend_nodes(len(value))
        return [_plain(item, crossing, depth + 1) for item in value]
    return _plain_scalar(value)


def _plain_scalar(value: Any) -> Any:
    if type(value) is Decimal:
        whole = value == value.to_integral_value() and abs(value) < 2**53
        return int(value) if whole else _finite(value)
    if type(value) is int and abs(value) >= _MAX_INTEGER:
        return str(value)
    return value


def _finite(value: Decimal) -> float | str:
    number = float(value)
    return str(value) if number in (float("inf"), float("-inf")) else number
