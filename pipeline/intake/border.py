"""The border: bytes go in; scrubbed and sealed events, or dead letters, come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from pipeline.events import EVENT_MODELS, SCHEMA_VERSION, Event
from pipeline.intake.bodies import body_of
from pipeline.intake.content import content_hash
from pipeline.intake.crossing import Crossing, is_plain_name
from pipeline.intake.dead_letters import DeadLetter, Reason, RefusedError
from pipeline.intake.decoding import read_elements
from pipeline.intake.envelope import Envelope, read_allowed_metadata, read_collection, read_envelope, read_words
from pipeline.intake.kept import kept_form
from pipeline.intake.message import Message
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import Cap, CapExceededError, Keyring

#: Fields by which an object without `type` is known as a recorded attempt (design: Event contract).
_RECORD_FIELDS = frozenset({"query_fingerprint", "attempt_id"})
_RECORD_TYPE = "attempt.recorded"


@dataclass(frozen=True, slots=True)
class Gate:
    """What the border must know of a collection; one without a gate is open and keeps text.

    Attributes:
        keep_text: whether query text and other prose are kept.
        floor: events from before it are refused: the collection's retention has passed them.
        erased_at: events from before it are refused: the collection was erased then.
    """

    keep_text: bool = True
    floor: datetime | None = None
    erased_at: datetime | None = None


_OPEN = Gate()
_NO_GATES: Mapping[str, Gate] = MappingProxyType({})


class Intake:
    """Takes messages over the border.

    Args:
        keyring: the master key.
        metadata_names: names of trace metadata that are kept beside those of the contract.
    """

    def __init__(self, keyring: Keyring, *, metadata_names: frozenset[str] = frozenset()) -> None:
        self._keyring = keyring
        self._metadata_names = tuple(sorted(metadata_names))

    def accept(self, message: Message, gates: Mapping[str, Gate] = _NO_GATES) -> list[SealedEvent | DeadLetter]:
        """Decodes, validates, scrubs and seals a message.

        It raises nothing, whatever the message holds. Each element is accepted or refused, never both, and a message
        that cannot be read is one dead letter (invariant 2).

        Args:
            message: the bytes and where they come from.
            gates: what collections ask of the border, by id.

        Returns:
            One result for each element of the message, in order; at least one.
        """
        try:
            elements = read_elements(message.data)
            return [self._accept_element(element, index, message, gates) for index, element in elements]
        except RefusedError as refusal:
            return [self._letter(message, None, refusal)]
        except Exception:  # noqa: BLE001  whatever went wrong, the message ends in a dead letter and the next one flows
            return [self._letter(message, None, RefusedError(Reason.WITHHELD))]

    def _accept_element(
        self, element: Any, index: int | None, message: Message, gates: Mapping[str, Gate]
    ) -> SealedEvent | DeadLetter:
        try:
            return self._seal(element, message, gates)
        except RefusedError as refusal:
            return self._refuse(element, index, message, gates, refusal)
        except CapExceededError as exceeded:
            reason = Reason.TOO_DEEP if exceeded.cap is Cap.DEPTH else Reason.TOO_MANY_NODES
            return self._refuse(element, index, message, gates, RefusedError(reason))
        except Exception:  # noqa: BLE001  on any error of scrubbing or sealing the payload is withheld
            return self._letter(message, index, RefusedError(Reason.WITHHELD))

    def _seal(self, element: Any, message: Message, gates: Mapping[str, Gate]) -> SealedEvent:
        event = read_event(element)
        words = read_words(event)
        collection_id = read_collection(words, message)
        gate = gates.get(collection_id, _OPEN)
        crossing = Crossing(self._keyring.for_collection(collection_id), keeps_text=gate.keep_text)
        envelope = read_envelope(event, words, message, crossing)
        _pass_gate(envelope.ts, gate)
        metadata = envelope.metadata
        if self._metadata_names:
            metadata |= read_allowed_metadata(element.get("trace_metadata"), self._metadata_names)
        body = body_of(event, crossing, metadata)
        return _sealed(event.event_type, collection_id, envelope, body)

    def _refuse(
        self, element: Any, index: int | None, message: Message, gates: Mapping[str, Gate], refusal: RefusedError
    ) -> DeadLetter:
        """The dead letter of an element, with what is kept of it; nothing if that fails or the gate forbids it."""
        try:
            collection_id = _likely_collection(element, message)
            gate = gates.get(collection_id or "", _OPEN)
            crossing = Crossing(self._keyring.for_collection(collection_id or ""), keeps_text=gate.keep_text)
            is_gone = refusal.reason in (Reason.BEFORE_FLOOR, Reason.ERASED)
            body = None if is_gone else kept_form(element, crossing)
        except Exception:  # noqa: BLE001  on any error of scrubbing or sealing the payload is withheld
            return self._letter(message, index, refusal)
        return self._letter(message, index, refusal, collection_id, body)

    def _letter(
        self,
        message: Message,
        index: int | None,
        refusal: RefusedError,
        collection_id: str | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> DeadLetter:
        return DeadLetter(
            source=message.source,
            position=message.position if index is None else f"{message.position}#{index}",
            digest=self._keyring.digest(message.data or b""),
            reason=refusal.reason,
            detail=refusal.detail,
            collection_id=collection_id,
            body=body,
        )


def read_event(element: Any) -> Event:
    """Reads a decoded element as an event of the contract.

    >>> read_event({"type": "user.message", "plan_id": "p1", "text": "hello", "mood": "fine"}).event_type
    'user.message'

    Raises:
        RefusedError: it is no object, or of an unknown version or type, or a field is of the wrong type.
    """
    if type(element) is not dict:
        raise RefusedError(Reason.NOT_AN_OBJECT)
    version = element.get("schema_version")
    if version is not None and (type(version) is bool or version not in (SCHEMA_VERSION, str(SCHEMA_VERSION))):
        raise RefusedError(Reason.UNKNOWN_VERSION)
    name = element.get("type")
    if not name and element.keys() >= _RECORD_FIELDS:
        name, element = _RECORD_TYPE, {**element, "type": _RECORD_TYPE}
    model = EVENT_MODELS.get(name) if type(name) is str else None
    if model is None:
        raise RefusedError(Reason.UNKNOWN_TYPE)
    try:
        return model.model_validate(element)
    except ValidationError as invalid:
        raise _bad_field(invalid) from None


def _bad_field(invalid: ValidationError) -> RefusedError:
    """Names the first wrong field and what it should hold; the location holds field names and indexes only."""
    error = invalid.errors(include_url=False, include_input=False)[0]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error["loc"]).lstrip(".")
    kind = error["type"]
    if kind == "too_long":
        return RefusedError(Reason.TOO_MANY_NODES, f"`{field}` is too long a list: send it in several events.")
    if kind == "missing":
        return RefusedError(Reason.BAD_FIELD, f"`{field}` is missing: an event of this type needs it.")
    expected = _EXPECTED.get(kind) or str(error.get("ctx", {}).get("expected", "docs/schemas says"))
    return RefusedError(Reason.BAD_FIELD, f"`{field}` is of the wrong type: send {expected}.")


#: What pydantic's own checks expect, in this contract's words.
_EXPECTED = {"model_type": "an object", "list_type": "a list"}


def _likely_collection(element: Any, message: Message) -> str | None:
    """The collection of an element that may be no event: what it names, if that is a name."""
    metadata = element.get("trace_metadata") if type(element) is dict else None
    words = (
        metadata.get("collection_id") if type(metadata) is dict else None,
        element.get("collection_id") if type(element) is dict else None,
        message.collection_id,
    )
    word = next((word for word in words if word), None)
    return word if type(word) is str and not word.isspace() and is_plain_name(word) else None


def _pass_gate(ts: datetime, gate: Gate) -> None:
    if gate.erased_at is not None and ts < gate.erased_at:
        raise RefusedError(Reason.ERASED)
    if gate.floor is not None and ts < gate.floor:
        raise RefusedError(Reason.BEFORE_FLOOR)


def _sealed(event_type: str, collection_id: str, envelope: Envelope, body: dict[str, Any]) -> SealedEvent:
    identity = {
        "collection_id": collection_id,
        "type": event_type,
        "attempt_id": envelope.attempt_id,
        "plan_id": envelope.plan_id,
        "event_id": envelope.event_id,
        "ts": None if envelope.ts_is_assumed else envelope.ts.isoformat(),
        "principal": envelope.principal,
        "session": envelope.session,
    }
    hashed = content_hash(identity, body)
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
    )
