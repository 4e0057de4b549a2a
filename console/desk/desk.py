"""The desk of one caller: every page and every call of the API asks here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from console.access.roles import Caller
from console.desk.sight import Sight, sight_of
from console.reads.queue import QueuePage, QueueQuery, Selection, read_cursor, read_item, write_cursor
from console.reads.version import version_of
from console.site import Site
from pipeline.learning.suggestions import Kind
from pipeline.learning.verdicts import Status
from storage.review import ReviewReads
from storage.review_queue import QueueCount, QueueFilter, counted

#: Lines of a page, unless fewer are asked for.
PAGE = 50
#: Suggestions that one act takes.
TOGETHER = 1_000
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
            endorsed = reads.endorsed_by([row["id"] for _, row in found])
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

    def _sight(self, reads: ReviewReads) -> Sight:
        return sight_of(self._caller, reads.settings())


def _filter(query: QueueQuery, sight: Sight) -> QueueFilter:
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
