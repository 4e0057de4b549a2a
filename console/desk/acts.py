"""Acts: all of them or none, on what the page showed, and by two people where the collection asks for two."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from console.access.roles import Caller, NotFoundError, Role
from console.desk.endorsing import claim_of, holds, needs_two
from console.desk.sight import Sight, sight_of
from console.reads.conflict import Conflict, Done, Outcome
from console.reads.queue import IDENTITY
from console.reads.subject import read_subject
from console.reads.version import differences, read_version, version_of
from console.site import Site
from pipeline.errors import RejectedError
from pipeline.learning.acts import ActKind
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Row, as_listed
from pipeline.learning.verdicts import Status
from pipeline.review import ROLLBACK, Signature, act_on_all, undoing
from pipeline.scrub import scrub_text
from storage.endorsements import StoredEndorsement
from storage.unit_of_work import SqlUnitOfWork

#: Suggestions that one act takes.
TOGETHER = 1_000
#: Characters of a comment.
COMMENT = 2_000


class Verb(StrEnum):
    """What an operator may do to a suggestion."""

    APPROVE = "approve"
    PIN = "pin"
    DEMOTE = "demote"
    REJECT = "reject"
    REOPEN = "reopen"
    ROLLBACK = "rollback"


class RejectReason(StrEnum):
    """Why a suggestion is rejected."""

    WRONG_TARGET = "wrong_target"
    TOO_RISKY = "too_risky"
    TOO_LITTLE_EVIDENCE = "too_little_evidence"
    MISLEADING_EVIDENCE = "misleading_evidence"
    TEMPORARY = "temporary"
    OTHER = "other"


REJECT_REASONS = tuple(reason.value for reason in RejectReason)
#: How an act names its second signer at the end of its comment; nobody writes that themselves.
_SIGNS = re.compile(r"\[\W*with\b", re.IGNORECASE)
_PROMOTING = frozenset({ActKind.APPROVE, ActKind.PIN})


class ActRefusedError(RejectedError):
    """An act cannot be done as it was asked for."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: a verb, the suggestions with the versions that were shown, and why."""

    verb: Verb
    items: Mapping[str, str]
    comment: str
    reason: str


def read_request(verb: str, items: Sequence[tuple[str, str]], comment: str, reason: str) -> Request:
    """Reads what is asked for.

    Raises:
        ActRefusedError: there is no such verb, nothing or too much is named, or a rejection does not say why.
    """
    if verb not in set(Verb):
        raise ActRefusedError(f"{verb!r} is no act: {', '.join(Verb)}")
    comment, reason, named = comment.strip(), reason.strip(), dict(items)
    if not named:
        raise ActRefusedError("no suggestion is named")
    if len(named) > TOGETHER:
        raise ActRefusedError(f"one act takes {TOGETHER:,} suggestions: narrow the filter")
    if not all(map(IDENTITY.fullmatch, named)):
        raise NotFoundError("there is no such suggestion")
    if "\x00" in comment + reason:
        raise ActRefusedError("a comment holds a character that cannot be stored")
    if len(comment) > COMMENT:
        raise ActRefusedError(f"a comment has at most {COMMENT:,} characters")
    if _SIGNS.search(unicodedata.normalize("NFKC", comment)):
        raise ActRefusedError("a comment does not say [with ...]: that is how the second of two people is written down")
    if verb == Verb.REJECT and (reason not in REJECT_REASONS or not comment):
        raise ActRefusedError(f"a rejection says why: a comment, and a reason of {', '.join(REJECT_REASONS)}")
    return Request(Verb(verb), named, comment, reason if verb == Verb.REJECT else reason[:100])


def act(site: Site, caller: Caller, request: Request) -> Outcome:
    """Does what is asked for in one transaction: to all of the suggestions, or to none where one has changed.

    Raises:
        ForbiddenError: the caller may not act.
        NotFoundError: a suggestion is of a collection that the caller does not see.
        ActRefusedError: the caller asked already, and another person must.
        RejectedError: nothing can be rolled back.
    """
    caller.must(Role.REVIEWER)
    now, expiry = site.clock(), site.rules.policy.expiry_days
    with site.store.unit_of_work() as work:
        work.alone()
        rows = work.suggestions.get(request.items)
        sight = _sight(work, caller, rows, request.items)
        conflicts = _conflicts(request, rows, sight)
        if conflicts:
            return Outcome((), conflicts)
        kinds = _kinds(work, request, now)
        listed = {name: as_listed(row, now, expiry) for name, row in rows.items()}
        waiting = _endorse(work, caller, request, _Asked(listed, kinds, sight.settings, now))
        signed = {name: kind for name, kind in kinds.items() if name not in waiting}
        after = dict(rows)
        for signature, group in _signatures(work, caller, request, signed, now):
            after.update(act_on_all(work, group, signature, site.rules.policy))
        work.endorsements.remove(signed)
        work.commit()

    def done(name: str) -> Done:
        before, now_row = listed[name], as_listed(after[name], now, expiry)
        subject = read_subject(after[name], sight.declared(before["collection_id"]))
        blocked = tuple(now_row["evidence"]["blocked_by"])
        return Done(
            name, subject, before["status"], now_row["status"], version_of(after[name]), name in waiting, blocked
        )

    return Outcome(tuple(map(done, request.items)), ())


def _sight(work: SqlUnitOfWork, caller: Caller, rows: Mapping[str, Row], asked: Iterable[str]) -> Sight:
    """What the caller sees of the collections concerned; a suggestion of another is not there for them."""
    names = sorted({row["collection_id"] for row in rows.values()})
    sight = sight_of(caller, {name: work.collections.settings(name) for name in names})
    for name in asked:
        if name not in rows or rows[name]["collection_id"] not in sight.settings:
            raise NotFoundError(f"there is no suggestion {name} any more")
    return sight


def _conflicts(request: Request, rows: Mapping[str, Row], sight: Sight) -> tuple[Conflict, ...]:
    found: list[Conflict] = []
    for name, version in request.items.items():
        row = rows[name]
        if changed := differences(read_version(version), row):
            subject = read_subject(row, sight.declared(row["collection_id"]))
            found.append(Conflict(name, subject, version_of(row), changed))
    return tuple(found)


def _kinds(work: SqlUnitOfWork, request: Request, now: datetime) -> Mapping[str, ActKind]:
    if request.verb is Verb.ROLLBACK:
        return undoing(work, list(request.items), now)
    return dict.fromkeys(request.items, ActKind(request.verb.value))


# --- two people ---


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for, on rows as they stand at the act's moment."""

    rows: Mapping[str, Row]
    kinds: Mapping[str, ActKind]
    settings: Mapping[str, CollectionSettings]
    at: datetime


def _endorse(work: SqlUnitOfWork, caller: Caller, request: Request, asked: _Asked) -> frozenset[str]:
    """Stores what waits for a second person, and returns it."""
    promoting = {
        name
        for name, kind in asked.kinds.items()
        if kind in _PROMOTING
        and asked.rows[name]["status"] != Status.PROMOTED
        and needs_two(asked.rows[name], asked.settings[asked.rows[name]["collection_id"]])
    }
    before = work.endorsements.of(promoting)
    first: list[StoredEndorsement] = []
    for name in sorted(promoting):
        row, kind, earlier = asked.rows[name], asked.kinds[name], before.get(name)
        settings = asked.settings[row["collection_id"]]
        if earlier and earlier.kind == kind.value and holds(earlier, row, settings):
            if earlier.actor != caller.name:
                continue
            raise ActRefusedError(f"{caller.name} asked for {kind.value} of {name} already: another person must, too")
        first.append(
            StoredEndorsement(
                suggestion_id=name,
                collection_id=row["collection_id"],
                kind=kind.value,
                actor=caller.name,
                at=asked.at,
                comment=scrub_text(request.comment),
                reason=scrub_text(request.reason),
                claim=claim_of(row),
            )
        )
    work.endorsements.save(first)
    return frozenset(endorsement.suggestion_id for endorsement in first)


def _signatures(
    work: SqlUnitOfWork, caller: Caller, request: Request, kinds: Mapping[str, ActKind], now: datetime
) -> list[tuple[Signature, dict[str, ActKind]]]:
    """Acts by their signature: one that another person endorsed names them, so that the audit trail tells both."""
    reason = request.reason or (ROLLBACK if request.verb is Verb.ROLLBACK else "")
    plain = Signature(caller.name, now, request.comment, reason)
    followed = {name: row for name, row in work.endorsements.of(kinds).items() if row.kind == kinds[name].value}
    grouped: dict[str, dict[str, ActKind]] = {}
    for name, kind in kinds.items():
        endorsed = followed.get(name)
        told = f"[with {endorsed.actor}{': ' + endorsed.comment if endorsed.comment else ''}]" if endorsed else ""
        grouped.setdefault(" ".join(filter(None, (request.comment, told))), {})[name] = kind
    return [(replace(plain, comment=comment), group) for comment, group in sorted(grouped.items())]
