"""The selector block: a decision as the specification's plain dictionary, for storing, for showing and for learning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from selector.policy import Decision
from selector.query import Query
from selector.ranking import DIGITS, Scored
from selector.signals import NAMES

_SIGNALS: Final = (*NAMES, "learning")
_ACTION, _RESOURCE, _MODULE, _SHAPE, _TERMS, _FIELDS, _VALUES = (
    NAMES.index(name)
    for name in (
        *("canonical_action", "primary_resource", "path_module", "result_shape"),
        *("operation_surface", "contract_fit", "option_match"),
    )
)


def empty_block(query: Query, llm_target: str | None, policy: str) -> dict[str, Any]:
    """Return the block of a decision without candidates."""
    return {
        "selected_target": None,
        "llm_target": llm_target,
        "confidence": 0.0,
        "overrode_llm": False,
        "ambiguous": False,
        "reason_codes": ["no_candidates"] + (["llm_target_not_in_candidates"] if llm_target else []),
        "margin": 0.0,
        "llm_margin": 0.0,
        "policy": policy,
        "rank_signals": [],
        "candidate_evidence": [],
        "target_action_priority": dict(query.actions),
        "result_shape_priority": dict(query.shapes),
        "learning_applied": False,
    }


def selector_block(
    decision: Decision, ranked: Sequence[Scored], query: Query, llm_target: str | None, policy: str
) -> dict[str, Any]:
    """Return the block of a decision among ranked candidates."""
    return {
        **empty_block(query, llm_target, policy),
        "selected_target": decision.selected.tool.name,
        "confidence": decision.selected.score,
        "overrode_llm": decision.overrode,
        "ambiguous": decision.ambiguous,
        "reason_codes": list(decision.reasons),
        "margin": round(decision.margin, DIGITS),
        "llm_margin": round(decision.llm_margin, DIGITS),
        "rank_signals": [
            _signals(place, scored, decision.selected, llm_target) for place, scored in enumerate(ranked, 1)
        ],
        "candidate_evidence": [_evidence(scored) for scored in ranked],
        "learning_applied": any(scored.lesson is not None for scored in ranked),
    }


def _signals(place: int, scored: Scored, selected: Scored, llm_target: str | None) -> dict[str, Any]:
    """One row of ``rank_signals``: the contributions in ``signals`` add up to ``score``."""
    lesson = scored.lesson
    return {
        "name": scored.tool.name,
        "rank": place,
        "score": scored.score,
        "selected": scored is selected,
        "is_llm_target": scored.tool.name == llm_target,
        "signals": dict(zip(_SIGNALS, (*scored.contributions, scored.learned), strict=True)),
        "learning": lesson
        and {"suggestion_id": lesson.suggestion_id, "family_match": lesson.family_match, "boost": lesson.boost},
    }


def _evidence(scored: Scored) -> dict[str, Any]:
    """One row of ``candidate_evidence``: what the tool does, and what of it the request asks for."""
    tool, evidence = scored.tool, scored.evidence
    return {
        "name": tool.name,
        "action": tool.action,
        "resource": tool.resource,
        "module": tool.module,
        "shape": tool.shape,
        "changes_state": tool.changes_state,
        "action_match": bool(evidence[_ACTION]),
        "resource_match": bool(evidence[_RESOURCE]),
        "module_match": bool(evidence[_MODULE]),
        "shape_match": bool(evidence[_SHAPE]),
        "matched_terms": list(evidence[_TERMS]),
        "matched_fields": list(evidence[_FIELDS]),
        "matched_values": list(evidence[_VALUES]),
    }
