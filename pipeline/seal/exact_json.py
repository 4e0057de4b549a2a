"""JSON whose numbers keep every digit: fractions are Decimal, never floats."""

from __future__ import annotations

from decimal import Decimal
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

#: Digits that Python turns into an int without complaint (`sys.int_info.default_max_str_digits`).
_MAX_INT_DIGITS = 4_300


def _refuse_constant(name: str) -> NoReturn:
    raise JSONDecodeError(f"{name} is no JSON number", name, 0)


def _integer(literal: str) -> int | Decimal:
    return int(literal) if len(literal) <= _MAX_INT_DIGITS else _decimal(literal)


def _decimal(literal: str) -> Any:
    """A number as Decimal; one whose exponent Decimal cannot hold stays the text that it is."""
    try:
        return Decimal(literal)
    except ArithmeticError:
        return literal


#: Built-in conversions are called from C; the careful decoder stands in where one of them gives up.
_FAST = JSONDecoder(parse_float=Decimal, parse_constant=_refuse_constant)
_CAREFUL = JSONDecoder(parse_float=_decimal, parse_int=_integer, parse_constant=_refuse_constant)


def decode_json(text: str) -> Any:
    """Reads one JSON value.

    Of a key that occurs twice the last counts. NaN and the infinities are no JSON.

    >>> decode_json('{"price": 0.10, "price": 1e400, "count": 7}')
    {'price': Decimal('1E+400'), 'count': 7}

    Raises:
        ValueError: the text is no JSON.
        RecursionError: it is nested deeper than the interpreter reads.
    """
    try:
        return _FAST.decode(text)
    except JSONDecodeError:
        raise
    except (ValueError, ArithmeticError):
        return _CAREFUL.decode(text)
