"""What a request permits to change: the kind of change it asks for, and the things that it asks it of.

``find my order and cancel it`` asks to cancel an order; it permits no tool to delete a warehouse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.korean import is_hangul, predicate
from selector.query import read_query
from selector.safety import DELETE, WRITE, Judgement, asked_by
from selector.text import MARKS, fold
from selector.vocabulary import SYNONYM, Word, read_words

if TYPE_CHECKING:
    from selector.linking.index import CatalogIndex

_JOINERS: Final = lexicon.words_of("and then or but after before so 그리고 다음 뒤 후")
_QUALIFYING: Final = lexicon.words_of("for of from in with on at by")
_OBJECT_MARKS: Final = ("을", "를")
_CONNECTIVE: Final = ("고", "서", "후", "뒤", "다음")


class Permission(NamedTuple):
    """What may be changed.

    Attributes:
        kinds: the kinds of change (`selector.safety.WRITE`, `DELETE`) that are asked for and allowed.
        things: keys of the words for what is to be changed (`selector.text.keys`).
    """

    kinds: frozenset[str]
    things: frozenset[str]

    def covers(self, index: CatalogIndex, name: str) -> bool:
        """Tell whether a tool may be used: it reads, or it changes what the request asks to change, and so."""
        judgement = index.judgement(name)
        if not judgement.changes or judgement.kind not in self.kinds:
            return not judgement.changes
        return not self.things.isdisjoint(index.vocabulary.about(name))


NOTHING: Final = Permission(frozenset(), frozenset())


def read_permission(query: object, allow_mutation: object) -> Permission:
    """Return what a request permits: nothing unless the caller allows changes with ``True`` itself.

    >>> permission = read_permission("look at the depot and cancel the order", True)
    >>> sorted(permission.kinds), "order" in permission.things, "depot" in permission.things
    (['delete'], True, False)
    >>> read_permission("cancel the order", False).kinds
    frozenset()
    """
    if not isinstance(query, str) or allow_mutation is not True:
        return NOTHING
    asked = read_query(query)
    kinds = asked_by(asked, query)
    if not kinds:
        return NOTHING
    verbs = {act.verb for act in asked.acts if act.action in lexicon.CHANGING}
    return Permission(kinds, frozenset(_things(read_words(fold(query)), verbs)))


def told_safety(query: str | None, allow: bool, target: Judgement | None, blocked: int) -> dict[str, Any]:
    """Return what a closure tells of its safety.

    Args:
        query: the request, if there is one.
        allow: the caller allows changes.
        target: what the target does; none for one that is unknown.
        blocked: how many producers were not admitted, since they change something.

    >>> told_safety("delete the order", False, None, 0)["query_intent"]
    'delete'
    """
    asks = asked_by(read_query(query), query) if query is not None else frozenset()
    intent = DELETE if DELETE in asks else WRITE if WRITE in asks else "unknown" if query is None else "read"
    return {
        "allow_mutation": allow,
        "query_intent": intent,
        "mutation_dependencies_allowed": allow and bool(asks),
        "target_changes_state": target is not None and target.changes,
        "target_contradictory": target is not None and target.contradictory,
        "blocked": blocked,
    }


def _things(spoken: Sequence[Word], verbs: Collection[str]) -> set[str]:
    """Return the keys of the nouns in the clauses of change; ``it`` may stand for anything that is spoken of."""
    found: set[str] = set()
    for clause in _clauses(spoken):
        if any(_does(word, verbs) for word in clause):
            nouns = {key for word in _object(clause, verbs) for key in _noun_keys(word, verbs)}
            nouns = nouns or {key for word in clause for key in _noun_keys(word, verbs)}
            if not nouns:
                return {key for word in spoken for key in _noun_keys(word, verbs)}
            found |= nouns
    return found or {key for word in spoken for key in _noun_keys(word, verbs)}


def _object(clause: Sequence[Word], verbs: Collection[str]) -> Sequence[Word]:
    """Return a clause without what only qualifies its object: ``create a shipment for my order`` creates no order.

    In Korean the object is the noun before its particle, with the bare nouns in front of it: ``주문의 메모를 지워줘``
    deletes no order.
    """
    marked = next((i for i in range(len(clause) - 1, -1, -1) if clause[i].text.endswith(_OBJECT_MARKS)), -1)
    if marked >= 0 and is_hangul(clause[marked].text) and clause[marked].text != clause[marked].stem:
        begin = marked
        while begin and is_hangul(clause[begin - 1].text) and clause[begin - 1].text == clause[begin - 1].stem:
            begin -= 1
        return clause[begin : marked + 1]
    place = next((i for i, word in enumerate(clause) if _does(word, verbs)), 0)
    end = next((i for i, word in enumerate(clause) if i > place and word.text in _QUALIFYING), len(clause))
    return clause[:end]


def _clauses(spoken: Sequence[Word]) -> Iterator[list[Word]]:
    clause: list[Word] = []
    for word in spoken:
        if word.text in MARKS or word.text in _JOINERS:
            yield clause
            clause = []
            continue
        clause.append(word)
        if is_hangul(word.text) and len(word.text) > 1 and word.text.endswith(_CONNECTIVE):
            yield clause
            clause = []
    yield clause


def _does(word: Word, verbs: Collection[str]) -> bool:
    if word.stem in verbs:
        return True
    done = predicate(word.text) if is_hangul(word.text) else None
    return bool(done and done[0] in verbs) or any(
        word.text.startswith(prefix) for prefix, verb in lexicon_ko.NATIVE_VERBS if verb in verbs
    )


def _noun_keys(word: Word, verbs: Collection[str]) -> Iterator[str]:
    if _does(word, verbs) or (word.stem in lexicon.VERBS and word.stem not in lexicon.NOUN_LIKE):
        return
    for key, strength in word.keys:
        if strength >= SYNONYM or is_hangul(word.text):
            yield key
