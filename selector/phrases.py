"""English verbs of two words: general language, as requests and names write them."""

from __future__ import annotations

from typing import Final

from selector.lexicon import Action

#: Two words that are one verb, and the verb they are. A particle may also stand at the clause's end.
PHRASES: Final[dict[tuple[str, ...], tuple[str, Action]]] = {
    ("look", "up"): ("search", "search"),
    ("look", "for"): ("search", "search"),
    ("looking", "for"): ("search", "search"),
    ("searching", "for"): ("search", "search"),
    ("interested", "in"): ("search", "search"),
    ("look", "at"): ("show", "read"),
    ("figure", "out"): ("determine", "read"),
    ("find", "out"): ("determine", "read"),
    ("log", "in"): ("login", "action"),
    ("log", "out"): ("logout", "action"),
    ("sign", "in"): ("login", "action"),
    ("sign", "out"): ("logout", "action"),
    ("sign", "up"): ("register", "create"),
    ("check", "out"): ("checkout", "action"),
    ("check", "in"): ("checkin", "action"),
    ("make", "sure"): ("know", "read"),
    ("get", "rid"): ("delete", "delete"),
    ("throw", "away"): ("delete", "delete"),
    ("throw", "out"): ("delete", "delete"),
    ("call", "off"): ("cancel", "delete"),
    ("turn", "on"): ("turnon", "update"),
    ("switch", "on"): ("turnon", "update"),
    ("power", "on"): ("turnon", "update"),
    ("turn", "off"): ("turnoff", "update"),
    ("switch", "off"): ("turnoff", "update"),
    ("shut", "off"): ("turnoff", "update"),
    ("power", "off"): ("turnoff", "update"),
    ("shut", "down"): ("stop", "action"),
    ("bring", "down"): ("stop", "action"),
    ("take", "down"): ("stop", "action"),
    ("take", "off"): ("remove", "delete"),
    ("take", "out"): ("remove", "delete"),
    ("put", "back"): ("return", "action"),
    ("put", "on"): ("start", "action"),
    ("roll", "back"): ("rollback", "update"),
    ("turn", "down"): ("reject", "action"),
    ("hand", "to"): ("assign", "update"),
    ("give", "back"): ("return", "action"),
    ("send", "back"): ("return", "action"),
    ("write", "down"): ("record", "create"),
    ("set", "up"): ("setup", "create"),
    ("clean", "up"): ("clear", "delete"),
}
