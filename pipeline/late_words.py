"""Late words: what a user says when all else of a run is told teaches nothing, so the run need not be read again.

A word of the user tells whose the run is, and where a value came from if it was said before the value appeared. One
that is later than every event of its run, and names nobody else, leaves what the run teaches as it is. Runs end with
such words, in messages of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipeline.learning.sealed import SealedEvent
from pipeline.ports import AttemptSummary, EventName, UnitOfWork
from pipeline.runs import Runs


def find_late_words(work: UnitOfWork, collection_id: str, runs: Runs) -> Mapping[str, AttemptSummary]:
    """The attempts that are told late words alone, none of which came before, as they were summed up without them.

    Args:
        work: the transaction, which holds the attempts.
        collection_id: the collection.
        runs: what came.
    """
    merged = {*runs.renamed, *runs.renamed.values()}
    words = {
        key: fresh
        for key, fresh in runs.events.items()
        if key not in merged and all(event.type == "user.message" for event in fresh)
    }
    if not words:
        return {}
    summaries = work.attempts.summaries(collection_id, words)
    late = {key: summary for key, summary in summaries.items() if are_late(summary, words[key])}
    names = {EventName(key, word.plan_id or "", word.event_id) for key in late for word in words[key]}
    again = {name.attempt_key for name in work.attempts.known(collection_id, names)}
    return {key: summary for key, summary in late.items() if key not in again}


def are_late(summary: AttemptSummary, words: Iterable[SealedEvent]) -> bool:
    """Whether words come after all else of an attempt, and from whom it is known to be.

    >>> from datetime import UTC, datetime
    >>> noon, one = datetime(2026, 1, 5, 12, tzinfo=UTC), datetime(2026, 1, 5, 13, tzinfo=UTC)
    >>> word = SealedEvent("shop", "user.message", "r1", None, "e9", one, "c0ffee", "kim", None, {})
    >>> are_late(AttemptSummary("kim", "s1", None, None, noon, noon), [word])
    True
    >>> are_late(AttemptSummary(None, "s1", None, None, noon, noon), [word])
    False
    """
    return all(
        word.ts > summary.last_at
        and (not word.principal or word.principal == summary.principal)
        and (not word.session or word.session == summary.session)
        for word in words
    )
