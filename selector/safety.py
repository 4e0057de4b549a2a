"""The mutation gate: a tool is judged from every fact about it, and the dangerous reading wins.

A label may be wrong or a lie, so no fact that says "reads" outweighs one that says "changes"; where both are said the
contradiction is reported. A tool of which nothing says anything reads. What changes something is denied unless the
request asks for such a change and the caller allows it, both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.danger import ALSO_NOUNS, CHANGING_VERBS, DELETING_VERBS, KOREAN_DELETING, KOREAN_VERBS, READING_VERBS
from selector.linking.contract import mapping, text
from selector.query import Query, read_query
from selector.sayings import name_change, text_change
from selector.text import split_identifier, stem

READS, CHANGES = "reads", "changes"
#: What a tool does to what exists, and what a request must ask for: to delete is another permission than to write.
WRITE, DELETE = "write", "delete"

_READING_METHODS: Final = frozenset({"get", "head", "options", "trace", "query"})
#: Words of `metadata` that say nothing.
_SILENT: Final = frozenset({"", "unknown", "none", "other", "unassigned", "null", "n/a"})
_READING_WORDS: Final = lexicon.words_of(
    "detail details query select lookup readonly safe report export aggregate stats"
)
_CHANGING_WORDS: Final = lexicon.words_of(
    "mutation mutate mutating write command destructive unsafe dangerous rpc_write"
)
#: Hints of annotations and metadata, and what it means when they are true.
_HINTS: Final = {
    "readonly": READS,
    "readonlyhint": READS,
    "issafe": READS,
    "destructive": CHANGES,
    "destructivehint": CHANGES,
    "mutating": CHANGES,
    "mutates": CHANGES,
    "mutation": CHANGES,
    "ismutation": CHANGES,
    "sideeffects": CHANGES,
    "hassideeffects": CHANGES,
    "writes": CHANGES,
}
_METHOD_NAMES: Final = frozenset({"GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"})


class Fact(NamedTuple):
    """One thing that is said of a tool: where, in which word, and what it means."""

    source: str
    word: str
    says: str


class Judgement(NamedTuple):
    """What a tool does to what exists.

    Attributes:
        changes: the tool changes something, as far as any fact says.
        kind: `DELETE` or `WRITE`; empty for a tool that reads.
        facts: everything that was said, in a fixed order.
    """

    changes: bool
    kind: str
    facts: tuple[Fact, ...]

    @property
    def contradictory(self) -> bool:
        """Some facts say that the tool reads, others that it changes something."""
        return len({fact.says for fact in self.facts}) == 2


def judge(name: str, tool: object) -> Judgement:
    """Judge from every fact whether a tool changes something.

    >>> judge("deleteOrder", {"metadata": {"ai_metadata": {"canonical_action": "read"}}}).changes
    True
    >>> judge("searchOrders", {"metadata": {"method": "post"}}).changes
    False
    """
    facts = tuple(dict.fromkeys(fact for fact in _facts(name, tool) if fact.says))
    dangerous = [fact for fact in facts if fact.says == CHANGES]
    if not dangerous:
        return Judgement(False, "", facts)
    deletes = any(_deletes(fact.word) for fact in dangerous)
    return Judgement(True, DELETE if deletes else WRITE, facts)


def _deletes(word: str) -> bool:
    return word in KOREAN_DELETING or any(stem(part) in DELETING_VERBS for part in word.casefold().split())


def _facts(name: str, tool: object) -> Iterator[Fact]:
    entry = mapping(tool)
    metadata, function = mapping(entry.get("metadata")), mapping(entry.get("function"))
    openapi, semantic = mapping(metadata.get("openapi")), mapping(metadata.get("ai_metadata"))
    contract = mapping(metadata.get("api_contract"))
    annotations = (mapping(entry.get("annotations")), mapping(metadata.get("annotations")))
    places = (entry, metadata, openapi, contract, semantic)
    labels = list(_labels(places))
    hints = [fact for place in (*annotations, entry, metadata, semantic) for fact in _hints(place)]
    names = [name, *(text(place.get(key)) for place, key in _names(entry, function, openapi, metadata, annotations))]
    methods = [fact for place in places for fact in _methods(place)]
    methods += [fact for one in names for fact in _name_method(one)]
    backed = any(fact.says == READS for fact in (*methods, *hints))
    yield from methods
    yield from labels
    yield from hints
    said = False
    for source, one in (*(("name", one) for one in names), ("path", _final_verb(places, backed))):
        for fact in _name_facts(source, one, backed):
            said = True
            yield fact
    described = list(_descriptions(entry, function, openapi, semantic))
    yield from described
    posted = any(fact.word == "post" for fact in methods)
    if posted and not said and not any(fact.says == READS for fact in (*labels, *hints, *described)):
        yield Fact("method", "post", CHANGES)


def _methods(place: Mapping[Any, Any]) -> Iterator[Fact]:
    """A post says little by itself, since searches are posted too."""
    for key in ("method", "http_method", "httpMethod", "verb"):
        method = text(place.get(key)).strip().casefold()
        if method in _READING_METHODS:
            yield Fact("method", method, READS)
        elif method == "post":
            yield Fact("method", method, "")
        elif method and method.isascii() and method.isalpha():
            yield Fact("method", method, CHANGES)


def _name_method(name: str) -> Iterator[Fact]:
    lead = _lead(name)
    if lead in _METHOD_NAMES:
        yield from _methods({"method": lead})


def _lead(name: str) -> str:
    return next(
        (
            name[:end]
            for end in range(min(len(name), 8), 2, -1)
            if name[:end] in _METHOD_NAMES and name[end : end + 1] in {"_", "-", " ", "/", ":", "."}
        ),
        "",
    )


def _labels(places: tuple[Mapping[Any, Any], ...]) -> Iterator[Fact]:
    for place in places:
        for key in ("canonical_action", "canonicalAction", "action", "operation_type", "operationType", "result_shape"):
            label = text(place.get(key)).strip()
            if label.casefold() in _SILENT:
                continue
            says = _label_says(label)
            if says and not (key == "result_shape" and says == READS):
                yield Fact(key, label, says)


def _label_says(label: str) -> str:
    parts = split_identifier(label)
    stems = [stem(part) for part in parts]
    changing = any(one in CHANGING_VERBS or part in _CHANGING_WORDS for one, part in zip(stems, parts, strict=True))
    if changing or "action" in parts or any(part.endswith(tuple(KOREAN_VERBS)) for part in parts):
        return CHANGES
    reading = any(one in READING_VERBS or part in _READING_WORDS for one, part in zip(stems, parts, strict=True))
    return READS if reading or any(part in lexicon_ko.NOUN_VERBS for part in parts) else ""


def _hints(place: Mapping[Any, Any]) -> Iterator[Fact]:
    for key in sorted(key for key in place if isinstance(key, str) and len(key) < 24):
        says = _HINTS.get(key.replace("_", "").replace("-", "").casefold())
        value = {"true": True, "false": False}.get(str(place[key]).casefold()) if says else None
        if says == READS and value is not None:
            yield Fact(key, str(value).lower(), READS if value else CHANGES)
        elif says == CHANGES and value:
            yield Fact(key, "true", CHANGES)


def _names(
    entry: Mapping[Any, Any],
    function: Mapping[Any, Any],
    openapi: Mapping[Any, Any],
    metadata: Mapping[Any, Any],
    annotations: tuple[Mapping[Any, Any], ...],
) -> Iterator[tuple[Mapping[Any, Any], str]]:
    yield from ((entry, "name"), (entry, "title"), (function, "name"), (openapi, "operation_id"))
    yield from ((openapi, "operationId"), (metadata, "operation_id"), (metadata, "operationId"))
    yield from ((place, "title") for place in annotations)


def _name_facts(source: str, name: str, backed: bool) -> Iterator[Fact]:
    bare = name[len(_lead(name)) :]
    word = name_change(bare, backed) if bare else ""
    if word and not (bare != name and backed and stem(word) in ALSO_NOUNS):
        yield Fact(source, word, CHANGES)
    elif any(stem(part) in READING_VERBS for part in split_identifier(name)):
        yield Fact(source, name[:80], READS)


def _final_verb(places: tuple[Mapping[Any, Any], ...], backed: bool) -> str:
    """Return the last word of a path where it can be a verb: a noun of business is one only after a parameter."""
    path = next(filter(None, (text(place.get("path")) for place in places)), "")
    parts = [part for part in path.split("?")[0].replace(":", "/").split("/") if part]
    fixed = [i for i, part in enumerate(parts) if not part.startswith(("{", "<", "["))]
    if not fixed:
        return ""
    last = parts[fixed[-1]]
    words = split_identifier(last)
    if (
        words
        and stem(words[0]) in ALSO_NOUNS
        and (backed or len(words) > 1 or fixed[-1] - 1 in fixed or len(parts) == 1)
    ):
        return ""
    return last


def _descriptions(
    entry: Mapping[Any, Any], function: Mapping[Any, Any], openapi: Mapping[Any, Any], semantic: Mapping[Any, Any]
) -> Iterator[Fact]:
    for place in (entry, function, openapi, semantic):
        for key in ("description", "summary", "one_line_summary"):
            said = place.get(key)
            word = text_change(said) if isinstance(said, str) and said else ""
            if word:
                yield Fact("description", word, CHANGES)


def asked_changes(query: str) -> frozenset[str]:
    """Return which changes a request asks for: `WRITE`, `DELETE`, both or none.

    A question of how something is done asks for no change, and what is denied is not asked for.

    >>> sorted(asked_changes("cancel my order")), sorted(asked_changes("how do I cancel an order?"))
    (['delete'], [])
    >>> sorted(asked_changes("do not delete anything, just list the orders")), sorted(asked_changes("주문 취소해줘"))
    ([], ['delete'])
    """
    return asked_by(read_query(query), query)


def asked_by(asked: Query, query: str) -> frozenset[str]:
    """Return which changes a request asks for that is read already."""
    words = query.casefold().split()
    first, second = (*(word.strip("¿\"'") for word in words[:2]), "", "")[:2]
    if first in _ASKING or (first in _POSSIBLY and second in _ONESELF) or _ASKING_KO.search(query):
        return frozenset()
    kinds = {act.action for act in asked.acts} & lexicon.CHANGING
    return frozenset(DELETE if kind == "delete" else WRITE for kind in kinds)


#: Words that begin a question; ``can you`` begins a command.
_POSSIBLY: Final = frozenset({"can", "could", "may", "might", "should", "would", "shall"})
_ONESELF: Final = frozenset({"i", "we", "it", "they", "he", "she", "one"})
_ASKING_KO: Final = re.compile(r"(?:^|\s)왜(?:\s|$)|어떻게|방법|가능(?:해|한|할|하)|해도 (?:돼|되|될)")
_ASKING: Final = lexicon.QUESTION | lexicon.words_of("whether should explain describe")
