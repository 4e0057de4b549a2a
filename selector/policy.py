"""The override policy: which candidate is selected, and the reasons for it.

The numbers are the specification's "fixed margin threshold". Below `CLOSE_MARGIN` two candidates are close: the
decision is ambiguous, and a promoted suggestion may turn it, since no suggestion weighs more. From `OVERRIDE_MARGIN`
on a difference is no accident of wording: of the overrides at or above it fewer than one in a hundred is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from selector import lexicon
from selector.query import Query
from selector.ranking import Scored
from selector.shapes import MAIN
from selector.signals import NAMES
from selector.tools import ToolFacts

#: The known policies.
POLICIES: Final[tuple[str, ...]] = ("strong_evidence",)
#: Candidates nearer than this are close; it equals the bound of the learned signal, so learning turns close decisions
#: and no other.
CLOSE_MARGIN: Final = 0.06
#: Least difference for an override: twice what is close.
OVERRIDE_MARGIN: Final = 0.12
#: Candidates nearer than this are tied: less than any word of a request is worth.
TIE_MARGIN: Final = 0.005

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
_PLACE: Final = {name: place for place, name in enumerate(NAMES)}
_LEAST_SUPPORT = 0.01
_LEAST_KINDS, _LEAST_KINDS_AGAINST_CONTRADICTION = 3, 2
#: One matching word is no strong evidence, however well it matches.
_LEAST_WORDS = 2
#: Without a whole word of the request that it holds better, a candidate has no strong evidence over another that does
#: what is asked.
_LEAST_GAIN = 0.5
#: So many whole words of the request that one candidate holds and the other does not are a support of their own: a
#: single word may meet a tool by chance, several hardly do.
_WORDS_IN_ACCORD = 2.0
#: A word of the request counts for one of two candidates if that one holds it better by as much.
_CLEARLY_MORE = 0.25
#: The other candidate may hold this much of the request better: part of a word, or a share of what the winner holds
#: better.
_LEFT_OPEN, _LEFT_OPEN_SHARE = 0.5, 0.25


class Decision(NamedTuple):
    """Which candidate is selected and why; the documented reason codes only.

    Attributes:
        overrode: the evidence replaced the LLM's target.
        ambiguous: the candidates are close, or the LLM's target stands against the evidence.
        margin: difference between the two best scores.
        llm_margin: what the LLM's target falls short of the winner.
    """

    selected: Scored
    overrode: bool
    ambiguous: bool
    reasons: tuple[str, ...]
    margin: float
    llm_margin: float


def decide(ranked: Sequence[Scored], query: Query, llm: Scored | None, llm_unknown: bool) -> Decision:
    """Decide among candidates.

    Args:
        ranked: at least one candidate, best first.
        query: the request.
        llm: the candidate that the LLM selected, if it is one.
        llm_unknown: the LLM selected something that is no candidate.
    """
    winner = _safest(ranked, query)
    rival = next((scored for scored in ranked if scored is not winner), None)
    margin = abs(winner.score - rival.score) if rival else winner.score
    close = rival is not None and margin < CLOSE_MARGIN and not _is_plainest(winner, ranked, query)
    uncertain = close or query.steps > 1 or not is_backed(winner, ranked, query)
    disputed = overrode = False
    if llm is None or llm is winner:
        strong = not uncertain and (rival is None or is_strong(winner, rival, query))
        reasons = ["selected_by_strong_evidence" if strong else "selected_by_rank"]
    else:
        overrode = query.steps < 2 and is_strong(winner, llm, query) and may_replace(winner.tool, llm.tool, query)
        disputed = not overrode
        reasons = ["llm_target_overridden" if overrode else "llm_target_preserved"]
    if llm_unknown:
        reasons.append("llm_target_not_in_candidates")
    if uncertain or disputed:
        reasons.append("ambiguous_target")
    if rival is not None and margin < TIE_MARGIN:
        reasons.append("candidate_tie")
    selected = llm if disputed and llm is not None else winner
    llm_margin = winner.score - llm.score if llm is not None else 0.0
    return Decision(selected, overrode, uncertain or disputed, tuple(reasons), margin, llm_margin)


def _safest(ranked: Sequence[Scored], query: Query) -> Scored:
    """Return the best candidate; if it changes state though the request asks to be told, a close one that reads."""
    best = ranked[0]
    if query.commanded is not False or not best.tool.changes_state:
        return best
    reading = (scored for scored in ranked if not scored.tool.changes_state)
    return next((scored for scored in reading if best.score - scored.score < CLOSE_MARGIN), best)


def _is_plainest(winner: Scored, ranked: Sequence[Scored], query: Query) -> bool:
    """Tell whether every close candidate does the same to a thing that is named more narrowly than was asked.

    ``delete_file`` and ``delete_file_lock`` are close in words, but who asks to delete a file leaves no doubt.
    """
    close = [scored for scored in ranked if scored is not winner and winner.score - scored.score < CLOSE_MARGIN]
    return winner.score > max([scored.score for scored in close]) and all(
        _is_narrower(scored.tool, winner.tool, query) and not advantage(scored, winner, query) for scored in close
    )


def _is_narrower(tool: ToolFacts, other: ToolFacts, query: Query) -> bool:
    """Tell whether a tool's name, the tag apart, says more of a thing, and its verb the same or less."""
    more = set(tool.nouns).difference(other.nouns)
    alike = tool.verb == other.verb or query.verbs.get(tool.verb, 0.0) < query.verbs.get(other.verb, 0.0)
    return alike and set(other.nouns) <= set(tool.nouns) and not more <= tool.tag


def is_backed(winner: Scored, ranked: Sequence[Scored], query: Query) -> bool:
    """Tell whether anything but its place speaks for the winner, and nothing against it.

    A winner that holds nothing of the request is not backed, nor is one whose act is denied; one that changes state
    without a command is not where a candidate that reads holds as much of the request, the act apart, and alone it
    never is.
    """
    if not winner.held.known or winner.tool.verb in query.denied:
        return False
    if not winner.tool.changes_state or query.commanded is True:
        return True
    reading = [scored for scored in ranked if not scored.tool.changes_state]
    return len(ranked) > 1 and not any(_holds_things(scored, winner, query) for scored in reading)


def _holds_things(scored: Scored, winner: Scored, query: Query) -> bool:
    """Tell whether a candidate holds what the winner holds of the request, the winner's own verb apart."""
    if not scored.held.known:
        return False
    acts, held = winner.tool.acts, scored.held.matches
    missing = [number for number in winner.held.matches if number not in held]
    lost = [query.terms[number] for number in missing if acts.isdisjoint([key for key, _ in query.terms[number].keys])]
    return sum([term.weight for term in lost]) < _LEAST_GAIN


def is_strong(winner: Scored, other: Scored, query: Query) -> bool:
    """Tell whether the evidence for one candidate over another is strong.

    Strong is a clear margin of evidence from at least three independent supports, where the winner does what is asked
    and holds the request's words at least as well. A smaller margin and two supports suffice where the other
    contradicts the asked action or shape outright; where it would change what the request only asks to be told, it may
    hold words better, too: names of acts are made of the same nouns. Neither retrieval's order nor learning makes
    evidence strong by itself.
    """
    margin = winner.score - other.score
    if margin < CLOSE_MARGIN or len(winner.held.matches) < _LEAST_WORDS or contradicts(winner.tool, query):
        return False
    evidence = margin - _difference(winner, other, "retrieval_rank") - (winner.learned - other.learned)
    kinds = len(supports(winner, other))
    enough = kinds >= _LEAST_KINDS_AGAINST_CONTRADICTION and evidence >= CLOSE_MARGIN / 2
    if enough and changes_unasked(other.tool, query):
        return True
    gained, lost = advantage(winner, other, query), advantage(other, winner, query)
    if lost > max(_LEFT_OPEN, _LEFT_OPEN_SHARE * gained):
        return False
    if enough and contradicts(other.tool, query):
        return True
    clear = margin >= OVERRIDE_MARGIN and evidence >= CLOSE_MARGIN
    accord = gained - lost >= _WORDS_IN_ACCORD
    return clear and gained >= _LEAST_GAIN and kinds + accord >= _LEAST_KINDS


def supports(winner: Scored, other: Scored) -> tuple[str, ...]:
    """Return the kinds of signals that speak for one candidate over another."""
    return tuple(kind for kind, names in _KINDS.items() if _supports(winner, other, names))


def _supports(winner: Scored, other: Scored, names: Sequence[str]) -> bool:
    return sum(_difference(winner, other, name) for name in names) >= _LEAST_SUPPORT


def _difference(winner: Scored, other: Scored, name: str) -> float:
    place = _PLACE[name]
    return winner.contributions[place] - other.contributions[place]


def contradicts(tool: ToolFacts, query: Query) -> bool:
    """Tell whether a tool does what was not asked: a change for a question, the opposite, another shape."""
    if changes_unasked(tool, query):
        return True
    if (query.commands_change and tool.action in lexicon.READING) or tool.verb in query.opposed:
        return True
    asked = next((shape for shape, preference in query.shapes.items() if preference == MAIN), "")
    return bool(asked and tool.shape and tool.shape != asked and query.commanded is not True)


def changes_unasked(tool: ToolFacts, query: Query) -> bool:
    """Tell whether a tool is there to change something, while the request asks only to be told."""
    return query.commanded is False and tool.action in lexicon.CHANGING


def advantage(one: Scored, other: Scored, query: Query) -> float:
    """Return the weight of the request's words that one candidate holds clearly better than another."""
    held = other.held.matches
    return sum(
        [
            query.terms[number].weight
            for number, surface in one.held.matches.items()
            if surface - held.get(number, 0.0) > _CLEARLY_MORE
        ]
    )


def may_replace(winner: ToolFacts, other: ToolFacts, query: Query) -> bool:
    """The mutation gate: a tool that changes state takes the place of one that reads only where a change is commanded.

    An override does not pass it, and neither does learning (`selector.learned`).
    """
    return other.changes_state or not winner.changes_state or query.commands_change
