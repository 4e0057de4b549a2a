"""The mutation gate: a tool is judged from every fact about it, and the dangerous reading wins.

A label may be wrong or a lie, so no fact that says "reads" outweighs one that says "changes"; where both are said the
contradiction is reported. A tool of which nothing says anything reads. What changes something is denied unless the
request asks for such a change and the caller allows it, both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from selector import lexicon
from selector.acts import presumed_verb
from selector.danger import ALSO_NOUNS, DELETING_VERBS, KOREAN_DELETING, READING_VERBS
from selector.declarations import CHANGES, READS, Fact, hints_of, label_says, labels_of, methods_of, plain
from selector.linking.contract import mapping
from selector.query import Query, read_query
from selector.sayings import name_change, text_change, text_reads
from selector.source import read_source
from selector.text import split_identifier, stem

#: What a tool does to what exists, and what a request must ask for: to delete is another permission than to write.
WRITE, DELETE = "write", "delete"

_NAME: Final = 200
#: An act that a path gives as a parameter: ``/api?action=delete``.
_ACTION: Final = re.compile(r"[?&](?:action|act|op|operation|cmd|command|_?method|do|mode)=([\w-]+)", re.IGNORECASE)
_METHOD_NAMES: Final = frozenset({"GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"})


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
        return self.changes and any(fact.says == READS for fact in self.facts)


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
    annotations = (mapping(entry.get("annotations")), mapping(metadata.get("annotations")))
    places = (entry, metadata, openapi, mapping(metadata.get("api_contract")), semantic)
    hinting = (*annotations, *places, mapping(entry.get("_meta")), mapping(metadata.get("_meta")))
    labels = [fact for place in places for fact in labels_of(place)]
    hints = [fact for place in hinting for fact in hints_of(place)]
    said = [name, *(place.get(key) for place, key in _names(entry, function, openapi, metadata, annotations))]
    names = [part for one in said for part in _ends(plain(one))]
    methods = [fact for place in places for fact in methods_of(place)]
    methods += [fact for one in names for fact in _name_method(one)]
    backed = any(fact.says == READS for fact in (*methods, *hints))
    path = next((one for place in places if (one := plain(place.get("path")))), "")
    yield from methods
    yield from labels
    yield from hints
    named = [fact for one in names for fact in _name_facts("name", one, backed)]
    named += _name_facts("path", _final_verb(path, backed), backed)
    named += [fact for action in _ACTION.findall(path) if (fact := Fact("path", action, label_says(action))).says]
    yield from named
    texts = [one for one in _texts(entry, function, metadata, openapi, semantic) if one]
    described = [Fact("description", word, CHANGES) for one in texts if (word := text_change(one))]
    yield from described
    read = any(fact.says == READS for fact in named) or any(map(text_reads, (*texts, path)))
    labelled = any(fact.says == READS for fact in (*labels, *hints))
    if any(fact.word == "post" for fact in methods) and not read and (path or not labelled):
        yield Fact("method", "post", CHANGES)
    elif not (read or backed or labelled or named):
        yield from _presumed(name, tool)


def _presumed(name: str, tool: object) -> Iterator[Fact]:
    """A verb that no table knows, of which nothing says that it reads, is presumed to change something."""
    if verb := presumed_verb(read_source(name, tool), split_identifier(plain(name))):
        yield Fact("name", verb, CHANGES)


def _ends(name: str) -> tuple[str, ...]:
    """Return a name, of a long one its beginning and its end."""
    return (name,) if len(name) <= _NAME else (name[:_NAME], name[-_NAME:])


def _name_method(name: str) -> Iterator[Fact]:
    lead = _lead(name)
    if lead in _METHOD_NAMES:
        yield from methods_of({"method": lead})


def _lead(name: str) -> str:
    return next(
        (
            name[:end]
            for end in range(min(len(name), 8), 2, -1)
            if name[:end] in _METHOD_NAMES and name[end : end + 1] in {"_", "-", " ", "/", ":", "."}
        ),
        "",
    )


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


def _final_verb(path: str, backed: bool) -> str:
    """Return the last word of a path where it can be a verb: a noun of business is one only after a parameter."""
    parts = [part for part in path.split("?", maxsplit=1)[0].replace(":", "/").split("/") if part]
    fixed = [i for i, part in enumerate(parts) if not part.startswith(("{", "<", "["))]
    if not fixed:
        return ""
    last = parts[fixed[-1]]
    words = split_identifier(last)
    if backed and len(words) == 2 and (words[1] in lexicon.NOUN_HEADS or words[1] in {"requests", "request"}):
        return ""  # ``/merge_requests``: a collection of what somebody asked for
    if (
        words
        and stem(words[0]) in ALSO_NOUNS
        and (backed or len(words) > 1 or fixed[-1] - 1 in fixed or len(parts) == 1)
    ):
        return ""
    return last


def _texts(*places: Mapping[Any, Any]) -> Iterator[str]:
    return (plain(place.get(key)) for place in places for key in ("description", "summary", "one_line_summary"))


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
    changes = [act for act in asked.acts if act.action in lexicon.CHANGING]
    korean = not query.isascii()
    thrown = korean and _THROWN_AWAY.search(query)
    if not changes and not thrown:
        return frozenset()
    words = query.casefold().split()
    first, second = (*(word.strip("¿\"'") for word in words[:2]), "", "")[:2]
    if first in _ASKING or (first in _POSSIBLY and second in _ONESELF) or (korean and _ASKING_KO.search(query)):
        return frozenset()
    told = next((verb for pattern, verb in _TOLD if pattern.search(query)), "")
    kinds = {act.action for act in changes if act.verb != told}
    if thrown:
        kinds.add("delete")
    return frozenset(DELETE if kind == "delete" else WRITE for kind in kinds)


#: Words that begin a question; ``can you`` begins a command.
_POSSIBLY: Final = frozenset({"can", "could", "may", "might", "should", "would", "shall"})
_ONESELF: Final = frozenset({"i", "we", "it", "they", "he", "she", "one"})
_ASKING_KO: Final = re.compile(
    r"(?:^|\s)왜(?:\s|$)|어떻게|방법|가능(?:해|한|할|하)|해도 (?:돼|되|될)|려면(?:\s|$)"
    r"|얼마(?:야|예요|에요|인|나|죠|\?|\s|$)"
)
#: Verbs of change by which somebody asks to be told: ``send me the list of orders``.
_TOLD: Final = (
    (re.compile(r"\b(?:update|keep) (?:me|us)\b", re.IGNORECASE), stem("update")),
    (
        re.compile(
            r"\bsend (?:me|us) (?:an? |the |all |my )*(?:\w+ )?"
            r"(?:lists?|details?|info|information|status|summary|overview|history|names?|numbers?)\b",
            re.IGNORECASE,
        ),
        stem("send"),
    ),
    (re.compile(r"\b(?:set|sets) of\b", re.IGNORECASE), stem("set")),
)
_THROWN_AWAY: Final = re.compile(r"날려(?: ?버려|줘|\s*$)")
_ASKING: Final = lexicon.QUESTION | lexicon.words_of("whether should explain describe")
