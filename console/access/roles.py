"""Roles, and the one who asks."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pipeline.errors import RejectedError
from pipeline.scrub import scrub_text


class Role(StrEnum):
    """What a user may do; each may what the ones before it may."""

    VIEWER = "viewer"  # sees everything that its groups may see
    REVIEWER = "reviewer"  # acts on suggestions and dead letters
    ADMIN = "admin"  # sees every collection, and the dead letters of none

    def covers(self, other: Role) -> bool:
        """Whether this role may do what another may.

        >>> Role.ADMIN.covers(Role.VIEWER), Role.VIEWER.covers(Role.REVIEWER)
        (True, False)
        """
        return _ORDER.index(self) >= _ORDER.index(other)


_ORDER = tuple(Role)
#: Characters of a user's name.
LONGEST_NAME = 100


_MARKS = frozenset("._@-")


def is_user_name(name: str) -> bool:
    """Whether a name can sign acts: letters, digits and ``._@-`` alone, and the scrubber leaves it as it is.

    >>> is_user_name("kim"), is_user_name("kim@example.com"), is_user_name("kim [with lee]")
    (True, False, False)
    """
    plain = all(character.isalnum() or character in _MARKS for character in name) and 0 < len(name) <= LONGEST_NAME
    return plain and unicodedata.is_normalized("NFKC", name) and scrub_text(name) == name


def lesser(one: Role, other: Role) -> Role:
    """The role of the two that may do less."""
    return other if one.covers(other) else one


class AccessError(RejectedError):
    """Somebody may not do what was asked."""


class NotSignedInError(AccessError):
    """Nobody is signed in: sign in, or give an API token."""


class ForbiddenError(AccessError):
    """The role does not allow that: ask somebody whose role does."""


class NotFoundError(RejectedError):
    """There is no such thing, or it is another group's."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The one who asks.

    Attributes:
        name: by which acts are signed.
        role: what they may do.
        groups: whose limited collections they may see.
        csrf: what the forms of their session must say; None for an API token, which needs none.
    """

    name: str
    role: Role
    groups: frozenset[str] = frozenset()
    csrf: str | None = None

    def may_see(self, groups: tuple[str, ...]) -> bool:
        """Whether they may see a collection that is limited to some groups; one without is everybody's.

        >>> Caller("kim", Role.VIEWER, frozenset({"billing"})).may_see(("billing", "ops"))
        True
        """
        return not groups or self.role is Role.ADMIN or not self.groups.isdisjoint(groups)

    def visible(self, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """Those of the collections (name -> groups) that they may see, sorted."""
        return tuple(name for name in sorted(groups) if self.may_see(groups[name]))

    def must(self, role: Role) -> None:
        """Makes sure that their role covers another.

        Raises:
            ForbiddenError: it does not.
        """
        if not self.role.covers(role):
            raise ForbiddenError(f"this needs the role {role.value}, and {self.name} is {self.role.value}")
