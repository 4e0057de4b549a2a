"""One suggestion's page, put together from what the store says of it."""

from __future__ import annotations

from datetime import datetime

from console.access.roles import NotFoundError
from console.desk.endorsing import holds, needs_two
from console.desk.sight import Sight
from console.reads.acts import Endorsement, read_act, read_audit
from console.reads.bars import score_bars
from console.reads.effect import effect_of
from console.reads.evidence import read_days, read_history, read_principals, read_samples, read_siblings
from console.reads.queue import read_counts
from console.reads.subject import read_subject
from console.reads.suggestion import SuggestionView
from console.reads.version import version_of
from pipeline.learning.policy import Policy
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Row, as_listed
from pipeline.learning.verdicts import Status
from storage.endorsements import StoredEndorsement
from storage.review import ReviewReads

#: What a page shows of each.
_DAYS, _PRINCIPALS, _DECISIONS, _SAMPLES, _SIBLINGS, _ENTRIES = 60, 8, 30, 8, 20, 30


def suggestion_view(reads: ReviewReads, sight: Sight, identity: str, now: datetime, policy: Policy) -> SuggestionView:
    """Reads everything that one suggestion's page shows.

    Raises:
        NotFoundError: there is no such suggestion, or the caller does not see its collection.
    """
    row = reads.rows([identity]).get(identity)
    if row is None or row["collection_id"] not in sight.settings:
        raise NotFoundError(f"there is no suggestion {identity}")
    listed, settings = as_listed(row, now, policy.expiry_days), sight.settings[row["collection_id"]]
    siblings = reads.siblings(row, _SIBLINGS)
    decisions = reads.decisions(row, _SAMPLES if row["edge"] else _DECISIONS)
    catalogs = {} if row["edge"] else reads.catalogs([row["collection_id"]])
    evidence = listed["evidence"]
    two = needs_two(row, settings)
    return SuggestionView(
        subject=read_subject(row, settings.state_changing),
        version=version_of(row),
        status=listed["status"],
        mode=row["mode"],
        gain=float(evidence.get("gain") or 0.0),
        counts=read_counts(evidence),
        rival=evidence["rival"],
        blocked_by=tuple(evidence["blocked_by"]),
        pinned=row["pinned"],
        last_evidence_at=datetime.fromisoformat(row["last_evidence_at"]),
        bars=score_bars(row, policy),
        days=read_days(reads.days(row, _DAYS)),
        principals=read_principals(*reads.supporters(row, _PRINCIPALS)),
        samples=read_samples(decisions[:_SAMPLES]),
        siblings=read_siblings(siblings),
        history=read_history(row),
        acts=tuple(map(read_act, row["acts"])),
        audit=tuple(map(read_audit, reads.audit_of(identity, _ENTRIES))),
        endorsement=_endorsement(listed, settings, reads.endorsements([identity]).get(identity)),
        needs_two=two and listed["status"] != Status.PROMOTED,
        effect=effect_of(row, siblings, decisions, catalogs.get(row["collection_id"], {}), policy.boost),
        policy_version=row["policy_version"],
    )


def _endorsement(listed: Row, settings: CollectionSettings, stored: StoredEndorsement | None) -> Endorsement | None:
    if stored is None:
        return None
    return Endorsement(stored.kind, stored.actor, stored.at, stored.comment, holds(stored, listed, settings))
