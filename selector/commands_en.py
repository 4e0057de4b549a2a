"""English commands, read clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from selector import lexicon
from selector.commands import Act, Commands, earlier_stems
from selector.lexicon import Action
from selector.text import MARKS, stem
from selector.vocabulary import Word

#: What ends a clause.
_BOUNDARIES: Final = MARKS | {"and", "then", "but", "or", "plus"}
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
_ONLY: Final = frozenset({"just", "only"})


def read_english(said: Iterable[Word]) -> Commands:
    """Read the English commands of a request's words and marks, in order; Korean words are left out by the caller.

    >>> from selector.vocabulary import read_words
    >>> read_english(read_words("do not delete anything, just list the cancelled orders")).acts
    (Act(verb='list', action='search'),)
    >>> read_english(read_words("find the user and lock her account")).acts
    (Act(verb='find', action='search'), Act(verb='lock', action='update'))
    """
    acts: list[Act] = []
    steps: list[list[str]] = []
    denied: set[str] = set()
    states: set[str] = set()
    question = denying = False
    for clause, boundary in _clauses(said):
        if not clause:
            denying = False
            continue
        states.update([word.state for word in clause if word.state])
        asked, excluded = _split_denial(clause, denying)
        denied.update(excluded)
        denying = bool(excluded) and boundary in {"and", "or"}
        question = question or (bool(asked) and asked[0].text in lexicon.QUESTION)
        act = _command(asked)
        if act and not (acts and act.verb in _REPORTING):
            acts.append(act)
            steps.append([])
        if steps:
            steps[-1].extend([word.stem for word in asked])
    return Commands(tuple(acts), frozenset(states), frozenset(denied), earlier_stems(steps), question)


def _clauses(said: Iterable[Word]) -> list[tuple[list[Word], str]]:
    """Return the words between two boundaries, and the boundary that ends them."""
    found: list[tuple[list[Word], str]] = []
    clause: list[Word] = []
    for word in said:
        if word.text in _BOUNDARIES:
            found.append((clause, word.text))
            clause = []
        else:
            clause.append(word)
    found.append((clause, ""))
    return found


def _split_denial(clause: Sequence[Word], denying: bool) -> tuple[Sequence[Word], list[str]]:
    """Return the words that a clause asks, and the stems that it denies."""
    start = 0 if denying else _first(clause, 0, lexicon.DENIAL, inside=True)
    if start == len(clause):
        return clause, []
    end = _first(clause, start, _ONLY, inside=True)
    everything = start < end and clause[start].text in _EXCLUDING
    excluded = [word.stem for word in clause[start:end] if everything or word.stem in lexicon.VERBS]
    return [*clause[:start], *clause[end:]], excluded


def _command(clause: Sequence[Word]) -> Act | None:
    """Return the command of a clause: its verb after polite words, else ``to`` and a verb, else ``by`` and a gerund."""
    start = _first(clause, 0, lexicon.BEFORE_COMMAND, inside=False)
    leading = _verb_at(clause, start)
    if leading or (start < len(clause) and clause[start].text in lexicon.QUESTION):
        return leading
    end = _first(clause, start, lexicon.SUBORDINATE, inside=True)
    for before, word in pairwise(clause[start:end]):
        if before.text == "to" and word.plain:
            return word.plain
        if before.text == "by" and word.gerund:
            return word.gerund
    return None


def _first(clause: Sequence[Word], start: int, table: frozenset[str], *, inside: bool) -> int:
    """Return where the first word from `start` on stands that is in the table, or that is not; else the end."""
    for place in range(start, len(clause)):
        if (clause[place].text in table) is inside:
            return place
    return len(clause)


def _verb_at(clause: Sequence[Word], start: int) -> Act | None:
    if start >= len(clause):
        return None
    following = clause[start + 1].text if start + 1 < len(clause) else ""
    phrase = _PHRASES.get((clause[start].text, following))
    if phrase:
        return Act(stem(phrase[0]), phrase[1])
    act = clause[start].plain
    if act and act.verb in lexicon.NOUN_LIKE and (not following or following in lexicon.NOUN_HEADS):
        return None
    return act
