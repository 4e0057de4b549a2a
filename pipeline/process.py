"""The one path of an event: both engines hand their batches to `process`."""

from __future__ import annotations

import gc
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from pipeline.errors import ConflictError
from pipeline.intake import DeadLetter, Gate, Intake, Message, positions_of
from pipeline.judgement import judge, touched_by
from pipeline.late_words import find_late_words
from pipeline.learning.attempts import Attempt, build_attempt
from pipeline.learning.evidence import Evidence, contribution, total
from pipeline.learning.policy import Policy
from pipeline.learning.sealed import Removal, SealedEvent
from pipeline.ports import AttemptSummary, LetterName, StoredEvent, UnitOfWork
from pipeline.runs import group_by_run

#: Seconds before each new try of a batch that another writer came in between of: by then the other is done.
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a batch is processed by: the border and the policy."""

    intake: Intake
    policy: Policy


@dataclass(slots=True)
class BatchReport:
    """What became of a batch.

    Attributes:
        messages: messages read.
        accepted: events that are new in the ledger.
        duplicates: events that were there already.
        conflicts: event ids that came with another content.
        refused: dead letters by reason.
        attempts: attempts that are new.
        promotions: suggestions that became promoted.
        collections: the collections that events were accepted into.
        removed: what the border took out of the events that are new.
    """

    messages: int = 0
    accepted: int = 0
    duplicates: int = 0
    conflicts: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    promotions: int = 0
    collections: set[str] = field(default_factory=set)
    removed: Counter[Removal] = field(default_factory=Counter)

    def add(self, other: BatchReport) -> None:
        """Adds another batch's report."""
        self.messages += other.messages
        self.accepted += other.accepted
        self.duplicates += other.duplicates
        self.conflicts += other.conflicts
        self.refused += other.refused
        self.attempts += other.attempts
        self.promotions += other.promotions
        self.collections |= other.collections
        self.removed += other.removed


def process(batch: Sequence[Message], unit_of_work: UnitOfWork, rules: Rules) -> BatchReport:
    """Takes a batch in, in one transaction: ledger, attempts, evidence, decisions, audit and outbox.

    Every element of every message ends in the ledger or in the dead letters, never in both. The outcome depends on the
    set of accepted events alone: order, duplication and batching change nothing (invariants 1 and 2).

    Args:
        batch: the messages.
        unit_of_work: a transaction that has not begun; it begins again where another writer came in between.
        rules: the border and the policy.

    Returns:
        What became of the batch; it is durable when this returns.

    Raises:
        TransientError: the store did not answer, or others came in between at every try; nothing was written.
    """
    with _uncollected():
        for pause in _PAUSES:
            try:
                return _process(batch, unit_of_work, rules)
            except ConflictError:
                time.sleep(pause)
        return _process(batch, unit_of_work, rules)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Holds off the collector of reference cycles, which would look through all that a batch holds again and again.

    What a batch makes has few cycles, and they are collected after it: a tenth of the time is saved.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _process(batch: Sequence[Message], unit_of_work: UnitOfWork, rules: Rules) -> BatchReport:
    report = BatchReport(messages=len(batch))
    with unit_of_work as work:
        work.among_others()
        letters, events, accepted = _cross(batch, rules.intake, work.collections.gates())
        work.collections.remember(sorted(events))
        # First every ledger, and all of it, then all counts: what others wait for longest is held the shortest.
        deltas = {
            collection_id: take_in(work, collection_id, accepted, report, rules.intake.previous_key_id)
            for collection_id, accepted in sorted(events.items())
        }
        work.attempts.flush()
        report.collections.update(events)
        for collection_id, delta in deltas.items():
            if delta:
                work.evidence.apply(collection_id, delta)
                report.promotions += judge(work, collection_id, touched_by(delta), rules.policy).promoted
        report.refused.update(letter.reason.value for letter in letters)
        work.dead_letters.add(letters)
        work.dead_letters.remove(_answered(work, accepted, rules.intake))
        work.removals.add(report.removed)
        work.positions.advance({message.source: message.position for message in batch if not message.redelivery})
        work.commit()
    return report


def _cross(
    batch: Iterable[Message], intake: Intake, gates: Mapping[str, Gate]
) -> tuple[list[DeadLetter], dict[str, list[SealedEvent]], dict[tuple[str, str], Message]]:
    """Brings messages over the border: what is refused, what is accepted by collection, and where that stood."""
    letters: list[DeadLetter] = []
    events: dict[str, list[SealedEvent]] = {}
    accepted: dict[tuple[str, str], Message] = {}
    for message in batch:
        results = intake.accept(message, gates)
        for index, result in enumerate(results):
            if isinstance(result, DeadLetter):
                letters.append(result)
                continue
            events.setdefault(result.collection_id, []).append(result)
            for position in positions_of(message, index, alone=len(results) == 1):
                accepted[message.source, position] = message
    return letters, events, accepted


def _answered(work: UnitOfWork, accepted: Mapping[tuple[str, str], Message], intake: Intake) -> list[LetterName]:
    """The dead letters of what was accepted now: an event is in the ledger or in the dead letters, never in both."""
    places: dict[str, set[str]] = {}
    for source, position in accepted:
        places.setdefault(source, set()).add(position)
    return [
        name
        for name in work.dead_letters.at(places)
        if name.digest == intake.digest(accepted[name.source, name.position])
    ]


def take_in(
    work: UnitOfWork,
    collection_id: str,
    events: Sequence[SealedEvent],
    report: BatchReport,
    previous_key_id: str | None = None,
) -> Evidence:
    """Enters events into the ledger and returns by how much the evidence changes.

    Args:
        work: the transaction.
        collection_id: the collection of the events.
        events: what is taken in.
        report: counts what became of them.
        previous_key_id: the key before, while a rotation lasts: of one content, what it sealed stands.
    """
    runs = group_by_run(work, collection_id, events)
    keys = {*runs.events, *runs.renamed}
    work.attempts.hold(collection_id, keys)
    late = find_late_words(work, collection_id, runs)
    stored = work.attempts.load(collection_id, keys - late.keys())
    merged: dict[str, list[str]] = {}
    for old, new in sorted(runs.renamed.items()):
        merged.setdefault(new, []).append(old)
    counted: list[Evidence] = []
    taken_back: list[Evidence] = []
    for key, fresh in sorted(runs.events.items()):
        if key in late:
            _, words = enter((), fresh, report, previous_key_id)
            last_at = max(entry.event.ts for entry in words)
            work.attempts.save(collection_id, key, replace(late[key], last_at=last_at), words)
            continue
        present = [entry for name in (key, *merged.get(key, ())) for entry in stored.get(name, ())]
        ledger, changed = enter(present, fresh, report, previous_key_id)
        moved = [old for old in merged.get(key, ()) if old in stored]
        if not changed and not moved:
            continue
        taken_back.extend(
            contribution(build_attempt(name, [entry.event for entry in stored[name]]))
            for name in (key, *moved)
            if name in stored
        )
        for old in moved:
            work.attempts.drop(collection_id, old)
        everything = [entry for _, entry in sorted(ledger.items())]
        attempt = build_attempt(key, [entry.event for entry in everything])
        counted.append(contribution(attempt))
        report.attempts += not present
        work.attempts.save(collection_id, key, summary_of(attempt, everything), everything if moved else changed)
    return total(counted) - total(taken_back)


def enter(
    present: Iterable[StoredEvent], fresh: Iterable[SealedEvent], report: BatchReport, previous_key_id: str | None
) -> tuple[dict[tuple[str, str], StoredEvent], list[StoredEvent]]:
    """Gives the ledger of an attempt with fresh events entered, and the entries that are new or changed.

    The same event twice is one. With different contents under one id the smaller hash stands, whichever came first, and
    the other is remembered, so that it is counted once. Of equal contents that differ in what the hash leaves out, the
    order of keys and an assumed time, the smaller stands as well. While a key rotates, what the key before sealed
    stands: an event that comes again under the new one is known by the hash that it had.
    """
    ledger = {_name(entry.event): entry for entry in present}
    changed: dict[tuple[str, str], StoredEvent] = {}
    for event in fresh:
        name = _name(event)
        entry = ledger.get(name)
        if entry is None:
            report.accepted += 1
            for removal, count in event.removals():
                report.removed[removal] += count
            ledger[name] = changed[name] = StoredEvent(event, (event.hash_before,) if event.hash_before else ())
            continue
        is_known = event == entry.event or event.hash_before == entry.event.content_hash
        is_older = event.content_hash in entry.rivals and _seal_key(event) == previous_key_id != _seal_key(entry.event)
        if is_known or (event.content_hash in entry.rivals and not is_older):
            report.duplicates += 1
            continue
        same = is_older or event.content_hash == entry.event.content_hash
        report.duplicates += same
        report.conflicts += not same
        after = _standing(entry, event, previous_key_id, forget=is_older)
        if after != entry:
            ledger[name] = changed[name] = after
    return ledger, [entry for _, entry in sorted(changed.items())]


def _standing(entry: StoredEvent, event: SealedEvent, previous_key_id: str | None, *, forget: bool) -> StoredEvent:
    """The entry after another content came under its id; one that is the same under another key is forgotten.

    First the key decides: events that come again after a rotation stand under one key, all of a run or none (ADR 0017).
    """

    def precedence(event: SealedEvent) -> tuple[bool, str, str, datetime, str]:
        key = _seal_key(event)
        return key != previous_key_id, key, event.content_hash, event.ts, json.dumps(event.body)

    stands = min(entry.event, event, key=precedence)
    hashes = {entry.event.content_hash, event.content_hash, event.hash_before, *entry.rivals} - {stands.content_hash}
    if forget:
        hashes.discard(entry.event.content_hash)
    return StoredEvent(stands, tuple(sorted(hash_ for hash_ in hashes if hash_)))


def _seal_key(event: SealedEvent) -> str:
    return str(event.body.get("seal_key", ""))


def _name(event: SealedEvent) -> tuple[str, str]:
    return event.plan_id or "", event.event_id


def summary_of(attempt: Attempt, entries: Sequence[StoredEvent]) -> AttemptSummary:
    """What a store keeps of an attempt to find it again."""
    return AttemptSummary(
        principal=attempt.principal,
        session=attempt.session,
        family=attempt.family.key if attempt.family else None,
        selected=attempt.selected,
        first_at=min(entry.event.ts for entry in entries),
        last_at=max(entry.event.ts for entry in entries),
    )
