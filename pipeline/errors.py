"""The three families of errors: rejected input, transient trouble, and bugs, which are every other exception."""

from __future__ import annotations


class TooltrailError(Exception):
    """Something went wrong that the message explains; it says what to do."""


class RejectedError(TooltrailError):
    """The input or the request cannot be used as it is; trying again changes nothing."""


class TransientError(TooltrailError):
    """A resource did not answer; the same may go through later, and nothing was lost or half done."""


class ConflictError(TransientError):
    """Two that worked at once came into each other's way, and this one was undone: it may go through at once."""
