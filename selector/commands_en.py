"""English commands, read clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from selector import lexicon
from selector.commands import Act, Commands, earlier_words
from selector.korean import is_hangul
from selector.lexicon import Action
from selector.text import stem, words

_BOUNDARY: Final = re.compile(r"[.,;:!?\n()]+|\b(?:and|then|but|or|plus)\b")
#: After these everything is excluded, after other denials only the verb.
_EXCLUDING: Final = frozenset({"without", "except", "excluding", "instead", "rather"})
#: Two words that are one verb, and the verb they are.
_PHRASES: Final[dict[tuple[str, str], tuple[str, Action]]] = {
    ("look", "up"): ("search", "search"),
    ("look", "for"): ("search", "search"),
    ("looking", "for"): ("search", "search"),
    ("searching", "for"): ("search", "search"),
    ("interested", "in"): ("search", "search"),
    ("figure", "out"): ("determine", "read"),
    ("find", "out"): ("determine", "read"),
    ("log", "in"): ("login", "action"),
    ("log", "out"): ("logout", "action"),
    ("sign", "in"): ("login", "action"),
    ("sign", "out"): ("logout", "action"),
    ("sign", "up"): ("register", "create"),
    ("check", "out"): ("checkout", "action"),
    ("make", "sure"): ("know", "read"),
}
#: ``let me know``, ``tell me`` after another act asks to hear of it, and is no act of its own.
_REPORTING: Final = frozenset({stem("know"), stem("tell")})


def read_english(text: str) -> Commands:
    """Read the English commands of a folded request.

    >>> read_english("do not delete anything, just list the cancelled orders").acts
    (Act(verb='list', action='search'),)
    >>> read_english("find the user and lock her account").acts
    (Act(verb='find', action='search'), Act(verb='lock', action='update'))
    """
    acts: list[Act] = []
    steps: list[list[str]] = []
    denied: set[str] = set()
    states: set[str] = set()
    question = denying = False
    for clause, boundary in _clauses(text):
        states.update(_states(clause))
        asked, excluded = _split_denial(clause, denying)
        denied.update(excluded)
        denying = bool(excluded) and boundary in {"and", "or"}
        question = question or (bool(asked) and asked[0] in lexicon.QUESTION)
        act = _command(asked)
        if act and not (acts and act.verb in _REPORTING):
            acts.append(act)
            steps.append([])
        if steps:
            steps[-1].extend(asked)
    return Commands(tuple(acts), frozenset(states), frozenset(denied), earlier_words(steps), question)


def _clauses(text: str) -> Iterable[tuple[list[str], str]]:
    """Yield the English words between two boundaries, and the boundary that ends them."""
    start = 0
    for match in _BOUNDARY.finditer(text):
        yield _english_words(text[start : match.start()]), match[0]
        start = match.end()
    yield _english_words(text[start:]), ""


def _english_words(text: str) -> list[str]:
    return [word for word in words(text) if not is_hangul(word)]


def _split_denial(clause: Sequence[str], denying: bool) -> tuple[Sequence[str], list[str]]:
    """Return the words that a clause asks, and the stems that it denies."""
    if not denying and lexicon.DENIAL.isdisjoint(clause):
        return clause, []
    start = 0 if denying else next((i for i, word in enumerate(clause) if word in lexicon.DENIAL), len(clause))
    end = next((i for i in range(start, len(clause)) if clause[i] in {"just", "only"}), len(clause))
    everything = start < end and clause[start] in _EXCLUDING
    excluded = [stem(word) for word in clause[start:end] if everything or stem(word) in lexicon.VERBS]
    return [*clause[:start], *clause[end:]], excluded


def _command(clause: Sequence[str]) -> Act | None:
    """Return the command of a clause: its verb after polite words, else ``to`` and a verb, else ``by`` and a gerund."""
    start = next((i for i, word in enumerate(clause) if word not in lexicon.BEFORE_COMMAND), len(clause))
    leading = _verb_at(clause, start)
    if leading or (start < len(clause) and clause[start] in lexicon.QUESTION):
        return leading
    end = next((i for i in range(start, len(clause)) if clause[i] in lexicon.SUBORDINATE), len(clause))
    for before, word in zip(clause[start:end], clause[start + 1 : end], strict=False):
        act = _act(word, gerund=before == "by") if before in {"to", "by"} else None
        if act:
            return act
    return None


def _verb_at(clause: Sequence[str], start: int) -> Act | None:
    if start >= len(clause):
        return None
    following = clause[start + 1] if start + 1 < len(clause) else ""
    phrase = _PHRASES.get((clause[start], following))
    if phrase:
        return Act(stem(phrase[0]), phrase[1])
    act = _act(clause[start], gerund=False)
    if act and act.verb in lexicon.NOUN_LIKE and (not following or following in lexicon.NOUN_HEADS):
        return None
    return act


def _act(word: str, gerund: bool) -> Act | None:
    """Return the act of a verb in its base form, or in its gerund."""
    stemmed = stem(word)
    action = lexicon.VERBS.get(stemmed)
    inflected = word not in lexicon.BASE_FORMS and word.endswith(("ed", "ing", "s"))
    if action is None or inflected != gerund or (gerund and not word.endswith("ing")):
        return None
    return Act(stemmed, action)


def _states(clause: Sequence[str]) -> list[str]:
    """Return the stems of participles and gerunds: forms that describe."""
    inflected = [word for word in clause if word.endswith(("ed", "ing", "en")) and word not in lexicon.BASE_FORMS]
    return [stemmed for word in inflected if (stemmed := stem(word)) != word]
