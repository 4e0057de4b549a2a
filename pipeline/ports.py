"""What the pipeline asks of a store: one transaction a batch, and in it a repository for each aggregate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from pipeline.intake import DeadLetter, Gate
from pipeline.learning.acts import Act
from pipeline.learning.attempts import Edge
from pipeline.learning.edges import EdgeCounts
from pipeline.learning.evidence import Evidence
from pipeline.learning.sealed import Removal, SealedEvent
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import EdgeTotals, FamilyText, Row
from pipeline.learning.totals import FamilyCell


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in the ledger, and the hashes of other contents that came under its id.

    Attributes:
        event: the content that stands: the one of the smaller hash.
        rivals: the other hashes, sorted; of an event that came while a key rotated, also its hash under the key before.
    """

    event: SealedEvent
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptSummary:
    """What a store keeps of an attempt to find it again: a function of its events."""

    principal: str | None
    session: str | None
    family: str | None
    selected: str | None
    first_at: datetime
    last_at: datetime


class EventName(NamedTuple):
    """What an event of a collection is known by; the plan is empty where it names none."""

    attempt_key: str
    plan_id: str
    event_id: str


@dataclass(frozen=True, slots=True)
class EdgeEvidence:
    """All that is counted of one edge: for its row, of trusted-by-name principals, and of all."""

    totals: EdgeTotals
    known: EdgeCounts
    everybody: EdgeCounts


@dataclass(frozen=True, slots=True)
class SuggestionChange:
    """A suggestion as it is now and as it was; None where it did not exist or exists no more."""

    now: Row | None
    before: Row | None

    @property
    def status_changed(self) -> bool:
        """Whether audit and outbox must tell."""
        return (self.now or {}).get("status") != (self.before or {}).get("status")

    @property
    def was_acted_on(self) -> bool:
        """Whether an operator's act is new to the row."""
        now, before = ((row or {}).get("acts", []) for row in (self.now, self.before))
        return bool(now != before)


class LetterName(NamedTuple):
    """What a dead letter is known by."""

    source: str
    position: str
    digest: str


class Told(NamedTuple):
    """A place in the two records of what was told: the last entries of the audit table and of the outbox."""

    audit: int
    outbox: int


@dataclass(frozen=True, slots=True)
class ToldPart:
    """What was removed of a part of the records.

    Attributes:
        reached: the place up to which was looked.
        audit: entries that went.
        outbox: entries that went.
        acts: acts that went.
        told: the suggestions that the outbox had told of, id to kind.
        audited: the suggestions that the audit table had told of.
    """

    reached: Told
    audit: int
    outbox: int
    acts: int
    told: Mapping[str, str]
    audited: frozenset[str]


class Collections(Protocol):
    """Collections and what an operator set for them."""

    def gates(self) -> Mapping[str, Gate]:
        """What the border must know of each collection: its floor, its erasure, whether text is kept."""

    def settings(self, collection_id: str) -> CollectionSettings:
        """The settings, the defaults where nobody set any."""

    def save_settings(self, collection_id: str, settings: CollectionSettings) -> None:
        """Stores the settings."""

    def remember(self, collection_ids: Iterable[str]) -> None:
        """Makes sure that each collection is listed."""

    def names(self) -> Sequence[str]:
        """Every collection, sorted."""

    def raise_floor(self, collection_id: str, floor: datetime) -> datetime:
        """Refuses events from before the floor from now on; a floor never sinks. Returns the one in force.

        The transaction waits for all others and works alone, so that none enters an event by an older floor later.
        """

    def mark_erased(self, collection_id: str, at: datetime) -> datetime:
        """Refuses events from before the moment from now on, likewise, and forgets the declared catalog."""


class Attempts(Protocol):
    """Attempts with their sealed events: the ledger."""

    def owners(self, collection_id: str, plan_ids: Collection[str], *, may_tie: bool = False) -> Mapping[str, str]:
        """The attempt keys of those plans that name an attempt; they stay so until the end of the transaction.

        Args:
            collection_id: the collection.
            plan_ids: the plans.
            may_tie: whether plans may be given to other attempts in this transaction.
        """

    def own(self, collection_id: str, owners: Mapping[str, str], renamed: Mapping[str, str]) -> None:
        """Stores plans' attempts; every plan of an attempt in `renamed` (old key to new) goes to the new one."""

    def hold(self, collection_id: str, keys: Collection[str]) -> None:
        """Locks attempts against other writers until the end of the transaction, those too that do not exist yet."""

    def load(self, collection_id: str, keys: Collection[str]) -> Mapping[str, Sequence[StoredEvent]]:
        """The events of those attempts that exist; holds them."""

    def summaries(self, collection_id: str, keys: Collection[str]) -> Mapping[str, AttemptSummary]:
        """What is kept of those attempts that exist to find them again."""

    def known(self, collection_id: str, names: Collection[EventName]) -> set[EventName]:
        """Those of the names that an event has already."""

    def save(self, collection_id: str, key: str, summary: AttemptSummary, changed: Sequence[StoredEvent]) -> None:
        """Stores an attempt and the events of it that are new or stand with another content."""

    def drop(self, collection_id: str, key: str) -> None:
        """Removes an attempt that was merged into another, with its events."""

    def flush(self) -> None:
        """Writes what was saved and dropped; else that waits until it is read again or the transaction ends."""


class EvidenceCells(Protocol):
    """Keyed integer counts."""

    def apply(self, collection_id: str, delta: Evidence) -> None:
        """Adds a difference, in key order; a key at zero disappears."""

    def family_cells(self, collection_id: str, families: Collection[str]) -> Mapping[str, Sequence[FamilyCell]]:
        """All target counts of those families that have any."""

    def family_texts(self, collection_id: str, families: Collection[str]) -> Mapping[str, FamilyText]:
        """Terms and most frequent wording; of equally frequent ones the shortest, then the smallest."""

    def declared_arguments(self, collection_id: str, tools: Collection[str]) -> set[tuple[str, str]]:
        """The (tool, argument path) pairs of the given tools that a declared edge leads into."""

    def edge_evidence(
        self, collection_id: str, arguments: Collection[tuple[str, str]], sessions_per_principal: int
    ) -> Mapping[Edge, EdgeEvidence]:
        """What is counted of each edge into the arguments; distinct values are those of the largest seal key."""

    def all_families(self, collection_id: str) -> Sequence[str]:
        """Every family with counts, sorted."""

    def all_arguments(self, collection_id: str) -> Sequence[tuple[str, str]]:
        """Every (tool, argument path) that an edge leads into, sorted."""


class Suggestions(Protocol):
    """Suggestions with their folded history."""

    def of_families(self, collection_id: str, families: Collection[str]) -> Mapping[str, Sequence[Row]]:
        """The stored target preferences, by family."""

    def of_arguments(self, collection_id: str, arguments: Collection[tuple[str, str]]) -> Sequence[Row]:
        """The stored edges into those arguments."""

    def get(self, ids: Collection[str]) -> Mapping[str, Row]:
        """Those of the suggestions that exist, by id."""

    def write(self, changes: Sequence[SuggestionChange]) -> None:
        """Stores rows; a change of status goes to the audit table and the outbox in the same transaction."""

    def all_families(self, collection_id: str) -> Sequence[str]:
        """Every family with a stored target preference, sorted."""

    def all_arguments(self, collection_id: str) -> Sequence[tuple[str, str]]:
        """Every (tool, argument path) with a stored edge, sorted."""


class Acts(Protocol):
    """Operators' acts."""

    def add(self, act: Act) -> None:
        """Stores an act; the same act twice is one."""

    def of(self, suggestion_ids: Collection[str]) -> Mapping[str, Sequence[Act]]:
        """The acts on those suggestions that have any, in order."""


class DeadLetters(Protocol):
    """What was refused, and why."""

    def add(self, letters: Sequence[DeadLetter]) -> None:
        """Stores letters; the same (source, position, digest) twice is one, and its tries are counted.

        One that an operator set aside stays aside.
        """

    def at(self, places: Mapping[str, Collection[str]]) -> Collection[LetterName]:
        """The letters of those positions, by source."""

    def remove(self, names: Collection[LetterName]) -> int:
        """Removes letters of what was accepted after all; returns how many there were."""

    def skip(self, names: Collection[LetterName], actor: str) -> int:
        """Sets letters aside; who did, when, and why it was refused stays. Returns how many there were."""


class Disposal(Protocol):
    """Finds and removes what must go, a bounded part at a time."""

    def aged(self, collection_id: str, floor: datetime, limit: int) -> Sequence[str]:
        """Attempts whose last event is from before the floor, the oldest first."""

    def begun_before(self, collection_id: str, moment: datetime, after: str, limit: int) -> Sequence[str]:
        """Attempts with an event from before a moment, by key, those after a key."""

    def forget_plans(self, collection_id: str, keys: Collection[str]) -> None:
        """Removes the plans that lead to those attempts."""

    def old_letters(self, collection_id: str | None, before: datetime, limit: int) -> int:
        """Removes dead letters last seen before a moment, of a collection or of none; returns how many."""

    def letters(self, collection_id: str, limit: int) -> int:
        """Removes dead letters of a collection, also those set aside; returns how many."""

    def last_told(self) -> Told:
        """How far audit and outbox reach."""

    def forget_told(self, collection_id: str, moment: datetime, after: Told, up_to: Told) -> ToldPart:
        """Removes what a part of audit and outbox says of a collection, and the acts of before on what they name."""

    def retell(self, collection_id: str, kinds: Mapping[str, str]) -> None:
        """Tells the outbox how suggestions (id to kind) stand: their row, or a tombstone."""


class Removals(Protocol):
    """How much the border took out of what came in, by sender: told, not learned."""

    def add(self, counts: Mapping[Removal, int]) -> None:
        """Adds counts."""

    def forget(self, collection_id: str, before: datetime) -> None:
        """Removes the counts of a collection's days before that of a moment."""


class Positions(Protocol):
    """How far each source was read."""

    def advance(self, positions: Mapping[str, Any]) -> None:
        """Stores the last position of each source."""


class UnitOfWork(Protocol):
    """One transaction; leaving it without `commit` undoes everything. Entered again, it begins anew."""

    collections: Collections
    attempts: Attempts
    evidence: EvidenceCells
    suggestions: Suggestions
    acts: Acts
    dead_letters: DeadLetters
    positions: Positions
    removals: Removals
    disposal: Disposal

    def __enter__(self) -> Self:
        """Begins."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Ends; rolls back what was not committed."""

    def among_others(self) -> None:
        """Before anything is read: others may write too, but what a person decides waits until the end."""

    def alone(self) -> None:
        """Before anything is read: nobody else writes until the end, since what a person decides concerns any row."""

    def commit(self) -> None:
        """Makes everything durable."""
