"""The version of a suggestion: the facts that a page showed, so that an act can tell whether they are still so."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from console.reads.conflict import Difference
from pipeline.errors import RejectedError

#: The facts of the evidence that a decision rests on; the others follow from them or are shown nowhere.
_EVIDENCE = (
    *("attempts", "success", "failure", "corrected_to", "corrected_away", "environment", "principals", "days"),
    *("values", "given", "declared", "declared_successful", "share", "n", "z_rest", "z_sibling", "rival", "gain"),
)
#: Longer than any version that a page gave out.
_LONGEST = 4_000


class BadVersionError(RejectedError):
    """A version is none that a page gave out: load the page anew."""


def facts(row: Mapping[str, Any]) -> dict[str, str]:
    """What a page shows of a row, by code, as text; a fact that the row does not say is not there."""
    evidence = row["evidence"]
    act = row["acts"][-1] if row["acts"] else None
    found = {
        "status": row["status"],
        "mode": row["mode"],
        "blocked_by": ", ".join(evidence["blocked_by"]),
        "last_evidence_at": row["last_evidence_at"],
        "last_act": f"{act['act']} {act['actor']} {act['at']}" if act else "",
        "acts": str(len(row["acts"])),
        "policy_version": row["policy_version"],
    }
    found |= {code: _text(evidence[code]) for code in _EVIDENCE if evidence.get(code) is not None}
    return found


def _text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def version_of(row: Mapping[str, Any]) -> str:
    """The version of a stored row: its facts, in letters that a URL and a form take."""
    text = json.dumps(facts(row), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_version(version: str) -> dict[str, str]:
    """The facts of a version.

    >>> read_version("eyJzdGF0dXMiOiJwcm9tb3RhYmxlIn0")
    {'status': 'promotable'}

    Raises:
        BadVersionError: it is none.
    """
    if len(version) > _LONGEST:
        raise BadVersionError("that is no version of a suggestion: load the page anew")
    try:
        read = json.loads(base64.urlsafe_b64decode(version + "=" * (-len(version) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        read = None
    if not isinstance(read, dict) or not all(isinstance(value, str) for value in read.values()):
        raise BadVersionError("that is no version of a suggestion: load the page anew")
    return read


def differences(shown: Mapping[str, str], row: Mapping[str, Any]) -> tuple[Difference, ...]:
    """What a row says now that differs from what was shown; empty where it is the same."""
    now = facts(row)
    return tuple(
        Difference(code, shown.get(code, ""), now.get(code, ""))
        for code in dict.fromkeys((*now, *shown))
        if shown.get(code, "") != now.get(code, "")
    )
