"""What the console reads: every answer is of the same moment, by an index, and a page at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, tuple_

from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Kind, Row
from pipeline.learning.verdicts import Status
from storage.audit_trail import AuditRow, audit_of, audit_trail
from storage.catalogs import read_catalogs
from storage.chunks import chunks
from storage.collections import read_settings
from storage.decisions import StoredDecision, decisions_of_family, latest_decisions, sampled_decisions
from storage.endorsements import StoredEndorsement, endorsements_of
from storage.evidence_days import EvidenceDay, Supporter, evidence_days, supporters
from storage.letter_pages import LetterFilter, letter_counts, read_letters
from storage.read_models import StoredDeadLetter
from storage.review_queue import QueueCount, QueueFilter, QueuePlace, read_queue, read_queue_counts, read_status_days
from storage.samples import sample_attempts
from storage.suggestions import stored_rows
from storage.tables import collections, suggestions
from storage.traffic import CollectionTraffic, attempts_by_day, traffic

#: Attempts that are looked through for those that show an edge.
_EDGE_SAMPLES = 20


class ReviewReads:
    """What the console asks of a store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def settings(self) -> Mapping[str, CollectionSettings]:
        """The settings of every collection, by name: one row a catalog."""
        query = select(collections.c.id, collections.c.settings).order_by(collections.c.id)
        return {row.id: read_settings(row.settings) for row in self._connection.execute(query)}

    def queue(
        self, wanted: QueueFilter, limit: int, after: QueuePlace | None = None
    ) -> Sequence[tuple[QueuePlace, Row]]:
        """A page of the queue, what gains most first."""
        return read_queue(self._connection, wanted, limit, after)

    def queue_counts(self, of: Collection[str]) -> Sequence[QueueCount]:
        """How many suggestions collections have, by kind, status and whether the target changes state."""
        return read_queue_counts(self._connection, of)

    def rows(self, ids: Collection[str]) -> Mapping[str, Row]:
        """Those of the suggestions that exist, by id, as they are stored."""
        return stored_rows(self._connection, ids)

    def siblings(self, row: Row, limit: int) -> Sequence[Row]:
        """The other targets of a suggestion's family, or the other producers of an edge's argument."""
        columns = suggestions.c
        query = select(columns.row).where(
            columns.collection_id == row["collection_id"], columns.kind == row["kind"], columns.id != row["id"]
        )
        if row["edge"]:
            query = query.where(columns.target == row["target"], columns.to_field == row["edge"]["to_field"])
        else:
            query = query.where(columns.family == row["query_family"])
        return list(self._connection.scalars(query.order_by(columns.id).limit(limit)))

    def promoted(self, families: Collection[tuple[str, str]]) -> Sequence[Row]:
        """The promoted target preferences of some (collection, family) pairs."""
        columns = suggestions.c
        found: list[Row] = []
        for chunk in chunks(sorted(families)):
            query = select(columns.row).where(
                tuple_(columns.collection_id, columns.kind, columns.family).in_(
                    [(name, Kind.TARGET_PREFERENCE.value, family) for name, family in chunk]
                ),
                columns.status == Status.PROMOTED.value,
            )
            found += self._connection.scalars(query.order_by(columns.id))
        return found

    def days(self, row: Row, limit: int) -> Sequence[EvidenceDay]:
        """The latest days with evidence of a suggestion, oldest first."""
        return evidence_days(self._connection, row, limit)

    def supporters(self, row: Row, limit: int) -> tuple[Sequence[Supporter], int]:
        """Who supports a suggestion, the strongest first, and the support of all."""
        return supporters(self._connection, row, limit)

    def decisions(self, row: Row, limit: int) -> Sequence[StoredDecision]:
        """The latest decisions on requests of a suggestion's family; of an edge the latest attempts that show it."""
        if not row["edge"]:
            return decisions_of_family(self._connection, row["collection_id"], row["query_family"], limit)
        found = sample_attempts(self._connection, row, limit, candidates=_EDGE_SAMPLES, together=_EDGE_SAMPLES)
        return sampled_decisions(self._connection, row["collection_id"], found)

    def latest_decisions(self, of: Collection[str], limit: int) -> Sequence[StoredDecision]:
        """The latest decisions of each collection, those of one together, the latest first."""
        return latest_decisions(self._connection, of, limit)

    def catalogs(self, of: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
        """The tools of those declared catalogs that there are, by collection."""
        return read_catalogs(self._connection, of)

    def audit_of(self, suggestion_id: str, limit: int, before: int | None = None) -> Sequence[AuditRow]:
        """The latest entries of the audit trail of one suggestion, the latest first."""
        return audit_of(self._connection, suggestion_id, limit, before)

    def audit(self, of: Collection[str] | None, limit: int, before: int | None = None) -> Sequence[AuditRow]:
        """The latest entries of the audit trail of some collections, or of all, the latest first."""
        return audit_trail(self._connection, of, limit, before)

    def status_days(self, of: Collection[str], since: int) -> Sequence[tuple[int, str, str, int]]:
        """How many suggestions went from one status to another, by day: (day, before, after, how many)."""
        return read_status_days(self._connection, of, since)

    def letters(self, wanted: LetterFilter, limit: int, after: str | None = None) -> Sequence[StoredDeadLetter]:
        """A page of dead letters, by source and then as they came first."""
        return read_letters(self._connection, wanted, limit, after)

    def letter_counts(self, wanted: LetterFilter) -> Mapping[str, int]:
        """How many dead letters there are, by reason."""
        return letter_counts(self._connection, wanted)

    def attempts_by_day(self, of: Collection[str], first: datetime, days: int) -> Sequence[int]:
        """How many attempts of some collections ended on each of so many days."""
        return attempts_by_day(self._connection, of, first, days)

    def traffic(self, of: Collection[str], since: datetime) -> Mapping[str, CollectionTraffic]:
        """What came into each collection."""
        return traffic(self._connection, of, since)

    def endorsements(self, ids: Collection[str]) -> Mapping[str, StoredEndorsement]:
        """What one person asked for and another must, by suggestion."""
        return endorsements_of(self._connection, ids)
