"""Canonical values: what two leaves must share to be the same value (design: The border, Seal, Canonical and Weak)."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from pipeline.seal import weak

#: Text is compared as a number up to so many characters; the sign and the point beside 64 digits.
_MAX_NUMBER_TEXT = 66
_MAX_DIGITS = 64

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")

#: What a number begins with: a byte that UTF-8 never has, so that no text is a number by accident.
_NUMBER_MARK = b"\xff"


def fold_text(text: str) -> str:
    """Text as it is compared: NFC, trimmed and case-folded.

    >>> fold_text("  Straße ")
    'strasse'
    """
    if text.isascii():
        return text.strip().lower()
    folded = unicodedata.normalize("NFC", text).strip().casefold()
    return unicodedata.normalize("NFC", folded)


def canonical_text(text: str) -> bytes | None:
    r"""The canonical value of a text, None if it is weak. Text that spells a plain number is that number.

    >>> canonical_text(" Seoul "), canonical_text("1250.50"), canonical_text("02134")
    (b'seoul', b'\xff12505e-1', b'02134')
    >>> canonical_text("yes"), canonical_text("999")
    (None, None)
    """
    folded = fold_text(text)
    if folded[:1] in "-0123456789" and is_plain_number(folded):
        return _plain_number(folded)
    return encode_text(folded) if len(folded) > weak.TEXT else None


def canonical_number(number: int | float | Decimal) -> bytes | None:
    r"""The canonical value of a number, None if it is weak; exact, whatever the precision of the decimal context.

    >>> canonical_number(1000), canonical_number(Decimal("1e3")), canonical_number(Decimal("-1000.00"))
    (b'\xff1e3', b'\xff1e3', b'\xff-1e3')
    >>> canonical_number(999) is None
    True
    """
    if type(number) is int:
        return None if -weak.NUMBER < number < weak.NUMBER else _plain_number(_integer_text(number))
    exact = number if isinstance(number, Decimal) else Decimal(repr(number))
    if not exact.is_finite() or -weak.NUMBER < exact < weak.NUMBER:
        return None
    mantissa, _, exponent = format(exact, "E").partition("E")
    return _number(mantissa, int(exponent))


def encode_text(text: str) -> bytes:
    """The bytes of a text; a lone surrogate is kept as it is, since JSON can spell one."""
    return text.encode("utf-8", "surrogatepass")


def is_plain_number(text: str) -> bool:
    """Whether a text spells a number as JSON would, without an exponent, in at most 64 digits.

    >>> is_plain_number("-12.50"), is_plain_number("012"), is_plain_number("12e5")
    (True, False, False)
    """
    if len(text) > _MAX_NUMBER_TEXT or _NUMBER.fullmatch(text) is None:
        return False
    return len(text) - text.count("-") - text.count(".") <= _MAX_DIGITS


def _integer_text(number: int) -> str:
    """The digits of an integer; Decimal has no limit on them, which `str` has."""
    return str(number) if number.bit_length() < 10_000 else format(Decimal(number), "f")


def _plain_number(text: str) -> bytes | None:
    """The canonical value of a number that is written without an exponent."""
    return _number(text, 0)


def _number(mantissa: str, exponent: int) -> bytes | None:
    """Sign, digits without a zero at either end, and the power of ten that they count."""
    sign, digits = ("-", mantissa[1:]) if mantissa[0] == "-" else ("", mantissa)
    whole, _, fraction = digits.partition(".")
    digits = whole + fraction
    power = exponent - len(fraction)
    kept = digits.rstrip("0")
    power += len(digits) - len(kept)
    kept = kept.lstrip("0")
    if not kept or len(kept) + power <= weak.INTEGER_DIGITS:
        return None
    return _NUMBER_MARK + f"{sign}{kept}e{power}".encode()
