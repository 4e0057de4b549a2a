"""What documents declare of a tool beside its name and text: methods, labels, hints, tags; each one a fact.

Values come in many shapes (lists, ``GET|DELETE``, ``"yes"``, invisible characters): they are made plain before they
are read, and a method that is there but cannot be read is dangerous.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from selector import lexicon, lexicon_ko
from selector.danger import ALSO_NOUNS, CHANGING_VERBS, DELETING_VERBS, KOREAN_VERBS, READING_VERBS
from selector.linking.contract import items, mapping
from selector.sayings import name_change
from selector.text import split_identifier, stem

READS, CHANGES = "reads", "changes"

#: Of a longer text the beginning and the end are read.
_LONG: Final = 16_000
_READING_METHODS: Final = frozenset({"get", "head", "options", "trace", "query"})
_METHODS: Final = _READING_METHODS | {"post", "put", "patch", "delete"}
_METHOD_KEYS: Final = (
    *("method", "methods", "http_method", "httpMethod", "request_method", "requestMethod"),
    *("x-http-method-override", "X-HTTP-Method-Override"),
)
_METHOD_PARTS: Final = re.compile(r"[\s,|;+&]+")
#: Words of `metadata` that say nothing.
_SILENT: Final = frozenset({"", "unknown", "none", "other", "unassigned", "null", "n/a"})
_READING_WORDS: Final = lexicon.words_of(
    "detail details query select lookup readonly safe report export aggregate stats"
)
_CHANGING_WORDS: Final = lexicon.words_of(
    "mutation mutate mutating write command destructive unsafe dangerous rpc_write"
)
_LABELS: Final = (
    *("canonical_action", "canonicalAction", "action", "operation_type", "operationType", "result_shape"),
    *("operation", "intent", "verb"),
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
_YES: Final = lexicon.words_of("true 1 1.0 yes y on t")
_NO: Final = lexicon.words_of("false 0 0.0 no n off f none null []")
#: Letters of other scripts that look like Latin ones, inside a word that is otherwise Latin.
_MIXED: Final = re.compile(r"\w*[A-Za-z]\w*")
_ALIKE: Final = str.maketrans("аеорсухіѕјԁһ", "aeopcyxisjdh")


class Fact(NamedTuple):
    """One thing that is said of a tool: where, in which word, and what it means."""

    source: str
    word: str
    says: str


def plain(value: object) -> str:
    """Return a text as it is judged: composed, without invisible characters and look-alikes; empty for what is none.

    >>> plain("ｄｅｌ\u200bete"), plain("dеlete") == "delete", plain(7)
    ('delete', True, '')
    """
    if not isinstance(value, str):
        return ""
    said = value if len(value) <= _LONG else f"{value[: _LONG // 2]} . {value[-_LONG // 2 :]}"
    if said.isascii():
        return said
    composed = unicodedata.normalize("NFKC", said)
    shown = "".join(char for char in composed if unicodedata.category(char) != "Cf")
    return _MIXED.sub(lambda word: word[0].translate(_ALIKE), shown)


def methods_of(place: Mapping[Any, Any]) -> Iterator[Fact]:
    """Yield what the methods of one place say; a post says little by itself, since searches are posted too.

    >>> [fact.says for fact in methods_of({"method": ["GET", "DELETE"]})], list(methods_of({"method": None}))
    (['reads', 'changes'], [])
    """
    http = mapping(place.get("http"))
    for value in (*(place.get(key) for key in _METHOD_KEYS), http.get("method")):
        if value is None or (isinstance(value, str | list) and not value):
            continue
        words = [word for one in _texts(value) for word in _words_of_method(one)]
        if not words:
            yield Fact("method", "unreadable", CHANGES)
        for word in words:
            yield Fact("method", word, READS if word in _READING_METHODS else "" if word == "post" else CHANGES)
    verb = plain(place.get("verb")).strip().casefold()
    if verb in _METHODS:
        yield from methods_of({"method": verb})


def _texts(value: object) -> list[str]:
    return [plain(one) for one in (value if isinstance(value, list | tuple) else [value])[:16]]


def _words_of_method(said: str) -> list[str]:
    words = [word for word in _METHOD_PARTS.split(said.strip().casefold()) if word]
    return [word for word in words[: next((i for i, word in enumerate(words) if "/" in word), None)] if word != "http"]


def labels_of(place: Mapping[Any, Any]) -> Iterator[Fact]:
    """Yield what the labels of one place say."""
    for key in _LABELS:
        for label in filter(None, (one.strip() for one in _texts(place.get(key)))):
            if label.casefold() in _SILENT or (key == "verb" and label.casefold() in _METHODS):
                continue
            says = label_says(label)
            if says and not (key == "result_shape" and says == READS):
                yield Fact(key, label[:80], says)
    if says := label_says(plain(mapping(place.get("graphql")).get("operation"))):
        yield Fact("graphql.operation", plain(mapping(place["graphql"])["operation"])[:80], says)
    for tag in map(plain, items(place.get("tags"), 32)):
        if _tag_changes(tag):
            yield Fact("tags", tag[:80], CHANGES)


def label_says(label: str) -> str:
    """Return what a label says; a phrase is read as a name.

    >>> label_says("cancel"), label_says("search"), label_says("to delete a user"), label_says("order lookup")
    ('changes', 'reads', 'changes', 'reads')
    """
    parts = split_identifier(label)
    stems = [stem(part) for part in parts]
    if len(parts) > 2:
        changing = bool(name_change(label)) or not _CHANGING_WORDS.isdisjoint(parts)
    else:
        changing = any(
            part not in _READING_WORDS and (one in CHANGING_VERBS or part in _CHANGING_WORDS)
            for one, part in zip(stems, parts, strict=True)
        ) and not (len(parts) > 1 and stems[0] in ALSO_NOUNS and stems[-1] in READING_VERBS)
    if changing or "action" in parts or any(part.endswith(tuple(KOREAN_VERBS)) for part in parts):
        return CHANGES
    reading = any(one in READING_VERBS or part in _READING_WORDS for one, part in zip(stems, parts, strict=True))
    return READS if reading or any(part in lexicon_ko.NOUN_VERBS for part in parts) else ""


def _tag_changes(tag: str) -> bool:
    """A tag is a topic more often than an act: one plain verb in its base form is an act."""
    parts = split_identifier(tag)
    if len(parts) != 1:
        return False
    return parts[0] in _CHANGING_WORDS or (
        stem(parts[0]) in DELETING_VERBS | lexicon.stems_of("create update modify edit insert write")
        and not parts[0].endswith(("s", "ed", "ing", "ion", "al"))
    )


def hints_of(place: Mapping[Any, Any]) -> Iterator[Fact]:
    """Yield what the hints of one place say: flags, numbers and words for yes and no.

    >>> [fact.says for fact in hints_of({"readOnlyHint": 0, "x-mutating": "yes", "idempotentHint": True})]
    ['changes', 'changes']
    """
    for key in sorted(key for key in place if isinstance(key, str) and len(key) < 24):
        says = _HINTS.get(plain(key).replace("_", "").replace("-", "").casefold().removeprefix("x"))
        if not says:
            continue
        said = str(place[key]).strip().casefold()[:80]
        if says == READS and (said in _YES or said in _NO):
            yield Fact(key, "true" if said in _YES else "false", READS if said in _YES else CHANGES)
        elif says == CHANGES and said not in _NO and said and not isinstance(place[key], Mapping):
            yield Fact(key, "true", CHANGES)
