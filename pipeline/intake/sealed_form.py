"""Sealed form: an event that crossed the border at its publisher comes with a proof, and goes in as it was sealed.

The proof is a keyed hash of the event's content hash and of the rules that scrubbed it, which whoever writes to a topic
without the seal key cannot make: so nothing raw comes in by saying that it is sealed. The content hash is needed in any
case; a body whose proof holds is sealed no second time, and scrubbed again only where other rules scrubbed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from hmac import compare_digest
from typing import Any, NamedTuple

from pipeline.events import EVENT_MODELS, SCHEMA_VERSION
from pipeline.intake.block import keep_block
from pipeline.intake.content import content_hash
from pipeline.intake.crossing import Crossing, present
from pipeline.intake.dead_letters import Reason, RefusedError
from pipeline.intake.envelope import Envelope, identity_of, parse_ts
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Keyring, Purpose

#: The field that tells a sealed event from a raw one.
PROOF = "sealed_proof"

#: By this field a sender says that its texts are scrubbed, and by which rules: what is found in them then is a leak.
SCRUBBED_BY = "scrubbed_by"

_IDS = ("attempt_id", "plan_id", "event_id", "principal", "session")

_OTHER_KEY = "The event was sealed with another key than this one: give publisher and worker the same secret."


class SealedForm(NamedTuple):
    """A sealed event as it came, its proof checked."""

    event_type: str
    collection_id: str
    envelope: Envelope
    body: dict[str, Any]
    content_hash: str
    scrubbed_by: str


def write_sealed(event: SealedEvent, keyring: Keyring) -> dict[str, Any]:
    """A sealed event as a publisher sends it: the same event comes out of `read_sealed` under the same key.

    Args:
        event: with a time that its sender gave: an assumed one is no part of what the proof is made of.
        keyring: the master key that sealed it.
    """
    event_id = None if event.event_id in (event.content_hash, event.hash_before) else event.event_id
    envelope = Envelope(event.attempt_id, event.plan_id, event_id, event.ts, False, event.principal, event.session, {})
    identity = identity_of(event.type, event.collection_id, envelope)
    rules = event.scrubbing.rules if event.scrubbing else ""
    return {
        PROOF: _proof(event.content_hash, rules, event.collection_id, keyring),
        "seal_key": keyring.key_id,
        SCRUBBED_BY: rules,
        "schema_version": SCHEMA_VERSION,
        **{name: word for name, word in identity.items() if word is not None},
        "body": dict(event.body),
    }


def is_sealed(element: Any) -> bool:
    """Whether an element says that it is sealed.

    >>> is_sealed({"type": "user.message"}), is_sealed({"sealed_proof": "AAAAAAAAAAAA"})
    (False, True)
    """
    return type(element) is dict and PROOF in element


def read_sealed(element: Mapping[str, Any], keyring: Keyring) -> SealedForm:
    """Reads a sealed event, whatever its version; nothing of it is believed before its proof holds.

    Raises:
        RefusedError: it was sealed with another key, or by none.
    """
    sealers = [held for held in keyring.held if held.key_id == element.get("seal_key")]
    if not sealers:
        raise RefusedError(Reason.BAD_SEAL, _OTHER_KEY)
    try:
        return _read(element, sealers)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise RefusedError(Reason.BAD_SEAL) from None


def _read(element: Mapping[str, Any], sealers: Sequence[Keyring]) -> SealedForm:
    ts = parse_ts(element["ts"])
    if ts is None:
        raise RefusedError(Reason.BAD_SEAL)
    attempt_id, plan_id, event_id, principal, session = map(element.get, _IDS)
    envelope = Envelope(attempt_id, plan_id, event_id, ts, False, principal, session, {})
    event_type, collection_id, rules = element["type"], element["collection_id"], element[SCRUBBED_BY]
    identity, body = identity_of(event_type, collection_id, envelope), element["body"]
    try:
        hashed = content_hash(identity, body)
    except TypeError:  # it holds fractions, which are decoded as decimals and are no JSON; few bodies do
        body = _plain(body)
        hashed = content_hash(identity, body)
    if not any(compare_digest(_proof(hashed, rules, collection_id, held), element[PROOF]) for held in sealers):
        raise RefusedError(Reason.BAD_SEAL)
    if event_type not in EVENT_MODELS:
        raise RefusedError(Reason.UNKNOWN_TYPE)
    return SealedForm(event_type, collection_id, envelope, body, hashed, rules)


def _proof(hashed: str, rules: str, collection_id: str, keyring: Keyring) -> str:
    return keyring.for_collection(collection_id).name(f"{hashed} {rules}", Purpose.PROOF)


def _plain(value: Any) -> Any:
    """A decoded value as it was before it was written: fractions are floats again."""
    kind = type(value)
    if kind is dict:
        return {key: _plain(item) for key, item in value.items()}
    if kind is list:
        return [_plain(item) for item in value]
    return float(value) if kind is Decimal else value


def allowed_metadata(body: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """A body with no other trace metadata than this border keeps.

    >>> allowed_metadata({"metadata": {"agent": "a", "mood": "fine"}}, frozenset({"agent"}))
    {'metadata': {'agent': 'a'}}
    """
    kept = dict(body)
    metadata = {name: word for name, word in kept.pop("metadata", {}).items() if name in names}
    return {**kept, "metadata": metadata} if metadata else kept


def without_text(body: Mapping[str, Any], crossing: Crossing) -> dict[str, Any]:
    """A body as a collection that keeps no text keeps it, whose publisher did not know that."""
    return {
        name: kept
        for name, value in body.items()
        if (kept := _WORDLESS[name](value, crossing) if name in _WORDLESS else value) is not None
    }


def _nothing(_value: Any, _crossing: Crossing) -> None:
    return None


def _key_alone(family: Mapping[str, Any], _crossing: Crossing) -> Any:
    return {"key": family["key"]}


def _code(reason: str, crossing: Crossing) -> Any:
    return crossing.code_or_text(reason)


def _error(error: Mapping[str, Any], _crossing: Crossing) -> Any:
    return present(**{**error, "message": None}) or None


def _steps(steps: list[Mapping[str, Any]], crossing: Crossing) -> Any:
    return [without_text(step, crossing) for step in steps]


_WORDLESS: Mapping[str, Callable[[Any, Crossing], Any]] = {
    "query": _nothing,
    "goal": _nothing,
    "family": _key_alone,
    "block": keep_block,
    "reason": _code,
    "failure_reason": _code,
    "error": _error,
    "trace_steps": _steps,
}
