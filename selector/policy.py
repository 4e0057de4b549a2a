"""The override policy: which candidate is selected, and the reasons for it.

The numbers are the specification's "fixed margin threshold". Below `CLOSE_MARGIN` two candidates are close: the decision is ambiguous,
and a promoted suggestion may turn it, since no suggestion weighs more. From `OVERRIDE_MARGIN` on a difference is no accident of wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from selector import lexicon
from selector.query import Query
from selector.ranking import Scored
from selector.tools import ToolFacts

#: The known policies.
POLICIES: Final[tuple[str, ...]] = ("strong_evidence",)
#: Candidates nearer than this are close; it equals the bound of the learned signal, so learning turns close decisions and no other.
CLOSE_MARGIN: Final = 0.06
#: Least difference for an override.
OVERRIDE_MARGIN: Final = 0.10
#: Candidates nearer than this are tied: less than any word of a request is worth.
TIE_MARGIN: Final = 0.005
#: Least difference that rests on evidence alone, retrieval's order and learning apart.
EVIDENCE_MARGIN: Final = 0.08

#: Signals that rest on one thing are one support: a word in the name is also a word of the surface.
_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "words": ("operation_surface", "description_fit"),
    "name": ("name_economy", "verb_match"),
    "action": ("canonical_action",),
    "shape": ("result_shape",),
    "resource": ("primary_resource", "path_module"),
    "contract": ("contract_fit", "option_match"),
    "retrieval": ("retrieval_rank",),
}
_LEAST_SUPPORT = 0.01
_LEAST_KINDS = 3
#: A word of the request that only the other candidate holds speaks against an override, from this weight on.
_UNEXPLAINED_LIMIT = 0.6
_CLEARLY_MORE = 0.25


class Decision(NamedTuple):
    """Which candidate is selected and why; the documented reason codes only."""

    selected: Scored
    overrode: bool
    ambiguous: bool
    strong: bool
    reasons: tuple[str, ...]
    margin: float
    llm_margin: float


def decide(ranked: Sequence[Scored], query: Query, llm: Scored | None, llm_unknown: bool) -> Decision:
    """Decide among candidates, best first.

    Args:
        ranked: at least one candidate.
        query: the request.
        llm: the candidate that the LLM selected, if it is one.
        llm_unknown: the LLM selected something that is no candidate.
    """
    winner = ranked[0]
    rival = ranked[1] if len(ranked) > 1 else None
    margin = winner.score - rival.score if rival else winner.score
    strong = rival is None or is_strong(winner, rival, query)
    close = rival is not None and margin < CLOSE_MARGIN
    reasons: list[str] = []
    selected, overrode, disputed = winner, False, False
    if llm is not None and llm is not winner:
        overrode = query.steps < 2 and is_strong(winner, llm, query) and may_replace(winner.tool, llm.tool, query)
        disputed = not overrode
        selected = winner if overrode else llm
        reasons.append("llm_target_overridden" if overrode else "llm_target_preserved")
    else:
        reasons.append("selected_by_strong_evidence" if strong else "selected_by_rank")
    if llm_unknown:
        reasons.append("llm_target_not_in_candidates")
    if close or disputed:
        reasons.append("ambiguous_target")
    if rival is not None and margin < TIE_MARGIN:
        reasons.append("candidate_tie")
    return Decision(selected, overrode, close or disputed, strong, tuple(reasons), margin, winner.score - llm.score if llm else 0.0)


def is_strong(winner: Scored, other: Scored, query: Query) -> bool:
    """Tell whether the evidence for one candidate over another is strong.

    Strong is a clear margin of evidence from at least three kinds of signals, where the winner does what is asked and the other explains
    no word that the winner leaves open. A smaller margin suffices where the other contradicts the asked action or shape outright.
    """
    margin = winner.score - other.score
    evidence = margin - _difference(winner, other, "retrieval_rank") - (winner.learned - other.learned)
    if margin < CLOSE_MARGIN or contradicts(winner.tool, query) or unexplained(winner, other) >= _UNEXPLAINED_LIMIT:
        return False
    kinds = supports(winner, other)
    if contradicts(other.tool, query):
        return len(kinds) >= 2 and evidence >= CLOSE_MARGIN / 2
    return margin >= OVERRIDE_MARGIN and evidence >= EVIDENCE_MARGIN and len(kinds) >= _LEAST_KINDS


def supports(winner: Scored, other: Scored) -> tuple[str, ...]:
    """Return the kinds of signals that speak for one candidate over another."""
    return tuple(
        kind for kind, names in _KINDS.items() if sum(_difference(winner, other, name) for name in names) >= _LEAST_SUPPORT
    )


def _difference(winner: Scored, other: Scored, name: str) -> float:
    return winner.contributions[name] - other.contributions[name]


def contradicts(tool: ToolFacts, query: Query) -> bool:
    """Tell whether a tool does what was not asked: a change for a question, a question for a change, another shape than the asked one."""
    if query.commanded is False and tool.action in lexicon.CHANGING:
        return True
    if query.acts and query.acts[-1].action in lexicon.CHANGING and tool.action in lexicon.READING:
        return True
    asked = next((shape for shape, weight in query.shapes.items() if weight == 3), "")
    return bool(asked and tool.shape and tool.shape != asked and query.commanded is not True)


def unexplained(winner: Scored, other: Scored) -> float:
    """Return the weight of the request's words that the other candidate holds clearly better."""
    held = {match.term: match.surface for match in winner.candidate.held.matches}
    terms = winner.candidate.query.terms
    return sum(terms[match.term].weight for match in other.candidate.held.matches if match.surface - held.get(match.term, 0.0) > _CLEARLY_MORE)


def may_replace(winner: ToolFacts, other: ToolFacts, query: Query) -> bool:
    """The mutation gate: a tool that changes state takes the place of one that reads only where a change was commanded.

    Learning never passes it (`selector.learned`), and neither does an override.
    """
    if not winner.changes_state or other.changes_state:
        return True
    return bool(query.acts) and query.acts[-1].action in lexicon.CHANGING
