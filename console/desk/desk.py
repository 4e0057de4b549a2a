"""The desk of one caller: every page and every call of the API asks here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice

from console.access.roles import Caller, NotFoundError
from console.desk.acts import TOGETHER, act, read_request
from console.desk.letters import asked_letters, letter_page, letter_view, replay_letters, skip_letters
from console.desk.overview import overview_of
from console.desk.sight import Sight, sight_of
from console.desk.suggestion import suggestion_view
from console.reads.acts import AuditPage, read_audit
from console.reads.conflict import Outcome
from console.reads.graph import Graph, read_graph
from console.reads.letters import LetterPage, LetterView, Redelivery
from console.reads.overview import Overview
from console.reads.queue import IDENTITY, QueuePage, QueueQuery, Selection, read_cursor, read_item, write_cursor
from console.reads.suggestion import SuggestionView
from console.reads.version import version_of
from console.site import Site
from pipeline.errors import RejectedError
from pipeline.learning.suggestions import Kind, Row, as_listed
from pipeline.learning.verdicts import Status
from pipeline.replay import Defaults
from storage.read_models import SuggestionFilter
from storage.review import ReviewReads
from storage.review_queue import QueueCount, QueueFilter, counted

#: Lines of a page, unless fewer are asked for.
PAGE = 50
#: Edges that a graph shows, days that an overview does.
EDGES, DAYS = 300, 14
ANY = "any"


class Desk:
    """What a caller may read.

    Args:
        site: what requests are answered with.
        caller: who asks.
    """

    def __init__(self, site: Site, caller: Caller) -> None:
        self._site = site
        self._caller = caller

    def collections(self) -> tuple[str, ...]:
        """The collections that the caller sees, sorted."""
        with self._site.store.reviewing() as reads:
            return self._sight(reads).names

    def queue(self, query: QueueQuery, limit: int = PAGE) -> QueuePage:
        """A page of the queue, what gains most first.

        Raises:
            NotFoundError: the caller sees no such collection.
            BadCursorError: `after` is no cursor.
        """
        after = None if query.after is None else read_cursor(query.after)
        policy, now = self._site.rules.policy, self._site.clock()
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            wanted = _filter(query, sight)
            found = list(reads.queue(wanted, limit + 1, after))
            counts = reads.queue_counts(sight.names)
            waiting = reads.endorsements([row["id"] for _, row in found])
            endorsed = {name: endorsement.actor for name, endorsement in waiting.items()}
        items = tuple(
            read_item(row, now, policy.expiry_days, sight.declared(row["collection_id"]), endorsed.get(row["id"]))
            for _, row in found[:limit]
        )
        return QueuePage(
            query=query,
            items=items,
            total=counted(counts, wanted),
            by_status=_tally(counts, replace(wanted, statuses=()), "status"),
            by_kind=_tally(counts, replace(wanted, kind=None), "kind"),
            by_collection=_tally(counts, replace(wanted, collections=None), "collection_id"),
            changing_state=counted(counts, replace(wanted, changes_state=True))
            if query.changes_state is not False
            else 0,
            next_after=write_cursor(found[limit - 1][0]) if len(found) > limit else None,
        )

    def rows(self, wanted: SuggestionFilter, limit: int = PAGE) -> list[Row]:
        """Rows as `tooltrail suggestions list` writes them, in its order: of what the caller sees.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            names = sight.narrowed(wanted.collection_id)
        whole = wanted.collection_id is None and sight.is_whole
        with self._site.store.reading() as views:
            each = [wanted] if whole else [replace(wanted, collection_id=name) for name in names]
            return list(islice(chain.from_iterable(map(views.suggestions, each)), limit))

    def row(self, identity: str, as_of: datetime | None = None) -> Row:
        """One row as `tooltrail suggestions list` writes it.

        Raises:
            NotFoundError: there is no such suggestion for the caller.
        """
        with self._site.store.reviewing() as reads:
            row = reads.rows([identity]).get(identity) if IDENTITY.fullmatch(identity) else None
            if row is None or row["collection_id"] not in self._sight(reads).settings:
                raise NotFoundError("there is no such suggestion")
        return as_listed(row, as_of or self._site.clock(), self._site.rules.policy.expiry_days)

    def selection(self, query: QueueQuery) -> Selection:
        """All that a filter shows, for an act on all of it.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            wanted = _filter(query, sight)
            total = counted(reads.queue_counts(sight.names), wanted)
            found = reads.queue(wanted, TOGETHER)
        return Selection(tuple((row["id"], version_of(row)) for _, row in found), total, TOGETHER)

    def suggestion(self, identity: str) -> SuggestionView:
        """Everything that one suggestion's page shows.

        Raises:
            NotFoundError: there is no such suggestion for the caller.
        """
        if not IDENTITY.fullmatch(identity):
            raise NotFoundError("there is no such suggestion")
        with self._site.store.reviewing() as reads:
            return suggestion_view(reads, self._sight(reads), identity, self._site.clock(), self._site.rules.policy)

    def graph(self, collection: str | None = None, limit: int = EDGES) -> Graph:
        """The producer graph of a collection; of the first that the caller sees, where none is named.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            names = sight.narrowed(collection)
            if not names:
                return read_graph(None, (), (), 0, {})
            wanted = QueueFilter(collections=names[:1], kind=Kind.DATA_FLOW_EDGE)
            rows = [row for _, row in reads.queue(wanted, limit)]
            total = counted(reads.queue_counts(names[:1]), wanted)
            return read_graph(names[0], sight.names, rows, total, sight.declared(names[0]))

    def audit(
        self,
        collection: str | None = None,
        suggestion: str | None = None,
        before: int | None = None,
        limit: int = PAGE,
    ) -> AuditPage:
        """A page of the audit trail, the latest entries first, from before an entry.

        Raises:
            NotFoundError: the caller sees no such collection or suggestion.
        """
        if suggestion is not None and not IDENTITY.fullmatch(suggestion):
            raise NotFoundError("there is no such suggestion")
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            names = sight.narrowed(collection)
            if suggestion is not None:
                found = list(reads.audit_of(suggestion, limit + 1, before))
                if any(row.collection_id not in names for row in found):
                    raise NotFoundError(f"there is no suggestion {suggestion}")
            else:
                found = list(reads.audit(None if collection is None and sight.is_whole else names, limit + 1, before))
        entries = tuple(map(read_audit, found[:limit]))
        return AuditPage(entries, entries[-1].id if len(found) > limit else None)

    def overview(self, days: int = DAYS, collection: str | None = None) -> Overview:
        """The overview of what the caller sees, or of one collection.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            if collection is not None:
                sight = sight.only(collection)
            return overview_of(reads, sight, self._site.clock(), days, self._site.rules.policy.boost)

    # --- dead letters ---

    def letters(self, reason: str | None = None, after: str | None = None, limit: int = PAGE) -> LetterPage:
        """A page of dead letters, by source and then as they came."""
        with self._site.store.reviewing() as reads:
            return letter_page(reads, self._sight(reads), reason, after, limit)

    def letter(self, identity: str) -> LetterView:
        """One dead letter.

        Raises:
            NotFoundError: there is none of that id for the caller.
        """
        with self._site.store.reviewing() as reads:
            return letter_view(reads, self._sight(reads), identity)

    def replay_letters(
        self,
        ids: Sequence[str] = (),
        reason: str | None = None,
        collection: str | None = None,
        assume_ts: datetime | None = None,
        *,
        dry_run: bool = False,
    ) -> Redelivery:
        """Tries dead letters again: some, or all of a reason, at most a thousand at once.

        Raises:
            ForbiddenError: the caller may not act.
            NotFoundError: there is no such letter or collection for them.
            RejectedError: nothing or too much is named.
        """
        with self._site.store.reviewing() as reads:
            sight = self._sight(reads)
            letters = asked_letters(reads, sight, self._caller, ids, reason)
        return replay_letters(self._site, sight, letters, Defaults(collection, assume_ts), dry_run=dry_run)

    def skip_letters(self, ids: Sequence[str] = (), reason: str | None = None, *, dry_run: bool = False) -> int:
        """Sets dead letters aside for good: some, or all of a reason, at most a thousand at once; returns how many.

        Raises:
            ForbiddenError: the caller may not act.
            NotFoundError: there is no such letter for them.
            RejectedError: nothing or too much is named.
        """
        with self._site.store.reviewing() as reads:
            letters = asked_letters(reads, self._sight(reads), self._caller, ids, reason)
        return skip_letters(self._site, self._caller, letters, dry_run=dry_run)

    def act(self, verb: str, items: Sequence[tuple[str, str]], comment: str = "", reason: str = "") -> Outcome:
        """Does one thing to suggestions as they were shown, (id, version) each: to all of them or to none.

        Raises:
            ForbiddenError: the caller may not act.
            NotFoundError: a suggestion is not there for them.
            RejectedError: what was asked for cannot be done; the message says why.
        """
        return act(self._site, self._caller, read_request(verb, items, comment, reason))

    def _sight(self, reads: ReviewReads) -> Sight:
        return sight_of(self._caller, reads.settings())


class BadFilterError(RejectedError):
    """A filter names a status or a kind that there is not."""


def _filter(query: QueueQuery, sight: Sight) -> QueueFilter:
    if query.status not in {ANY, *Status} or query.kind not in {None, *Kind}:
        raise BadFilterError(f"a status is {ANY}, {', '.join(Status)}; a kind is {', '.join(Kind)}")
    names = sight.narrowed(query.collection)
    return QueueFilter(
        collections=None if query.collection is None and sight.is_whole else names,
        statuses=() if query.status == ANY else (Status(query.status),),
        kind=None if query.kind is None else Kind(query.kind),
        changes_state=query.changes_state,
    )


def _tally(counts: Sequence[QueueCount], wanted: QueueFilter, by: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for count in counts:
        many = counted([count], wanted)
        if many:
            name = str(getattr(count, by))
            found[name] = found.get(name, 0) + many
    return found
