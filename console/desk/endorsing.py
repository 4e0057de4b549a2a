"""Two people: whose word counts as the first of two, and for how long."""

from __future__ import annotations

import hashlib

from console.access.roles import Caller, Role
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.suggestions import Row
from storage.endorsements import StoredEndorsement


def needs_two(row: Row, settings: CollectionSettings) -> bool:
    """Whether a promotion of a suggestion needs two people: its target changes state, and the collection says so."""
    return settings.two_people and bool(row.get("changes_state"))


def claim_of(listed: Row) -> str:
    """What a suggestion claims, in short: once that is another, an endorsement of it is void.

    Counts may move meanwhile, as they do all day; where it stands, what it competes with and what blocks it may not.

    Args:
        listed: the row as it stands at the moment of asking, so that one that has expired claims something else.
    """
    evidence = listed["evidence"]
    parts = (
        listed["status"],
        listed["mode"],
        str(evidence["rival"]),
        *evidence["blocked_by"],
        str(len(listed["acts"])),
    )
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def holds(stored: StoredEndorsement, listed: Row, settings: CollectionSettings) -> bool:
    """Whether an endorsement counts: it is of the claim of now, and who gave it might act on the suggestion now."""
    return stored.claim == claim_of(listed) and _may_act(stored, settings)


def _may_act(stored: StoredEndorsement, settings: CollectionSettings) -> bool:
    user = stored.user
    if user is None or user.disabled_at is not None:
        return False
    caller = Caller(user.name, Role(user.role), frozenset(user.groups))
    return caller.role.covers(Role.REVIEWER) and caller.may_see(settings.groups)
