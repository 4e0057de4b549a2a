"""A decision explained to people: the comparison table of the specification's UI contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

#: Badges: the evidence replaced the LLM's target; the decision is uncertain; the LLM's target is no candidate.
OVERRIDE, UNCERTAIN, UNKNOWN = "override", "uncertain", "unknown"

_NOTHING: Final[Mapping[str, Any]] = {}
#: A block has more; without these nothing can be compared.
_PARTS: Final = frozenset({"selected_target", "rank_signals", "candidate_evidence"})
_MATCHES: Final = ("action", "resource", "module", "shape")
_LISTS: Final = ("terms", "fields", "values")


def explain(selection: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the comparison table of a decision, one row a candidate, best first; plain JSON, no tool's metadata.

    One row is the final target's and, where an LLM selected something, one is the LLM target's; if nothing could be
    selected, or the LLM's target is no candidate, that row stands at the end with nothing but its name (None for
    nothing) and its badges.

    Args:
        selection: the block that `select_target_candidate` returned, also read back from JSON.

    Returns:
        Rows with ``name``, ``rank`` and ``score`` (None beside the candidates), ``final`` and ``llm_target`` (yes or
        no), ``badges`` (``override``, ``uncertain``, ``unknown``), ``reasons`` (the reason codes, on the final row),
        ``matched_action``, ``matched_resource``, ``matched_module`` and ``matched_shape`` (what of it the request asks
        for, else empty), ``matched_terms``, ``matched_fields`` and ``matched_values``, and ``learning`` (what learning
        added to the score) with ``learned_from`` (the suggestion, else empty).

    Raises:
        ValueError: for what is no selector block.

    >>> from selector import select_target_candidate
    >>> tools = {"getOrder": {"description": "Get an order."}, "cancelOrder": {"description": "Cancel an order."}}
    >>> rows = explain(select_target_candidate("cancel my order", list(tools), tools, llm_target="getOrder"))
    >>> [(row["name"], row["final"], row["llm_target"], row["matched_action"], row["badges"]) for row in rows]
    [('cancelOrder', True, False, 'delete', ['override']), ('getOrder', False, True, '', [])]
    """
    if not isinstance(selection, Mapping) or not selection.keys() >= _PARTS:
        message = "this is no selector block: give what select_target_candidate returned"
        raise ValueError(message)
    evidence = {row.get("name"): row for row in _rows(selection.get("candidate_evidence"))}
    rows = [
        _row(signals, evidence.get(signals.get("name"), _NOTHING)) for signals in _rows(selection.get("rank_signals"))
    ]
    final, llm = selection["selected_target"], selection.get("llm_target")
    names = [row["name"] for row in rows]
    rows += [_row({"name": name}, _NOTHING) for name in dict.fromkeys((final, llm)) if _is_apart(name, final, names)]
    for row in rows:
        _mark(row, selection)
    return rows


def _rows(value: object) -> list[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, Sequence) else []


def _is_apart(name: str | None, final: str | None, names: Sequence[str | None]) -> bool:
    return name not in names and (name is not None or final is None)


def _row(signals: Mapping[str, Any], evidence: Mapping[str, Any]) -> dict[str, Any]:
    lesson = signals.get("learning") or _NOTHING
    return {
        "name": signals.get("name"),
        "rank": signals.get("rank"),
        "score": signals.get("score"),
        "final": False,
        "llm_target": False,
        "badges": [],
        "reasons": [],
        **{f"matched_{part}": evidence.get(part, "") if evidence.get(f"{part}_match") else "" for part in _MATCHES},
        **{f"matched_{part}": list(evidence.get(f"matched_{part}", ())) for part in _LISTS},
        "learning": signals.get("signals", _NOTHING).get("learning", 0.0),
        "learned_from": lesson.get("suggestion_id", ""),
    }


def _mark(row: dict[str, Any], selection: Mapping[str, Any]) -> None:
    """Say of a row whether it is the final target's or the LLM's, and put the badges where they belong."""
    reasons = list(selection.get("reason_codes", ()))
    row["final"] = row["name"] == selection["selected_target"]
    row["llm_target"] = row["name"] is not None and row["name"] == selection.get("llm_target")
    if row["final"]:
        row["reasons"] = reasons
        row["badges"] += [OVERRIDE] if selection.get("overrode_llm") else []
        row["badges"] += [UNCERTAIN] if selection.get("ambiguous") or "no_candidates" in reasons else []
    if row["llm_target"] and row["rank"] is None:
        row["badges"] += [UNKNOWN]
