"""Promoted suggestions as ONE named, bounded ranking signal.

Learning is low-weight by structure: a suggestion adds to a candidate only where the evidence leaves it close to the
best one, at most `LEARNED_LIMIT`, which is the margin below which candidates are close; and it never lifts a tool
that changes state over one that reads unless a change was commanded. So no set of suggestions makes a target win over
one with strong evidence, nor passes the mutation gate.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final, NamedTuple

from selector.families import NEAR, QueryFamily, query_family, similarity
from selector.policy import CLOSE_MARGIN, may_replace
from selector.query import Query
from selector.ranking import DIGITS, Lesson, Scored

#: The bound of the learned signal on a score of 0 to 1: no suggestion turns more than a close decision.
LEARNED_LIMIT: Final = CLOSE_MARGIN
#: What a promoted suggestion adds that does not say how much.
DEFAULT_BOOST: Final = 0.055
#: A near family counts at half.
NEAR_SHARE: Final = 0.5


#: The family of a request that is decided several times is computed once.
request_family: Final = lru_cache(maxsize=256)(query_family)


class Suggestion(NamedTuple):
    """A promoted target preference, as far as ranking needs it."""

    id: str
    collection_id: str
    family: QueryFamily
    target: str
    boost: float


class Lessons(ABC):
    """What knows what is learned for a request: a collection's view of a snapshot."""

    __slots__ = ()

    @abstractmethod
    def lessons(self, text: str, names: Collection[str] | None = None) -> Mapping[str, Lesson]:
        """Return what is learned for this request for each of these targets, or for each that it knows.

        For targets of which nothing is learned not even the family of the request is looked for.
        """


def read_suggestion(row: object) -> Suggestion | None:
    """Read a promoted target preference, in Tooltrail's form or graph-tool-call's; nothing for any other row.

    Tooltrail's rows carry ``kind`` and the family's key; graph-tool-call's carry ``type`` and the normalised text of
    a request, from which the family is computed anew.

    >>> row = {"type": "target_preference", "status": "promoted", "query_family": "refund an order", "target": "refund"}
    >>> read_suggestion(row).boost, read_suggestion({**row, "status": "demoted"})
    (0.055, None)
    """
    if not isinstance(row, Mapping) or not is_promoted(row):
        return None
    target, named = row.get("target"), row.get("query_family")
    if not isinstance(target, str) or not isinstance(named, str) or not target:
        return None
    if row.get("kind") == "target_preference":
        family = QueryFamily(named, _strings(row.get("query_terms")))
    elif row.get("type") == "target_preference" and row.get("kind") is None:
        family = query_family(named)
    else:
        return None
    if not family.key:
        return None
    return Suggestion(
        _name(row.get("id")), _name(row.get("collection_id")), family, target, read_boost(row.get("boost"))
    )


def is_promoted(row: Mapping[Any, Any]) -> bool:
    """Whether a selector may use a row: it is promoted, and its collection is not merely watched or judged in shadow.

    >>> is_promoted({"status": "promoted"}), is_promoted({"status": "promoted", "mode": "shadow"})
    (True, False)
    """
    return row.get("status") == "promoted" and row.get("mode", "promote") == "promote"


def read_boost(value: object) -> float:
    """Return a row's boost within its bound; the default for what is no positive number.

    >>> read_boost(0.03), read_boost(7), read_boost(None), read_boost(-1)
    (0.03, 0.06, 0.055, 0.055)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        return DEFAULT_BOOST
    return min(float(value), LEARNED_LIMIT) if not math.isinf(value) else LEARNED_LIMIT


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list | tuple) else ()


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""


def lessons_of(suggestions: object, text: str, names: Collection[str]) -> Mapping[str, Lesson]:
    """Return what suggestions teach of these tools: a snapshot's view, or plain rows of ONE collection.

    Rows of several collections teach nothing: nothing learned crosses a collection, and nobody said which one is meant.
    """
    if isinstance(suggestions, Lessons):
        return suggestions.lessons(text, names)
    if not isinstance(suggestions, list | tuple):
        return {}
    read = [suggestion for suggestion in map(read_suggestion, suggestions) if suggestion]
    if not read or len({suggestion.collection_id for suggestion in read}) > 1:
        return {}
    return best_lessons(request_family(text), [one for one in read if one.target in names])


def best_lessons(family: QueryFamily, suggestions: Iterable[Suggestion]) -> dict[str, Lesson]:
    """Return each target's suggestion with the highest boost; at equal boosts the exact family, then the smaller id."""
    found: dict[str, Lesson] = {}
    for suggestion in suggestions:
        lesson = _lesson(family, suggestion)
        if lesson and (suggestion.target not in found or _rank(lesson) < _rank(found[suggestion.target])):
            found[suggestion.target] = lesson
    return found


def stronger(one: Suggestion, other: Suggestion | None) -> Suggestion:
    """Return the one of two suggestions of one family and target that counts: by the higher boost, then the smaller id.

    >>> family = query_family("refund an order")
    >>> rows = [Suggestion(name, "shop", family, "refund", boost) for name, boost in (("b", 0.05), ("a", 0.05))]
    >>> stronger(*rows).id
    'a'
    """
    if other is None or (-one.boost, one.id) < (-other.boost, other.id):
        return one
    return other


def _lesson(family: QueryFamily, suggestion: Suggestion) -> Lesson | None:
    if not family.key:
        return None
    if family.key == suggestion.family.key:
        return Lesson(suggestion.id, "exact", suggestion.boost)
    if similarity(family, suggestion.family) >= NEAR:
        return Lesson(suggestion.id, "near", suggestion.boost * NEAR_SHARE)
    return None


def _rank(lesson: Lesson) -> tuple[float, str, str]:
    return (-lesson.boost, lesson.family_match, lesson.suggestion_id)


def lifts(ranked: Sequence[Scored], suggestions: object, text: str, query: Query) -> dict[str, tuple[Lesson, float]]:
    """Return for each candidate that learning may lift the lesson and how much it adds.

    Args:
        ranked: the candidates by evidence alone, best first.
        suggestions: what `lessons_of` takes.
        text: the request.
        query: the request as it is read.
    """
    leader = ranked[0]
    close = takewhile(lambda scored: leader.score - scored.score < CLOSE_MARGIN, ranked)
    names = [scored.tool.name for scored in close if _passes_gate(scored, leader, query)]
    lessons = lessons_of(suggestions, text, names)
    taught = [(name, lessons[name]) for name in names if name in lessons]
    found = {name: (lesson, round(min(lesson.boost, LEARNED_LIMIT), DIGITS)) for name, lesson in taught}
    return {name: (lesson, boost) for name, (lesson, boost) in found.items() if boost}


def _passes_gate(scored: Scored, leader: Scored, query: Query) -> bool:
    """Learning never lifts a change where the request only asks to be told, nor, uncommanded, over what reads."""
    if scored.tool.changes_state and query.commanded is False:
        return False
    return may_replace(scored.tool, leader.tool, query)
