"""A sealed event: its facts under their content hash."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pipeline.intake.again import scrub_again
from pipeline.intake.content import content_hash
from pipeline.intake.crossing import Crossing
from pipeline.intake.envelope import Envelope, identity_of
from pipeline.learning.sealed import Scrubbing, SealedEvent


def seal_event(
    event_type: str,
    collection_id: str,
    envelope: Envelope,
    body: dict[str, Any],
    scrubbing: Scrubbing | None = None,
    *,
    hashed: str | None = None,
) -> SealedEvent:
    """The event under its content hash, which is its id where the sender gave none; a known hash is not made anew."""
    hashed = hashed or content_hash(identity_of(event_type, collection_id, envelope), body)
    return SealedEvent(
        collection_id=collection_id,
        type=event_type,
        attempt_id=envelope.attempt_id,
        plan_id=envelope.plan_id,
        event_id=envelope.event_id or hashed,
        ts=envelope.ts,
        content_hash=hashed,
        principal=envelope.principal,
        session=envelope.session,
        body=body,
        scrubbing=scrubbing,
    )


def known_before(event: SealedEvent, hash_before: str) -> SealedEvent:
    """The event under the hash by which it is known if it came before a rotation of the key.

    One without an id of its own keeps the id that the key before gives it, as all ids do (ADR 0017).
    """
    if hash_before == event.content_hash:
        return event
    event_id = hash_before if event.event_id == event.content_hash else event.event_id
    return replace(event, event_id=event_id, hash_before=hash_before)


def seal_again(event: SealedEvent, crossing: Crossing) -> SealedEvent:
    """A stored event by the rules of the crossing: the same object where they change nothing.

    What changes has another content hash, the one that the event would have had if these rules had met it first.
    """
    body = scrub_again(event.body, crossing)
    envelope = _envelope(event)
    again = envelope._replace(
        attempt_id=crossing.name(envelope.attempt_id),
        plan_id=crossing.name(envelope.plan_id),
        event_id=crossing.name(envelope.event_id),
        principal=crossing.name(envelope.principal),
        session=crossing.name(envelope.session),
    )
    if body == event.body and again == envelope:
        return event
    if crossing.has_sealed:
        body["seal_key"] = crossing.seal.key_id
    scrubbing = Scrubbing(crossing.scrubber.version, dict(crossing.removed), claimed=True)
    sealed = seal_event(event.type, event.collection_id, again, body, scrubbing)
    return replace(sealed, event_id=again.event_id or sealed.content_hash)


def _envelope(event: SealedEvent) -> Envelope:
    """The envelope of a stored event; what its hash leaves out was assumed or not given."""
    envelope = Envelope(
        attempt_id=event.attempt_id,
        plan_id=event.plan_id,
        event_id=None if event.event_id == event.content_hash else event.event_id,
        ts=event.ts,
        ts_is_assumed=False,
        principal=event.principal,
        session=event.session,
        metadata={},
    )
    assumed = envelope._replace(ts_is_assumed=True)
    hashes = {
        content_hash(identity_of(event.type, event.collection_id, candidate), event.body): candidate
        for candidate in (
            envelope,
            assumed,
            envelope._replace(event_id=event.event_id),
            assumed._replace(event_id=event.event_id),
        )
    }
    return hashes.get(event.content_hash, envelope)
