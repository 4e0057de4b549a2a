"""Read models: what the commands show, as of one moment of the database."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, bindparam, exists, false, func, select, tuple_, type_coerce

from pipeline.learning.policy import Policy
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Kind, Row, as_listed
from pipeline.learning.verdicts import Status
from storage.collections import read_settings
from storage.digest import digest
from storage.removals import RemovalCount, removals
from storage.samples import SampleAttempt, sample_attempts
from storage.suggestions import stored_rows
from storage.tables import attempts, audit, collections, dead_letters, events, outbox, suggestions
from storage.types import canonical_json

#: Rows that are held at once.
_ROWS = 500
#: The events that end an attempt.
_ENDS = ("attempt.recorded", "plan.aborted", "plan.completed")
#: The order in which suggestions are listed; an index has it.
_ORDER = ("collection_id", "kind", "family", "source", "from_field", "target", "to_field", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionFilter:
    """Which suggestions are listed.

    Attributes:
        status: only these, as they stand at `as_of`.
        kind: only these.
        collection_id: only this collection's.
        as_of: the moment that decides what has expired; None lists what is stored, expiry apart.
        expiry_days: days without evidence after which a suggestion expires.
        after: only those that come after this one (its id) in the order of the list.
    """

    status: Status | None = None
    kind: Kind | None = None
    collection_id: str | None = None
    as_of: datetime | None = None
    expiry_days: int = Policy().expiry_days
    after: str | None = None


@dataclass(frozen=True, slots=True)
class ListedCollection:
    """A collection and what is in it.

    Attributes:
        id: its name.
        settings: what an operator set, else the defaults.
        floor: the moment before which events are refused, None for none.
        erased_at: when it was erased, None if never.
        attempts: how many.
        last_at: the time of the latest event, None without attempts.
        suggestions: how many, by status, expiry apart.
    """

    id: str
    settings: CollectionSettings
    floor: datetime | None
    erased_at: datetime | None
    attempts: int
    last_at: datetime | None
    suggestions: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterFilter:
    """Which dead letters are listed: only those of a reason, a source, a collection; only those after one (its id)."""

    reason: str | None = None
    source: str | None = None
    collection_id: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class StoredDeadLetter:
    """A dead letter as it is kept.

    Attributes:
        id: its short name.
        source: where it came from.
        position: and where in there.
        digest: the keyed hash of its bytes.
        reason: why it was refused, by code.
        detail: the same for a person.
        collection_id: where it is known.
        body: the event, scrubbed and sealed; None where it was withheld.
        tries: how often it came.
        first_seen: when first.
        last_seen: when last.
    """

    id: str
    source: str
    position: str
    digest: str
    reason: str
    detail: str
    collection_id: str | None
    body: Mapping[str, Any] | None
    tries: int
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class StatusChange:
    """An entry of the audit table.

    Attributes:
        before: the status before, None where the suggestion did not exist.
        after: the status after, None where it exists no more.
        cause: what explained it: what blocks, the evidence's last transition, the last act, the policy's version.
        written_at: when it was written.
    """

    before: str | None
    after: str | None
    cause: Mapping[str, Any]
    written_at: datetime


class ReadModels:
    """What can be asked of a store; every answer is of the same moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def suggestions(self, wanted: SuggestionFilter | None = None) -> Iterator[Row]:
        """The suggestions as they stand, in a fixed order: by collection, kind, then family or edge."""
        wanted = wanted or SuggestionFilter()
        columns = suggestions.c
        order = [columns[name] for name in _ORDER]
        query = select(columns.row).where(*_conditions(wanted)).order_by(*order)
        if wanted.after is not None:
            query = query.where(_follows(self._connection, order, columns.id == wanted.after))
        for row in self._connection.scalars(query.execution_options(yield_per=_ROWS)):
            listed = row if wanted.as_of is None else as_listed(row, wanted.as_of, wanted.expiry_days)
            if wanted.status is None or listed["status"] == wanted.status:
                yield listed

    def suggestions_named(self, ids: Collection[str]) -> Mapping[str, Row]:
        """Those of the suggestions that exist, by id, as they are stored, expiry apart."""
        return stored_rows(self._connection, ids)

    def status_changes(self, suggestion_id: str) -> Sequence[StatusChange]:
        """The changes of a suggestion's status as they were written, the first one first."""
        columns = audit.c
        query = select(columns.before, columns.after, columns.cause, columns.written_at)
        query = query.where(columns.suggestion_id == suggestion_id).order_by(columns.id)
        return [StatusChange(*row) for row in self._connection.execute(query)]

    def samples(self, row: Mapping[str, Any], limit: int = 5) -> Sequence[SampleAttempt]:
        """The latest attempts that count for or against a suggestion."""
        return sample_attempts(self._connection, row, limit)

    def status_counts(self) -> Mapping[tuple[str, str], int]:
        """How many suggestions there are, by kind and status, expiry apart."""
        kind, status = suggestions.c.kind, suggestions.c.status
        query = select(kind, status, func.count()).group_by(kind, status).order_by(kind, status)
        return {(found_kind, found): number for found_kind, found, number in self._connection.execute(query)}

    def collections(self) -> Sequence[ListedCollection]:
        """Every collection, by name."""
        attempt_counts = {
            collection_id: (number, last_at)
            for collection_id, number, last_at in self._connection.execute(
                select(attempts.c.collection_id, func.count(), func.max(attempts.c.last_at)).group_by(
                    attempts.c.collection_id
                )
            )
        }
        statuses: dict[str, dict[str, int]] = {}
        by_status = suggestions.c.collection_id, suggestions.c.status
        for collection_id, status, number in self._connection.execute(
            select(*by_status, func.count()).group_by(*by_status).order_by(*by_status)
        ):
            statuses.setdefault(collection_id, {})[status] = number
        return [
            ListedCollection(
                row.id,
                read_settings(row.settings),
                row.floor,
                row.erased_at,
                *attempt_counts.get(row.id, (0, None)),
                statuses.get(row.id, {}),
            )
            for row in self._connection.execute(select(collections).order_by(collections.c.id))
        ]

    def aged(self, collection_id: str, floor: datetime) -> tuple[int, int, int]:
        """How many attempts and events retention would remove by a floor, and how many dead letters."""
        aged = attempts.c.collection_id == collection_id, attempts.c.last_at < floor
        inside = (events.c.collection_id == attempts.c.collection_id) & (events.c.attempt_key == attempts.c.key)
        queries = (
            select(func.count()).select_from(attempts).where(*aged),
            select(func.count()).select_from(attempts.join(events, inside)).where(*aged),
            select(func.count())
            .select_from(dead_letters)
            .where(dead_letters.c.collection_id == collection_id, dead_letters.c.last_seen < floor),
        )
        found = [self._connection.scalar(query) or 0 for query in queries]
        return found[0], found[1], found[2]

    def dead_letters(self, wanted: DeadLetterFilter | None = None) -> Iterator[StoredDeadLetter]:
        """The dead letters, by source and then as they came first."""
        wanted = wanted or DeadLetterFilter()
        columns = dead_letters.c
        filters = {"reason": wanted.reason, "source": wanted.source, "collection_id": wanted.collection_id}
        query = select(*_letter_columns()).where(
            *(columns[name] == value for name, value in filters.items() if value is not None)
        )
        order = columns.source, columns.first_seen, columns.position, columns.digest
        if wanted.after is not None:
            query = query.where(_follows(self._connection, order, columns.id == wanted.after))
        query = query.order_by(*order)
        for row in self._connection.execute(query.execution_options(yield_per=_ROWS)):
            yield StoredDeadLetter(*row)

    def dead_letters_named(self, ids: Collection[str]) -> Sequence[StoredDeadLetter]:
        """Those of the dead letters that exist, by id."""
        query = select(*_letter_columns()).where(dead_letters.c.id.in_(sorted(ids)))
        return [StoredDeadLetter(*row) for row in self._connection.execute(query.order_by(dead_letters.c.id))]

    def refusal_counts(self) -> Mapping[str, int]:
        """How many dead letters there are, by reason."""
        reason = dead_letters.c.reason
        query = select(reason, func.count()).group_by(reason).order_by(reason)
        return dict(self._connection.execute(query).all())

    def untold_since(self) -> datetime | None:
        """When the oldest status change was written that no relay has told yet, None where there is none."""
        return self._connection.scalar(select(outbox.c.written_at).order_by(outbox.c.id).limit(1))

    def attempts_without_end(self, since: datetime, limit: int = 10_000) -> int:
        """How many attempts whose last event is not older than a moment have no end, of the latest of each collection.

        Args:
            since: the moment.
            limit: attempts of a collection that are looked at.
        """
        found = 0
        for collection_id in self._connection.scalars(select(collections.c.id).order_by(collections.c.id)).all():
            of_it = attempts.c.collection_id == collection_id, attempts.c.last_at >= since
            latest = select(attempts.c.key).where(*of_it).order_by(attempts.c.last_at.desc()).limit(limit).subquery()
            ended = exists().where(
                events.c.collection_id == collection_id, events.c.attempt_key == latest.c.key, events.c.type.in_(_ENDS)
            )
            found += self._connection.scalar(select(func.count()).select_from(latest).where(~ended)) or 0
        return found

    def digest(self) -> str:
        """The hash of everything that is learned."""
        return digest(self._connection)

    def seal_key(self) -> str | None:
        """The key that sealed what is stored, by its id; None where nothing was sealed yet."""
        bodies = type_coerce(events.c.body, Text)
        names_it = select(events.c.body).where(bodies.contains('"seal_key":')).limit(1)
        body = self._connection.scalar(names_it)
        return None if body is None else body.get("seal_key")

    def removals(self) -> Sequence[RemovalCount]:
        """What the border took out of accepted events, by sender."""
        return removals(self._connection)

    def is_sealed_with(self, key_id: str) -> bool:
        """Whether anything that is stored was sealed with a key."""
        bodies = type_coerce(events.c.body, Text)
        named = bodies.contains(f'"seal_key":{canonical_json(key_id)}', autoescape=True)
        return self._connection.scalar(select(events.c.event_id).where(named).limit(1)) is not None


def _follows(
    connection: Connection, order: Sequence[ColumnElement[Any]], is_last: ColumnElement[bool]
) -> ColumnElement[bool]:
    """What comes after a row in an order: a page begins by key, however many rows stand before it.

    Columns that are equal to the row's own are compared with its values, so that an index in this order is searched.
    """
    last = connection.execute(select(*order).where(is_last)).one_or_none()
    if last is None:
        return false()
    return tuple_(*order) > tuple_(
        *(bindparam(None, value, column.type) for column, value in zip(order, last, strict=True))
    )


def _conditions(wanted: SuggestionFilter) -> Iterator[ColumnElement[bool]]:
    """What the database can tell of the filter; a suggestion that expired is stored with another status."""
    if wanted.kind is not None:
        yield suggestions.c.kind == wanted.kind.value
    if wanted.collection_id is not None:
        yield suggestions.c.collection_id == wanted.collection_id
    may_have_expired = wanted.status is Status.DEMOTED and wanted.as_of is not None
    if wanted.status is not None and not may_have_expired:
        yield suggestions.c.status == wanted.status.value


def _letter_columns() -> list[ColumnElement[Any]]:
    return [dead_letters.c[name] for name in StoredDeadLetter.__dataclass_fields__]
