"""The border: bytes go in; scrubbed and sealed events, or dead letters, come out."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from pipeline.intake.again import scrub_again
from pipeline.intake.bodies import body_of
from pipeline.intake.content import content_hash
from pipeline.intake.crossing import Crossing, is_plain_name
from pipeline.intake.dead_letters import DeadLetter, LetterWriter, Reason, RefusedError
from pipeline.intake.decoding import read_elements
from pipeline.intake.draft import Draft, read_draft, write_draft
from pipeline.intake.envelope import (
    METADATA_NAMES,
    identity_of,
    parse_ts,
    read_allowed_metadata,
    read_collection,
    read_envelope,
    read_words,
    refuse_future,
)
from pipeline.intake.kept import kept_form
from pipeline.intake.message import Message
from pipeline.intake.sealed_form import SCRUBBED_BY, SealedForm, allowed_metadata, is_sealed, read_sealed, without_text
from pipeline.intake.sealing import known_before, seal_event
from pipeline.intake.validation import check_version, read_event
from pipeline.learning.sealed import Scrubbing, SealedEvent
from pipeline.scrub import SCRUBBER, Scrubber
from pipeline.seal import Cap, CapExceededError, Keyring


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


#: What is too old or erased goes; what could not be scrubbed is not tried twice.
_NOTHING_KEPT = frozenset({Reason.BEFORE_FLOOR, Reason.ERASED, Reason.WITHHELD})

#: What lacks only what can be told later: the time, or a program that knows the version.
_MAY_COME_AGAIN = frozenset({Reason.NO_TS, Reason.UNKNOWN_VERSION})

#: Stands for the time of an event that has none yet; it is not kept.
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)

_OPEN = Gate()
_NO_GATES: Mapping[str, Gate] = MappingProxyType({})


class Intake:
    """Takes messages over the border.

    Args:
        keyring: the master key.
        scrubber: the rules by which text is scrubbed.
        metadata_names: names of trace metadata that are kept beside those of the contract.
    """

    def __init__(
        self, keyring: Keyring, scrubber: Scrubber = SCRUBBER, *, metadata_names: frozenset[str] = frozenset()
    ) -> None:
        self._keyring = keyring
        self._scrubber = scrubber
        self._metadata_names = tuple(sorted(metadata_names))
        self._untouched = Scrubbing(scrubber.version, claimed=True)

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
        letters = LetterWriter(message, self._keyring, self._scrubber.version)
        again = message.redelivery
        if again is not None and again.kept is not None:
            return [self._accept_kept(again.kept, letters, gates)]
        try:
            elements = read_elements(message.data)
            return [
                self._accept_element(element, index, letters, gates)
                for index, element in elements
                if again is None or index == again.index
            ]
        except RefusedError as refusal:
            return [letters.write(refusal)]
        except Exception:  # noqa: BLE001  whatever went wrong, the message ends in a dead letter and the next one flows
            return [letters.write(RefusedError(Reason.WITHHELD))]

    def _accept_element(
        self, element: Any, index: int | None, letters: LetterWriter, gates: Mapping[str, Gate]
    ) -> SealedEvent | DeadLetter:
        try:
            return self._seal(element, letters.message, gates)
        except RefusedError as refused:
            refusal = refused
        except CapExceededError as exceeded:
            refusal = RefusedError(Reason.TOO_DEEP if exceeded.cap is Cap.DEPTH else Reason.TOO_MANY_NODES)
        except Exception:  # noqa: BLE001  on any error of scrubbing or sealing the payload is withheld
            refusal = RefusedError(Reason.WITHHELD)
        collection_id, body = self._keep(element, letters.message, gates, refusal.reason)
        return letters.write(refusal, index, collection_id, body)

    @property
    def previous_key_id(self) -> str | None:
        """The id of the key before, while a rotation lasts."""
        return None if self._keyring.previous is None else self._keyring.previous.key_id

    def digest(self, message: Message) -> str:
        """The keyed hash of a message's bytes, by which its dead letters are known."""
        if message.redelivery is not None:
            return message.redelivery.digest
        return self._keyring.digest(message.data or b"")

    def _accept_kept(
        self, kept: Mapping[str, Any], letters: LetterWriter, gates: Mapping[str, Gate]
    ) -> SealedEvent | DeadLetter:
        """Accepts the event that a dead letter kept, or refuses it again; what was kept stays."""
        message = letters.message
        gate = gates.get(message.collection_id or "", _OPEN)
        try:
            draft = read_draft(kept, message, keeps_text=gate.keep_text)
            _refuse_closed(gate, draft.envelope.ts)
        except RefusedError as refusal:
            body = None if refusal.reason in _NOTHING_KEPT else kept
            return letters.write(refusal, None, message.collection_id, body)
        return self._draft_again(draft, message.collection_id or "", gate)

    def _draft_again(self, draft: Draft, collection_id: str, gate: Gate) -> SealedEvent | DeadLetter:
        crossing = self._crossing(collection_id, gate)
        body = scrub_again(draft.body, crossing)
        return seal_event(
            draft.event_type, collection_id, draft.envelope, body, self._scrubbing(crossing, claimed=True)
        )

    def _scrubbing(self, crossing: Crossing, *, claimed: bool) -> Scrubbing:
        return Scrubbing(self._scrubber.version, dict(crossing.removed), claimed)

    def _draft(self, element: Any, message: Message, gates: Mapping[str, Gate]) -> dict[str, Any]:
        """A refused event that lacks only a time, or is of a later version: sealed, so that it can come again."""
        if is_sealed(element):
            return self._sealed_draft(element, gates)
        event = read_event({name: value for name, value in element.items() if name != "schema_version"})
        words = read_words(event)
        collection_id = read_collection(words, message, self._scrubber)
        crossing = self._crossing(collection_id, gates.get(collection_id, _OPEN))
        envelope = read_envelope(event, words, replace(message, assume_ts=_NO_TIME), crossing)
        body = body_of(event, crossing, envelope.metadata)
        version = element.get("schema_version")
        return write_draft(event.event_type, envelope, body, version, keeps_text=crossing.keeps_text)

    def _sealed_draft(self, element: Any, gates: Mapping[str, Gate]) -> dict[str, Any]:
        form = read_sealed(element, self._keyring)
        gate = gates.get(form.collection_id, _OPEN)
        body = self._kept_body(form, self._crossing(form.collection_id, gate))
        version = element.get("schema_version")
        return write_draft(form.event_type, form.envelope, body, version, keeps_text=gate.keep_text)

    def _admit(self, element: Any, message: Message, gates: Mapping[str, Gate]) -> SealedEvent:
        """Takes in what a publisher sealed: its body stands, but for what this border keeps less of."""
        check_version(element)
        form = read_sealed(element, self._keyring)
        gate = gates.get(form.collection_id, _OPEN)
        refuse_future(form.envelope.ts, message)
        _refuse_closed(gate, form.envelope.ts)
        body, scrubbing = form.body, self._untouched
        if not self._keeps_all(form, gate):
            crossing = self._crossing(form.collection_id, gate)
            body = self._kept_body(form, crossing)
            scrubbing = self._scrubbing(crossing, claimed=True)
        return seal_event(
            form.event_type,
            form.collection_id,
            form.envelope,
            body,
            scrubbing,
            hashed=form.content_hash if body == form.body else None,
        )

    def _keeps_all(self, form: SealedForm, gate: Gate) -> bool:
        """Whether this border would keep a sealed body as it is, which it does of most."""
        return gate.keep_text and form.scrubbed_by == self._scrubber.version and "metadata" not in form.body

    def _kept_body(self, form: SealedForm, crossing: Crossing) -> dict[str, Any]:
        """What this border keeps of a sealed body; what other rules scrubbed is scrubbed again."""
        body = form.body
        if "metadata" in body:
            body = allowed_metadata(body, frozenset((*METADATA_NAMES, *self._metadata_names)))
        if not crossing.keeps_text:
            body = without_text(body, crossing)
        if form.scrubbed_by != self._scrubber.version:
            body = scrub_again(body, crossing)
            if crossing.has_sealed:
                body.setdefault("seal_key", crossing.seal.key_id)
        return body

    def _crossing(self, collection_id: str, gate: Gate) -> Crossing:
        return Crossing(self._keyring.for_collection(collection_id), self._scrubber, keeps_text=gate.keep_text)

    def _seal(self, element: Any, message: Message, gates: Mapping[str, Gate]) -> SealedEvent:
        if is_sealed(element):
            return self._admit(element, message, gates)
        event = read_event(element)
        words = read_words(event)
        collection_id = read_collection(words, message, self._scrubber)
        gate = gates.get(collection_id, _OPEN)
        crossing = self._crossing(collection_id, gate)
        envelope = read_envelope(event, words, message, crossing)
        _refuse_closed(gate, envelope.ts)
        metadata = envelope.metadata
        if self._metadata_names:
            metadata |= read_allowed_metadata(element.get("trace_metadata"), self._metadata_names, crossing)
        body = body_of(event, crossing, metadata)
        claimed = type(element.get(SCRUBBED_BY)) is str
        scrubbing = self._scrubbing(crossing, claimed=claimed)
        sealed = seal_event(event.event_type, collection_id, envelope, body, scrubbing)
        previous = self._keyring.previous
        if previous is None:
            return sealed
        seal = previous.for_collection(collection_id)
        body = body_of(event, crossing.under(seal), metadata)
        return known_before(sealed, content_hash(identity_of(event.event_type, collection_id, envelope), body))

    def _keep(
        self, element: Any, message: Message, gates: Mapping[str, Gate], reason: Reason
    ) -> tuple[str | None, Mapping[str, Any] | None]:
        """What a dead letter keeps of an element, and its collection; nothing if that fails or nothing may be kept."""
        try:
            collection_id = _likely_collection(element, message, self._scrubber)
            gate = gates.get(collection_id or "", _OPEN)
            ts = parse_ts(element.get("ts")) if type(element) is dict else None
            if reason in _NOTHING_KEPT or (ts and _closed_by(gate, ts)):
                return collection_id, None
            seal = self._keyring.for_collection(collection_id or "")
            kept = kept_form(element, Crossing(seal, self._scrubber, keeps_text=gate.keep_text))
            if reason in _MAY_COME_AGAIN and collection_id:
                with suppress(RefusedError, CapExceededError):
                    kept["event"] = self._draft(element, message, gates)
        except Exception:  # noqa: BLE001  on any error of scrubbing or sealing the payload is withheld
            return None, None
        else:
            return collection_id, kept


def _likely_collection(element: Any, message: Message, scrubber: Scrubber) -> str | None:
    """The collection of an element that may be no event: what it names, if that is a name."""
    metadata = element.get("trace_metadata") if type(element) is dict else None
    words = (
        metadata.get("collection_id") if type(metadata) is dict else None,
        element.get("collection_id") if type(element) is dict else None,
        message.collection_id,
    )
    word = next((word for word in words if word), None)
    return word if type(word) is str and not word.isspace() and is_plain_name(word, scrubber) else None


def _closed_by(gate: Gate, ts: datetime) -> Reason | None:
    """The reason for which a collection takes nothing of that time, None where it does."""
    if gate.erased_at is not None and ts < gate.erased_at:
        return Reason.ERASED
    if gate.floor is not None and ts < gate.floor:
        return Reason.BEFORE_FLOOR
    return None


def _refuse_closed(gate: Gate, ts: datetime) -> None:
    if closed := _closed_by(gate, ts):
        raise RefusedError(closed)
