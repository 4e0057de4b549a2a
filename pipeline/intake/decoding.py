"""Decoding: the bytes of a message as the elements that it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.intake.dead_letters import MAX_EVENTS, MAX_MESSAGE_BYTES, Reason, RefusedError
from pipeline.seal import decode_json

#: Commas and opening brackets of a message, a measure of the memory that its values take: about 100 bytes each.
_MAX_MARKS = 1_000_000

#: Messages below this size cannot hold more.
_SMALL = _MAX_MARKS

_BOM = b"\xef\xbb\xbf"


def read_elements(data: bytes | None) -> Iterator[tuple[int | None, Any]]:
    """The elements of a message, each with its index in an array; None is the index of a lone one.

    >>> list(read_elements(b'{"type": "user.message"}'))
    [(None, {'type': 'user.message'})]
    >>> list(read_elements(b'[{}, 7]'))
    [(0, {}), (1, 7)]

    Raises:
        RefusedError: the message as a whole cannot be read.
    """
    value = _decode(data)
    if type(value) is not list:
        return iter(((None, value),))
    if not value:
        raise RefusedError(Reason.EMPTY)
    if len(value) > MAX_EVENTS:
        raise RefusedError(Reason.TOO_LARGE, f"The array has more than {MAX_EVENTS} events: send it in parts.")
    return enumerate(value)


def _decode(data: bytes | None) -> Any:
    if not data or data.isspace():
        raise RefusedError(Reason.EMPTY)
    if len(data) > MAX_MESSAGE_BYTES:
        raise RefusedError(Reason.TOO_LARGE)
    if len(data) > _SMALL and data.count(b",") + data.count(b"[") + data.count(b"{") > _MAX_MARKS:
        raise RefusedError(Reason.TOO_MANY_NODES)
    try:
        return decode_json(data.removeprefix(_BOM).decode())
    except UnicodeDecodeError:
        raise RefusedError(Reason.NOT_UTF8) from None
    except ValueError:
        raise RefusedError(Reason.NOT_JSON) from None
    except RecursionError:
        raise RefusedError(Reason.TOO_DEEP) from None
