"""Drafts: an event that a dead letter keeps whole, scrubbed and sealed, until it can be accepted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pipeline.intake.dead_letters import Reason, RefusedError
from pipeline.intake.envelope import Envelope, parse_ts
from pipeline.intake.message import Message

#: Versions of the contract that this program takes in.
_VERSIONS = (None, 1)

_TEXT_NOT_KEPT = "The letter was kept with its text, and its collection keeps none any more: skip it."


class Draft(NamedTuple):
    """An event that was kept, with the time it has now."""

    event_type: str
    envelope: Envelope
    body: Mapping[str, Any]


def write_draft(
    event_type: str, envelope: Envelope, body: Mapping[str, Any], version: Any, *, keeps_text: bool
) -> dict[str, Any]:
    """An event as a dead letter keeps it under `event`; its time only where the sender gave one."""
    return {
        "type": event_type,
        "schema_version": version if type(version) is int else None,
        "attempt_id": envelope.attempt_id,
        "plan_id": envelope.plan_id,
        "event_id": envelope.event_id,
        "ts": None if envelope.ts_is_assumed else envelope.ts.isoformat(),
        "principal": envelope.principal,
        "session": envelope.session,
        "keeps_text": keeps_text,
        "body": dict(body),
    }


def read_draft(kept: Mapping[str, Any], message: Message, *, keeps_text: bool) -> Draft:
    """The event that a dead letter kept; the message gives the time that it lacks.

    Raises:
        RefusedError: it still has no time, its version is still not known, or its text may be kept no more.
    """
    event = kept["event"]
    if event["schema_version"] not in _VERSIONS:
        raise RefusedError(Reason.UNKNOWN_VERSION)
    if event["keeps_text"] and not keeps_text:
        raise RefusedError(Reason.WITHHELD, _TEXT_NOT_KEPT)
    given = parse_ts(event["ts"])
    ts = given or message.assume_ts
    if ts is None:
        raise RefusedError(Reason.NO_TS)
    envelope = Envelope(
        attempt_id=event["attempt_id"],
        plan_id=event["plan_id"],
        event_id=event["event_id"],
        ts=ts,
        ts_is_assumed=given is None,
        principal=event["principal"],
        session=event["session"],
        metadata={},
    )
    return Draft(event["type"], envelope, event["body"])
