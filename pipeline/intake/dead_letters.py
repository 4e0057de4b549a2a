"""Dead letters: what was refused, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from pipeline.intake.message import Message
from pipeline.seal import Keyring

#: Bytes of the largest message; Kafka's default limit is one megabyte, and a line of a file seldom has ten.
MAX_MESSAGE_BYTES = 16 * 2**20

#: Events of one message: a whole day's file as one array is better sent as lines.
MAX_EVENTS = 50_000


class Reason(StrEnum):
    """Why an event was refused: stable codes, which programs may rely on."""

    EMPTY = "empty"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    TOO_MANY_NODES = "too_many_nodes"
    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_VERSION = "unknown_version"
    BAD_FIELD = "bad_field"
    NO_COLLECTION = "no_collection"
    BAD_COLLECTION = "bad_collection"
    NO_RUN = "no_run"
    NO_TS = "no_ts"
    BAD_TS = "bad_ts"
    TS_IN_FUTURE = "ts_in_future"
    BEFORE_FLOOR = "before_floor"
    ERASED = "erased"
    BAD_SEAL = "bad_seal"
    WITHHELD = "withheld"


#: What to do, one sentence a reason. A refusal that knows the field says more.
WHAT_TO_DO: Mapping[Reason, str] = {
    Reason.EMPTY: "The message holds no event: leave it out, or send one.",
    Reason.NOT_UTF8: "The bytes are no UTF-8: send JSON in UTF-8.",
    Reason.NOT_JSON: "The text is no JSON: send one JSON object, or an array of them, without NaN or Infinity.",
    Reason.TOO_LARGE: f"The message has more than {MAX_MESSAGE_BYTES} bytes: send its events one by one.",
    Reason.TOO_DEEP: "The event is nested too deep: send the payload of the tool flatter, or cut.",
    Reason.TOO_MANY_NODES: "The event holds too many values: send the payload of the tool cut, or in several events.",
    Reason.NOT_AN_OBJECT: "An event is a JSON object: send one, or an array of them.",
    Reason.UNKNOWN_TYPE: "`type` names no event of the contract: send one of the types of docs/events.md.",
    Reason.UNKNOWN_VERSION: "`schema_version` is not 1: upgrade the worker, then replay this letter.",
    Reason.BAD_FIELD: "A field is of the wrong type: send it as docs/schemas says.",
    Reason.NO_COLLECTION: "No collection is named: send `collection_id`, or set one for the topic or the replay.",
    Reason.BAD_COLLECTION: "`collection_id` is too long or holds personal data: name the collection in plain words.",
    Reason.NO_RUN: "No run is named: send `attempt_id` or `plan_id`.",
    Reason.NO_TS: "No time is given: send `ts`, or replay with --assume-ts.",
    Reason.BAD_TS: "`ts` is no moment: send ISO 8601 with a zone, such as 2026-01-05T09:00:00Z.",
    Reason.TS_IN_FUTURE: "`ts` is more than a day after the record's own time: set the sender's clock.",
    Reason.BEFORE_FLOOR: "The event is older than the collection keeps: replay it only after raising the retention.",
    Reason.ERASED: "The event is from before the collection's erasure: it stays out.",
    Reason.BAD_SEAL: "The proof of a sealed event does not hold: send the event raw, or by the publisher.",
    Reason.WITHHELD: "The event could not be scrubbed and sealed, so nothing of it is kept: report its position.",
}


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """One refused element of a message.

    Attributes:
        source: the message's source.
        position: the message's position; an element of an array is `POSITION#INDEX`.
        digest: the keyed hash of the message's bytes.
        reason: the stable code.
        detail: one sentence that says what to do; it names a field, never its value.
        collection_id: the collection, where it is known and good.
        body: what valid JSON held, scrubbed and sealed; None where nothing could be read or kept.
        scrub_rules: the version of the rules that scrubbed it.
    """

    source: str
    position: str
    digest: str
    reason: Reason
    detail: str
    collection_id: str | None
    body: Mapping[str, Any] | None
    scrub_rules: str | None = None


class RefusedError(Exception):
    """An event is refused; it becomes a dead letter."""

    def __init__(self, reason: Reason, detail: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail or WHAT_TO_DO[reason]


class LetterWriter:
    """Writes the dead letters of one message; its bytes are hashed once, however many of its elements are refused.

    Attributes:
        message: the message.
    """

    def __init__(self, message: Message, keyring: Keyring, scrub_rules: str) -> None:
        self.message = message
        self._scrub_rules = scrub_rules
        self._keyring = keyring

    @cached_property
    def _digest(self) -> str:
        if self.message.redelivery is not None:
            return self.message.redelivery.digest
        return self._keyring.digest(self.message.data or b"")

    def write(
        self,
        refusal: RefusedError,
        index: int | None = None,
        collection_id: str | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> DeadLetter:
        """The dead letter of one element, or of the message as a whole where there is no index."""
        position = self.message.position
        return DeadLetter(
            source=self.message.source,
            position=position if index is None else f"{position}#{index}",
            digest=self._digest,
            reason=refusal.reason,
            detail=refusal.detail,
            collection_id=collection_id,
            body=body,
            scrub_rules=None if body is None else self._scrub_rules,
        )
