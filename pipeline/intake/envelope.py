"""The envelope of an event: whose it is, which run it belongs to, and when it happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from pipeline.events import Event, TraceMetadata
from pipeline.intake.crossing import Crossing, is_plain_name
from pipeline.intake.dead_letters import Reason, RefusedError
from pipeline.intake.message import Message
from pipeline.scrub import Scrubber
from pipeline.seal import Purpose

#: Names of the trace metadata that are kept beside the ids.
METADATA_NAMES = ("case_id", "agent", "catalog_version", "request_id")

#: How far an event's clock may run ahead of the record's (design: Event contract).
_MAX_AHEAD = timedelta(days=1)

#: Years in which a trace can have been written: a clock that says another is broken, and days stay easy to add.
_FIRST_YEAR, _LAST_YEAR = 1970, 2199


class Envelope(NamedTuple):
    """What an event says beside its facts.

    Attributes:
        attempt_id: the run, where the sender gave one.
        plan_id: the plan, where the sender gave one.
        event_id: the sender's id, None where it gave none.
        ts: when it happened, UTC.
        ts_is_assumed: whether the sender gave no time.
        principal: keyed hash of who asked, where known.
        session: keyed hash of the session, where known.
        metadata: the names that are kept beside these.
    """

    attempt_id: str | None
    plan_id: str | None
    event_id: str | None
    ts: datetime
    ts_is_assumed: bool
    principal: str | None
    session: str | None
    metadata: dict[str, Any]


def identity_of(event_type: str, collection_id: str, envelope: Envelope) -> dict[str, str | None]:
    """What an event is hashed by beside its body: type, ids and the time that its sender gave."""
    return {
        "collection_id": collection_id,
        "type": event_type,
        "attempt_id": envelope.attempt_id,
        "plan_id": envelope.plan_id,
        "event_id": envelope.event_id,
        "ts": None if envelope.ts_is_assumed else envelope.ts.isoformat(),
        "principal": envelope.principal,
        "session": envelope.session,
    }


def read_collection(words: Mapping[str, str], message: Message, scrubber: Scrubber) -> str:
    """The collection of an event: its own word, else the message's.

    Raises:
        RefusedError: there is none, or it is no name.
    """
    collection_id = words.get("collection_id") or message.collection_id
    if not collection_id:
        raise RefusedError(Reason.NO_COLLECTION)
    if not is_plain_name(collection_id, scrubber):
        raise RefusedError(Reason.BAD_COLLECTION)
    return collection_id


def read_envelope(event: Event, words: Mapping[str, str], message: Message, crossing: Crossing) -> Envelope:
    """Reads the envelope; ids that hold personal data are replaced by their keyed fingerprints.

    Raises:
        RefusedError: the event names no run or no time.
    """
    attempt_id, plan_id = words.get("attempt_id"), event.plan_id
    if not attempt_id and not plan_id and event.event_type != "target.corrected":
        raise RefusedError(Reason.NO_RUN)
    ts = read_ts(event, message)
    return Envelope(
        attempt_id=crossing.name(attempt_id),
        plan_id=crossing.name(plan_id),
        event_id=crossing.name(event.event_id),
        ts=ts or _assumed_ts(message),
        ts_is_assumed=ts is None,
        principal=crossing.name(words.get("principal_hash"))
        or crossing.hashed(words.get("user_id"), Purpose.PRINCIPAL),
        session=crossing.name(words.get("session_hash") or words.get("session_id_hash"))
        or crossing.hashed(words.get("session_id"), Purpose.SESSION),
        metadata={name: crossing.name(words[name]) for name in METADATA_NAMES if name in words},
    )


def read_words(event: Event) -> dict[str, str]:
    """What an event says of itself, in its trace metadata or else at its top; nothing it leaves out."""
    top = vars(event)
    words = {name: top[name] for name in TraceMetadata.model_fields if top[name]}
    if event.trace_metadata is not None:
        words.update({name: word for name, word in vars(event.trace_metadata).items() if word})
    return words


def read_ts(event: Event, message: Message) -> datetime | None:
    """The time that the sender gave, UTC; None where it gave none.

    Raises:
        RefusedError: it is no moment, or lies more than a day after the record's own time.
    """
    written = event.ts if event.ts not in (None, "") else getattr(event, "created_at", None)
    if written in (None, ""):
        return None
    ts = parse_ts(written)
    if ts is None:
        raise RefusedError(Reason.BAD_TS)
    refuse_future(ts, message)
    return ts


def refuse_future(ts: datetime, message: Message) -> None:
    """Refuses what is more than a day ahead of the record's own time.

    Raises:
        RefusedError: it is.
    """
    if message.record_ts is not None and ts > _as_utc(message.record_ts) + _MAX_AHEAD:
        raise RefusedError(Reason.TS_IN_FUTURE)


def parse_ts(written: Any) -> datetime | None:
    """A moment in ISO 8601 with a zone, as UTC; None if it is no such moment.

    >>> parse_ts("2026-01-05T18:00:07.723+09:00"), parse_ts("2026-01-05T18:00:07") is None
    (datetime.datetime(2026, 1, 5, 9, 0, 7, 723000, tzinfo=datetime.timezone.utc), True)
    """
    if type(written) is not str or len(written) > 64:
        return None
    try:
        moment = datetime.fromisoformat(written.strip().upper())
        if moment.tzinfo is None:
            return None
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if _FIRST_YEAR <= moment.year <= _LAST_YEAR else None


def _assumed_ts(message: Message) -> datetime:
    moment = message.record_ts or message.assume_ts
    if moment is None:
        raise RefusedError(Reason.NO_TS)
    return _as_utc(moment)


def _as_utc(moment: datetime) -> datetime:
    """A moment of the caller's as UTC; one without a zone is UTC already."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def read_allowed_metadata(raw: Any, names: Iterable[str], crossing: Crossing) -> dict[str, Any]:
    """The further trace metadata that the settings allow, as scrubbed text, numbers and flags; payloads are dropped."""
    if type(raw) is not dict:
        return {}
    return {name: crossing.scrubbed(raw[name]) for name in names if type(raw.get(name)) in (str, bool, int)}
