"""Redelivery: dead letters go over the border again, from their source while it stands, else as they were kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby, islice
from typing import Any, Protocol

from pipeline.intake import DeadLetter, Intake, Message, Redelivery
from pipeline.ports import UnitOfWork
from pipeline.process import BatchReport, Rules, process
from pipeline.replay import BATCH_MESSAGES, Defaults, FileProgress, UnreadableFileError, read_messages

_FILE = "file:"


class Letter(Protocol):
    """What redelivery asks of a stored dead letter."""

    @property
    def source(self) -> str:
        """Where it came from."""

    @property
    def position(self) -> str:
        """And where in there; an element of an array is `POSITION#INDEX`."""

    @property
    def digest(self) -> str:
        """The keyed hash of the message's bytes."""

    @property
    def collection_id(self) -> str | None:
        """Where it is known."""

    @property
    def body(self) -> Mapping[str, Any] | None:
        """What was kept of it."""


@dataclass(slots=True)
class Redelivered:
    """What became of dead letters.

    Attributes:
        letters: how many were asked for.
        accepted: how many were taken in, and are dead letters no more.
        refused: how many were refused again, by reason.
        lost: how many could not be tried: the source is gone or holds something else there, and what was kept of them
            cannot be taken in.
    """

    letters: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0


def redeliver(
    letters: Iterable[Letter],
    unit_of_work: Callable[[], UnitOfWork],
    rules: Rules,
    defaults: Defaults,
    *,
    dry_run: bool = False,
) -> Redelivered:
    """Tries dead letters again; what is accepted leaves them, in the transaction that takes it in.

    Args:
        letters: which, those of one source together.
        unit_of_work: gives a transaction for each batch.
        rules: the border and the policy.
        defaults: the collection and the time of events that name none, where their letter knows none either.
        dry_run: whether to tell only what the border would say.
    """
    done = Redelivered()
    messages = _messages(letters, rules.intake, defaults, done)
    while batch := list(islice(messages, BATCH_MESSAGES)):
        report = _tried(batch, unit_of_work, rules) if dry_run else process(batch, unit_of_work(), rules)
        again = sum(report.refused.values())
        done.accepted += len(batch) - again
        done.refused += report.refused
    return done


def _tried(batch: Sequence[Message], unit_of_work: Callable[[], UnitOfWork], rules: Rules) -> BatchReport:
    """What the border says of a batch, and nothing written."""
    with unit_of_work() as work:
        gates = work.collections.gates()
    report = BatchReport(messages=len(batch))
    for message in batch:
        for result in rules.intake.accept(message, gates):
            if isinstance(result, DeadLetter):
                report.refused[result.reason.value] += 1
    return report


def _messages(letters: Iterable[Letter], intake: Intake, defaults: Defaults, done: Redelivered) -> Iterator[Message]:
    for source, group in groupby(letters, key=lambda letter: letter.source):
        waiting = {(letter.position, letter.digest): letter for letter in group}
        done.letters += len(waiting)
        yield from _from_source(source, waiting, intake, defaults)
        for letter in waiting.values():
            kept = _from_kept(letter, defaults.assume_ts)
            if kept is None:
                done.lost += 1
            else:
                yield kept


def _from_source(
    source: str, waiting: dict[tuple[str, str], Letter], intake: Intake, defaults: Defaults
) -> Iterator[Message]:
    """The messages of letters whose source still holds them; these wait no longer."""
    if not source.startswith(_FILE):
        return
    places: dict[str, list[tuple[str, str]]] = {}
    for position, digest in waiting:
        places.setdefault(position.partition("#")[0], []).append((position, digest))
    name = source.removeprefix(_FILE)
    try:
        for message in read_messages(name, defaults, FileProgress(name, 0)):
            for place in places.pop(message.position, ()):
                if place[1] == intake.digest(message):
                    yield _element(message, waiting.pop(place))
            if not places:
                return
    except UnreadableFileError:
        return


def _element(message: Message, letter: Letter) -> Message:
    """The one element of a message that a letter is of."""
    index = letter.position.partition("#")[2]
    return replace(
        message,
        collection_id=letter.collection_id or message.collection_id,
        redelivery=Redelivery(letter.digest, index=int(index) if index else None),
    )


def _from_kept(letter: Letter, assume_ts: datetime | None) -> Message | None:
    """What was kept of a letter, where it can be taken in."""
    if letter.collection_id is None or letter.body is None or "event" not in letter.body:
        return None
    redelivery = Redelivery(letter.digest, kept=letter.body)
    return Message(letter.source, letter.position, None, None, letter.collection_id, assume_ts, redelivery)
