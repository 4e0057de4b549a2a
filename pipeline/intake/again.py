"""What was scrubbed and sealed before goes over the border again: by the rules of today."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pipeline.intake.crossing import Crossing
from pipeline.intake.envelope import METADATA_NAMES
from pipeline.learning.sealed import FINGERPRINT_LENGTH
from selector.families import query_family

Body = dict[str, Any]

#: Fingerprints of one value, and of the spans of a text, one after the other.
_FINGERPRINT = re.compile(f"[A-Za-z0-9_-]{{{FINGERPRINT_LENGTH}}}")
_SPANS = re.compile(f"(?:[A-Za-z0-9_-]{{{FINGERPRINT_LENGTH}}})*")

_WORDINGS = ("query", "goal")
_TEXTS = frozenset({*_WORDINGS, "message"})
#: A code in some senders' words and prose in others'.
_REASONS = frozenset({"reason", "failure_reason"})
_ROWS = frozenset({"args", "output", "sealed"})
_PATHS = frozenset({"from_field", "to_field", "recovered_path"})


def scrub_again(body: Mapping[str, Any], crossing: Crossing) -> Body:
    """The body of a sealed event, or what a dead letter kept, by the rules of the crossing.

    What the rules leave alone stays as it is, so that a second time changes nothing. Fingerprints are told by their
    form and stay; anything else in their place is taken out.
    """
    again = {name: _again(name, value, crossing) for name, value in body.items()}
    if "family" in again and any(again.get(name) != body.get(name) for name in _WORDINGS):
        family = query_family(again.get("query") or again.get("goal") or "")
        again["family"] = {"key": family.key, "terms": list(family.terms)} if family.key else None
    return {name: value for name, value in again.items() if value is not None or body[name] is None}


def _again(name: str, value: Any, crossing: Crossing) -> Any:
    if isinstance(value, str):
        return _text(name, value, crossing)
    if isinstance(value, Mapping):
        return _record(name, value, crossing)
    if isinstance(value, list):
        return _list(name, value, crossing)
    return value


def _text(name: str, text: str, crossing: Crossing) -> str | None:
    if name in _TEXTS:
        return str(crossing.scrubbed(text))
    if name in _REASONS:
        return crossing.code_or_text(text) or str(crossing.scrubbed(text))
    if name == "spans":
        return text if _SPANS.fullmatch(text) else None
    return crossing.known_path(text) if name in _PATHS else crossing.name(text)


def _record(name: str, record: Mapping[str, Any], crossing: Crossing) -> Any:
    if name in ("block", "target_selector"):
        return crossing.scrubbed(dict(record))
    if name in ("metadata", "trace_metadata"):
        return {
            key: crossing.name(value) if key in METADATA_NAMES and isinstance(value, str) else crossing.scrubbed(value)
            for key, value in record.items()
        }
    if name == "family":
        return dict(record)
    return scrub_again(record, crossing)


def _list(name: str, items: list[Any], crossing: Crossing) -> list[Any]:
    if name in _ROWS:
        return [_leaf(row, crossing) for row in items]
    if name == "bindings":
        return [
            [crossing.known_path(path), crossing.name(step), crossing.known_path(source)]
            for path, step, source in items
        ]
    return [_again("", item, crossing) for item in items]


def _leaf(row: list[Any], crossing: Crossing) -> list[str | None]:
    """A leaf: its path is made of names of fields, and its fingerprint has the form of one."""
    path, fingerprint = row
    sound = isinstance(fingerprint, str) and _FINGERPRINT.fullmatch(fingerprint)
    return [crossing.known_path(path), fingerprint if sound else None]
