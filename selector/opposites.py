"""Verbs that undo each other: a tool that does the opposite of what is asked is the last one to take."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from selector.glossary import ENGLISH
from selector.korean import is_hangul
from selector.text import stem

#: Pairs of general language.
_PAIRS: Final[tuple[str, ...]] = (
    "open close, start stop, pause resume, add remove, increase decrease, raise lower, upgrade downgrade",
    "turnon turnoff, approve reject, accept decline, grant revoke, grant deny, push pull, upload download",
    "buy sell, deposit withdraw, import export, show hide, login logout, checkin checkout, attach detach",
    "create delete, install remove, register cancel, book cancel, reserve cancel, admit discharge, lock open",
    "subscribe unsubscribe, encrypt decrypt, encode decode, promote demote, enable disable, activate deactivate",
)
#: What turns a verb round in front of it: ``unlock``, ``disconnect``, ``deregister``.
_REVERSING: Final = ("un", "dis", "de")


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in ", ".join(_PAIRS).split(", "):
        one, other = map(stem, pair.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {verb: frozenset(others) for verb, others in found.items()}


_OPPOSITES: Final = _opposites()


@lru_cache(maxsize=1_024)
def opposites_of(verb: str) -> frozenset[str]:
    """Return the stems of what undoes a verb, given by its stem; of a Korean verb by its English ones.

    >>> "unlock" in opposites_of("lock"), "lock" in opposites_of("unlock"), "reject" in opposites_of("승인")
    (True, True, True)
    """
    english = ENGLISH.get(verb, ()) if is_hangul(verb) else (verb,)
    found: set[str] = set()
    for one in english:
        found.update(_OPPOSITES.get(one, ()))
        found.update([prefix + one for prefix in _REVERSING])
        found.update([one.removeprefix(prefix) for prefix in _REVERSING if one.startswith(prefix)])
    return frozenset(found.difference(english))
