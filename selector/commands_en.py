"""English commands, read clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from selector import lexicon
from selector.clause_en import is_subordinate, read_clause
from selector.commands import Act, Commands, earlier_stems
from selector.text import MARKS, stem
from selector.vocabulary import Word

#: What ends a clause.
_BOUNDARIES: Final = MARKS | {"and", "then", "but", "or", "plus"}
#: After these everything is excluded, after other denials only the verb.
_EXCLUDING: Final = frozenset({"without", "except", "excluding", "instead", "rather"})
#: ``let me know``, ``tell me`` after another act asks to hear of it, and is no act of its own.
_REPORTING: Final = frozenset({stem("know"), stem("tell")})
_ONLY: Final = frozenset({"just", "only"})
#: Alone in its clause before another one such a verb speaks to the listener: ``stop! don't ship it``.
_INTERJECTIONS: Final = frozenset(map(stem, ("stop", "wait", "help", "see")))
#: Denials that command: what must not be forgotten is to be done, and ``why don't you`` proposes.
_NEVER_LEFT_UNDONE: Final = lexicon.words_of("forget hesitate fail neglect omit")
_PROPOSING: Final = lexicon.words_of("not don't dont")


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
    clauses = _clauses(said)
    for number, (clause, boundary) in enumerate(clauses):
        if not clause:
            denying = False
            continue
        states.update([word.state for word in clause if word.state])
        asked, excluded = _split_denial(_without_turns(clause), denying)
        denied.update(excluded)
        denying = bool(excluded) and boundary in {"and", "or"}
        act, told = read_clause(asked)
        question = question or told
        if act and len(clause) == 1 and act.verb in _INTERJECTIONS and any(later for later, _ in clauses[number + 1 :]):
            continue
        if act is None:
            states.update([word.stem for word in asked if told and word.plain and _changes(word.plain)])
        elif not (acts and act.verb in _REPORTING):
            acts.append(act)
            steps.append([])
        if steps or is_subordinate(asked):
            steps = steps or [[]]
            steps[-1].extend([word.stem for word in asked])
    return Commands(tuple(acts), frozenset(states), frozenset(denied), earlier_stems(steps), question)


def _changes(act: Act) -> bool:
    return act.action in lexicon.CHANGING


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


def _without_turns(clause: Sequence[Word]) -> Sequence[Word]:
    """Return a clause from its command on where it only sounds like a denial: ``don't forget to``, ``why not``."""
    if clause[0].text == "why" and len(clause) > 2 and clause[1].text in _PROPOSING:
        return clause[2:]
    for place in range(1, min(4, len(clause) - 1)):
        if clause[place].text in _NEVER_LEFT_UNDONE and clause[place - 1].text in lexicon.DENIAL:
            return clause[place + 1 :]
    return clause


def _split_denial(clause: Sequence[Word], denying: bool) -> tuple[Sequence[Word], list[str]]:
    """Return the words that a clause asks, and the stems that it denies."""
    start = 0
    if not denying:
        start = next((place for place, word in enumerate(clause) if word.text in lexicon.DENIAL), len(clause))
    if start == len(clause):
        return clause, []
    end = next((place for place in range(start, len(clause)) if clause[place].text in _ONLY), len(clause))
    everything = start < end and clause[start].text in _EXCLUDING
    excluded = [word.stem for word in clause[start:end] if everything or word.stem in lexicon.VERBS]
    return [*clause[:start], *clause[end:]], excluded
