"""Sealing: an event crosses the border in the agent's process, by the border's own code, before it goes anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from pipeline.intake import DeadLetter, Gate, Intake, Message, write_sealed
from pipeline.learning.sealed import SealedEvent
from pipeline.publish.capture import as_json, recall
from pipeline.scrub import Scrubber
from pipeline.seal import Keyring

#: Events after which an attempt seldom has more: what is open of it goes at once.
_ENDS = frozenset({"plan.completed", "plan.aborted", "attempt.recorded"})

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Captured(NamedTuple):
    """An event as it was published.

    Attributes:
        data: the copy of the event.
        run: its attempt as the sender names it, None where it names none.
        at: when it was published; strictly later than what was published before.
        number: its place among what the process has published.
        ends: whether its type may say that the attempt has ended.
    """

    data: bytes
    run: str | None
    at: datetime
    number: int
    ends: bool


class Crossed(NamedTuple):
    """An event as it travels."""

    key: str
    data: bytes
    ends: bool


class Refused(NamedTuple):
    """Why an event does not travel: the border's reason, and a sentence that names no value."""

    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Defaults:
    """What an event is given that does not say it.

    Attributes:
        collection_id: the collection.
        metadata: trace metadata, by the names of the contract.
        nonce: what event ids of this process begin with.
    """

    collection_id: str | None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    nonce: str = ""

    def complete(self, event: dict[str, Any], at: datetime, number: int) -> dict[str, Any]:
        """An event with a time, an id and a place; what it says itself stands.

        >>> Defaults("shop", nonce="a1").complete({"type": "user.message"}, datetime(2026, 1, 5), 7)["event_id"]
        'a1-7'
        """
        given = event.get("trace_metadata")
        said = given if type(given) is dict else {}
        filled = {**self.metadata, "collection_id": self.collection_id}
        metadata = {name: word for name, word in filled.items() if word and not event.get(name)} | {
            name: word for name, word in said.items() if word not in (None, "")
        }
        whole = {**event, "trace_metadata": metadata}
        if not event.get("event_id"):
            whole["event_id"] = f"{self.nonce}-{number}"
        if not event.get("ts") and not event.get("created_at"):
            whole["ts"] = at.isoformat()
        return whole


class _Everywhere(Mapping[str, Gate]):
    """One gate for whatever collection is named."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def __getitem__(self, name: str) -> Gate:
        return self._gate

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Sealer:
    """Takes events over the border.

    Args:
        keyring: the key that the workers have too.
        scrubber: the rules by which text is scrubbed.
        keep_text: whether query text and other prose travels, scrubbed.
        metadata_names: names of trace metadata that travel beside those of the contract.
    """

    def __init__(
        self, keyring: Keyring, scrubber: Scrubber, *, keep_text: bool, metadata_names: frozenset[str]
    ) -> None:
        self._keyring = keyring
        self._intake = Intake(keyring, scrubber, metadata_names=metadata_names)
        self._gates = _Everywhere(Gate(keep_text=keep_text))

    def cross(self, captured: Captured, defaults: Defaults) -> Crossed | Refused:
        """The event as it travels, or why the border refuses it."""
        event = defaults.complete(recall(captured.data), captured.at, captured.number)
        message = Message("publisher", str(captured.number), as_json(event).encode())
        (result,) = self._intake.accept(message, self._gates)
        if isinstance(result, DeadLetter):
            return Refused(result.reason.value, result.detail)
        data = _ENCODE(write_sealed(result, self._keyring)).encode()
        return Crossed(key_of(result), data, captured.ends and result.type in _ENDS)


def key_of(event: SealedEvent) -> str:
    """The key of an event's message: the collection and the attempt, so that an attempt keeps its order."""
    run = event.attempt_id or event.plan_id or event.event_id
    return f"{event.collection_id}/{run}"
