"""The fields of events: lenient where senders differ, strict where a wrong type would change what an event says.

Every field takes null for absent. Values are checked and never copied: what they hold is the border's business.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

#: The largest count, index, size or duration: 24 days in milliseconds, two gigabytes, and what SQL keeps as INTEGER.
MAX_WHOLE = 2**31 - 1

#: Items of a list of steps, edges or names; a run of a thousand steps has a few thousand edges.
MAX_ITEMS = 50_000

#: Digits of a whole number that is spelled as text.
_MAX_WHOLE_DIGITS = 10


def wrong_type(expected: str) -> PydanticCustomError:
    """The error of a field that holds something else; it says what to send and never what was sent."""
    return PydanticCustomError("wrong_type", "{expected}", {"expected": expected})


def read_text(value: Any) -> str | None:
    """Text as it is.

    >>> read_text("hello"), read_text(None)
    ('hello', None)
    """
    if value is None or type(value) is str:
        return value
    raise wrong_type("text")


def read_id(value: Any) -> str | None:
    """An id or a name: text, or a number as its digits; blank is absent.

    >>> read_id("s1"), read_id(42), read_id("  ")
    ('s1', '42', None)
    """
    if type(value) is str:
        return value if value and not value.isspace() else None
    if value is None:
        return None
    if type(value) is int:
        return format(Decimal(value), "f")
    raise wrong_type("text or a whole number")


def read_whole(value: Any) -> int | None:
    """A count, index, size or duration: a number, or text that spells one; a fraction is rounded down.

    >>> read_whole(3), read_whole("3"), read_whole(Decimal("3.7"))
    (3, 3, 3)
    """
    if value is None:
        return None
    kind = type(value)
    if kind is str and value.isascii() and value.isdigit() and len(value) <= _MAX_WHOLE_DIGITS:
        value = int(value)
    elif kind is not int and kind is not float and kind is not Decimal:
        raise wrong_type(f"a number from 0 to {MAX_WHOLE}")
    if not 0 <= value <= MAX_WHOLE:
        raise wrong_type(f"a number from 0 to {MAX_WHOLE}")
    return int(value)


def read_flag(value: Any) -> bool | None:
    """True or false, in no other spelling.

    >>> read_flag(False)
    False
    """
    if value is None or type(value) is bool:
        return value
    raise wrong_type("true or false")


def read_object(value: Any) -> dict[str, Any] | None:
    """A JSON object, whatever it holds.

    >>> read_object({"any": ["thing"]})
    {'any': ['thing']}
    """
    if value is None or type(value) is dict:
        return value
    raise wrong_type("an object")


def message_as_error(value: Any) -> Any:
    """An error that is its message alone, as the object that it would be.

    >>> message_as_error("no such order")
    {'message': 'no such order'}
    """
    return {"message": value} if type(value) is str else value


def read_ids(value: Any) -> list[str] | None:
    """A list of ids or names, without the blank ones.

    >>> read_ids(["getOrder", "", 7])
    ['getOrder', '7']
    """
    if value is None:
        return None
    if type(value) is not list:
        raise wrong_type("a list of names")
    if len(value) > MAX_ITEMS:
        raise PydanticCustomError("too_long", f"a list of {MAX_ITEMS} items or fewer")
    return [name for name in map(read_id, value) if name is not None]


def _none_as_empty(value: Any) -> Any:
    return [] if value is None else value


def _schema(*types: str, **more: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": [*types, "null"], **more})


_NAMES = {"type": ["string", "integer"]}

_Item = TypeVar("_Item")

#: A list of models: bounded, given up at its first wrong item, and empty where it is absent.
Several = Annotated[list[_Item], Field(max_length=MAX_ITEMS, fail_fast=True), BeforeValidator(_none_as_empty)]

Text = Annotated[str | None, PlainValidator(read_text), _schema("string")]
Id = Annotated[str | None, PlainValidator(read_id), _schema("string", "integer")]
Ids = Annotated[list[str] | None, PlainValidator(read_ids), _schema("array", items=_NAMES)]
Whole = Annotated[int | None, PlainValidator(read_whole), _schema("number", "string", minimum=0, maximum=MAX_WHOLE)]
Flag = Annotated[bool | None, PlainValidator(read_flag), _schema("boolean")]
Object = Annotated[dict[str, Any] | None, PlainValidator(read_object), _schema("object")]
Payload = Annotated[Any, WithJsonSchema({})]
Moment = Annotated[Any, _schema("string", format="date-time")]
