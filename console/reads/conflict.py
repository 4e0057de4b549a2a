"""What became of an act: what was done, or what had changed since the page was drawn."""

from __future__ import annotations

from dataclasses import dataclass

from console.reads.subject import Subject


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that changed: its code (``status``, ``success``, ``z_rest``, ``last_act`` ...), then and now, as text."""

    code: str
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A suggestion that is not what the page showed.

    Attributes:
        id: its identity.
        subject: what it is about.
        version: its version now.
        differences: what changed.
    """

    id: str
    subject: Subject
    version: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one suggestion: its status before and after, and what else is to be said of it.

    Attributes:
        id: its identity.
        subject: what it is about.
        before: the status before.
        after: the status after.
        version: its version now.
        waits: whether the act waits for a second person.
        blocked_by: why it stands no higher now.
    """

    id: str
    subject: Subject
    before: str
    after: str
    version: str
    waits: bool
    blocked_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an act on one or many: either all was done, or nothing was and the conflicts are told."""

    done: tuple[Done, ...]
    conflicts: tuple[Conflict, ...]
