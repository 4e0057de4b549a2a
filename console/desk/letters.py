"""Dead letters: those that a caller sees, replayed and set aside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from console.access.roles import Caller, NotFoundError, Role
from console.desk.acts import ActRefusedError
from console.desk.sight import Sight
from console.reads.letters import LetterPage, LetterView, Redelivery
from console.site import Site
from pipeline.ports import LetterName
from pipeline.redelivery import redeliver
from pipeline.replay import Defaults
from pipeline.scrub import scrub_text
from storage.letter_pages import LetterFilter
from storage.read_models import StoredDeadLetter
from storage.review import ReviewReads

#: Letters that one act takes; it goes on with the rest when it is asked again.
TOGETHER = 1_000
#: How dead letters are known.
_LETTER = re.compile(r"dl-[0-9a-f]{12}")


def letter_page(reads: ReviewReads, sight: Sight, reason: str | None, after: str | None, limit: int) -> LetterPage:
    """A page of dead letters, by source and then as they came."""
    seen = sight.lettered
    if after is not None and not _LETTER.fullmatch(after):
        raise NotFoundError("there is no such dead letter: begin the list anew")
    counts = reads.letter_counts(LetterFilter(collections=seen))
    found = list(reads.letters(LetterFilter(collections=seen, reason=reason), limit + 1, after))
    return LetterPage(
        reason=reason,
        letters=tuple(map(_view, found[:limit])),
        by_reason=counts,
        total=sum(counts.values()) if reason is None else counts.get(reason, 0),
        next_after=found[limit - 1].id if len(found) > limit else None,
    )


def letter_view(reads: ReviewReads, sight: Sight, identity: str) -> LetterView:
    """One dead letter.

    Raises:
        NotFoundError: there is none of that id, or the caller does not see it.
    """
    return _view(_named(reads, sight, [identity])[0])


def replay_letters(
    site: Site, sight: Sight, letters: Sequence[StoredDeadLetter], defaults: Defaults, *, dry_run: bool
) -> Redelivery:
    """Tries letters again; what is accepted leaves them.

    Raises:
        NotFoundError: the collection that events without one shall have is not there for the caller.
    """
    if defaults.collection_id is not None:
        sight.must_hold(defaults.collection_id)
    ordered = sorted(letters, key=lambda letter: letter.source)
    done = redeliver(ordered, site.store.unit_of_work, site.rules, defaults, dry_run=dry_run)
    return Redelivery(done.letters, done.accepted, dict(sorted(done.refused.items())), done.lost)


def skip_letters(site: Site, caller: Caller, letters: Sequence[StoredDeadLetter], *, dry_run: bool) -> int:
    """Sets letters aside for good, in one transaction; returns how many."""
    if dry_run:
        return len(letters)
    names = [LetterName(letter.source, letter.position, letter.digest) for letter in letters]
    with site.store.unit_of_work() as work:
        gone = work.dead_letters.skip(names, scrub_text(caller.name))
        work.commit()
    return gone


def asked_letters(
    reads: ReviewReads, sight: Sight, caller: Caller, ids: Sequence[str], reason: str | None
) -> Sequence[StoredDeadLetter]:
    """The letters that are meant: some by their ids, or all of a reason, at most `TOGETHER`.

    Raises:
        ForbiddenError: the caller may not act.
        NotFoundError: there is none of an id, or the caller does not see it.
        ActRefusedError: neither ids nor a reason are given, or both, or too many.
    """
    caller.must(Role.REVIEWER)
    if bool(ids) == (reason is not None):
        raise ActRefusedError("say which dead letters: ids, or all of a reason")
    if len(ids) > TOGETHER:
        raise ActRefusedError(f"one act takes {TOGETHER:,} dead letters")
    if ids:
        return _named(reads, sight, ids)
    return reads.letters(LetterFilter(collections=sight.lettered, reason=reason), TOGETHER)


def _named(reads: ReviewReads, sight: Sight, ids: Sequence[str]) -> list[StoredDeadLetter]:
    known = tuple(identity for identity in ids if _LETTER.fullmatch(identity))
    found = reads.letters(LetterFilter(collections=sight.lettered, ids=known), len(ids))
    missing = sorted(set(ids) - {letter.id for letter in found})
    if missing:
        raise NotFoundError("there is no such dead letter")
    return list(found)


def _view(letter: StoredDeadLetter) -> LetterView:
    return LetterView(**{name: getattr(letter, name) for name in LetterView.__dataclass_fields__})
