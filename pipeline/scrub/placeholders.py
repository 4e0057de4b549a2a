"""What stands where a datum stood: `[CLASS]`, or `[CLASS:3f9a]` when a key says which datum it was."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.scrub.rule import RuleSet

#: Classes of data that rules remove.
EMAIL = "EMAIL"
PHONE = "PHONE"
CARD = "CARD"
IBAN = "IBAN"
BANK_ACCOUNT = "BANK_ACCOUNT"
RRN = "RRN"
SSN = "SSN"
PASSPORT = "PASSPORT"
DRIVER_LICENSE = "DRIVER_LICENSE"
BUSINESS_NUMBER = "BUSINESS_NUMBER"
HEALTH_INSURANCE = "HEALTH_INSURANCE"
CUSTOMS_CODE = "CUSTOMS_CODE"
NATIONAL_ID = "NATIONAL_ID"
SECRET = "SECRET"  # noqa: S105  the name of a class
JWT = "JWT"
PRIVATE_KEY = "PRIVATE_KEY"
URL_CREDENTIAL = "URL_CREDENTIAL"
IP_ADDRESS = "IP_ADDRESS"
#: What an installation's own rules remove, where they name no other class.
CUSTOM = "CUSTOM"

#: Of these one datum is written with and without separators: they are left out of its identity.
_WRITTEN_WITH_SEPARATORS = (
    PHONE,
    CARD,
    IBAN,
    BANK_ACCOUNT,
    RRN,
    SSN,
    PASSPORT,
    DRIVER_LICENSE,
    BUSINESS_NUMBER,
    HEALTH_INSURANCE,
    CUSTOMS_CODE,
    NATIONAL_ID,
)
DATUM_CLASSES = (*_WRITTEN_WITH_SEPARATORS, EMAIL, SECRET, JWT, PRIVATE_KEY, URL_CREDENTIAL, IP_ADDRESS, CUSTOM)

#: What the walk itself leaves out: beyond a cap, a container inside itself, what could not be read.
CUT = "[CUT]"
CYCLE = "[CYCLE]"
WITHHELD = "[WITHHELD]"

#: Hexadecimal digits of an identity. Enough to follow one value through a trace, too few to be of use elsewhere.
IDENTITY_DIGITS = 4

_ANY = rf"\[(?:{'|'.join(DATUM_CLASSES)}|CUT|CYCLE|WITHHELD)(?::[0-9a-f]{{{IDENTITY_DIGITS}}})?\]"
PLACEHOLDER = re.compile(_ANY)
#: A mark as this and other tools write it; what goes on behind it is no mark.
MARK = rf"\[[A-Z_]{{2,24}}(?::[0-9a-f]{{{IDENTITY_DIGITS}}})?\]"
_MARKS = re.compile(MARK)


def beside_marks(value: str) -> str:
    """What a value says beside the marks in it: a mark exempts itself and nothing else.

    >>> beside_marks("[SECRET:3f9a]hunter2"), beside_marks("[REDACTED]")
    ('hunter2', '')
    """
    return _MARKS.sub("", value) if "[" in value else value


class Redactor:
    """Makes the placeholders of one call and counts them by class.

    Attributes:
        rules: the rules of the call.
        removed: class -> how many data of it were replaced.
    """

    __slots__ = ("_key", "removed", "rules")

    def __init__(self, rules: RuleSet, key: bytes | None = None) -> None:
        self.rules = rules
        self._key = key
        self.removed: dict[str, int] = {}

    def replace(self, label: str, datum: str) -> str:
        """Counts one datum and gives what stands in its place."""
        self._count(label)
        if self._key is None:
            return f"[{label}]"
        return f"[{label}:{identity(self._key, label, datum)}]"

    def mark(self, placeholder: str) -> str:
        """Counts one `[CUT]`, `[CYCLE]` or `[WITHHELD]` and gives it back."""
        self._count(placeholder[1:-1])
        return placeholder

    def _count(self, label: str) -> None:
        self.removed[label] = self.removed.get(label, 0) + 1


def identity(key: bytes, label: str, datum: str) -> str:
    """The keyed identity of a datum: equal values agree, and without the key nothing can be tried against it.

    >>> identity(b"k", PHONE, "010-2345-6789") == identity(b"k", PHONE, "010 2345 6789")
    True
    >>> identity(b"k", PHONE, "010-2345-6789") == identity(b"other", PHONE, "010-2345-6789")
    False
    """
    if label in _WRITTEN_WITH_SEPARATORS:
        datum = "".join(filter(str.isalnum, datum)).casefold()
    elif label == EMAIL:
        datum = datum.casefold()
    message = f"{label}\0{datum}".encode("utf-8", "surrogatepass")
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:IDENTITY_DIGITS]
