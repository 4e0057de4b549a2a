"""What arrives: one Kafka message or one line of a file, as bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


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
    """

    source: str
    position: str
    data: bytes | None = field(repr=False)
    record_ts: datetime | None = None
    collection_id: str | None = None
    assume_ts: datetime | None = None
