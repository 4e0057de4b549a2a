"""What arrives: one Kafka message or one line of a file, as bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Redelivery:
    """What a dead letter says of the message that comes again for it.

    Attributes:
        digest: the keyed hash of the bytes as they came first.
        index: the element of the array that is tried again; None for a message that is no array.
        kept: what was kept of it, where the bytes are gone.
    """

    digest: str
    index: int | None = None
    kept: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One Kafka message or one line of a file; it holds one event, or a JSON array of events.

    Attributes:
        source: the file as `file:NAME`, or the topic and partition.
        position: the line number or offset, as text.
        data: the bytes; None for a message without a value. They are raw and show in no representation.
        record_ts: the Kafka record's own time; an event more than a day after it is refused.
        collection_id: the collection of events that name none.
        assume_ts: the time of events that carry none, where there is no `record_ts`.
        redelivery: set where it comes again for a dead letter; it tells nothing of how far its source was read.
    """

    source: str
    position: str
    data: bytes | None = field(repr=False)
    record_ts: datetime | None = None
    collection_id: str | None = None
    assume_ts: datetime | None = None
    redelivery: Redelivery | None = None


def positions_of(message: Message, index: int, *, alone: bool) -> tuple[str, ...]:
    """The positions under which the dead letter of an element may be known.

    Args:
        message: the message.
        index: the place of the element among those that were read.
        alone: whether it was the only one, and so the message or an array of one.

    >>> message = Message("file:a", "17", b"[]")
    >>> positions_of(message, 2, alone=False), positions_of(message, 0, alone=True)
    (('17#2',), ('17', '17#0'))
    """
    again = message.redelivery
    if again is not None:
        return (message.position if again.index is None else f"{message.position}#{again.index}",)
    element = f"{message.position}#{index}"
    return (message.position, element) if alone else (element,)
