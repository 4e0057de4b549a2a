"""What a tool does: its verb, its canonical action, the shape of its result, and whether it changes state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from selector import lexicon
from selector.lexicon import Action
from selector.source import Source
from selector.text import fold, split_identifier, stem, words

_DECLARED: dict[str, Action] = {
    "search": "search",
    "list": "search",
    "find": "search",
    "read": "read",
    "get": "read",
    "detail": "read",
    "count": "read",
    "create": "create",
    "add": "create",
    "update": "update",
    "edit": "update",
    "write": "update",
    "delete": "delete",
    "remove": "delete",
    "action": "action",
    "execute": "action",
}
_METHODS: dict[str, Action] = {
    "get": "read",
    "head": "read",
    "put": "update",
    "patch": "update",
    "delete": "delete",
    "post": "create",
}
_SHAPES = {
    "list": "list",
    "array": "list",
    "single": "single",
    "object": "single",
    "detail": "single",
    "count": "count",
}
#: They turn a verb round or repeat it.
_PREFIXES = ("un", "dis", "de", "re")
#: A description's first words stand within so many characters.
_LEAD_LIMIT = 200
_JOINERS = frozenset({"and", "or"})
_PARTS = re.compile(r"[./:]")
#: A description that leads with one of these tells what comes back.
_GIVING = frozenset({"return", "provid", "giv"})


def declared_action(source: Source) -> Action | None:
    """Return the canonical action that a tool declares; none if it declares nothing known."""
    return _DECLARED.get(source.action)


def writes(source: Source) -> bool:
    """Tell whether a tool changes state; `selector.tools.changes_state` says by which rules."""
    if source.read_only is not None:
        return not source.read_only
    declared = declared_action(source) or (_METHODS.get(source.method) if source.method != "post" else None)
    if declared:
        return declared in lexicon.CHANGING
    name = split_identifier(source.name)
    position = name_verb(name, is_member(source.name), front_of(source.name))
    if position < 0:
        return source.method == "post" or bool(presumed_verb(source, name))
    return lexicon.VERBS[stem(name[position])] in lexicon.CHANGING


def presumed_verb(source: Source, name: Sequence[str]) -> str:
    """Return the stem of a verb that no table knows; what it does nobody says, so it is presumed to change something.

    Two things show a verb: it is a known verb of change with a prefix (``unblock``), or the description uses it as
    one, with an object (``Wipes a device``). A noun has neither: ``weather``, "Weather of a city".

    It stands in front, or behind its thing: ``device_zap``.

    >>> told = Source.of("zap_device")._replace(description="Zaps a device.")
    >>> presumed_verb(told, ("zap", "device")), presumed_verb(Source.of("weather_map"), ("weather", "map"))
    ('zap', '')
    """
    front = front_of(source.name)
    places = dict.fromkeys((front, len(name) - 1)) if front < len(name) else ()
    return next(filter(None, [_presumed(source, name[place]) for place in places]), "")


def _presumed(source: Source, word: str) -> str:
    verb = stem(word)
    if verb in lexicon.HARMLESS or verb in lexicon.VERBS or not _is_base(word):
        return ""
    if any(word.startswith(prefix) and _is_plain_change(stem(word[len(prefix) :])) for prefix in _PREFIXES):
        return verb
    said = words(fold((source.description or source.summary)[:_LEAD_LIMIT]))
    if len(said) < 2 or stem(said[0]) != verb:
        return ""
    inflected = said[0] != word and said[0].endswith("s") and said[1] not in lexicon.STOP
    return verb if inflected or said[1] in lexicon.DETERMINERS else ""


def _is_plain_change(verb: str) -> bool:
    return lexicon.VERBS.get(verb) in lexicon.CHANGING and verb not in lexicon.NOUN_LIKE


@lru_cache(maxsize=4_096)
def name_verb(name: tuple[str, ...], member: bool = False, front: int = 0) -> int:
    """Return where the verb of a name stands, -1 if there is none.

    A plain verb counts before one that is as often a noun; the front, where the name begins behind its tag
    (`front_of`), before the first place, that before the last, the last before the middle. A verb that may be a noun
    counts in front of a noun (``order_food``, not ``order_status``), and as a member by itself (``hotel.book``). Of
    two that are joined the one that changes something counts (``get_or_create``).

    >>> name_verb(("get", "order", "list")), name_verb(("order", "status")), name_verb(("hotel", "book"), member=True)
    (0, -1, 1)
    >>> name_verb(("jobs", "cancel", "run"), front=1)
    1
    >>> name_verb(("find", "and", "modify")), name_verb(("get", "name", "and", "address"))
    (2, 0)
    """
    places = [i for i, word in enumerate(name) if stem(word) in lexicon.VERBS and _is_base(word)]
    last = len(name) - 1
    if member and last in places:
        return last
    joined = [i for i in places if i > 0 and name[i - 1] in _JOINERS and _is_plain_change(stem(name[i]))]
    if joined and 0 in places and lexicon.VERBS[stem(name[0])] in lexicon.READING:
        return joined[0]
    plain = [i for i in places if stem(name[i]) not in lexicon.NOUN_LIKE]
    if plain:
        return next((i for i in (front, 0, last) if i in plain), plain[0])
    return next((i for i in (front, 0) if i in places and i < last and name[i + 1] not in lexicon.NOUN_HEADS), -1)


def _is_base(word: str) -> bool:
    return word in lexicon.BASE_FORMS or not word.endswith(("ed", "s", "ing"))


def is_member(name: str) -> bool:
    """Tell whether a name's last part is one word of its own: ``hotel.book``, ``issues/lock``.

    >>> is_member("hotel.book"), is_member("hotel.book_room"), is_member("book")
    (True, False, False)
    """
    parts = _PARTS.split(name)
    return len(parts) > 1 and len(split_identifier(parts[-1])) == 1


def lead_verb(name: Sequence[str], position: int, said: Sequence[str]) -> str:
    """Return the stem of a description's first word, empty where it is a noun.

    A word that is as often a noun is one where the name has a plain verb for it and no object follows: ``get_order``,
    "Order details", not ``get_order``, "Order a meal".

    >>> lead_verb(("get", "order"), 0, ["order", "details"]), lead_verb(("get", "order"), 0, ["order", "a", "meal"])
    ('', 'order')
    """
    if not said:
        return ""
    lead = stem(said[0])
    named = position >= 0 and stem(name[position]) not in {lead, *lexicon.NOUN_LIKE}
    if named and lead in lexicon.NOUN_LIKE and lexicon.DETERMINERS.isdisjoint(said[1:2]):
        return ""
    return lead


def front_of(name: str) -> int:
    """Return how many words stand in front of a name's last part: ``jobs/cancel-run`` begins behind its tag.

    >>> front_of("jobs/cancel-run"), front_of("cancelRun"), front_of("???")
    (1, 0, 0)
    """
    parts = _PARTS.split(name)
    return sum([len(split_identifier(part)) for part in parts[:-1]]) if split_identifier(parts[-1]) else 0


def read_act(source: Source, name: Sequence[str], position: int, lead: str) -> tuple[str, str]:
    """Return verb and canonical action of a tool.

    The verb that name and description share comes first, a harmless one in front of the name too (``watch_order_list``,
    "Watch a list"); then the name's verb, then the declared action, then the
    description's verb, then the HTTP method. Two kinds of names yield to the description: one that only says *get*
    before a changing verb (``get_ticket``: "Buys a ticket"), and one whose verb may be a noun.

    Args:
        source: the tool as it is written down.
        name: the words of its name.
        position: where `name_verb` found the verb.
        lead: stem of the description's first word.
    """
    spoken = lead if lead in lexicon.VERBS and lead not in _GIVING else ""
    verb = stem(name[position]) if position >= 0 else ""
    if spoken and (spoken in map(stem, name) or _yields(verb, spoken, source)):
        return spoken, lexicon.VERBS[spoken]
    if lead in lexicon.HARMLESS and lead in map(stem, name[front_of(source.name) :][:1]):
        return lead, declared_action(source) or "read"
    if verb:
        return verb, lexicon.VERBS[verb]
    declared, presumed = declared_action(source), presumed_verb(source, name)
    if declared:
        return spoken or presumed, declared
    if presumed or spoken:
        return presumed or spoken, "action" if presumed else lexicon.VERBS[spoken]
    if lead in _GIVING:
        return "get", "read"
    return "", _METHODS.get(source.method, "")


def _yields(verb: str, spoken: str, source: Source) -> bool:
    if not verb or declared_action(source):
        return False
    changes = lexicon.VERBS[spoken] in lexicon.CHANGING
    if verb in lexicon.TELLING:
        return changes
    if lexicon.VERBS[verb] in lexicon.CHANGING and not changes:
        return True
    return verb in lexicon.NOUN_LIKE and spoken not in lexicon.NOUN_LIKE


def read_shape(source: Source, name: Sequence[str], action: str) -> str:
    """Return the shape of a tool's result: by words of its name, else as declared; empty if nothing says.

    >>> read_shape(Source.of("countOrders"), ("count", "orders"), "read")
    'count'
    """
    if action in lexicon.CHANGING:
        return "mutation"
    stems = {stem(word) for word in name}
    if stems & {"count", "total"}:
        return "count"
    if stems & {"detail", "singl"}:
        return "single"
    if action == "search" or stems & lexicon.LIST_WORDS or source.returns_array:
        return "list"
    return _SHAPES.get(source.shape, "")
